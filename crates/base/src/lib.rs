//! The ground everything stands on: files, spans, budgets.

mod bits;
mod budget;
mod cache;
pub mod colours;
pub mod diag;
mod journal;
mod outline;
mod source;
mod span;
pub mod words;

pub use bits::{bits, bits_of};
pub use budget::{Budget, CancelToken, Limit, Progress};
pub use cache::{Cache, SharedCache};
pub use journal::{Journal, SharedJournal};
pub use outline::Outline;
pub use source::{LineCol, LineIndex, SourceFile, Sources, whole_lines};
pub use span::{FileId, Span};
