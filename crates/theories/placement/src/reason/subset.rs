//! Some cells of a list and as many kinds belong together: pairs, triples and quadruples.

use puzzlec_theory::meter::{Halted, Meter};

use super::problem::list;
use super::{Deduction, House, Problem, Reason, Sheet, Wrong};

/// Maximum number of cells, or kinds, that belong together.
const MOST: usize = 4;
/// Choices that are compared at most for one list and one size.
const CHOICES: usize = 20_000;

pub(super) fn find(
    sheet: &mut Sheet<'_>,
    meter: &Meter<'_>,
) -> Result<Result<Option<Deduction>, Wrong>, Halted> {
    let problem = sheet.problem;
    for size in 2..=MOST {
        for (unit, lines) in &problem.units {
            meter.expanded(1)?;
            if let Some(found) = naked(sheet, unit, lines, size).or_else(|| hidden(sheet, unit, lines, size))
            {
                return Ok(Ok(Some(found)));
            }
        }
    }
    Ok(Ok(None))
}

/// Cells that hold only as many kinds as they are: no other cell of the list holds these.
fn naked(sheet: &Sheet<'_>, unit: &[u32], lines: &[u32], size: usize) -> Option<Deduction> {
    let problem = sheet.problem;
    // Of each cell the kinds that it may hold; only where each of its candidates is of one kind.
    let mut rows: Vec<(u32, Vec<u32>)> = Vec::new();
    for cell in unit.iter().filter(|cell| !sheet.is_decided(**cell)) {
        let mut kinds = Vec::new();
        let sorted = sheet.candidates(House::Cell(*cell)).iter().all(|at| {
            let own = lines.iter().find(|line| fills(problem, *at, *cell, **line));
            kinds.extend(own);
            own.is_some()
        });
        kinds.sort_unstable();
        kinds.dedup();
        if sorted && (2..=size).contains(&kinds.len()) {
            rows.push((*cell, kinds));
        }
    }
    choose(&rows, size, |cells, kinds| {
        let filling = kinds.iter().flat_map(|line| list(&problem.filling, *line));
        let others = filling.filter(|at| {
            problem
                .candidates
                .get(**at as usize)
                .is_some_and(|one| !cells.iter().any(|cell| one.on(*cell).is_some()))
        });
        deduction(sheet, others.copied().collect(), (unit, cells, kinds, false))
    })
}

/// Kinds that need a place and have only as many cells as they are: these hold nothing else.
fn hidden(sheet: &Sheet<'_>, unit: &[u32], lines: &[u32], size: usize) -> Option<Deduction> {
    let problem = sheet.problem;
    let mut rows: Vec<(u32, Vec<u32>)> = Vec::new();
    for line in lines {
        if !problem.lines.get(*line as usize).is_some_and(|one| one.exact) {
            continue;
        }
        let mut cells = Vec::new();
        for at in sheet.candidates(House::Line(*line)) {
            let one = problem.candidates.get(at as usize)?;
            cells.extend(one.cells.iter().map(|(cell, _)| *cell).filter(|cell| unit.contains(cell)));
        }
        cells.sort_unstable();
        cells.dedup();
        if (2..=size).contains(&cells.len()) {
            rows.push((*line, cells));
        }
    }
    choose(&rows, size, |kinds, cells| {
        let values = |line: &u32| problem.lines.get(*line as usize).map(|line| &line.values);
        let overlap = |(at, a): (usize, &u32)| {
            let others = kinds.iter().skip(at + 1).filter_map(values);
            values(a).is_none_or(|a| others.into_iter().any(|b| a.intersects(b)))
        };
        if kinds.iter().enumerate().any(overlap) {
            return None;
        }
        let mut others = Vec::new();
        for cell in cells {
            let covering = list(&problem.covering, *cell).iter();
            others.extend(covering.filter(|at| !kinds.iter().any(|line| fills(problem, **at, *cell, *line))));
        }
        deduction(sheet, others, (unit, cells, kinds, true))
    })
}

/// Whether a candidate fills a list with what it lays on a cell of the list.
fn fills(problem: &Problem, candidate: u32, cell: u32, line: u32) -> bool {
    let on = problem.candidates.get(candidate as usize).and_then(|one| one.on(cell));
    on.is_some_and(|value| problem.lines.get(line as usize).is_some_and(|line| line.values.contains(value)))
}

fn deduction(
    sheet: &Sheet<'_>,
    mut removed: Vec<u32>,
    (unit, cells, lines, hidden): (&[u32], &[u32], &[u32], bool),
) -> Option<Deduction> {
    removed.retain(|at| sheet.is_left(*at));
    removed.sort_unstable();
    removed.dedup();
    let reason = Reason::Subset { unit: unit.to_vec(), cells: cells.to_vec(), lines: lines.to_vec(), hidden };
    (!removed.is_empty()).then(|| Deduction::removing(reason, removed))
}

/// The first choice of rows that together have as many columns as they are, of which `see` makes something.
fn choose<T>(
    rows: &[(u32, Vec<u32>)],
    size: usize,
    mut see: impl FnMut(&[u32], &[u32]) -> Option<T>,
) -> Option<T> {
    let mut chosen: Vec<usize> = Vec::new();
    let (mut next, mut tried) = (0, 0);
    loop {
        if next < rows.len() && chosen.len() < size {
            chosen.push(next);
            tried += 1;
            let mut columns: Vec<u32> =
                chosen.iter().filter_map(|at| rows.get(*at)).flat_map(|row| row.1.iter().copied()).collect();
            columns.sort_unstable();
            columns.dedup();
            if columns.len() <= size {
                if chosen.len() == size && columns.len() == size {
                    let own: Vec<u32> =
                        chosen.iter().filter_map(|at| rows.get(*at)).map(|row| row.0).collect();
                    if let Some(found) = see(&own, &columns) {
                        return Some(found);
                    }
                }
                next += 1;
                continue;
            }
            chosen.pop();
            next += 1;
            continue;
        }
        next = chosen.pop()? + 1;
        if tried > CHOICES {
            return None;
        }
    }
}
