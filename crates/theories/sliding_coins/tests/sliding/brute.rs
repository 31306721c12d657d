//! Breadth first over rows in a window, for comparison: nothing here is the theory's.

use std::collections::BTreeMap;

/// Cells of a window or of a line, 0 where free.
pub type Cells = Vec<u8>;

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub k: usize,
    pub over: bool,
}

/// Every move and the cells after it.
pub fn moves(cells: &[u8], Rule { k, over }: Rule) -> Vec<(usize, usize, Cells)> {
    let mut found = Vec::new();
    if cells.len() < k {
        return found;
    }
    for from in (0..=cells.len() - k).filter(|from| cells[*from..from + k].iter().all(|c| *c > 0)) {
        for to in 0..=cells.len() - k {
            let free = |cell: usize| cells[cell] == 0 || over && (from..from + k).contains(&cell);
            if to != from && (to..to + k).all(free) {
                let mut next = cells.to_vec();
                next[from..from + k].fill(0);
                next[to..to + k].copy_from_slice(&cells[from..from + k]);
                found.push((from, to, next));
            }
        }
    }
    found
}

/// The least number of moves from a start to a goal, and the number of plans with as many, if there is one with at most so
/// many moves.
pub fn least(start: &[u8], rule: Rule, most: usize, goal: &dyn Fn(&[u8]) -> bool) -> Option<(usize, u128)> {
    let mut level = BTreeMap::from([(start.to_vec(), 1_u128)]);
    let mut seen = level.clone();
    for length in 0..=most {
        if level.is_empty() {
            break;
        }
        let plans: u128 = level.iter().filter(|(cells, _)| goal(cells)).map(|(_, plans)| plans).sum();
        if plans > 0 {
            return Some((length, plans));
        }
        let mut next: BTreeMap<Cells, u128> = BTreeMap::new();
        for (cells, plans) in &level {
            for (_, _, after) in moves(cells, rule) {
                if !seen.contains_key(&after) {
                    *next.entry(after).or_default() += plans;
                }
            }
        }
        seen.extend(next.iter().map(|(cells, plans)| (cells.clone(), *plans)));
        level = next;
    }
    None
}

/// The cells from the first coin to the last.
pub fn trimmed(cells: &[u8]) -> Cells {
    let first = cells.iter().position(|c| *c > 0).unwrap_or(0);
    let last = cells.iter().rposition(|c| *c > 0).map_or(0, |last| last + 1);
    cells[first..last].to_vec()
}

/// Rows that are at most so wide, wherever they lie, by their distance from some.
pub fn distances(goals: &[Cells], rule: Rule, width: usize, most: usize) -> BTreeMap<Cells, usize> {
    let mut seen: BTreeMap<Cells, usize> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
    let mut level: Vec<Cells> = goals.to_vec();
    for length in 1..=most {
        let mut next = Vec::new();
        for row in &level {
            // A row that stays within the width has at most as many cells on either side.
            let room = width;
            let cells = [vec![0; room], row.clone(), vec![0; room]].concat();
            for (_, _, after) in moves(&cells, rule) {
                let after = trimmed(&after);
                if after.len() <= width && !seen.contains_key(&after) {
                    seen.insert(after.clone(), length);
                    next.push(after);
                }
            }
        }
        level = next;
    }
    seen
}
