//! Coin removal: a coin that shows heads is removed, and its neighbours turn over.
//!
//! Shelton and Siler, Variations of a Coin-Removal Problem, 2004; numbers of statements are the paper's. Nothing is
//! grounded: the theory works on the coins of the start.

mod count;
mod facts;
pub mod graphs;
mod methods;
pub mod orders;
mod plays;
pub mod problem;
pub mod read;
pub mod scribe;
mod solve;
pub mod starts;
pub mod states;
pub mod values;
pub mod words;

use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_checker::checker::ProofChecker;
use puzzlec_model::config::Family;
use puzzlec_search::Options;
use puzzlec_search::ground::Failure;
use puzzlec_task::SearchContext;
use puzzlec_task::Task;
use puzzlec_theory::{
    CountStarts, Counted, Facts, FactsRequest, Info, MethodInfo, NamedAutomaton, NamedState, Puzzle,
    Recognition, Solver, Theory, TheoryAnswer,
};
use read::Game;

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

    fn plays(&self, rule: &Task) -> Option<bool> {
        plays::plays(rule)
    }

    fn recognise<'p>(&self, puzzle: &'p Puzzle<'_>, _: &Budget) -> Result<Recognition<'p>, Failure> {
        Ok(Game::read(puzzle.model()).into())
    }

    fn checker(&self) -> Option<&'static dyn ProofChecker> {
        Some(&puzzlec_proofs::coin_removal::check::Checker)
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

    fn count(&mut self, context: &SearchContext) -> Option<Result<Counted, Stop>> {
        count::count(self, context)
    }

    fn starts(&self, family: &Family) -> Option<Box<dyn CountStarts + '_>> {
        Some(Box::new(starts::Starts::new(self, family)?))
    }

    /// That of Figure 1, of rows that close up.
    fn automaton(&self) -> Option<NamedAutomaton> {
        let [part] = self.problem.parts.as_slice() else { return None };
        if self.players || !self.problem.closing || part.shape != problem::Shape::Row {
            return None;
        }
        let place = |state: states::State| states::ALL.iter().position(|(known, _)| *known == state);
        let named = |(state, letter): &(states::State, char)| {
            let next = [false, true].map(|head| place(state.next(head)).unwrap_or(0)).to_vec();
            NamedState { name: letter.to_string(), output: u32::from(state.accepts()), next }
        };
        let [heads, tails] = self.sides();
        let states = states::ALL.iter().map(named).collect();
        Some(NamedAutomaton { source: "Figure 1 of the paper", contents: vec![tails, heads], states })
    }

    fn is_small(&self) -> bool {
        Game::is_small(self)
    }
}
