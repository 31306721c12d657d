//! Coin removal: a coin that shows heads is removed, and its neighbours turn over.
//!
//! Shelton and Siler, Variations of a Coin-Removal Problem, 2004; numbers of statements are the paper's. Nothing is
//! grounded: the theory works on the coins of the start.

pub mod check;
pub mod facts;
pub mod graphs;
pub mod methods;
pub mod orders;
pub mod plays;
pub mod problem;
pub mod proof;
pub mod read;
pub mod scribe;
pub mod solve;
pub mod values;
pub mod words;

use super::{Info, Puzzle, Recognition, Theory};
use crate::base::Budget;
use crate::engine::verify::checker::ProofChecker;
use crate::task::Task;
use crate::task::ground::Failure;

/// The theory.
pub struct CoinRemoval;

static INFO: Info = Info {
    name: "coin_removal",
    title: "Coins that are taken while their neighbours turn over",
    paper: "Shelton and Siler, Variations of a Coin-Removal Problem, arXiv:math/0411052, 2004",
    module: "removal",
};

impl Theory for CoinRemoval {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, _: &Task) -> Option<bool> {
        None
    }

    fn recognise<'p>(&self, _: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Recognition::OtherGame)
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&check::Checker)
    }
}
