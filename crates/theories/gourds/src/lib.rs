//! Gourds: pieces of two cells that follow their ends, turn and pivot on a board of hexagons with one empty cell.
//!
//! Hamersma, van Kreveld, Uno and van der Zanden, Gourds: A Sliding-Block Puzzle with Turning, ISAAC 2020; numbers of
//! statements are the paper's.

pub mod boards;
mod count;
mod facts;
pub mod hamilton;
pub mod holes;
pub mod least;
mod methods;
pub mod placement;
pub mod problem;
pub mod read;
pub mod reconfigure;
mod rule;
pub mod scribe;
mod solve;

use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::ground::Failure;
use puzzlec_task::Task;
use puzzlec_theory::{Info, MethodInfo, Puzzle, Recognition, Recognizer, Size, Theory};

/// The theory.
pub struct Gourds;

static INFO: Info = Info {
    name: "gourds",
    title: "Two-cell pieces that follow their heads",
    paper: "Hamersma, van Kreveld, Uno and van der Zanden, Gourds: A Sliding-Block Puzzle with Turning, \
            ISAAC 2020, arXiv:2011.00968",
    module: "gourds",
};

impl Recognizer for Gourds {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, _: &Task) -> Option<bool> {
        // A rule alone has no gourds, and a square board no turns.
        None
    }

    fn size(&self, puzzle: &Puzzle<'_>, _: &Budget) -> Result<Option<Size>, Failure> {
        Ok(read::read(puzzle.model()).map(|game| Size::small_if(game.board().len() <= 15)))
    }
}

impl Theory for Gourds {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(read::read(puzzle.model()).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::gourds::check::Checker)
    }

    fn methods(&self) -> &'static [MethodInfo] {
        &methods::METHODS
    }
}
