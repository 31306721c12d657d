//! What a constraint demands.

use puzzlec_theory::meter::{Halted, Meter};

use super::demand::{Allowed, allowed};
use super::problem::list;
use super::{Deduction, Reason, Sheet, Wrong};

/// The first constraint from which something follows by itself.
pub(super) fn find(
    sheet: &mut Sheet<'_>,
    meter: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let problem = sheet.problem;
    for (number, demand) in (0_u32..).zip(&problem.demands) {
        let Some([fresh, ..]) = sheet.fresh.get_mut(number as usize) else { continue };
        if !std::mem::replace(fresh, false) {
            continue;
        }
        meter.expanded(1)?;
        let found = allowed(demand, sheet.domains());
        match lost(sheet, found) {
            None => return Ok(Err(Wrong::Constraint(number))),
            Some(removed) if removed.is_empty() => {}
            Some(removed) => return Ok(Ok(Some(Deduction::removing(Reason::Constraint(number), removed)))),
        }
    }
    Ok(Ok(None))
}

/// The candidates that allow none of what the cells may hold; nothing at a contradiction.
pub(super) fn lost(sheet: &Sheet<'_>, allowed: Allowed) -> Option<Vec<u32>> {
    let problem = sheet.problem;
    let mut removed = Vec::new();
    for (cell, values) in allowed? {
        if values.is_empty() {
            return None;
        }
        for at in list(&problem.covering, cell).iter().filter(|at| sheet.is_left(**at)) {
            let on = problem.candidates.get(*at as usize).and_then(|one| one.on(cell));
            if on.is_some_and(|value| !values.contains(value)) {
                removed.push(*at);
            }
        }
    }
    removed.sort_unstable();
    removed.dedup();
    Some(removed)
}
