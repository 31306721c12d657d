//! The language server, over its protocol.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod board;
mod clients;
mod features;
mod keyed;
mod latency;
/// A game of the library's tests.
#[path = "../../tests/theories"]
mod games {
    pub mod tokens;
}
mod handshake;
mod storm;
mod support;
mod texts;
mod theories;
