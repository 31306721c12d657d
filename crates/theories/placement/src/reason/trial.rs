//! A candidate that is tried, and found wrong in a few steps.

use puzzlec_theory::meter::{Halted, Meter};

use super::{Deduction, House, Reason, Sheet, Technique, Wrong};

/// Steps of one trial at most, the fewest first.
const STEPS: [u32; 3] = [0, 4, 12];
/// The strongest technique within a trial.
const WITHIN: Technique = Technique::Combination;

pub(super) fn find(
    sheet: &mut Sheet<'_>,
    meter: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let mut cells: Vec<(usize, u32)> = (0_u32..)
        .take(sheet.problem.cells)
        .filter(|cell| !sheet.is_decided(*cell))
        .map(|cell| (sheet.candidates(House::Cell(cell)).len(), cell))
        .collect();
    // Cells with few candidates lead to short contradictions.
    cells.sort_unstable();
    let mut order: Vec<u32> = Vec::new();
    for (_, cell) in cells {
        for at in sheet.candidates(House::Cell(cell)) {
            if !order.contains(&at) {
                order.push(at);
            }
        }
    }
    for most in STEPS {
        for tried in &order {
            if let Some((steps, wrong)) = refuted(sheet, *tried, most, meter)? {
                let reason = Reason::Trial { tried: *tried, steps, wrong };
                return Ok(Ok(Some(Deduction::removing(reason, vec![*tried]))));
            }
        }
    }
    Ok(Ok(None))
}

/// The contradiction that a candidate leads to in at most a number of steps, with that number.
fn refuted(
    sheet: &Sheet<'_>,
    tried: u32,
    most: u32,
    meter: &Meter<'_>,
) -> Result<Option<(u32, Wrong)>, Halted> {
    let mut copy = sheet.clone();
    meter.expanded(1)?;
    if let (_, Err(wrong)) = copy.apply((0, false), vec![tried], &[]) {
        return Ok(Some((0, wrong)));
    }
    for steps in 1..=most {
        match copy.advance(0, WITHIN, meter)? {
            Err(wrong) => return Ok(Some((steps, wrong))),
            Ok(None) => return Ok(None),
            Ok(Some((_, Err(wrong)))) => return Ok(Some((steps, wrong))),
            Ok(Some((_, Ok(())))) => {}
        }
    }
    Ok(None)
}
