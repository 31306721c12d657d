//! Search and proof: from a [`Task`](crate::task::Task) to a [`Verdict`].

mod verdict;

pub use verdict::{Certificate, GameVerdict, Optimality, Plan, Statistics, Verdict};
