//! The ground of all packages: files with their lines, spans, budgets, journals, and the diagnostic with the table of
//! codes.
//!
//! It knows no syntax and no puzzles. A diagnostic is a plain value that renderers and editors show. Nothing here reads
//! a file or the clock: a budget receives its clock from the program. Threads are used with the feature `parallel` only.

pub mod assignment;
mod bits;
mod budget;
mod cache;
pub mod colours;
pub mod diag;
mod hidden;
mod journal;
mod many;
mod outline;
mod random;
mod source;
mod span;
mod sprite;
pub mod words;

pub use bits::{bits, bits_of};
pub use budget::{Budget, CancelToken, Limit, Progress};
pub use cache::{Cache, SharedCache};
pub use hidden::hidden;
pub use journal::{Journal, SharedJournal};
pub use many::many;
pub use outline::{Outline, bearing};
pub use random::Random;
pub use source::{LineCol, LineIndex, SourceFile, Sources, whole_lines};
pub use span::{FileId, Span};
pub use sprite::{Sprite, Tint};
