//! Random tiny tasks.

use std::sync::Arc;

use proptest::prelude::*;
use puzzlec_task::{Action, Assign, Condition, Cost, Members, Position, Task, Value, ValueSet, VarId};

use crate::{naive, tasks};

/// A stream of choices; when it runs dry every choice is the first.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, n: u32) -> u32 {
        u32::from(self.0.next().unwrap_or(0)) % n
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) >= 100 - percent
    }

    fn values(&mut self, size: Value) -> ValueSet {
        if self.chance(60) {
            return ValueSet::one(self.below(u32::from(size)) as Value);
        }
        let some: ValueSet = (0..size).filter(|_| self.chance(50)).collect();
        if some.is_empty() && self.chance(95) { ValueSet::one(0) } else { some }
    }

    fn condition(&mut self, vars: u32, size: Value, depth: u32) -> Condition {
        let kinds = if depth == 0 { 3 } else { 7 };
        match self.below(kinds) {
            0 => Condition::In(self.below(vars), self.values(size)),
            1 => {
                let n = self.below(5);
                let min = self.below(3);
                Condition::Count {
                    vars: (0..n).map(|_| self.below(vars)).collect(),
                    values: self.values(size),
                    min,
                    max: if self.chance(50) { u32::MAX } else { min + self.below(2) },
                }
            }
            2 => {
                let n = self.below(4);
                let min = i64::from(self.below(7)) - 3;
                Condition::Sum {
                    terms: (0..n)
                        .map(|_| (i64::from(self.below(7)) - 3, self.below(vars), self.values(size)))
                        .collect(),
                    min,
                    max: min + i64::from(self.below(5)),
                }
            }
            3 => Condition::Not(Box::new(self.condition(vars, size, depth - 1))),
            6 => self.shape(vars, size, depth - 1),
            kind => {
                let n = self.below(4);
                let parts = (0..n).map(|_| self.condition(vars, size, depth - 1)).collect();
                if kind == 4 { Condition::All(parts) } else { Condition::Any(parts) }
            }
        }
    }

    /// A condition on the connected parts of a set.
    fn shape(&mut self, vars: u32, size: Value, depth: u32) -> Condition {
        let n = 1 + self.below(5);
        let holds = (0..n).map(|_| self.condition(vars, size, depth / 2)).collect();
        let links = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|_| self.chance(60));
        let mut links: Vec<(u32, u32)> = links.collect();
        links.sort_unstable();
        let set = Arc::new(Members { holds, links });
        let (min, more) = (self.below(3), self.below(3));
        match self.below(3) {
            0 => Condition::Components { set, min, max: min + more },
            1 => Condition::Forest { set },
            _ => {
                let counted = (0..n).map(|_| self.condition(vars, size, depth / 2)).collect();
                Condition::Component { set, of: self.below(n), counted, min, max: min + more }
            }
        }
    }

    fn action(&mut self, vars: u32, size: Value) -> Action {
        let mut guard: Vec<(VarId, ValueSet)> = Vec::new();
        let mut assign: Vec<(VarId, Assign)> = Vec::new();
        for var in 0..vars {
            if self.chance(50) {
                guard.push((var, self.values(size)));
            }
            if self.chance(45) {
                let new = match self.below(4) {
                    0 | 1 => Assign::Set(self.below(u32::from(size)) as Value),
                    2 => Assign::Copy(self.below(vars)),
                    _ => {
                        let source = self.below(vars);
                        let n = self.below(u32::from(size) + 1);
                        let table = (0..n).map(|_| self.below(u32::from(size)) as Value);
                        Assign::Map(source, table.collect())
                    }
                };
                assign.push((var, new));
            }
        }
        if assign.is_empty() {
            assign.push((0, Assign::Set(self.below(u32::from(size)) as Value)));
        }
        let mut action = tasks::action(guard, assign);
        if self.chance(30) {
            action.condition = self.condition(vars, size, 2);
        }
        if self.chance(80) {
            action.mover = Some((self.below(vars), self.below(vars)));
        }
        action.weight = self.below(4);
        action.times = 1 + self.below(3);
        action
    }

    /// A piece goes from one cell to another, perhaps over a third that must hold or loses one.
    fn step(&mut self, vars: u32, size: Value) -> Action {
        let (from, to) = (self.below(vars), self.below(vars));
        let piece = 1 + self.below(u32::from(size) - 1) as Value;
        if from == to {
            return self.action(vars, size);
        }
        let mut action = if self.chance(50) {
            tasks::action(
                vec![(from, ValueSet::one(piece)), (to, ValueSet::one(0))],
                vec![(from, Assign::Set(0)), (to, Assign::Set(piece))],
            )
        } else {
            tasks::action(
                vec![(from, (1..size).collect()), (to, ValueSet::one(0))],
                vec![(from, Assign::Copy(to)), (to, Assign::Copy(from))],
            )
        };
        let over = self.below(vars);
        if over != from && over != to && self.chance(50) {
            action.guard.push((over, (1..size).collect()));
            action.guard.sort_by_key(|g| g.0);
            if self.chance(30) {
                action.assign.push((over, Assign::Set(0)));
                action.assign.sort_by_key(|a| a.0);
            }
        }
        if self.chance(20) {
            action.condition = self.condition(vars, size, 1);
        }
        if self.chance(95) {
            action.mover = Some((from, to));
        }
        action.weight = 1 + self.below(3);
        action
    }

    fn task(&mut self) -> Task {
        let vars = 2 + self.below(4);
        let size = 2 + self.below(3) as Value;
        let start: Position = (0..vars).map(|_| self.below(u32::from(size)) as Value).collect();
        let (steps, others) = (self.below(16), self.below(4));
        let mut actions: Vec<Action> = (0..steps).map(|_| self.step(vars, size)).collect();
        actions.extend((0..others).map(|_| self.action(vars, size)));
        // Other rules that do the same, perhaps with another piece.
        for at in 0..actions.len() {
            if self.chance(20) {
                let mut twin = actions[at].clone();
                twin.label.rule = 1;
                twin.mover = Some((self.below(vars), self.below(vars)));
                twin.weight = 1 + self.below(3);
                actions.push(twin);
            }
        }
        let mut task = tasks::task(size, start, actions, Condition::False);
        task.goal = match self.below(4) {
            0 => {
                let cell = |_| self.below(u32::from(size)) as Value;
                tasks::exactly(&(0..vars).map(cell).collect::<Vec<_>>())
            }
            1 => self.condition(vars, size, 2),
            // One of the farthest positions, and perhaps others.
            kind => {
                let reached = naive::truth(&task).reached;
                let far = reached.iter().max_by_key(|r| *r.1).map(|r| tasks::exactly(r.0)).unwrap();
                if kind == 2 { far } else { far.or(self.condition(vars, size, 0).and(tasks::is(0, 1))) }
            }
        };
        task
    }
}

/// Random tasks with at most five variables of at most four values.
pub fn task() -> impl Strategy<Value = Task> {
    proptest::collection::vec(any::<u8>(), 100..800).prop_map(|bytes| Choices(bytes.into_iter()).task())
}

/// The task with every variable there `times` times over, each copy kept alike: as many positions,
/// in more bits.
pub fn mirrored(task: &Task, times: u32) -> Task {
    let mut wide = task.clone();
    let n = task.variables.len() as u32;
    for copy in 1..times {
        wide.variables.extend(task.variables.iter().cloned());
        wide.start.extend(&task.start);
        for action in &mut wide.actions {
            let own: Vec<_> = action.assign.iter().filter(|a| a.0 < n).cloned().collect();
            action.assign.extend(own.into_iter().map(|(var, assign)| {
                let assign = match assign {
                    Assign::Copy(from) => Assign::Copy(from + copy * n),
                    assign => assign,
                };
                (var + copy * n, assign)
            }));
        }
    }
    wide
}

/// The task with every action there `times` times over.
pub fn repeated(task: &Task, times: usize) -> Task {
    let mut many = task.clone();
    many.actions = (0..times).flat_map(|_| task.actions.iter().cloned()).collect();
    many
}

/// The task with another measure.
pub fn costing(task: &Task, cost: Cost) -> Task {
    let mut other = task.clone();
    other.measure.cost = cost;
    other
}
