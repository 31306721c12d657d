//! The poking game as a puzzle: its start is a minimum configuration of an odd rectangle with an adjacent pair of
//! coins.
//!
//! The rule is written for coins anywhere: a coin with a neighbour slides by one cell to a free cell beside another
//! coin. From such a start that is a poke, and so is every later action (5.6). Any other start is
//! another game.

mod facts;
mod solve;

use super::poke::Minimum;
use super::problem::Problem;
use super::read::{Game, Read};
use super::{PAPER, rule};
use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_proofs::coin_moving::check;
use puzzlec_search::ground::Failure;
use puzzlec_task::Task;
use puzzlec_theory::{Info, Puzzle, Recognition, Recognizer, Size, Theory};

/// The theory.
pub struct PokingGame;

static INFO: Info = Info {
    name: "poking",
    title: "Coins of an adjacent pair that slide towards others",
    paper: PAPER,
    module: "coins",
};

impl Recognizer for PokingGame {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, task: &Task) -> Option<bool> {
        rule::pokes(task)
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        Ok(match Game::pokes(puzzle.model(), budget) {
            Read::Game(game) => Poked::new(*game).map(|_| Size::Small),
            Read::TooLarge(_) | Read::Other => None,
        })
    }
}

impl Theory for PokingGame {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(match Game::pokes(puzzle.model(), budget) {
            Read::Game(game) => Poked::new(*game).into(),
            Read::TooLarge(text) => Recognition::TooLarge(text),
            Read::Other => Recognition::OtherGame,
        })
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&check::Pokes)
    }
}

/// A puzzle of the poking game.
struct Poked<'m> {
    game: Game<'m>,
    problem: Problem,
    start: Minimum,
    /// Nothing where the goal is none of the game.
    goal: Option<Minimum>,
}

impl<'m> Poked<'m> {
    /// Nothing where the start is none of the game, or there are several goals.
    fn new(game: Game<'m>) -> Option<Self> {
        let [problem] = game.problems.as_slice() else { return None };
        let start = Minimum::new(problem.start.clone())?;
        let goal = Minimum::new(problem.goal.clone()).filter(|goal| goal.rectangle() == start.rectangle());
        Some(Poked { problem: problem.clone(), start, goal, game })
    }
}
