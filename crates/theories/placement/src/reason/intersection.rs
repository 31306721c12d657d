//! Whatever covers a cell or fills a list rules out another candidate.

use puzzlec_theory::meter::{Halted, Meter};

use super::{Deduction, Reason, Sheet, Wrong};

/// Candidates of a house that are compared at most.
const MOST: usize = 12;

pub(super) fn find(
    sheet: &mut Sheet<'_>,
    meter: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let problem = sheet.problem;
    for house in problem.houses() {
        let open = sheet.candidates(house);
        let [first, rest @ ..] = open.as_slice() else { continue };
        if rest.is_empty() || open.len() > MOST {
            continue;
        }
        meter.expanded(1)?;
        let mut removed: Vec<u32> = problem
            .rivals(*first)
            .filter(|at| sheet.is_left(*at) && !open.contains(at))
            .filter(|at| rest.iter().all(|other| problem.conflict(*other, *at)))
            .collect();
        removed.sort_unstable();
        removed.dedup();
        if !removed.is_empty() {
            return Ok(Ok(Some(Deduction::removing(Reason::Intersection(house), removed))));
        }
    }
    Ok(Ok(None))
}
