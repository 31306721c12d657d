//! Search and proof: from a [`Task`](crate::task::Task) to a [`Verdict`].

mod search;
mod verdict;

pub use search::{Method, SearchResult, measure, solve};
pub use verdict::{Certificate, GameVerdict, Optimality, Plan, Statistics, Verdict};
