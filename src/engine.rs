//! Search and proof: from a [`Task`](crate::task::Task) to a [`Verdict`].

pub mod certificate;
mod context;
mod count;
mod explore;
mod game;
mod plan;
mod search;
mod verdict;
pub mod verify;

pub use context::SearchContext;
pub use count::{All, Count, Number, Shortest, count, shortest_count};
pub use explore::{Explored, Graph, Level, Move, Moves, explore};
pub use game::play;
pub use plan::{Steps, labels};
pub use search::{LowerBound, Method, Options, SearchResult, Solutions, Wanted, measure, refuted, solve};
pub use verdict::{Certificate, GameResult, Optimality, Plan, Searched, Statistics, Verdict};
