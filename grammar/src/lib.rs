//! The grammar of the puzzle language as pest compiles it: one statement at a time, without the meaning of any.

#![allow(missing_docs)]

use pest_derive::Parser;

/// The text of the grammar.
pub const SOURCE: &str = include_str!("../puzzle.pest");

#[derive(Parser)]
#[grammar = "puzzle.pest"]
pub struct Grammar;
