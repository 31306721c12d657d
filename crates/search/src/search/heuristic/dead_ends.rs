//! Dead ends: values from which no goal is reachable.

use super::facts::{Facts, has};
use puzzlec_task::{Assign, ValueSet};

/// More steps than this are not spent on finding them.
const STEPS: u64 = 1 << 25;

/// The largest set of non-goal values that is closed under the actions: an action that overwrites one of them
/// produces another. A position with one of them always keeps one, so it never becomes a goal.
///
/// Computed as a greatest fixed point: values are removed until the set is closed.
pub(super) fn dead_ends(facts: &Facts) -> Vec<ValueSet> {
    let domains = facts.relaxed.values.iter().zip(&facts.goal);
    let mut dead_ends: Vec<ValueSet> =
        domains.map(|(live, goal)| live.iter().filter(|v| !goal.contains(*v)).collect()).collect();
    let mut steps = 0;
    loop {
        let mut changed = false;
        for action in facts.actions() {
            steps += 1 + action.assign.len() as u64;
            let sets = |assign: &Assign| if let Assign::Set(value) = assign { Some(*value) } else { None };
            if action.assign.iter().any(|(var, a)| sets(a).is_some_and(|value| has(&dead_ends, *var, value)))
            {
                continue;
            }
            for (var, _) in &action.assign {
                let Some(dead) = dead_ends.get(*var as usize).filter(|t| !t.is_empty()) else { continue };
                let guard = action.guard_of(*var);
                let escapes: Vec<_> = dead
                    .iter()
                    .filter(|value| guard.is_none_or(|g| g.contains(*value)))
                    .filter(|value| {
                        let copies = action.assign.iter().filter(|a| a.1.source() == Some(*var));
                        let mut goes = copies.map(|(target, a)| (*target, a.value(*value)));
                        !goes.any(|(target, new)| has(&dead_ends, target, new))
                    })
                    .collect();
                steps += dead.len() as u64;
                if let (false, Some(dead)) = (escapes.is_empty(), dead_ends.get_mut(*var as usize)) {
                    *dead = dead.iter().filter(|v| !escapes.contains(v)).collect();
                    changed = true;
                }
            }
        }
        if !changed {
            return dead_ends;
        }
        if steps > STEPS {
            return vec![ValueSet::new(); dead_ends.len()];
        }
    }
}
