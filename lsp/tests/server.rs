//! The language server, over its protocol.

mod board;
mod clients;
mod features;
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
