//! Rules whose actions all are moves of the game.

use std::collections::BTreeMap;

use puzzlec_task::{Action, Assign, Task, VarId};

/// Whether every action of a rule on a square board takes the coins of neighbouring cells in a row, in their order, to
/// as many cells in a row of the same direction, which are free or left by these coins.
pub(super) fn plays(rule: &Task) -> Option<bool> {
    let side = u32::try_from(rule.variables.len().isqrt()).ok()?;
    Some(rule.actions.iter().all(|action| moves(action, side)))
}

/// Whether an action is such a move.
fn moves(action: &Action, side: u32) -> bool {
    let holds_coin = |cell: &VarId| action.guard_of(*cell).is_some_and(|set| !set.contains(0));
    let is_free = |cell: &VarId| action.guard_of(*cell).and_then(|set| set.single()) == Some(0);
    // By covered cell where its coin lay, in the order of the cells.
    let mut covered: BTreeMap<VarId, VarId> = BTreeMap::new();
    let emptied: Vec<VarId> =
        action.assign.iter().filter(|(_, assign)| *assign == Assign::Set(0)).map(|(cell, _)| *cell).collect();
    let filled = || action.assign.iter().filter(|(_, assign)| *assign != Assign::Set(0));
    for ((cell, assign), left) in filled().zip(emptied.iter().map(Some).chain(std::iter::repeat(None))) {
        let from = match assign {
            Assign::Copy(from) => *from,
            // Where there is one kind of coin: the coins are alike, those that stay may be left out.
            Assign::Set(coin) => match left {
                Some(left) if action.guard_of(*left).and_then(|set| set.single()) == Some(*coin) => *left,
                _ => return false,
            },
            Assign::Map(..) => return false,
        };
        covered.insert(*cell, from);
    }
    let lifted: Vec<VarId> = covered.values().copied().collect();
    let targets: Vec<VarId> = covered.keys().copied().collect();
    let distance = |pair: (&VarId, &VarId)| i64::from(*pair.0) - i64::from(*pair.1);
    let Some(first) = covered.iter().next().map(distance) else { return false };
    covered.iter().all(|pair| distance(pair) == first)
        && in_a_row(&lifted, side)
        && in_a_row(&targets, side)
        && lifted.iter().all(holds_coin)
        && targets.iter().all(|cell| is_free(cell) || lifted.contains(cell))
        && emptied.iter().all(|cell| lifted.contains(cell))
        && lifted.iter().all(|cell| emptied.contains(cell) || targets.contains(cell))
}

/// Whether cells of a square board are neighbours one after the other, in a row or in a column.
fn in_a_row(cells: &[VarId], side: u32) -> bool {
    let along = |step: u32| cells.windows(2).all(|two| matches!(two, [a, b] if a + step == *b));
    let row = |cell: &VarId| cell.checked_div(side);
    along(side) || along(1) && cells.first().and_then(row) == cells.last().and_then(row)
}
