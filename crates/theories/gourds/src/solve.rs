//! The answer to a puzzle of gourds.

mod place;
mod plan;
mod target;

use super::methods::{Way, way};
use super::read::{Asked, Game};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_search::{Method, Options};
use puzzlec_task::SearchContext;
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Claim, Counted, Facts, FactsRequest, Solver, TheoryAnswer};

impl Solver for Game<'_> {
    fn answer(
        &mut self,
        options: &Options,
        why: &mut Vec<String>,
        context: &SearchContext,
    ) -> Option<TheoryAnswer> {
        let way = match options.method {
            Method::Auto => None,
            Method::Named(name) => Some(way(name)?),
            _ => return None,
        };
        if context.journal().is_some() {
            why.push("levels that are kept come from general search".into());
            return None;
        }
        let meter = &Meter::of(context);
        let (mut solutions, mut at_least) = (None, 0);
        let found = match &self.question {
            Asked::Plan { problem, .. } if way != Some(Way::Placement) => {
                why.push(
                    "gourds, by their rules: the theory of Hamersma, van Kreveld, Uno and van der Zanden"
                        .into(),
                );
                let mut solver = plan::Solver::new(self, problem, (options.wanted, way), meter, why);
                let found = solver.answer();
                (solutions, at_least) = (solver.solutions, solver.at_least);
                found
            }
            Asked::Place(placement) if way.is_none_or(|way| way == Way::Placement) => {
                place::answer(self, placement, options.wanted, meter, why)
            }
            Asked::Plan { .. } | Asked::Place(_) => return None,
        };
        let answer = match found {
            Ok(answer) => answer?,
            Err(Halted) => Claim::Stopped { stop: meter.limit()?.into(), at_least },
        };
        Some(TheoryAnswer { answer, solutions, statistics: meter.statistics() })
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        super::facts::facts(self, request, budget)
    }

    fn count(&mut self, context: &SearchContext) -> Option<Result<Counted, Stop>> {
        super::count::count(self, context)
    }
}
