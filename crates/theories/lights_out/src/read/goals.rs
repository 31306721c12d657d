//! Goals as states of lights.

use std::collections::{BTreeMap, BTreeSet};

use crate::problem::{Goal, Light};
use puzzlec_search::{Relaxed, goal_positions};
use puzzlec_task::{Condition, Task, ValueSet, VarId};

/// A puzzle with more goals is left to general search.
pub(super) const MOST_GOALS: usize = 4096;

/// By variable the values that it may have; all where it is absent.
type Case = BTreeMap<VarId, ValueSet>;

/// The goals that no cell rules out by what it can ever hold; nothing if there are too many.
pub(super) fn read(task: &Task, relaxed: &Relaxed, lights: &[Light]) -> Option<Vec<Goal>> {
    let (mut goals, mut known) = (Vec::new(), BTreeSet::new());
    let mut add = |more: Vec<Goal>| goals.extend(more.into_iter().filter(|goal| known.insert(goal.clone())));
    match cases(&task.goal) {
        Some(cases) => {
            for case in cases {
                add(states(&case, relaxed, lights)?);
            }
        }
        None => {
            let positions = goal_positions(task, relaxed, MOST_GOALS, &mut |_| Ok(())).ok()??;
            for position in positions {
                let held = (0..).zip(position).map(|(var, value)| (var, ValueSet::one(value)));
                add(states(&held.collect(), relaxed, lights)?);
            }
        }
    }
    (goals.len() <= MOST_GOALS).then_some(goals)
}

/// A condition as a disjunction of values of single variables; nothing if it has another form or too many parts.
fn cases(condition: &Condition) -> Option<Vec<Case>> {
    match condition {
        Condition::True => Some(vec![Case::new()]),
        Condition::False => Some(Vec::new()),
        Condition::In(var, set) => Some(vec![Case::from([(*var, set.clone())])]),
        Condition::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(cases(part)?);
                if all.len() > MOST_GOALS {
                    return None;
                }
            }
            Some(all)
        }
        Condition::All(parts) => {
            let mut all = vec![Case::new()];
            for part in parts {
                let more = cases(part)?;
                if all.len() * more.len() > MOST_GOALS {
                    return None;
                }
                match more.as_slice() {
                    // Most parts are tests of one cell.
                    [one] => all.iter_mut().for_each(|case| join(case, one)),
                    more => all = all.iter().flat_map(|case| more.iter().map(|m| joined(case, m))).collect(),
                }
            }
            Some(all)
        }
        Condition::Count { vars, values, min, .. } if vars.len() as u64 == u64::from(*min) => {
            let mut case = Case::new();
            vars.iter().for_each(|var| join(&mut case, &Case::from([(*var, values.clone())])));
            Some(vec![case])
        }
        Condition::Count { .. }
        | Condition::Sum { .. }
        | Condition::Components { .. }
        | Condition::Component { .. }
        | Condition::Forest { .. }
        | Condition::Not(_) => None,
    }
}

fn join(case: &mut Case, more: &Case) {
    for (var, set) in more {
        let both = case.get(var).map_or_else(|| set.clone(), |held| held.intersection(set));
        case.insert(*var, both);
    }
}

fn joined(case: &Case, more: &Case) -> Case {
    let mut case = case.clone();
    join(&mut case, more);
    case
}

/// The goals of a case, one for each choice among some values but not all; nothing if there are too many.
fn states(case: &Case, relaxed: &Relaxed, lights: &[Light]) -> Option<Vec<Goal>> {
    let possible = |var: VarId| relaxed.values.get(var as usize).cloned().unwrap_or_default();
    if case.iter().any(|(var, set)| !set.intersects(&possible(*var))) {
        return Some(Vec::new());
    }
    let mut goals = vec![Goal { states: BTreeMap::new() }];
    for (place, light) in (0..).zip(lights) {
        let Some(set) = case.get(&light.var).filter(|set| !possible(light.var).is_subset(set)) else {
            continue;
        };
        let fitting = (0..).zip(&light.states).filter(|(_, value)| set.contains(**value));
        let fitting: Vec<u32> = fitting.map(|(state, _)| state).collect();
        if goals.len() * fitting.len() > MOST_GOALS {
            return None;
        }
        if let [state] = fitting.as_slice() {
            goals.iter_mut().for_each(|goal| {
                goal.states.insert(place, *state);
            });
            continue;
        }
        let each = goals.iter().flat_map(|goal| {
            fitting.iter().map(|state| {
                let mut goal = goal.clone();
                goal.states.insert(place, *state);
                goal
            })
        });
        goals = each.collect();
    }
    Some(goals)
}
