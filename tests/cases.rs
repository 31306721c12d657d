//! Puzzles on which a wrong answer, a false proof, an escape from limits or a bad message was seen.

mod alternatives;
mod answers;
mod contents;
mod counts;
mod escapes;
mod messages;
mod numbers;
mod off_board;
mod proofs;
mod reading;
mod rules;
mod sums;
mod unbounded;
mod whole;
