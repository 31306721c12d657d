//! The goals of a puzzle, by the values that cells have in them.

use std::collections::BTreeMap;

use puzzlec_checker::Unproved;
use puzzlec_checker::checker::goals as positions;
use puzzlec_task::SearchContext;
use puzzlec_task::{Condition, Task, ValueSet};

/// The most goals.
const MOST_GOALS: usize = 1 << 14;

/// Every position of the sets that passes the goal test has the values of one of these.
pub(super) struct Goals {
    /// By variable the values; any of the set where it is absent.
    pub all: Vec<BTreeMap<u32, ValueSet>>,
}

impl Goals {
    pub(super) fn of(task: &Task, sets: &[ValueSet], context: &SearchContext) -> Result<Self, Unproved> {
        if let Some(all) = cases(&task.goal, sets) {
            return Ok(Goals { all });
        }
        let mut all = Vec::new();
        let mut too_many = false;
        positions(task, sets, context, &mut |position| {
            too_many |= all.len() == MOST_GOALS;
            if !too_many {
                all.push((0..).zip(position).map(|(var, value)| (var, ValueSet::one(*value))).collect());
            }
        })?;
        if too_many {
            return Err(Unproved::too_large("the puzzle has too many goals"));
        }
        Ok(Goals { all })
    }
}

/// A condition that is a disjunction of conjunctions of tests of single variables; none for others, or if it is too long.
fn cases(condition: &Condition, sets: &[ValueSet]) -> Option<Vec<BTreeMap<u32, ValueSet>>> {
    match condition {
        Condition::True => Some(vec![BTreeMap::new()]),
        Condition::False => Some(Vec::new()),
        Condition::In(var, values) => {
            let left = values.intersection(sets.get(*var as usize)?);
            Some(if left.is_empty() { Vec::new() } else { vec![BTreeMap::from([(*var, left)])] })
        }
        // As many as there are variables: each of them.
        Condition::Count { vars, values, min, max }
            if *max >= *min && vars.len() as u64 == u64::from(*min) =>
        {
            let each = vars.iter().map(|var| Condition::In(*var, values.clone()));
            cases(&Condition::All(each.collect()), sets)
        }
        Condition::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.append(&mut cases(part, sets)?);
                if all.len() > MOST_GOALS {
                    return None;
                }
            }
            Some(all)
        }
        Condition::All(parts) => {
            let mut all = vec![BTreeMap::new()];
            for part in parts {
                let part = cases(part, sets)?;
                if all.len().saturating_mul(part.len()) > MOST_GOALS {
                    return None;
                }
                let mut next = Vec::with_capacity(all.len() * part.len());
                for (place, other) in part.iter().enumerate() {
                    let last = place + 1 == part.len();
                    let before = if last { std::mem::take(&mut all) } else { all.clone() };
                    next.extend(before.into_iter().filter_map(|case| both(case, other)));
                }
                all = next;
            }
            Some(all)
        }
        Condition::Count { .. }
        | Condition::Sum { .. }
        | Condition::Components { .. }
        | Condition::Component { .. }
        | Condition::Forest { .. }
        | Condition::Not(_) => None,
    }
}

/// Both; none if a variable has no value left.
fn both(
    mut case: BTreeMap<u32, ValueSet>,
    other: &BTreeMap<u32, ValueSet>,
) -> Option<BTreeMap<u32, ValueSet>> {
    for (var, values) in other {
        let left = case.get(var).map_or_else(|| values.clone(), |held| held.intersection(values));
        if left.is_empty() {
            return None;
        }
        case.insert(*var, left);
    }
    Some(case)
}
