//! Lower bounds of counts that follow from upper bounds of others.

use std::collections::BTreeMap;

use puzzlec_task::{Condition, ValueSet, VarId};

use super::{Cover, domains};

/// A count of the goal: its place there, its cells and its greatest number.
type Line<'a> = (usize, &'a [VarId], u32);

/// The goal with greater lower bounds of its counts where these follow.
///
/// If lines without a common cell count the same contents, and all pieces together have at least T cells with them, then
/// each line has at least T less the greatest numbers of the others, and less the cells outside of the lines. If
/// the counts of a line distinguish all contents of its cells, then each is at least the number of cells
/// less the greatest numbers of the others.
pub(super) fn strengthened(cover: &Cover) -> Condition {
    let mut parts = match &cover.goal {
        Condition::All(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let mut least: BTreeMap<usize, i64> = BTreeMap::new();
    let mut by_values: BTreeMap<&ValueSet, Vec<Line<'_>>> = BTreeMap::new();
    let mut by_cells: BTreeMap<&[VarId], Vec<(usize, &ValueSet, u32)>> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        if let Condition::Count { vars, values, max, .. } = part {
            by_values.entry(values).or_default().push((at, vars, *max));
            by_cells.entry(vars).or_default().push((at, values, *max));
        }
    }
    for (values, lines) in &by_values {
        let total = surely(cover, values);
        if total > 0 {
            partitions(cover, values, lines, total, &mut least);
        }
    }
    let domains = domains(cover);
    for (cells, counts) in &by_cells {
        let mut all = ValueSet::new();
        let disjoint = counts.iter().all(|(_, values, _)| {
            let new = !all.intersects(values);
            all.absorb(values);
            new
        });
        let covers = |cell: &VarId| domains.get(*cell as usize).is_some_and(|domain| domain.is_subset(&all));
        if disjoint && distinct(cells) && cells.iter().all(covers) {
            let lines: Vec<(usize, i64)> = counts.iter().map(|(at, _, max)| (*at, i64::from(*max))).collect();
            raise(&lines, i64::try_from(cells.len()).unwrap_or(0), &mut least);
        }
    }
    for (at, bound) in least {
        if let Some(Condition::Count { min, .. }) = parts.get_mut(at) {
            *min = (*min).max(u32::try_from(bound).unwrap_or(u32::MAX));
        }
    }
    Condition::All(parts)
}

/// The number of cells that surely hold one of some contents.
fn surely(cover: &Cover, values: &ValueSet) -> i64 {
    let mut least: Vec<Option<usize>> = vec![None; cover.supply.len()];
    for way in &cover.ways {
        let cells = way.cells.iter().filter(|(_, value)| values.contains(*value)).count();
        if let Some(slot) = least.get_mut(way.entry as usize) {
            *slot = Some(slot.map_or(cells, |known| known.min(cells)));
        }
    }
    let each =
        cover.least.iter().zip(least).map(|(count, cells)| i64::from(*count) * cells.unwrap_or(0) as i64);
    each.sum()
}

fn distinct(cells: &[VarId]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two.first() != two.last())
}

/// Lines in order are gathered as long as they have no cell in common.
fn partitions(
    cover: &Cover,
    values: &ValueSet,
    lines: &[Line<'_>],
    total: i64,
    least: &mut BTreeMap<usize, i64>,
) {
    let mut taken = vec![false; cover.cells];
    let mut gathered: Vec<(usize, i64)> = Vec::new();
    let open = domains(cover).iter().map(|domain| domain.intersects(values)).collect::<Vec<bool>>();
    let mut close = |gathered: &mut Vec<(usize, i64)>, taken: &mut Vec<bool>| {
        let outside = taken.iter().zip(&open).filter(|(taken, open)| !**taken && **open).count();
        raise(gathered, total - i64::try_from(outside).unwrap_or(i64::MAX), least);
        gathered.clear();
        taken.fill(false);
    };
    for (at, cells, max) in lines.iter().filter(|(_, cells, _)| distinct(cells)) {
        if cells.iter().any(|cell| taken.get(*cell as usize) == Some(&true)) {
            close(&mut gathered, &mut taken);
        }
        for cell in *cells {
            if let Some(slot) = taken.get_mut(*cell as usize) {
                *slot = true;
            }
        }
        gathered.push((*at, i64::from(*max).min(i64::try_from(cells.len()).unwrap_or(i64::MAX))));
    }
    close(&mut gathered, &mut taken);
}

/// Counts with their greatest numbers, which together are at least `total`.
fn raise(counts: &[(usize, i64)], total: i64, least: &mut BTreeMap<usize, i64>) {
    let most: i64 = counts.iter().map(|(_, max)| *max).sum();
    for (at, max) in counts {
        let bound = total - (most - max);
        if bound > 0 {
            let known = least.entry(*at).or_insert(0);
            *known = bound.max(*known);
        }
    }
}
