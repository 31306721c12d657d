//! Scripts in rhai, behind plain values: a script sees a board and gives back boards or actions.
//!
//! A script never runs while a puzzle is searched: a generator runs once and what it gives is
//! lowered like any other rule. It sees no file, clock or chance, and whatever it does ends in a
//! value or in one [`Diagnostic`](crate::diag::Diagnostic).

mod api;
mod errors;
mod meter;
mod results;
mod run;
mod sandbox;
mod spec;
mod text;

#[cfg(test)]
mod tests;

pub use api::{ApiItem, api_items};
pub use run::{actions, board, check};
pub use spec::{ActionSpec, BoardSpec, BoardView, CellView, EffectSpec, ScriptText};
