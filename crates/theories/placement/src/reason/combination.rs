//! The contents of a few cells that a constraint allows, one by one.

use std::collections::BTreeMap;

use puzzlec_task::{Condition, Value, ValueSet};
use puzzlec_theory::meter::{Halted, Meter};

use super::constraint::lost;
use super::{Deduction, Reason, Sheet, Wrong};

/// Cells that are not decided at most, and their contents that are tried at most.
const CELLS: usize = 6;
const TRIED: u64 = 20_000;

pub(super) fn find(
    sheet: &mut Sheet<'_>,
    meter: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let problem = sheet.problem;
    let mut position: Vec<Value> = Vec::new();
    for (number, demand) in (0_u32..).zip(&problem.demands) {
        let Some([_, fresh, _]) = sheet.fresh.get_mut(number as usize) else { continue };
        if !std::mem::replace(fresh, false) {
            continue;
        }
        let cells = super::problem::list(&problem.scopes, number);
        let open = cells.iter().filter(|cell| values(sheet, **cell).len() > 1).count();
        let product =
            cells.iter().map(|cell| values(sheet, *cell).len() as u64).try_fold(1, u64::checked_mul);
        // The form of a set has arguments of its own.
        if open > CELLS || has_shape(demand) || product.is_none_or(|product| product > TRIED) {
            continue;
        }
        position.resize(problem.cells, 0);
        meter.expanded(1)?;
        let found = combine(sheet, demand, cells, &mut position);
        match lost(sheet, Some(found)) {
            None => return Ok(Err(Wrong::Constraint(number))),
            Some(removed) if removed.is_empty() => {}
            Some(removed) => {
                return Ok(Ok(Some(Deduction::removing(Reason::Combination(number), removed))));
            }
        }
    }
    Ok(Ok(None))
}

fn has_shape(condition: &Condition) -> bool {
    match condition {
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(has_shape),
        Condition::Not(part) => has_shape(part),
        _ => false,
    }
}

fn values(sheet: &Sheet<'_>, cell: u32) -> ValueSet {
    sheet.domains().get(cell as usize).cloned().unwrap_or_default()
}

/// By cell what it holds in some choice of contents that satisfies the constraint and the lists.
fn combine(
    sheet: &Sheet<'_>,
    demand: &Condition,
    cells: &[u32],
    position: &mut [Value],
) -> BTreeMap<u32, ValueSet> {
    let lists: Vec<Vec<Value>> = cells.iter().map(|cell| values(sheet, *cell).iter().collect()).collect();
    let mut kept: BTreeMap<u32, ValueSet> = cells.iter().map(|cell| (*cell, ValueSet::new())).collect();
    // For each two cells the contents of which the lists allow one.
    let mut pairs: BTreeMap<(usize, usize), Vec<&ValueSet>> = BTreeMap::new();
    for line in &sheet.problem.lines {
        let own: Vec<usize> = (0..cells.len())
            .filter(|at| cells.get(*at).is_some_and(|cell| line.cells.contains(cell)))
            .collect();
        for (place, a) in own.iter().enumerate() {
            for b in own.iter().skip(place + 1) {
                pairs.entry((*a, *b)).or_default().push(&line.values);
            }
        }
    }
    let mut chosen: Vec<usize> = vec![0];
    while let Some(last) = chosen.last().copied() {
        let depth = chosen.len() - 1;
        let value = lists.get(depth).and_then(|list| list.get(last)).copied();
        let Some(value) = value else {
            chosen.pop();
            if let Some(slot) = chosen.last_mut() {
                *slot += 1;
            }
            continue;
        };
        if let Some(slot) = cells.get(depth).and_then(|cell| position.get_mut(*cell as usize)) {
            *slot = value;
        }
        let held = |at: usize| cells.get(at).and_then(|cell| position.get(*cell as usize)).copied();
        let clash = (0..depth).any(|before| {
            let other = held(before).unwrap_or(0);
            pairs.get(&(before, depth)).is_some_and(|sets| {
                sets.iter().any(|values| values.contains(value) && values.contains(other))
            })
        });
        if clash {
            if let Some(slot) = chosen.last_mut() {
                *slot += 1;
            }
            continue;
        }
        if chosen.len() < cells.len() {
            chosen.push(0);
            continue;
        }
        if demand.holds(position) {
            for cell in cells {
                if let (Some(set), Some(value)) = (kept.get_mut(cell), position.get(*cell as usize)) {
                    set.insert(*value);
                }
            }
        }
        if let Some(slot) = chosen.last_mut() {
            *slot += 1;
        }
    }
    kept
}
