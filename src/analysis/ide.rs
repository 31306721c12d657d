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

// names
