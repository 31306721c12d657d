//! Rules whose actions are all moves of coins, or all pokes.

use std::collections::BTreeSet;

use super::coins::STEPS;
use puzzlec_task::{Action, Position, Task, Value, VarId};

/// Maximum number of cases of one action.
const MOST_CASES: usize = 1 << 12;

/// Cells that must hold coins.
struct Needs {
    cells: Vec<VarId>,
    /// The least number of them.
    coins: usize,
}

/// Whether every action of a rule on a square board is a move of a coin; `None` if an action reads too many
/// cells to try all their contents.
pub(super) fn plays(rule: &Task) -> Option<bool> {
    every(rule, |from, to, side| {
        Some(vec![Needs { cells: neighbours(to, side).filter(|cell| *cell != from).collect(), coins: 2 }])
    })
}

/// Whether every action slides a coin with a neighbour to a free cell beside another coin; nothing as above.
pub(super) fn pokes(rule: &Task) -> Option<bool> {
    every(rule, |from, to, side| {
        let near =
            |cell, but| Needs { cells: neighbours(cell, side).filter(|c| *c != but).collect(), coins: 1 };
        neighbours(from, side).any(|cell| cell == to).then(|| vec![near(from, to), near(to, from)])
    })
}

/// Whether every action moves a coin, and what it needs always holds where it applies.
fn every(rule: &Task, needs: impl Fn(VarId, VarId, u32) -> Option<Vec<Needs>>) -> Option<bool> {
    let side = u32::try_from(rule.variables.len().isqrt()).ok()?;
    let mut open = false;
    let mut coin = None;
    for action in &rule.actions {
        let Some((from, to, held)) = action.moved() else { return Some(false) };
        if *coin.get_or_insert(held) != held {
            return Some(false);
        }
        let Some(needs) = needs(from, to, side) else { return Some(false) };
        match has(rule, action, &needs, held) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => open = true,
        }
    }
    (!open).then_some(true)
}

/// Whether an action applies only where the cells hold the coins.
fn has(rule: &Task, action: &Action, needs: &[Needs], coin: Value) -> Option<bool> {
    let mut cells: BTreeSet<VarId> = needs.iter().flat_map(|n| n.cells.iter().copied()).collect();
    cells.extend(action.guard.iter().map(|guard| guard.0));
    action.condition.for_each_variable(&mut |var| {
        cells.insert(var);
    });
    let values = |cell: &VarId| {
        let all = 0..rule.variables.get(*cell as usize).map_or(0, |v| v.size);
        all.filter(|value| action.guard_of(*cell).is_none_or(|set| set.contains(*value))).collect::<Vec<_>>()
    };
    let domains: Vec<(VarId, Vec<Value>)> = cells.iter().map(|cell| (*cell, values(cell))).collect();
    let cases = domains.iter().try_fold(1_usize, |n, (_, values)| n.checked_mul(values.len()));
    let cases = cases.filter(|n| *n <= MOST_CASES)?;
    let mut position: Position = vec![0; rule.variables.len()];
    Some((0..cases).all(|case| {
        let mut left = case;
        for (cell, values) in &domains {
            let value = values.get(left % values.len().max(1)).copied();
            left /= values.len().max(1);
            if let (Some(slot), Some(value)) = (position.get_mut(*cell as usize), value) {
                *slot = value;
            }
        }
        let held = |cell: &&VarId| position.get(**cell as usize) == Some(&coin);
        let met = needs.iter().all(|n| n.cells.iter().filter(held).count() >= n.coins);
        met || !action.condition.holds(&position)
    }))
}

/// The neighbours of a cell of a square board in reading order.
fn neighbours(cell: VarId, side: u32) -> impl Iterator<Item = VarId> {
    let inside = 0..i64::from(side);
    let (x, y) = (i64::from(cell % side.max(1)), i64::from(cell / side.max(1)));
    let steps = STEPS.iter().map(move |(dx, dy)| (x + i64::from(*dx), y + i64::from(*dy)));
    let cells = steps.filter(move |(x, y)| inside.contains(x) && inside.contains(y));
    cells.filter_map(move |(x, y)| VarId::try_from(y * i64::from(side) + x).ok())
}
