//! The puzzle language: boards, pieces, rules and goals, compiled to one engine that solves and
//! proves.
//!
//! The way of a puzzle is one direction through the packages, in this order: [`base`], [`syntax`], [`model`], [`task`],
//! [`search`] and [`theory`], [`checker`], [`analysis`], [`render`]. The command line stands on all of them.

#[cfg(feature = "cli")]
pub mod cli;

pub use puzzlec_analysis as analysis;
pub use puzzlec_base as base;
pub use puzzlec_checker as checker;
pub use puzzlec_model as model;
pub use puzzlec_render as render;
pub use puzzlec_search as search;
pub use puzzlec_syntax as syntax;
pub use puzzlec_task as task;
pub use puzzlec_theory as theory;
pub use puzzlec_worlds as worlds;
