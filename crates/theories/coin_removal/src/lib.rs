//! Coin removal: a coin that shows heads is removed, and its neighbours turn over.
//!
//! Shelton and Siler, Variations of a Coin-Removal Problem, 2004; numbers of statements are the paper's. The
//! theory works on the coins of the start: nothing is grounded but the rule on a few cells.

mod count;
mod facts;
pub mod graphs;
mod methods;
pub mod orders;
pub mod problem;
pub mod read;
mod rule;
pub mod scribe;
mod solve;
pub mod starts;
pub mod states;
pub mod values;
pub mod words;

use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::ground::Failure;
use puzzlec_task::Task;
use puzzlec_theory::{Info, MethodInfo, Puzzle, Recognition, Recognizer, Size, Theory};
use read::Game;

/// The theory.
pub struct CoinRemoval;

static INFO: Info = Info {
    name: "coin_removal",
    title: "Coins that are taken while their neighbours turn over",
    paper: "Shelton and Siler, Variations of a Coin-Removal Problem, arXiv:math/0411052, 2004",
    module: "removal",
};

impl Recognizer for CoinRemoval {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        rule::plays(rule)
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        Ok(Game::read(puzzle.model(), budget).map(|game| Size::small_if(game.coins() <= 64)))
    }
}

impl Theory for CoinRemoval {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Game::read(puzzle.model(), budget).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::coin_removal::check::Checker)
    }

    fn methods(&self) -> &'static [MethodInfo] {
        &methods::METHODS
    }
}
