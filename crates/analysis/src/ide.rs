//! Editor queries about a text: plain answers with spans, for any text however broken.

use puzzlec_base::Span;

/// A change to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced span.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

// syntax
mod folds;
mod formatting;
mod links;
mod script;
mod selection;
mod symbols;
mod text;
mod tokens;
pub use folds::{Fold, FoldKind, folds};
pub use formatting::{format, format_on_type, format_range};
pub use links::{Link, links};
pub use selection::selection;
pub use symbols::{Symbol, SymbolKind, symbols, workspace_symbols};
pub use tokens::{Token, TokenClass, tokens};

// names
mod actions;
mod complete;
mod context;
mod cursor;
mod describe;
mod edges;
mod games;
mod goto;
mod hints;
mod hover;
mod lenses;
mod occurrences;
mod paint;
pub(super) mod pictures;
mod rename;
mod signature;
mod words;

pub use actions::{Action, ActionKind, actions};
pub use complete::{Completion, CompletionKind, Trigger, complete};
pub use goto::{Highlight, Location, definition, highlights, references};
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use lenses::{ExpectingPuzzle, Lens, LensKind, expecting, lenses, theory};
pub use occurrences::{Meaning, Occurrence, occurrences};
pub use paint::{PaintMark, PaintedCell, PaintedPicture, paint, paint_marks, painted};
pub use rename::{prepare_rename, rename};
pub use signature::{Signature, signature};
pub use words::{FUNCTIONS, FunctionDoc};
