//! Peg solitaire on any board: problems (I, J), tests that refute them with certificates, and a search for
//! games.
//!
//! Ramaré, On the peg-solitaire board, 2008.

pub mod analyze;
pub mod balance;
pub mod board;
mod facts;
pub mod game;
pub mod refute;
mod scribe;
pub mod search;
mod solve;
pub mod symmetry;

use game::{Game, Read};
use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::ground::{Failure, Ground};
use puzzlec_task::{Bounds, Conclusion, Task};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{
    Facts, FactsRequest, Info, Puzzle, Recognition, Recognizer, Request, Size, Solver, Theory,
};

pub use scribe::{Scribe, proof_weights};
pub use solve::solve;

/// The theory.
pub struct PegSolitaire;

static INFO: Info = Info {
    name: "peg_solitaire",
    title: "Peg solitaire, on any board",
    paper: "Ramaré, On the peg-solitaire board, 2008",
    module: "peg",
};

impl Recognizer for PegSolitaire {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        Some(game::all_jumps(rule))
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        Ok(match read(puzzle, budget)? {
            Some((_, Read::Game(_))) => Some(Size::Small),
            _ => None,
        })
    }

    fn needs_ground(&self) -> bool {
        true
    }
}

/// Reads a puzzle, with its ground form; nothing for a puzzle whose text allows no jumps.
fn read<'p>(puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Option<(&'p Ground, Read)>, Failure> {
    if !game::may_jump(puzzle.model()) {
        return Ok(None);
    }
    let ground = puzzle.ground(budget)?;
    // Results for a part of a line that is not stated do not extend to the line.
    if matches!(ground.bounds, Bounds::Window { stated: false, .. }) {
        return Ok(None);
    }
    Ok(Some((ground, Game::read(&ground.task))))
}

impl Theory for PegSolitaire {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(match read(puzzle, budget)? {
            Some((ground, Read::Game(game))) => {
                Recognition::Applies(Box::new(Recognised { puzzle, ground, game: *game }))
            }
            Some((_, Read::TooLarge(text))) => Recognition::TooLarge(text),
            Some((_, Read::Other)) | None => Recognition::OtherGame,
        })
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::peg_solitaire::check::Checker)
    }
}

/// A puzzle of peg solitaire.
struct Recognised<'p, 'm> {
    puzzle: &'p Puzzle<'m>,
    ground: &'p Ground,
    game: Game,
}

impl Solver for Recognised<'_, '_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        solve::solve(&self.ground.task, &self.game, request)
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        facts::facts(self.puzzle.model(), self.ground, &self.game, request, budget)
    }
}
