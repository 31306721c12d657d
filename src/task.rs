//! The ground puzzle: variables and their values, guarded actions, a start and a goal test.
//!
//! Drawn, written and scripted rules all end here; the engine knows nothing else. A variable is
//! mostly a cell of the board and its values are what the cell may hold; a puzzle that counts
//! something besides (pieces still to be laid) has variables of its own for that.

mod condition;
pub mod counts;
mod goals;
pub mod ground;
pub mod invariants;
mod inverse;
pub mod oracle;
pub mod packed;
mod possible;
mod relaxed;
mod symmetry;

use crate::diag::Stop;

pub use condition::{Condition, ValueSet};
pub use goals::goal_positions;
pub use inverse::{Inverse, inverses};
pub use possible::Possible;
pub use relaxed::{Relaxed, relaxed};
pub use symmetry::{Symmetries, Symmetry, symmetries};

/// A variable, by its place in [`Task::variables`].
pub type VarId = u32;
/// A value of a variable; for a cell an index into [`Task::contents`].
pub type Value = u16;
/// An action, by its place in [`Task::actions`].
pub type ActionId = u32;
/// A position, unpacked: one value a variable.
pub type Position = Vec<Value>;

/// A ground puzzle.
#[derive(Clone, Debug)]
pub struct Task {
    /// The variables.
    pub variables: Vec<Variable>,
    /// Names of what a cell may hold, for people; value 0 is "empty".
    pub contents: Vec<String>,
    /// The actions. None is without effect.
    pub actions: Vec<Action>,
    /// The start.
    pub start: Position,
    /// The goal. Never true for a game of two players.
    pub goal: Condition,
    /// What a plan's length counts.
    pub measure: Measure,
    /// What only scripts know. Then the actions may not be all moves, a position that passes the
    /// goal test may be none, and an action that applies may be forbidden.
    pub oracle: Option<oracle::Oracle>,
}

impl Task {
    /// That the actions, the start and the goal are all there is to know.
    ///
    /// # Errors
    /// Scripts are asked at every position, and what is wanted cannot be had then.
    pub fn without_scripts(&self) -> Result<(), Stop> {
        if self.oracle.as_ref().is_some_and(oracle::Oracle::decides) {
            return Err(Stop::unsupported(
                "scripts run at every position of this puzzle, so it can only be solved",
            ));
        }
        Ok(())
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The cell's name, or what the variable counts.
    pub name: String,
    /// Values are `0..size`.
    pub size: Value,
}

/// A guarded action: where every guard holds in a position, all assignments happen at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Which rule with which cells, for the plan. No other action has the same rule and does the
    /// same in the same cases.
    pub label: Label,
    /// The variable must hold one of these values; at most one entry a variable, sorted.
    pub guard: Vec<(VarId, ValueSet)>,
    /// What must hold besides; `True` for most.
    pub condition: Condition,
    /// New values, computed from the old position; at most one entry a variable, sorted.
    pub assign: Vec<(VarId, Assign)>,
    /// Where the piece that this action moves stood and where it stands after; for measures that
    /// count runs of one piece.
    pub mover: Option<(VarId, VarId)>,
    /// How many pieces it moves.
    pub pieces: u32,
    /// How many actions of the puzzle it stands for: those of one rule that agree in all but the
    /// label. Only counting asks.
    pub times: u32,
}

/// A new value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Assign {
    /// This one.
    Set(Value),
    /// The old value of a variable.
    Copy(VarId),
    /// The old value of a variable, sent through a table of value to value. Values past the
    /// table's end stay as they are.
    Map(VarId, Vec<Value>),
}

impl Assign {
    /// The variable the new value is computed from, if from one.
    pub fn source(&self) -> Option<VarId> {
        match self {
            Assign::Set(_) => None,
            Assign::Copy(from) | Assign::Map(from, _) => Some(*from),
        }
    }

    /// The new value where the source holds `old`.
    pub fn value(&self, old: Value) -> Value {
        match self {
            Assign::Set(value) => *value,
            Assign::Copy(_) => old,
            Assign::Map(_, table) => table.get(usize::from(old)).copied().unwrap_or(old),
        }
    }
}

impl Action {
    /// The position after it.
    pub fn after(&self, before: &[Value]) -> Position {
        let mut after = before.to_vec();
        for (var, assign) in &self.assign {
            let old = assign.source().and_then(|from| before.get(from as usize)).copied().unwrap_or(0);
            if let Some(slot) = after.get_mut(*var as usize) {
                *slot = assign.value(old);
            }
        }
        after
    }

    /// The values the guard allows a variable, if it says anything of it.
    pub fn guard_of(&self, var: VarId) -> Option<&ValueSet> {
        let at = self.guard.binary_search_by_key(&var, |g| g.0).ok()?;
        self.guard.get(at).map(|g| &g.1)
    }
}

/// Which rule an action comes from, and for which cells: enough to replay it from the rule as
/// written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    /// The rule, by its place in the model.
    pub rule: u32,
    /// The statement of the rule for a pattern; 0 for a quantified rule.
    pub part: u32,
    /// The cells of the pattern in order, or what the variables stand for.
    pub binding: Vec<Bound>,
}

/// What a rule's variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// A cell, by its coordinates.
    Cell(i32, i32),
    /// A direction, by its number on the board.
    Direction(u8),
    /// A plain number.
    Number(i64),
}

/// What a plan's length counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The unit in the plural: `moves`, `sweeps`.
    pub unit: String,
    /// How it is counted.
    pub cost: Cost,
}

/// How a plan's length is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Every action counts as one.
    Actions,
    /// Consecutive actions that move one piece on count one together.
    Runs,
    /// An action counts the pieces it moves.
    Pieces,
}
