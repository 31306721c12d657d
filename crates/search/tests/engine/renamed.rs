//! Tasks under renamings of their variables and values.

use std::sync::Arc;

use proptest::prelude::*;
use puzzlec_task::{Action, Assign, Condition, Members, Task, Value, ValueSet, VarId};

use crate::random;

/// Where each variable and each value goes.
#[derive(Clone, Debug)]
struct Renaming {
    variables: Vec<VarId>,
    values: Vec<Value>,
}

/// The condition about other variables and values.
pub fn mapped(
    condition: &Condition,
    var: &impl Fn(VarId) -> VarId,
    to: &impl Fn(&ValueSet) -> ValueSet,
) -> Condition {
    let one = |part: &Condition| mapped(part, var, to);
    let all = |parts: &[Condition]| parts.iter().map(one).collect::<Vec<_>>();
    let members = |of: &Members| Arc::new(of.map(one));
    match condition {
        Condition::True | Condition::False => condition.clone(),
        Condition::In(v, values) => Condition::In(var(*v), to(values)),
        Condition::Count { vars, values, min, max } => Condition::Count {
            vars: vars.iter().map(|v| var(*v)).collect(),
            values: to(values),
            min: *min,
            max: *max,
        },
        Condition::Sum { terms, min, max } => Condition::Sum {
            terms: terms.iter().map(|(weight, v, values)| (*weight, var(*v), to(values))).collect(),
            min: *min,
            max: *max,
        },
        Condition::Components { set, min, max } => {
            Condition::Components { set: members(set), min: *min, max: *max }
        }
        Condition::Component { set, of, counted, min, max } => Condition::Component {
            set: members(set),
            of: *of,
            counted: all(counted).into(),
            min: *min,
            max: *max,
        },
        Condition::Forest { set } => Condition::Forest { set: members(set) },
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::Any(parts) => Condition::Any(all(parts)),
        Condition::Not(part) => Condition::Not(Box::new(one(part))),
    }
}

/// The condition about variables that come later.
pub fn later(condition: &Condition, by: VarId) -> Condition {
    mapped(condition, &|var| var + by, &ValueSet::clone)
}

impl Renaming {
    fn var(&self, var: VarId) -> VarId {
        self.variables[var as usize]
    }

    fn set(&self, set: &ValueSet) -> ValueSet {
        set.iter().filter_map(|v| self.values.get(usize::from(v))).copied().collect()
    }

    fn condition(&self, condition: &Condition) -> Condition {
        mapped(condition, &|var| self.var(var), &|set| self.set(set))
    }

    fn assign(&self, assign: &Assign) -> Assign {
        match assign {
            Assign::Set(value) => Assign::Set(self.values[usize::from(*value)]),
            Assign::Copy(from) => Assign::Copy(self.var(*from)),
            Assign::Map(from, _) => {
                let mut table = self.values.clone();
                for (value, to) in (0..).zip(&self.values) {
                    table[usize::from(*to)] = self.values[usize::from(assign.value(value))];
                }
                Assign::Map(self.var(*from), table)
            }
        }
    }

    fn action(&self, action: &Action) -> Action {
        let mut image = action.clone();
        image.guard = action.guard.iter().map(|(v, set)| (self.var(*v), self.set(set))).collect();
        image.condition = self.condition(&action.condition);
        image.assign = action.assign.iter().map(|(v, a)| (self.var(*v), self.assign(a))).collect();
        image.mover = action.mover.map(|(from, to)| (self.var(from), self.var(to)));
        image.guard.sort_by_key(|g| g.0);
        image.assign.sort_by_key(|a| a.0);
        image
    }
}

/// The task with all images of its actions and goals under the powers of a renaming.
fn closed(task: &Task, renaming: &Renaming) -> Task {
    let mut all = Task { actions: Vec::new(), ..task.clone() };
    let mut goals = Vec::new();
    let (mut actions, mut goal) = (task.actions.clone(), task.goal.clone());
    // Five variables and four values have no longer period.
    for _ in 0..20 {
        actions = actions.iter().map(|a| renaming.action(a)).collect();
        goal = renaming.condition(&goal);
        for action in &actions {
            if !all.actions.contains(action) {
                all.actions.push(action.clone());
            }
        }
        if !goals.contains(&goal) {
            goals.push(goal.clone());
        }
    }
    all.goal = goals.into_iter().fold(Condition::False, Condition::or);
    all
}

/// Random tiny tasks with a symmetry.
pub fn symmetric() -> impl Strategy<Value = Task> {
    let renaming = |task: Task| {
        let variables: Vec<VarId> = (0..task.variables.len() as VarId).collect();
        let values: Vec<Value> = (0..task.variables[0].size).collect();
        let variables = Just(variables).prop_shuffle();
        let values = prop_oneof![Just(values.clone()), Just(values).prop_shuffle()];
        (Just(task), variables, values, any::<bool>())
    };
    random::task().prop_flat_map(renaming).prop_map(|(task, variables, values, even)| {
        let mut task = closed(&task, &Renaming { variables: variables.clone(), values });
        if even {
            for var in 0..task.start.len() {
                let mut at = variables[var] as usize;
                while at != var {
                    task.start[at] = task.start[var];
                    at = variables[at] as usize;
                }
            }
        }
        task
    })
}
