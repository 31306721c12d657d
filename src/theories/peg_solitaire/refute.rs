//! Tests that refute problems, weakest first, each with an exact proof.

pub mod case;
pub mod decide;
pub mod depths;
pub mod lattice;
mod leaf;
mod lp;
pub mod meeting;
pub mod model;
pub mod parity;
mod quadratic;
pub mod refutation;
pub mod thickness;
pub mod whole;

use super::board;
