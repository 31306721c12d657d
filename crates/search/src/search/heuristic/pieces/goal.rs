//! Arrangements of few pieces that goals may have.

use super::changes::Cell;
use super::pattern::Pattern;
use crate::possible;
use puzzlec_task::{Value, ValueSet};

/// More tests of a condition than this, times the variables, are not made for a table.
const MOST_TESTS: usize = 1 << 24;

/// Whether arrangements may be part of a goal.
pub(super) struct GoalTest<'p> {
    pattern: &'p Pattern<'p>,
    /// By variable, what it may hold in a goal without the pieces of the pattern.
    sets: Vec<ValueSet>,
    /// Cells where a goal has a piece of the pattern.
    wanted: Vec<Cell>,
    /// The work of conditions so far.
    tests: usize,
}

impl<'p> GoalTest<'p> {
    pub(super) fn new(pattern: &'p Pattern<'p>) -> Self {
        let mut sets = pattern.facts.goal.clone();
        let mut wanted = Vec::new();
        for (cell, var) in (0..).zip(&pattern.changes.cells) {
            if let Some(set) = sets.get_mut(*var as usize) {
                *set = set.iter().filter(|value| !pattern.whole.contains(*value)).collect();
                if set.is_empty() {
                    wanted.push(cell);
                }
            }
        }
        GoalTest { pattern, sets, wanted, tests: 0 }
    }

    /// The cells where a goal may have a piece of this kind.
    pub(super) fn cells(&self, kind: Value) -> Vec<Cell> {
        let fits =
            |var: &u32| self.pattern.facts.goal.get(*var as usize).is_some_and(|set| set.contains(kind));
        let cells = (0..).zip(&self.pattern.changes.cells).filter(|(_, var)| fits(var));
        cells.map(|(cell, _)| cell).collect()
    }

    /// Whether a goal may have this arrangement, of which each piece may be where it is.
    pub(super) fn may_hold(&mut self, at: &[Cell]) -> bool {
        let Pattern { facts, kinds, changes, .. } = self.pattern;
        if !self.wanted.iter().all(|cell| at.contains(cell)) {
            return false;
        }
        self.tests += facts.task.variables.len();
        if self.tests > MOST_TESTS {
            return true;
        }
        let mut kept = Vec::new();
        for (cell, kind) in at.iter().zip(kinds) {
            let var = changes.cells.get(usize::from(*cell)).map(|var| *var as usize);
            if let Some((at, set)) = var.and_then(|var| Some((var, self.sets.get_mut(var)?))) {
                kept.push((at, std::mem::replace(set, ValueSet::one(*kind))));
            }
        }
        let holds = possible(&facts.task.goal, &self.sets).holds;
        for (at, set) in kept {
            if let Some(slot) = self.sets.get_mut(at) {
                *slot = set;
            }
        }
        holds
    }
}
