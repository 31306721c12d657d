//! Guards of actions.

use puzzlec_task::{Condition, ValueSet, VarId};

/// Adds a condition to a guard: tests of one variable are added to the guard's list.
pub(super) fn split(condition: Condition, guard: &mut Vec<(VarId, ValueSet)>) -> Condition {
    match condition {
        Condition::In(var, values) => {
            restrict(guard, var, values);
            Condition::True
        }
        Condition::All(parts) => {
            parts.into_iter().fold(Condition::True, |rest, part| rest.and(split(part, guard)))
        }
        other => other,
    }
}

/// Restricts a variable further to these values.
pub(super) fn restrict(guard: &mut Vec<(VarId, ValueSet)>, var: VarId, values: ValueSet) {
    match guard.iter_mut().find(|g| g.0 == var) {
        Some((_, old)) => *old = old.intersection(&values),
        None => guard.push((var, values)),
    }
}
