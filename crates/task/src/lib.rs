//! The ground puzzle: variables and their values, guarded actions, a start and a goal test.
//!
//! Drawn, written and scripted rules are all compiled to this form; searches see no other. Most variables are cells of
//! the board, with the possible contents as values; additional quantities (pieces still to be placed) have variables of
//! their own.
//!
//! The package also owns the types that searches and the checker share: plans, verdicts and the form of certificates. It
//! grounds nothing, searches nothing and checks nothing.

pub mod certificate;
mod conclusion;
mod condition;
mod consequences;
mod context;
mod cut;
pub mod oracle;
mod plan;
mod unpacked;
mod verdict;
pub mod whole;

use puzzlec_base::diag::Stop;

pub use conclusion::{Conclusion, LengthBound, MakeProof, Prove, Solutions};
pub use condition::{Condition, Members, Parts, ValueSet};
pub use consequences::{Consequences, LONGEST_CHAIN, Repeats, Stage};
pub use context::SearchContext;
pub use cut::{Bounds, Cut};
pub use plan::{Steps, labels};
pub use verdict::{
    Certificate, GameResult, Optimality, PartCertificate, Plan, Searched, Statistics, Verdict,
};

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
    /// The goal. In a game of two players no action applies where it holds.
    pub goal: Condition,
    /// In a game with tests of its players: where the player who moved last has won, and where the other player has. No action
    /// applies where one of them holds.
    pub wins: Option<Box<[Condition; 2]>>,
    /// The unit of a plan's length.
    pub measure: Measure,
    /// The callbacks of scripts, and rules whose actions are not listed. With an oracle there may be moves besides the
    /// actions, a position that passes the goal test may be no goal, and an applicable action may be forbidden.
    pub oracle: Option<oracle::Oracle>,
    /// What follows the actions, as a part of the move. With consequences the position after a move is not the
    /// one after its action.
    pub consequences: Option<Box<Consequences>>,
}

impl Task {
    /// Checks that the actions, the start and the goal determine everything.
    ///
    /// # Errors
    /// Scripts run at every position, or the actions of a rule are not listed, and the request does not support that.
    pub fn without_scripts(&self) -> Result<(), Stop> {
        match self.oracle.as_ref().filter(|oracle| oracle.decides()) {
            Some(oracle) => {
                Err(Stop::unsupported(format!("{}, so the puzzle can only be solved", oracle.reason())))
            }
            None => Ok(()),
        }
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The cell's name, or what the variable counts.
    pub name: String,
    /// Values are `0..size`.
    pub size: Value,
    /// Of a variable that is no cell, the number that its value 0 stands for; the other values follow.
    pub counts: Option<i64>,
}

/// A guarded action: where every guard holds in a position, all assignments happen at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The rule and cells, for the plan. Actions of the same rule differ in cells, preconditions or effects.
    pub label: Label,
    /// The variable must hold one of these values; at most one entry a variable, sorted.
    pub guard: Vec<(VarId, ValueSet)>,
    /// An additional precondition; mostly `True`.
    pub condition: Condition,
    /// New values, computed from the old position; at most one entry a variable, sorted.
    pub assign: Vec<(VarId, Assign)>,
    /// The cells of the moving piece before and after, for measures that count runs.
    pub mover: Option<(VarId, VarId)>,
    /// Its length where the measure weighs actions: the pieces that it moves, its cost, or whether its rule counts.
    pub weight: u32,
    /// The number of actions of the puzzle that it represents: those of one rule that differ only in the
    /// label. Used only for counting.
    pub times: u32,
    /// What follows it, by its place in [`Consequences::sequences`]; 0 without consequences.
    pub then: u32,
}

/// A new value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Assign {
    /// This one.
    Set(Value),
    /// The old value of a variable.
    Copy(VarId),
    /// The old value of a variable, mapped by a table. Values past the table's end do not change.
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

    /// The cell that it empties, the empty cell that it fills, and with what; nothing where it does anything else.
    pub fn moved(&self) -> Option<(VarId, VarId, Value)> {
        let [a, b] = self.assign.as_slice() else { return None };
        let value = |(var, assign): &(VarId, Assign)| {
            let source = |from| self.guard_of(from)?.single();
            let old = assign.source().map_or(Some(0), source)?;
            Some((*var, self.guard_of(*var)?.single()?, assign.value(old)))
        };
        match (value(a)?, value(b)?) {
            ((from, held, 0), (to, 0, new)) | ((to, 0, new), (from, held, 0)) if held == new && held != 0 => {
                Some((from, to, held))
            }
            _ => None,
        }
    }

    /// The values that the guard allows a variable, if it restricts it.
    pub fn guard_of(&self, var: VarId) -> Option<&ValueSet> {
        let at = self.guard.binary_search_by_key(&var, |g| g.0).ok()?;
        self.guard.get(at).map(|g| &g.1)
    }
}

/// The origin of an action, its rule and cells: sufficient to replay it from the rule as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    /// The rule, by its place in the model.
    pub rule: u32,
    /// The statement of the rule for a pattern; 0 for a quantified rule.
    pub part: u32,
    /// The cells of the pattern in order, or the values of the variables.
    pub binding: Vec<Bound>,
}

impl Label {
    /// An action of the first rule, by the cells of its first drawing in order, or by the values of its variables.
    pub fn on(cells: impl IntoIterator<Item = (i32, i32)>) -> Self {
        Label { rule: 0, part: 0, binding: cells.into_iter().map(|(x, y)| Bound::Cell(x, y)).collect() }
    }
}

/// The value of a rule's variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// A cell, by its coordinates.
    Cell(i32, i32),
    /// A direction, by its number on the board.
    Direction(u8),
    /// A plain number.
    Number(i64),
}

/// The unit of a plan's length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The unit in the plural: `moves`, `sweeps`.
    pub unit: String,
    /// The measure of length.
    pub cost: Cost,
}

/// The measure of a plan's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Every action counts as one.
    Actions,
    /// Consecutive actions that move one piece on count one together.
    Runs,
    /// An action counts its weight.
    Weights,
}
