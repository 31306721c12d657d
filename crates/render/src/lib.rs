//! Diagnostics and answers as text: for a terminal, for programs, for other tools; and the puzzles of other tools as
//! files.
//!
//! Every renderer takes the reports and scenes of `puzzlec-analysis` and returns a `String` or a document; none of them
//! prints, and none solves. miette is behind the feature `terminal`, pictures as PNG and GIF behind `raster`.

pub mod analyze;
pub mod answer_page;
pub mod automaton;
pub mod certificate;
pub mod count;
pub mod drawing;
pub mod explore;
pub mod generate;
pub mod github;
pub mod grid;
pub mod handout;
pub mod html;
pub mod import;
pub mod json;
pub mod markdown;
pub mod page;
mod paint;
pub mod pddl;
pub mod plan;
#[cfg(feature = "raster")]
pub mod raster;
pub mod safe;
pub mod sarif;
pub mod svg;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod trace;
mod words;

pub use words::{bytes, columns, counted, grouped, progress_line, unit};
