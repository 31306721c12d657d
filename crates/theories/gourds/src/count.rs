//! The number of solutions: least plans, or placements.

use num_bigint::BigUint;

use super::least::{self, Outcome};
use super::placement;
use super::problem::{Placement, Problem};
use super::read::{Asked, Game};
use puzzlec_base::diag::Stop;
use puzzlec_task::SearchContext;
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{Counted, Total};

/// On so few cells general search counts positions as well, and soon.
const FEW: usize = 9;

/// The number of least plans, or of placements; nothing on few cells, and where a search of least plans does not decide.
pub(super) fn count(game: &Game<'_>, context: &SearchContext) -> Option<Result<Counted, Stop>> {
    if game.board().len() <= FEW {
        return None;
    }
    let meter = &Meter::of(context);
    let counted = match &game.question {
        // Actions are counted, and a rule that is there twice makes each of its moves twice.
        Asked::Plan { moves, .. } if !moves.are_single() => return None,
        Asked::Plan { problem, .. } => plans(problem, meter),
        Asked::Place(placement) => placements(placement, meter).map(Some),
    };
    match counted {
        Ok(counted) => counted.map(Ok),
        Err(Halted) => Some(Err(meter.limit()?.into())),
    }
}

fn plans(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Counted>, Halted> {
    let Outcome::Plan(plan) = least::least(problem, None, meter, &mut |_| ())? else { return Ok(None) };
    let length = plan.len() as u64;
    Ok(least::least_plans(problem, length, 0, meter)?.map(|all| {
        let number = BigUint::from(all.count);
        let number = if all.count == u128::MAX { Total::AtLeast(number) } else { Total::Exactly(number) };
        Counted { length, number, all: false }
    }))
}

fn placements(placement: &Placement, meter: &Meter<'_>) -> Result<Counted, Halted> {
    let length = placement.supply.iter().map(|entry| u64::from(entry.count)).sum();
    let number = Total::Exactly(placement::count(placement, meter)?);
    Ok(Counted { length, number, all: true })
}
