//! The language server of the puzzle language. What it answers comes from `puzzlec_analysis`; here it is
//! only converted and carried.
//!
//! One loop on one thread has all state and gives every answer; requests run in threads on snapshots that
//! never change.

mod capabilities;
mod client;
mod convert;
mod dispatch;
mod event;
mod features;
mod jobs;
mod outcome;
mod pool;
mod position;
mod publish;
mod request;
mod server;
mod settings;
mod stdio;
mod token_cache;
mod uri;

pub use server::{Ended, serve, serve_files};
pub use stdio::run_stdio;
