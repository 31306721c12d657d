//! Coin removal (Shelton and Siler 2004): the theory beside brute force that shares nothing with it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "removal/answers.rs"]
mod answers;
#[path = "removal/automata.rs"]
mod automata;
#[path = "removal/brute.rs"]
mod brute;
#[path = "removal/count.rs"]
mod count;
#[path = "removal/facts.rs"]
mod facts;
#[path = "removal/graphs.rs"]
mod graphs;
#[path = "removal/orders.rs"]
mod orders;
#[path = "removal/proofs.rs"]
mod proofs;
#[path = "removal/recognise.rs"]
mod recognise;
#[path = "removal/starts.rs"]
mod starts;
#[path = "removal/values.rs"]
mod values;
#[path = "removal/words.rs"]
mod words;
