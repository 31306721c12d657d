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
use puzzlec_base::diag::Stop;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_search::Options;
use puzzlec_search::ground::Failure;
use puzzlec_task::SearchContext;
use puzzlec_task::Task;
use puzzlec_theory::{
    Counted, Facts, FactsRequest, Info, MethodInfo, Puzzle, Recognition, Solver, Theory, TheoryAnswer,
};
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

impl Theory for SlidingCoins {
    fn info(&self) -> &Info {
        &INFO
    }

    fn plays(&self, rule: &Task) -> Option<bool> {
        plays::plays(rule)
    }

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

impl Solver for Game<'_> {
    fn answer(
        &mut self,
        options: &Options,
        why: &mut Vec<String>,
        context: &SearchContext,
    ) -> Option<TheoryAnswer> {
        solve::solve(self, options, context, why)
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        facts::facts(self, request, budget)
    }

    /// Those on the endless line. On a line with ends all positions are counted by general search.
    fn count(&mut self, context: &SearchContext) -> Option<Result<Counted, Stop>> {
        solve::count(self, context)
    }

    fn is_small(&self) -> bool {
        Game::is_small(self)
    }
}
