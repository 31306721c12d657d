//! Compilation of an action's guard, condition and assignments to masks and transfers.

use std::collections::BTreeMap;

use super::{Effect, Transfer};
use crate::packed::layout::{Field, Layout};
use puzzlec_task::{Action, Condition, ValueSet, VarId};

/// The action's guard together with the conjuncts of its condition that name one variable, and
/// what remains of the condition.
pub(crate) fn strengthen(action: &Action) -> (BTreeMap<VarId, ValueSet>, Condition) {
    let mut allowed: BTreeMap<VarId, ValueSet> = BTreeMap::new();
    let mut restrict = |var: VarId, set: &ValueSet| match allowed.get_mut(&var) {
        Some(old) => *old = old.intersection(set),
        None => {
            allowed.insert(var, set.clone());
        }
    };
    for (var, set) in &action.guard {
        restrict(*var, set);
    }
    let parts = match &action.condition {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut rest = Condition::True;
    for part in parts {
        match part {
            Condition::In(var, set) => restrict(*var, set),
            part => rest = rest.and(part.clone()),
        }
    }
    (allowed, rest)
}

/// The assignments as operations on whole words if they are constant or flip fixed bits, and as transfers
/// otherwise.
pub(super) fn compile(
    layout: &Layout,
    action: &Action,
    allowed: &BTreeMap<VarId, ValueSet>,
) -> (Vec<Effect>, Vec<Transfer>) {
    let (mut effects, mut transfers) = (Vec::<Effect>::new(), Vec::new());
    let mut effect = |field: Field, keep: bool, code: u64| {
        let at = effects.iter().position(|e| e.word == field.word).unwrap_or_else(|| {
            effects.push(Effect { word: field.word, keep: u64::MAX, turn: 0 });
            effects.len() - 1
        });
        if let Some(e) = effects.get_mut(at) {
            e.turn |= code << field.shift;
            if !keep {
                e.keep &= !field.bits();
            }
        }
    };
    for (var, assign) in &action.assign {
        let Some(to) = layout.field(*var) else { continue };
        // Old code and new code, for every code the source may have.
        let source = assign.source();
        let pairs: Vec<(u64, u64)> = match source {
            None => layout.code(*var, assign.value(0)).map(|c| (0, c)).into_iter().collect(),
            Some(source) => {
                let values = layout.values(source).iter().zip(0..);
                let may = |v: u16| allowed.get(&source).is_none_or(|s| s.contains(v));
                let values = values.filter(|(v, _)| may(**v));
                values.filter_map(|(v, c)| Some((c, layout.code(*var, assign.value(*v))?))).collect()
            }
        };
        let Some(&(first_old, first_new)) = pairs.first() else { continue };
        let turn = first_old ^ first_new;
        let from = source.and_then(|s| layout.field(s));
        if pairs.iter().all(|p| p.1 == first_new) {
            effect(to, false, first_new);
        } else if from == Some(to) && pairs.iter().all(|p| p.0 ^ p.1 == turn) {
            effect(to, true, turn);
        } else if let Some(from) = from {
            let same = pairs.iter().all(|p| p.0 == p.1);
            let table = (!same).then(|| table(&pairs));
            transfers.push(Transfer { from, to, table });
        }
    }
    (effects, transfers)
}

/// New code by old code; codes the source never has become 0.
fn table(pairs: &[(u64, u64)]) -> Box<[u64]> {
    let top = pairs.iter().map(|p| p.0 as usize + 1).max().unwrap_or(0);
    let mut table = vec![0; top];
    for (old, new) in pairs {
        if let Some(entry) = table.get_mut(*old as usize) {
            *entry = *new;
        }
    }
    table.into()
}
