//! The puzzle language: boards, pieces, rules and goals, compiled to one engine that solves and
//! proves.
//!
//! The way of a puzzle is one direction through the modules, in this order: [`base`], [`algebra`], [`diag`],
//! [`syntax`], [`script`], [`project`], [`model`], [`task`], [`engine`], [`theories`], [`analysis`], [`render`];
//! the command line stands on all of them.

pub mod algebra;
pub mod analysis;
pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diag;
pub mod engine;
pub mod format;
pub mod import;
pub mod model;
pub mod project;
pub mod render;
pub mod script;
pub mod syntax;
pub mod task;
pub mod theories;
