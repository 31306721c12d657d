//! Search and proof: from a [`Task`](crate::task::Task) to a [`Verdict`].

pub mod certificate;
mod game;
mod search;
mod verdict;
pub mod verify;

pub use game::play;
pub use search::{
    LowerBound, Method, Options, SearchResult, Solutions, Wanted, measure, shortest_count, solve,
};
pub use verdict::{Certificate, GameVerdict, Optimality, Plan, Statistics, Verdict};
