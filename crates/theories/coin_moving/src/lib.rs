//! Coin-moving on the square grid: a coin goes to any free cell beside two other coins. Other grids and numbers are
//! in [`adjacency`].
//!
//! Galliot, Gravier and Sivignon, An update on the coin-moving game on the square grid, 2021; numbers of
//! statements are the paper's. The theory works on coins: nothing is grounded but the rule on a few cells.

pub mod adjacency;
pub mod bound;
pub mod coins;
pub mod construct;
pub mod decide;
pub mod extra;
mod facts;
mod methods;
pub mod poke;
pub mod poking;
pub mod problem;
pub mod read;
pub mod rectangle;
pub mod redundant;
mod rule;
mod scribe;
pub mod search;
pub mod shape;
mod solve;
pub mod span;
pub mod spare;

pub use scribe::Scribe;

use adjacency::read::Variant;
use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::ground::Failure;
use puzzlec_task::Task;
use puzzlec_theory::{Info, MethodInfo, Puzzle, Recognition, Recognizer, Size, Theory};
use read::{Game, Read};

/// The theory.
pub struct CoinMoving;

const PAPER: &str = "Galliot, Gravier and Sivignon, An update on the coin-moving game on the square grid, \
                     HAL hal-03157069, 2021";

static INFO: Info = Info {
    name: "coin_moving",
    title: "Coins that move to where two others touch them",
    paper: PAPER,
    module: "coins",
};

impl Recognizer for CoinMoving {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        rule::plays(rule)
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        Ok(match Game::read(puzzle.model(), budget) {
            Read::Game(game) => Some(game.size()),
            Read::TooLarge(_) => None,
            Read::Other => Variant::read(puzzle.model(), budget).map(|_| Size::Large),
        })
    }
}

impl Theory for CoinMoving {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(match Game::read(puzzle.model(), budget) {
            Read::Game(game) => Recognition::Applies(game),
            Read::TooLarge(text) => Recognition::TooLarge(text),
            Read::Other => Variant::read(puzzle.model(), budget).into(),
        })
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::coin_moving::check::Checker)
    }

    fn methods(&self) -> &'static [MethodInfo] {
        &methods::METHODS
    }
}
