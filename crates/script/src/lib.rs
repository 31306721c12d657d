//! Scripts in rhai, behind plain values: a script sees a board and gives back boards or actions.
//!
//! A generator runs once, and its result is lowered like any other rule. A function that runs at every
//! position is a [`ScriptCallback`]. A script has no access to files, clock or chance, and every call ends in
//! a value or in one [`Diagnostic`](puzzlec_base::diag::Diagnostic).
//!
//! The package owns the sandbox with its limits, the functions and the errors of scripts. It knows no model: callers
//! turn boards and positions into its views.

mod api;
mod callback;
mod errors;
mod hook;
mod memo;
mod meter;
mod results;
mod run;
pub mod sandbox;
mod separate;
mod spec;
mod text;
mod tokens;
mod trace;

pub use api::{ApiItem, api_items};
pub use callback::ScriptCallback;
pub use hook::{Hook, Kind};
pub use memo::Remembered;
pub use run::{actions, board, check, configuration, findings};
pub use spec::{
    ActionSpec, At, BoardSpec, BoardView, CellView, ConfigurationSpec, ContentView, EffectSpec, Field,
    FindingSpec, MarkSpec, MoveView, PuzzleView, ScriptText,
};
pub use tokens::{
    SCRIPT_KEYWORDS, ScriptFunction, ScriptToken, ScriptTokenKind, script_functions, script_tokens,
};
