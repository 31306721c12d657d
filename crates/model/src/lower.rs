//! Lowering: from the syntax tree to the model. It uses the types of the model, which know nothing of it.

pub mod board;
pub mod config;
pub mod goal;
mod hooks;
pub mod puzzle;
pub mod rule;
mod scripted;

pub use puzzle::compile;
