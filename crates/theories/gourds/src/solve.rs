//! The answer to a puzzle of gourds.

mod place;
mod plan;
mod target;

use super::methods::{Way, way};
use super::read::{Asked, Game};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_task::{Conclusion, SearchContext};
use puzzlec_theory::meter::Halted;
use puzzlec_theory::{Counted, Facts, FactsRequest, Request, Solver};

impl Solver for Game<'_> {
    fn answer(&mut self, request: &mut Request<'_>) -> Result<Option<Conclusion>, Halted> {
        let Request { wanted, method, why, meter, .. } = request;
        let way = method.and_then(way);
        match &self.question {
            Asked::Plan { problem, .. } if way != Some(Way::Placement) => {
                why.push(
                    "gourds, by their rules: the theory of Hamersma, van Kreveld, Uno and van der Zanden"
                        .into(),
                );
                plan::Solver { game: self, problem, meter, wanted: *wanted, way, why, at_least: 0 }.answer()
            }
            Asked::Place(placement) if way.is_none_or(|way| way == Way::Placement) => {
                place::answer(self, placement, *wanted, meter, why)
            }
            Asked::Plan { .. } | Asked::Place(_) => Ok(None),
        }
    }

    fn facts(&mut self, request: &FactsRequest<'_>, budget: &Budget) -> Result<Facts, String> {
        super::facts::facts(self, request, budget)
    }

    fn count(&mut self, context: &SearchContext) -> Option<Result<Counted, Stop>> {
        super::count::count(self, context)
    }
}
