//! Whether moves can be undone.

use rustc_hash::FxHashSet;

use crate::packed::{Canon, Packed, Scratch};
use crate::{Relaxed, inverses};
use puzzlec_task::{Action, Assign, Condition, Task, Value, ValueSet, VarId};

/// The guard within the possible values, and for each variable that is written its new values, with the variable that
/// they depend on.
type Effect = (Vec<(VarId, ValueSet)>, Vec<(VarId, Option<VarId>, Vec<(Value, Value)>)>);

/// Whether every move can be undone by one move: the inverse of each action is an action. `false` if it is not known.
pub(super) fn all_undo(task: &Task, relaxed: &Relaxed) -> bool {
    let possible = || task.actions.iter().zip(&relaxed.fires).filter(|(_, fires)| **fires).map(|(a, _)| a);
    if possible().any(|action| action.condition != Condition::True) {
        return false;
    }
    let Some(inverses) = inverses(task, relaxed) else { return false };
    let effects: FxHashSet<Effect> = possible().map(|action| effect(action, relaxed)).collect();
    inverses.iter().all(|inverse| effects.contains(&effect(&inverse.action, relaxed)))
}

/// Whether some move from one of these classes can be undone.
pub(super) fn back_and_forth<'s, const W: usize>(
    packed: &Packed,
    canon: Option<&Canon>,
    states: impl Iterator<Item = &'s [u64; W]>,
) -> bool {
    let mut scratch = (Scratch::default(), Scratch::default());
    let class = |state: [u64; W]| canon.map_or(state, |c| c.representative(&state).0);
    let mut undone = false;
    for state in states {
        packed.moves.each(state, &mut scratch.0, |_, after| {
            let middle = class(after);
            if after != *state && !undone {
                packed.moves.each(&middle, &mut scratch.1, |_, after| {
                    undone |= after != middle && class(after) == *state;
                });
            }
        });
        if undone {
            break;
        }
    }
    undone
}

/// An action in one form, whatever way it is written in.
fn effect(action: &Action, relaxed: &Relaxed) -> Effect {
    let values = |var: VarId| relaxed.values.get(var as usize).cloned().unwrap_or_default();
    let allowed =
        |var: VarId| action.guard_of(var).map_or_else(|| values(var), |g| g.intersection(&values(var)));
    let guard = action.guard.iter().map(|(var, _)| (*var, allowed(*var)));
    let assign = |(var, assign): &(VarId, Assign)| {
        let old: Vec<Value> =
            assign.source().map_or_else(|| vec![0], |source| allowed(source).iter().collect());
        let pairs: Vec<(Value, Value)> = old.iter().map(|old| (*old, assign.value(*old))).collect();
        let first = pairs.first().map_or(0, |pair| pair.1);
        match pairs.iter().all(|pair| pair.1 == first) {
            true => (*var, None, vec![(0, first)]),
            false => (*var, assign.source(), pairs),
        }
    };
    (guard.filter(|(var, set)| *set != values(*var)).collect(), action.assign.iter().map(assign).collect())
}
