//! The jumps of a task, read from its actions.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_checker::{Unproved, variable};
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, Assign, Condition, Task, Value};

/// A set of cells: bit i is variable i.
pub(super) type Cells = u128;

/// A jump: it removes two pegs and adds one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Jump {
    pub(super) from: u8,
    pub(super) over: u8,
    pub(super) to: u8,
}

impl Jump {
    pub(super) fn takes(self) -> Cells {
        1 << self.from | 1 << self.over
    }

    pub(super) fn touches(self) -> Cells {
        self.takes() | 1 << self.to
    }

    pub(super) fn cells(self) -> [u8; 3] {
        [self.from, self.over, self.to]
    }

    pub(super) fn legal(self, at: Cells) -> bool {
        at & self.touches() == self.takes()
    }
}

/// A task whose actions are jumps.
pub(super) struct Game<'a> {
    names: &'a Names,
    pub(super) cells: u8,
    pub(super) jumps: Vec<Jump>,
    pub(super) start: Cells,
    /// The value of a cell with a peg; without one it is 0.
    pub(super) peg: Value,
}

impl<'a> Game<'a> {
    /// Reads a task.
    ///
    /// # Errors
    /// Some action is no jump, or there are more than 128 cells.
    pub(super) fn read(task: &Task, names: &'a Names) -> Result<Self, Unproved> {
        let other = || Unproved::wrong("not every move of the puzzle is a jump over a peg");
        let cells = u8::try_from(task.variables.len()).ok().filter(|n| *n <= 128);
        let cells = cells.ok_or_else(|| Unproved::wrong("the board has more than 128 cells"))?;
        let held: BTreeSet<Value> = task.start.iter().copied().filter(|v| *v != 0).collect();
        let peg = match held.into_iter().collect::<Vec<_>>().as_slice() {
            [peg] => *peg,
            _ => return Err(Unproved::wrong("the start has more than one kind of peg")),
        };
        let jumps: Option<BTreeSet<Jump>> = task.actions.iter().map(|a| jump(a, peg)).collect();
        let jumps = jumps.ok_or_else(other)?.into_iter().collect();
        let mut game = Game { names, cells, jumps, start: 0, peg };
        game.start = game.pegs(&task.start);
        Ok(game)
    }

    /// The cells with pegs.
    pub(super) fn pegs(&self, position: &[Value]) -> Cells {
        let held = (0..self.cells).zip(position).filter(|(_, value)| **value == self.peg);
        held.fold(0, |set, (cell, _)| set | 1 << cell)
    }

    pub(super) fn cell(&self, name: &str) -> Result<u8, Unproved> {
        u8::try_from(variable(self.names, name)?).map_err(|_| Unproved::wrong("there is no such cell"))
    }

    /// Cells by their names, in the order of the board.
    pub(super) fn set(&self, names: &[String]) -> Result<Cells, Unproved> {
        let mut set: Cells = 0;
        for name in names {
            let cell = self.cell(name)?;
            if set >> cell != 0 {
                return Err(Unproved::wrong("cells are not in the order of the board"));
            }
            set |= 1 << cell;
        }
        Ok(set)
    }

    pub(super) fn weights(&self, written: &BTreeMap<String, i64>) -> Result<BTreeMap<u8, i128>, Unproved> {
        written.iter().map(|(name, weight)| Ok((self.cell(name)?, i128::from(*weight)))).collect()
    }

    /// A jump by the names of its cells: its place among all.
    pub(super) fn jump(&self, names: &[String; 3]) -> Result<usize, Unproved> {
        let [from, over, to] = names;
        let jump = Jump { from: self.cell(from)?, over: self.cell(over)?, to: self.cell(to)? };
        let place = self.jumps.binary_search(&jump);
        place.map_err(|_| Unproved::Rejected(format!("the puzzle has no jump {from}-{over}-{to}")))
    }
}

/// The jump that an action is.
fn jump(action: &Action, peg: Value) -> Option<Jump> {
    let (mut takes, mut fills) = (Vec::new(), None);
    for (var, assign) in &action.assign {
        let before = action.guard_of(*var)?.single()?;
        let Assign::Set(after) = assign else { return None };
        match (before, *after) {
            (b, 0) if b == peg => takes.push(*var),
            (0, a) if a == peg && fills.is_none() => fills = Some(*var),
            _ => return None,
        }
    }
    let cell = |var: u32| u8::try_from(var).ok();
    let plain = action.condition == Condition::True && action.guard.len() == action.assign.len();
    match (takes.as_slice(), fills) {
        // The changes do not show which of the two pegs jumps: the one on the lesser cell, by convention.
        ([from, over], Some(to)) if plain => {
            Some(Jump { from: cell(*from)?, over: cell(*over)?, to: cell(to)? })
        }
        _ => None,
    }
}
