//! Sliding coins: on a line, k neighbouring coins move at a time to k free cells.
//!
//! Lin, Tsai, Tsai and Tsay, More on the One-Dimensional Sliding-Coin Puzzle, Discrete Applied Mathematics 162,
//! 2014; numbers of statements are the paper's. Nothing is grounded: the theory works on rows of coins.

pub mod bases;
pub mod bound;
mod facts;
mod methods;
pub mod paper;
mod plays;
pub mod problem;
pub mod read;
pub mod row;
pub mod scribe;
pub mod search;
mod solve;

use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::ground::Failure;
use puzzlec_task::Task;
use puzzlec_theory::{Info, MethodInfo, Puzzle, Recognition, Recognizer, Size, Theory};
use read::Game;

/// The theory.
pub struct SlidingCoins;

static INFO: Info = Info {
    name: "sliding_coins",
    title: "Coins in a row, several moved at a time",
    paper: "Lin, Tsai, Tsai and Tsay, More on the One-Dimensional Sliding-Coin Puzzle, \
            Discrete Applied Mathematics 162, 2014",
    module: "sliding",
};

impl Recognizer for SlidingCoins {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        plays::plays(rule)
    }

    fn size(&self, puzzle: &Puzzle<'_>, _: &Budget) -> Result<Option<Size>, Failure> {
        let small = |game: Game<'_>| game.problem.start.cells().len() <= 64;
        Ok(Game::read(puzzle.model()).map(|game| Size::small_if(small(game))))
    }
}

impl Theory for SlidingCoins {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Game::read(puzzle.model()).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::sliding_coins::check::Checker)
    }

    fn methods(&self) -> &'static [MethodInfo] {
        &methods::METHODS
    }
}
