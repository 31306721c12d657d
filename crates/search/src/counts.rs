//! Changes of the numbers of pieces: bounds without a search.

use std::collections::BTreeMap;

use super::Relaxed;
use puzzlec_task::{Action, Assign, Condition, Task, Value, ValueSet, VarId};

/// The number of actions of every plan, if each action changes the number of occupied cells (variables that
/// are not 0) by the same constant and the goal determines that number. `None` otherwise, and if no number of
/// actions fits.
pub fn plan_length(task: &Task, relaxed: &Relaxed) -> Option<u64> {
    let most = task.variables.iter().map(|v| v.size).max()?;
    let occupied: ValueSet = (1..most).collect();
    let step = step(task, &relaxed.fires, &occupied)?;
    let start = task.start.iter().filter(|v| **v != 0).count();
    match range(&task.goal, task.variables.len(), &occupied)? {
        (a, b) if a == b => {
            let way = a - i64::try_from(start).ok()?;
            (way % step == 0).then_some(way / step).and_then(|n| u64::try_from(n).ok())
        }
        _ => None,
    }
}

/// The amount, other than 0, by which every action changes the number of variables with one of these values;
/// `None` if it varies.
pub fn step(task: &Task, possible: &[bool], set: &ValueSet) -> Option<i64> {
    let mut changes =
        task.actions.iter().zip(possible).filter(|(_, possible)| **possible).map(|(a, _)| of_action(a, set));
    let (step, same) = changes.next()?;
    (step == same && step != 0 && changes.all(|c| c == (step, step))).then_some(step)
}

/// The least and the greatest change, by any action, of the number of variables with one of these values;
/// `None` if no action is possible.
pub fn change(task: &Task, possible: &[bool], set: &ValueSet) -> (i64, i64) {
    let mut bounds: Option<(i64, i64)> = None;
    for (action, possible) in task.actions.iter().zip(possible) {
        if *possible {
            let (low, high) = of_action(action, set);
            bounds = Some(bounds.map_or((low, high), |b| (b.0.min(low), b.1.max(high))));
        }
    }
    bounds.unwrap_or((0, 0))
}

fn of_action(action: &Action, set: &ValueSet) -> (i64, i64) {
    // The change is a sum of "this variable held one of them before", with weights, and a rest.
    let mut weights: BTreeMap<VarId, i64> = BTreeMap::new();
    let (mut low, mut high) = (0, 0);
    for (var, assign) in &action.assign {
        *weights.entry(*var).or_default() -= 1;
        match assign {
            Assign::Set(value) => {
                let n = i64::from(set.contains(*value));
                low += n;
                high += n;
            }
            Assign::Copy(from) => *weights.entry(*from).or_default() += 1,
            Assign::Map(from, table) => {
                let keeps =
                    (0..).zip(table).all(|(v, w): (Value, &Value)| set.contains(v) == set.contains(*w));
                if keeps {
                    *weights.entry(*from).or_default() += 1;
                } else {
                    high += 1;
                }
            }
        }
    }
    for (var, weight) in weights {
        let guard = action.guard.iter().find(|g| g.0 == var).map(|g| &g.1);
        let surely = guard.is_some_and(|g| g.iter().all(|v| set.contains(v)));
        let never = guard.is_some_and(|g| g.intersection(set).is_empty());
        let (least, most) = (i64::from(surely), i64::from(!never));
        low += (weight * least).min(weight * most);
        high += (weight * least).max(weight * most);
    }
    (low, high)
}

/// Bounds of the number of variables with one of these values in positions where a condition holds, as far as
/// its form shows them. `None` if it never holds.
pub fn range(condition: &Condition, vars: usize, set: &ValueSet) -> Option<(i64, i64)> {
    let all = i64::try_from(vars).unwrap_or(i64::MAX);
    match condition {
        Condition::False => None,
        Condition::In(_, values) => {
            let surely = values.iter().all(|v| set.contains(v));
            let never = values.intersection(set).is_empty();
            Some((i64::from(surely), if never { all - 1 } else { all }))
        }
        Condition::Count { vars: counted, values, min, max } if values == set && counted.len() == vars => {
            Some((i64::from(*min), i64::from(*max).min(all)))
        }
        Condition::All(parts) => {
            // Tests of single variables add up; of the others the tightest bounds count.
            let (mut low, mut high) = (0, all);
            let (mut surely, mut never) = (0, 0);
            for part in parts {
                if let Condition::In(_, values) = part {
                    surely += i64::from(values.iter().all(|v| set.contains(v)));
                    never += i64::from(values.intersection(set).is_empty());
                } else {
                    let (l, h) = range(part, vars, set)?;
                    (low, high) = (low.max(l), high.min(h));
                }
            }
            Some((low.max(surely), high.min(all - never)))
        }
        Condition::Any(parts) => {
            let ranges: Vec<(i64, i64)> = parts.iter().filter_map(|p| range(p, vars, set)).collect();
            let low = ranges.iter().map(|r| r.0).min()?;
            let high = ranges.iter().map(|r| r.1).max()?;
            Some((low, high))
        }
        Condition::True
        | Condition::Count { .. }
        | Condition::Sum { .. }
        | Condition::Components { .. }
        | Condition::Component { .. }
        | Condition::Forest { .. }
        | Condition::Not(_) => Some((0, all)),
    }
}
