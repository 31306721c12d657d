//! What an editor asks of a text: plain answers with spans, for any text however broken.

use crate::base::Span;

/// A change to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes in its place.
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
mod walk;
pub use folds::{Fold, FoldKind, folds};
pub use formatting::{format, format_on_type, format_range};
pub use links::{Link, links};
pub use selection::selection;
pub use symbols::{Symbol, SymbolKind, symbols, workspace_symbols};
pub use tokens::{Token, TokenClass, tokens};

// names
