//! Sliding coins: on a line, k neighbouring coins move at a time to k free cells.
//!
//! Lin, Tsai, Tsai and Tsay, More on the One-Dimensional Sliding-Coin Puzzle, Discrete Applied Mathematics 162,
//! 2014; numbers of statements are the paper's. The theory works on rows of coins: nothing is grounded
//! but the rule on a few cells.

pub mod bases;
pub mod bound;
mod facts;
mod methods;
pub mod paper;
pub mod problem;
pub mod read;
pub mod row;
mod rule;
pub mod scribe;
pub mod search;
mod solve;

use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_model::board::Board;
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
        rule::plays(rule)
    }

    fn board(&self) -> Board {
        Board::line(32)
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        let small = |game: Game<'_>| game.problem.start.cells().len() <= 64;
        Ok(Game::read(puzzle.model(), budget).map(|game| Size::small_if(small(game))))
    }
}

impl Theory for SlidingCoins {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Game::read(puzzle.model(), budget).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::sliding_coins::check::Checker)
    }

    fn methods(&self) -> &'static [MethodInfo] {
        &methods::METHODS
    }
}
