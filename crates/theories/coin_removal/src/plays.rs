//! Rules whose actions all are moves of the game.

use puzzlec_task::{Action, Assign, Task, Value, VarId};

/// Whether every action of a rule on a square board removes one coin of a kind, turns over its neighbours and changes
/// nothing else.
pub(super) fn plays(rule: &Task) -> Option<bool> {
    let side = u32::try_from(rule.variables.len().isqrt()).ok()?;
    let values = Value::try_from(rule.contents.len()).ok()?;
    let mut kinds = Kinds { values, heads: None, tails: None };
    Some(rule.actions.iter().all(|action| kinds.removes(action, side).is_some()))
}

/// The coins that the actions so far are about.
struct Kinds {
    /// How many contents a cell can have.
    values: Value,
    heads: Option<Value>,
    tails: Option<Value>,
}

impl Kinds {
    /// Something, if an action is a move.
    fn removes(&mut self, action: &Action, side: u32) -> Option<()> {
        // A coin that is removed; all other cells are turned over.
        let removed = |(cell, assign): &&(VarId, Assign)| {
            *assign == Assign::Set(0) && self.heads_on(action, *cell).is_some()
        };
        let mut all = action.assign.iter().filter(removed);
        let (cell, heads) = match (all.next(), all.next()) {
            (Some((cell, _)), None) => (*cell, self.heads_on(action, *cell)?),
            _ => return None,
        };
        self.heads = Some(heads);
        let others = || action.assign.iter().filter(|(other, _)| *other != cell);
        for (other, assign) in others() {
            self.turned(action, *other, assign)?;
        }
        let near: Vec<VarId> = neighbours(cell, side).collect();
        let is_turned = |near: &VarId| others().any(|(other, _)| other == near);
        let has_none = |near: &VarId| action.guard_of(*near).and_then(|set| set.single()) == Some(0);
        let whole = others().all(|(other, _)| near.contains(other))
            && near.iter().all(|near| is_turned(near) || has_none(near));
        whole.then_some(())
    }

    /// The coin that must lie on a cell, if it is one that can be removed.
    fn heads_on(&self, action: &Action, cell: VarId) -> Option<Value> {
        let held = action.guard_of(cell)?.single().filter(|held| *held != 0)?;
        self.heads.is_none_or(|heads| heads == held).then_some(held)
    }

    /// Something, if an assignment turns over a coin on a cell, and leaves everything else.
    fn turned(&mut self, action: &Action, cell: VarId, assign: &Assign) -> Option<()> {
        if assign.source().is_some_and(|from| from != cell) {
            return None;
        }
        let heads = self.heads?;
        for held in 0..self.values {
            if action.guard_of(cell).is_some_and(|set| !set.contains(held)) {
                continue;
            }
            let after = assign.value(held);
            if held == heads {
                let tails = *self.tails.get_or_insert(after);
                (tails == after && after != 0 && after != heads).then_some(())?;
            } else if after == heads {
                let tails = *self.tails.get_or_insert(held);
                (tails == held && held != 0).then_some(())?;
            } else if after != held || Some(held) == self.tails {
                return None;
            }
        }
        Some(())
    }
}

/// The neighbours of a cell of a square board.
fn neighbours(cell: VarId, side: u32) -> impl Iterator<Item = VarId> {
    let side = side.max(1);
    let (x, y) = (cell % side, cell / side);
    let at = move |x: Option<u32>, y: Option<u32>| {
        let (x, y) = (x.filter(|x| *x < side)?, y.filter(|y| *y < side)?);
        Some(y * side + x)
    };
    let all = [
        (x.checked_add(1), Some(y)),
        (x.checked_sub(1), Some(y)),
        (Some(x), y.checked_add(1)),
        (Some(x), y.checked_sub(1)),
    ];
    all.into_iter().filter_map(move |(x, y)| at(x, y))
}
