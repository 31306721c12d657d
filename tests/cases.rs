//! Puzzles on which a wrong answer, a false proof, an escape from limits or a bad message was seen.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "cases/answers.rs"]
mod answers;
#[path = "cases/escapes.rs"]
mod escapes;
#[path = "cases/messages.rs"]
mod messages;
#[path = "cases/numbers.rs"]
mod numbers;
#[path = "cases/proofs.rs"]
mod proofs;
#[path = "cases/reading.rs"]
mod reading;
#[path = "cases/rules.rs"]
mod rules;
#[path = "cases/unbounded.rs"]
mod unbounded;
