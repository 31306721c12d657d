//! Inverse actions: from a position to its predecessors.

use super::Relaxed;
use puzzlec_task::{Action, ActionId, Assign, Condition, Task, Value, ValueSet, VarId};

/// Maximum number of cases of an action, for old values that the action overwrites.
const CASES: usize = 64;

/// An inverse action. It yields candidates, which must be confirmed by applying the action forward.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// An action from the position after to the position before. It has the condition if the action changes nothing that
    /// this tests.
    pub action: Action,
    /// The action it inverts.
    pub of: ActionId,
}

/// The inverses of all actions that could ever apply.
///
/// The cases are complete: if an action maps a position within the relaxed values to another, one of its
/// inverses maps it back. An old value is known if the guard allows only one, or if the action copies it
/// elsewhere through an injective table; otherwise every value that the guard allows is a case of its own.
/// `None` if an action has too many cases.
pub fn inverses(task: &Task, relaxed: &Relaxed) -> Option<Vec<Inverse>> {
    let mut all = Vec::new();
    for (id, action) in task.actions.iter().enumerate() {
        if relaxed.fires.get(id) == Some(&true) {
            invert(action, id as ActionId, relaxed, &mut all)?;
        }
    }
    Some(all)
}

/// The knowledge of a written variable's old value.
enum Old {
    /// It is one of these; each is a case.
    Cases(ValueSet),
    /// It can be computed from a variable's new value.
    From(Assign),
}

fn invert(action: &Action, of: ActionId, relaxed: &Relaxed, all: &mut Vec<Inverse>) -> Option<()> {
    let domain = |var: VarId| {
        let values = relaxed.values.get(var as usize).cloned().unwrap_or_default();
        action.guard_of(var).map_or_else(|| values.clone(), |g| g.intersection(&values))
    };
    let mut kept = true;
    action
        .condition
        .for_each_variable(&mut |var| kept &= action.assign.binary_search_by_key(&var, |a| a.0).is_err());
    let condition = if kept { action.condition.clone() } else { Condition::True };
    let old: Vec<(VarId, Old)> =
        action.assign.iter().map(|(var, _)| (*var, recover(action, *var, domain(*var)))).collect();
    let cases = old.iter().fold(1_usize, |n, (_, o)| match o {
        Old::Cases(values) => n.saturating_mul(values.len()),
        Old::From(_) => n,
    });
    if cases > CASES {
        return None;
    }
    for case in 0..cases {
        let mut rest = case;
        let assign: Vec<(VarId, Assign)> = old
            .iter()
            .filter_map(|(var, old)| {
                let assign = match old {
                    Old::From(assign) => assign.clone(),
                    Old::Cases(values) => {
                        let value = values.iter().nth(rest % values.len())?;
                        rest /= values.len();
                        Assign::Set(value)
                    }
                };
                Some((*var, assign))
            })
            .collect();
        // The old value of the variable in this case.
        let before = |var: VarId| match assign.binary_search_by_key(&var, |a| a.0) {
            Ok(at) => match assign.get(at) {
                Some((_, Assign::Set(value))) => ValueSet::one(*value),
                _ => domain(var),
            },
            Err(_) => domain(var),
        };
        let mut guard: Vec<(VarId, ValueSet)> = action
            .guard
            .iter()
            .filter(|(var, _)| action.assign.binary_search_by_key(var, |a| a.0).is_err())
            .cloned()
            .collect();
        for (var, new) in &action.assign {
            let image = match new.source() {
                None => ValueSet::one(new.value(0)),
                Some(source) => before(source).iter().map(|v| new.value(v)).collect(),
            };
            guard.push((*var, image));
        }
        guard.sort_by_key(|g| g.0);
        all.push(Inverse {
            action: Action {
                label: action.label.clone(),
                guard,
                condition: condition.clone(),
                assign,
                mover: action.mover.map(|(from, to)| (to, from)),
                weight: action.weight,
                times: action.times,
                then: 0,
            },
            of,
        });
    }
    Some(())
}

/// The way to determine the old value of a written variable within the guard.
fn recover(action: &Action, var: VarId, domain: ValueSet) -> Old {
    if domain.len() <= 1 {
        return Old::Cases(domain);
    }
    for (target, assign) in &action.assign {
        match assign {
            Assign::Copy(source) if *source == var => return Old::From(Assign::Copy(*target)),
            Assign::Map(source, _) if *source == var => {
                if let Some(table) = backwards(assign, &domain) {
                    return Old::From(Assign::Map(*target, table));
                }
            }
            _ => {}
        }
    }
    Old::Cases(domain)
}

/// The table from new value to old one, if no two values of the domain become one.
fn backwards(assign: &Assign, domain: &ValueSet) -> Option<Vec<Value>> {
    let image: ValueSet = domain.iter().map(|v| assign.value(v)).collect();
    if image.len() != domain.len() {
        return None;
    }
    let top = image.iter().last().map_or(0, |v| usize::from(v) + 1);
    let mut table = vec![0; top];
    for old in domain.iter() {
        if let Some(entry) = table.get_mut(usize::from(assign.value(old))) {
            *entry = old;
        }
    }
    Some(table)
}
