//! The order of contents that are all different and that moves only exchange.

use super::sets::old_values;
use super::{Unproved, variable};
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, Assign, Task, Value, ValueSet};

/// Variables in the order of the task, with what they hold at the start: all different.
pub(super) struct Order {
    variables: Vec<u32>,
    start: Vec<Value>,
}

impl Order {
    /// Reads the names of the variables.
    pub fn read(task: &Task, names: &Names, cells: &[String]) -> Result<Self, Unproved> {
        let variables = cells.iter().map(|cell| variable(names, cell)).collect::<Result<Vec<u32>, _>>()?;
        if !variables.is_sorted_by(|a, b| a < b) {
            return Err(Unproved::wrong("the cells whose order matters are not in the order of the board"));
        }
        let mut order = Order { variables, start: Vec::new() };
        order.start = order.contents(&task.start);
        let mut different = order.start.clone();
        different.sort_unstable();
        different.dedup();
        if different.len() != cells.len() {
            return Err(Unproved::wrong("cells whose order matters have the same content at the start"));
        }
        Ok(order)
    }

    fn contents(&self, position: &[Value]) -> Vec<Value> {
        self.variables.iter().filter_map(|v| position.get(*v as usize).copied()).collect()
    }

    /// The number of pairs with the greater value first.
    pub fn inversions(&self, position: &[Value]) -> i128 {
        let mut held = self.contents(position).into_iter();
        let mut pairs = 0;
        while let Some(value) = held.next() {
            pairs += held.clone().filter(|later| *later < value).count() as i128;
        }
        pairs
    }

    /// Whether a position holds in these variables what the start holds, in whatever order.
    pub fn same_contents(&self, position: &[Value]) -> bool {
        let sorted = |mut held: Vec<Value>| {
            held.sort_unstable();
            held
        };
        sorted(self.contents(position)) == sorted(self.start.clone())
    }

    /// Whether an action, in every position to which it may apply, only permutes the values of these
    /// variables; if so, the parity of the permutation.
    ///
    /// Exchanging contents until every variable has what it is to hold takes a number of exchanges
    /// that is even or odd whatever the way.
    pub fn permutes(&self, action: &Action, sets: &[ValueSet]) -> Option<bool> {
        let written: Vec<u32> = action.assign.iter().map(|(var, _)| *var).collect();
        if !written.iter().all(|var| self.variables.contains(var)) {
            return None;
        }
        // By written variable, the variable whose content it receives.
        let mut wanted = Vec::new();
        for (_, assign) in &action.assign {
            wanted.push(match assign {
                Assign::Set(value) => written.iter().copied().find(|var| {
                    let mut old = old_values(action, *var, sets);
                    old.next() == Some(*value) && old.next().is_none()
                })?,
                Assign::Copy(from) => *from,
                Assign::Map(from, _) => {
                    old_values(action, *from, sets).all(|v| assign.value(v) == v).then_some(*from)?
                }
            });
        }
        let mut holds = written.clone();
        let mut odd = false;
        for at in 0..holds.len() {
            let source = *wanted.get(at)?;
            let found = holds.iter().skip(at).position(|held| *held == source)? + at;
            if found != at {
                holds.swap(at, found);
                odd = !odd;
            }
        }
        Some(odd)
    }
}
