//! Search and proof: from a model to its ground [`Task`](puzzlec_task::Task), and from there to a
//! [`Verdict`](puzzlec_task::Verdict).
//!
//! It owns grounding, packed states, symmetries, invariants, the searches with their [`kernel`], counts, and the certificates
//! of what they find. It knows no game: theories are above it. It shares no code with the checker, which derives moves and goals from
//! the model by itself.

pub mod certificate;
mod connected;
mod count;
pub mod counts;
mod explore;
mod game;
mod goals;
pub mod ground;
pub mod invariants;
mod inverse;
pub mod kernel;
pub mod packed;
mod parts;
mod possible;
mod relaxed;
mod search;
mod sorted;
mod symmetry;

pub use connected::Connected;
pub use count::{
    All, Count, CountOptions, KeptBy, Number, Peers, Shortest, count, kept_levels, shortest_count,
};
pub use explore::{ExploreOptions, Explored, Graph, Level, Move, Moves, explore};
pub use game::play;
pub use goals::goal_positions;
pub use inverse::{Inverse, inverses};
pub use possible::{Possible, possible};
pub use relaxed::{Relaxed, relaxed};
pub use search::{LowerBound, Method, Options, SearchResult, Solutions, Wanted, measure, refuted, solve};
pub use sorted::RunStore;
pub use symmetry::{Symmetries, Symmetry, kept, symmetries};
