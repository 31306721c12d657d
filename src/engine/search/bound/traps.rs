//! Values that rule the goal out for ever.

use super::facts::{Facts, has};
use crate::task::{Assign, ValueSet};

/// More steps than this are not spent on finding them.
const STEPS: u64 = 1 << 25;

/// The largest set of values, none of them a goal's, in which every action keeps a position: an
/// action that overwrites one of them brings another one of them about. A position with one of
/// them has one for ever, and so is never a goal.
///
/// Values are taken out of the set until that holds.
pub(super) fn traps(facts: &Facts) -> Vec<ValueSet> {
    let domains = facts.relaxed.values.iter().zip(&facts.goal);
    let mut traps: Vec<ValueSet> =
        domains.map(|(live, goal)| live.iter().filter(|v| !goal.contains(*v)).collect()).collect();
    let mut steps = 0;
    loop {
        let mut changed = false;
        for action in facts.actions() {
            steps += 1 + action.assign.len() as u64;
            let sets = |assign: &Assign| if let Assign::Set(value) = assign { Some(*value) } else { None };
            if action.assign.iter().any(|(var, a)| sets(a).is_some_and(|value| has(&traps, *var, value))) {
                continue;
            }
            for (var, _) in &action.assign {
                let Some(trapped) = traps.get(*var as usize).filter(|t| !t.is_empty()) else { continue };
                let guard = action.guard_of(*var);
                let escapes: Vec<_> = trapped
                    .iter()
                    .filter(|value| guard.is_none_or(|g| g.contains(*value)))
                    .filter(|value| {
                        let copies = action.assign.iter().filter(|a| a.1.source() == Some(*var));
                        let mut goes = copies.map(|(target, a)| (*target, a.value(*value)));
                        !goes.any(|(target, new)| has(&traps, target, new))
                    })
                    .collect();
                steps += trapped.len() as u64;
                if let (false, Some(trapped)) = (escapes.is_empty(), traps.get_mut(*var as usize)) {
                    *trapped = trapped.iter().filter(|v| !escapes.contains(v)).collect();
                    changed = true;
                }
            }
        }
        if !changed {
            return traps;
        }
        if steps > STEPS {
            return vec![ValueSet::new(); traps.len()];
        }
    }
}
