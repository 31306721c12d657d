//! The puzzle language: boards, pieces, rules and goals, compiled to one engine that solves and
//! proves.
//!
//! The way of a puzzle is one direction through the modules, in this order: [`base`], [`diag`],
//! [`syntax`], [`task`], [`engine`].

pub mod analysis;
pub mod base;
pub mod diag;
pub mod engine;
pub mod project;
pub mod script;
pub mod syntax;
pub mod task;
