//! Tests that refute problems, weakest first, each with an exact proof.

pub mod case;
pub mod classes;
pub mod decide;
pub mod depths;
mod lp;
pub mod meeting;
mod model;
mod name;
mod quadratic;
mod ranges;
pub mod refutation;
pub mod rows;
pub mod thickness;
pub mod whole;

use super::board;
