//! Lights out: a press moves lights on, always in the same way.
//!
//! Sutner, Linear Cellular Automata and the Garden-of-Eden, 1989. The theory works on the ground puzzle: linear equations
//! modulo the number of states of a light.

pub mod coset;
mod facts;
mod methods;
pub mod problem;
pub mod read;
pub mod scribe;
mod solve;
pub mod system;

use problem::Problem;
use puzzlec_base::Budget;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::ground::{Failure, Ground};
use puzzlec_task::{Conclusion, Task};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{
    Facts, FactsRequest, Info, MethodInfo, Puzzle, Recognition, Recognizer, Request, Size, Solver, Theory,
};
use read::Read;

/// The theory.
pub struct LightsOut;

static INFO: Info = Info {
    name: "lights_out",
    title: "Lights that presses move on",
    paper: "Sutner, Linear Cellular Automata and the Garden-of-Eden, The Mathematical Intelligencer 11, 1989",
    module: "lights",
};

impl Recognizer for LightsOut {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        Some(read::all_press(rule))
    }

    fn size(&self, puzzle: &Puzzle<'_>, budget: &Budget) -> Result<Option<Size>, Failure> {
        Ok(match read(puzzle, budget)? {
            Some((_, Read::Game(problem))) => Some(Size::small_if(problem.lights.len() <= 1024)),
            _ => None,
        })
    }

    fn needs_ground(&self) -> bool {
        true
    }
}

/// Reads a puzzle, with its ground form; nothing for a puzzle whose text allows no lights.
fn read<'p>(puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Option<(&'p Ground, Read)>, Failure> {
    if !read::may_press(puzzle.model()) {
        return Ok(None);
    }
    let ground = puzzle.ground(budget)?;
    Ok(Some((ground, Read::of(&ground.task))))
}

impl Theory for LightsOut {
    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, budget: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(match read(puzzle, budget)? {
            Some((ground, Read::Game(problem))) => {
                Recognition::Applies(Box::new(Recognised { puzzle, ground, problem: *problem }))
            }
            Some((_, Read::TooLarge(text))) => Recognition::TooLarge(text),
            Some((_, Read::Other)) | None => Recognition::OtherGame,
        })
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::lights_out::check::Checker)
    }

    fn methods(&self) -> &'static [MethodInfo] {
        &methods::METHODS
    }
}

/// A puzzle of lights.
struct Recognised<'p, 'm> {
    puzzle: &'p Puzzle<'m>,
    ground: &'p Ground,
    problem: Problem,
}

impl Solver for Recognised<'_, '_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        solve::solve(&self.ground.task, &self.problem, request)
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        facts::facts(self.puzzle.model(), self.ground, &self.problem, request, budget)
    }
}
