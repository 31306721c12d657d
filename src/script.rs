//! Scripts in rhai, behind plain values: a script sees a board and gives back boards or actions.

mod spec;

pub use spec::{ActionSpec, BoardSpec, BoardView, CellView, EffectSpec, ScriptText};
