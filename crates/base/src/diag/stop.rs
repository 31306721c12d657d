//! Reasons for a missing answer.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Diagnostic;
use crate::Limit;

/// The reason that a computation ended without an answer. None of these implies anything about the puzzle's
/// solutions.
///
/// Where nothing but a limit can end a computation, it returns [`Limit`] itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit that the user set, or an interruption.
    Limit(Limit),
    /// The puzzle is too large for this method; another may answer.
    TooLarge {
        /// The reason, in words.
        what: String,
    },
    /// This method cannot answer the question; another may.
    Unsuited {
        /// The reason, in words.
        what: String,
    },
    /// No method answers the question for such a puzzle.
    Unsupported {
        /// The reason, in words.
        what: String,
    },
    /// The checkpoint of an earlier run does not fit, or cannot be read or written.
    Checkpoint {
        /// The error, in words.
        what: String,
    },
    /// A script of the puzzle failed.
    Fault(Box<Diagnostic>),
    /// A mistake in this program.
    Bug {
        /// The error, in words.
        what: String,
    },
}

impl Stop {
    /// The puzzle is too large for this method; other methods may answer.
    pub fn too_large(what: impl Into<String>) -> Self {
        Stop::TooLarge { what: what.into() }
    }

    /// This method does not suit the question.
    pub fn unsuited(what: impl Into<String>) -> Self {
        Stop::Unsuited { what: what.into() }
    }

    /// No method answers this.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Stop::Unsupported { what: what.into() }
    }

    /// A mistake in this program.
    pub fn bug(what: impl Into<String>) -> Self {
        Stop::Bug { what: what.into() }
    }

    /// Whether the cause is an error of a script or a bug. It is reported as a diagnostic, never as an
    /// answer.
    pub fn is_mistake(&self) -> bool {
        matches!(self, Stop::Fault(_) | Stop::Bug { .. })
    }

    /// Whether cancellation was requested (Ctrl-C).
    pub fn is_interrupted(&self) -> bool {
        *self == Stop::Limit(Limit::Cancelled)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Limit(limit) => limit.fmt(f),
            Stop::TooLarge { what }
            | Stop::Unsuited { what }
            | Stop::Unsupported { what }
            | Stop::Checkpoint { what }
            | Stop::Bug { what } => f.write_str(what),
            Stop::Fault(fault) => f.write_str(&fault.headline),
        }
    }
}

/// Serialized as limits are: `{ "limit": KIND, … }`. Other reasons have their text as `what`.
impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "snake_case", tag = "limit")]
        enum StopFields<'a> {
            Size { what: &'a str },
            Unsuited { what: &'a str },
            Unsupported { what: &'a str },
            Checkpoint { what: &'a str },
            Fault { what: &'a str },
            Bug { what: &'a str },
        }
        let fields = match self {
            Stop::Limit(limit) => return limit.serialize(serializer),
            Stop::TooLarge { what } => StopFields::Size { what },
            Stop::Unsuited { what } => StopFields::Unsuited { what },
            Stop::Unsupported { what } => StopFields::Unsupported { what },
            Stop::Checkpoint { what } => StopFields::Checkpoint { what },
            Stop::Fault(fault) => StopFields::Fault { what: &fault.headline },
            Stop::Bug { what } => StopFields::Bug { what },
        };
        fields.serialize(serializer)
    }
}
