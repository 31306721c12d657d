//! Meaning: a puzzle with its board, pieces, rules, start, goal and expectations resolved.
//!
//! It owns projects (files, imports, plugins, the standard library), names, and the geometry of boards. Rules are
//! resolved but not grounded: a model has no positions, and nothing here searches. Files are read over
//! [`FileSystem`](project::FileSystem); only `project::disk` knows the disk, with the feature of that name.

pub mod board;
pub mod config;
pub mod expect;
pub mod expr;
pub mod goal;
pub mod holes;
pub mod hooks;
pub mod lower;
pub mod mark;
pub mod names;
pub mod number;
pub mod piece;
pub mod project;
pub mod puzzle;
pub mod query;
pub mod rule;
pub mod scope;
pub mod technique;

pub use lower::compile;
pub use puzzle::{Model, Question, Wins};
pub use puzzlec_syntax::ast::{Ending, Ends};
