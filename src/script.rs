//! Scripts in rhai, behind plain values: a script sees a board and gives back boards or actions.

mod spec;

use crate::base::{Budget, Span};
use crate::diag::Diagnostic;
pub use spec::{ActionSpec, BoardSpec, BoardView, CellView, EffectSpec, ScriptText};
#[allow(missing_docs)]
pub fn board(
    _t: ScriptText,
    _f: (&str, Span),
    _a: &[i64],
    _b: &Budget,
) -> Result<BoardSpec, Box<Diagnostic>> {
    Ok(BoardSpec::Graph { vertices: vec![], edges: vec![] })
}
#[allow(missing_docs)]
pub fn actions(
    _t: ScriptText,
    _f: (&str, Span),
    _b: &BoardView,
    _a: &[i64],
    _bu: &Budget,
) -> Result<Vec<ActionSpec>, Box<Diagnostic>> {
    Ok(Vec::new())
}
#[allow(missing_docs)]
pub fn check(_t: ScriptText, _f: &str, _n: usize, _s: Span) -> Vec<Diagnostic> {
    Vec::new()
}
