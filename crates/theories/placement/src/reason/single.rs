//! A cell with one candidate left, and a list or an entry with no more places than it needs.

use puzzlec_theory::meter::{Halted, Meter};

use super::problem::list;
use super::{Deduction, House, Reason, Sheet, Wrong};

/// A cell with one candidate left.
pub(super) fn candidate(
    sheet: &mut Sheet<'_>,
    _: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    for cell in (0..).take(sheet.problem.cells).filter(|cell| !sheet.is_decided(*cell)) {
        let [only] = sheet.candidates(House::Cell(cell))[..] else { continue };
        let lost = list(&sheet.problem.covering, cell).iter().filter(|at| **at != only);
        let lost = lost.map(|at| (*at, sheet.cause(*at))).collect();
        let reason = Reason::Candidate { cell, lost };
        return Ok(Ok(Some(Deduction { reason, taken: vec![only], removed: Vec::new() })));
    }
    Ok(Ok(None))
}

/// A house with one candidate left, or an entry with no more candidates than pieces that must be laid.
pub(super) fn place(
    sheet: &mut Sheet<'_>,
    _: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let problem = sheet.problem;
    for house in problem.houses() {
        match sheet.candidates(house)[..] {
            [] => return Ok(Err(Wrong::House(house))),
            [only] if !sheet.is_taken(only) => {
                let reason = Reason::Place(house);
                return Ok(Ok(Some(Deduction { reason, taken: vec![only], removed: Vec::new() })));
            }
            _ => {}
        }
    }
    for (entry, (_, least)) in (0_u32..).zip(&problem.supply) {
        let (laid, open) = sheet.pieces(entry);
        if open < *least {
            return Ok(Err(Wrong::Supply(entry)));
        }
        if open == *least && laid < open {
            let places = list(&problem.of_entry, entry).iter().copied();
            let taken = places.filter(|at| sheet.is_left(*at) && !sheet.is_taken(*at)).collect();
            return Ok(Ok(Some(Deduction { reason: Reason::Supply(entry), taken, removed: Vec::new() })));
        }
    }
    Ok(Ok(None))
}
