//! The changes of actions, as linear equations on weights.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Field, Invariant};
use crate::Relaxed;
use puzzlec_algebra::UnionFind;
use puzzlec_base::Limit;
use puzzlec_task::{Action, Condition, Task, Value, ValueSet, VarId};

/// Maximum number of facts, and of terms of all equations together.
const MOST_FACTS: usize = 1 << 16;
const MOST_TERMS: usize = 1 << 16;
/// Maximum number of parts of a goal that is searched for the values of a variable.
const MOST_PARTS: usize = 1 << 10;

/// An equation "this sum of weights is 0": classes with their coefficients, sorted, none 0.
pub(super) type Row = Vec<(u32, i64)>;

/// The equations that weights must satisfy.
///
/// A fact is a variable with one of its relaxed values. One value of every variable has weight 0, which
/// removes trivial invariants. Facts with equal weights in every invariant form one class; class 0 has weight
/// 0.
pub(super) struct Changes {
    /// By variable, its values with their classes.
    facts: Vec<Vec<(Value, u32)>>,
    /// The number of classes.
    pub classes: usize,
    /// The equations, each once, the shorter first.
    pub rows: Vec<Row>,
}

impl Changes {
    /// The equations of a task; `None` if they are too many.
    pub fn new(
        task: &Task,
        relaxed: &Relaxed,
        steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
    ) -> Result<Option<Self>, Limit> {
        Changes::with(task, relaxed, None, steps)
    }

    /// The equations modulo 2 if `odd` actions change one additional sum by 1. That sum is represented by one
    /// more variable, after the task's, with the value 0.
    pub fn with(
        task: &Task,
        relaxed: &Relaxed,
        odd: Option<&dyn Fn(&Action) -> bool>,
        steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
    ) -> Result<Option<Self>, Limit> {
        let mut facts: Vec<Vec<(Value, u32)>> = Vec::new();
        let mut count = 1;
        for (var, values) in (0..).zip(&relaxed.values) {
            let plain = plain(var, values, &task.goal);
            let ids = values.iter().map(|value| {
                if value == plain {
                    return (value, 0);
                }
                count += 1;
                (value, count - 1)
            });
            facts.push(ids.collect());
        }
        let more = count;
        if odd.is_some() {
            facts.push(vec![(0, more)]);
            count += 1;
        }
        if count as usize > MOST_FACTS {
            return Ok(None);
        }
        let mut roots = UnionFind::new(count as usize);
        let mut known: FxHashSet<Row> = FxHashSet::default();
        let mut terms = 0;
        for (action, fires) in task.actions.iter().zip(&relaxed.fires) {
            if !fires {
                continue;
            }
            let Some(mut found) = equations(action, relaxed, &facts) else { return Ok(None) };
            // The last equation is the one of the sum itself.
            if odd.is_some_and(|odd| odd(action))
                && let Some(row) = found.last_mut()
            {
                row.push((more, 1));
            }
            for row in found {
                terms += row.len() + 1;
                if !join(&mut roots, &row) && !row.is_empty() {
                    known.insert(row);
                }
            }
            steps(1 + action.assign.len() as u64)?;
            if terms > MOST_TERMS {
                return Ok(None);
            }
        }
        let rows = known.into_iter().collect();
        let mut changes = Changes { facts, classes: count as usize, rows };
        changes.merge(roots, steps)?;
        Ok(Some(changes))
    }

    /// The class of a fact; `None` where the variable never holds the value.
    pub fn class(&self, var: VarId, value: Value) -> Option<u32> {
        let values = self.facts.get(var as usize)?;
        let at = values.binary_search_by_key(&value, |f| f.0).ok()?;
        values.get(at).map(|f| f.1)
    }

    /// Weights of classes as weights of facts.
    pub fn invariant(&self, field: Field, weights: &[i64]) -> Invariant {
        let mut all = Vec::new();
        for (var, values) in (0..).zip(&self.facts) {
            for (value, class) in values {
                match weights.get(*class as usize) {
                    Some(0) | None => {}
                    Some(weight) => all.push((var, *value, *weight)),
                }
            }
        }
        Invariant { field, weights: all, order: Vec::new(), pairs: Vec::new() }
    }

    /// Merges classes as long as an equation implies that two weights are equal.
    fn merge(
        &mut self,
        mut roots: UnionFind,
        steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        loop {
            let mut joined = false;
            let mut known: FxHashSet<Row> = FxHashSet::default();
            for row in &self.rows {
                steps(row.len() as u64)?;
                let renamed = row.iter().map(|(class, c)| (roots.root(*class), *c));
                let row = sorted(renamed.collect());
                if join(&mut roots, &row) {
                    joined = true;
                } else if !row.is_empty() {
                    known.insert(row);
                }
            }
            self.rows = known.into_iter().collect();
            if !joined {
                break;
            }
        }
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        numbers.insert(0, 0);
        for fact in self.facts.iter_mut().flatten() {
            let root = roots.root(fact.1);
            let next = numbers.len() as u32;
            fact.1 = *numbers.entry(root).or_insert(next);
        }
        for row in &mut self.rows {
            for term in row.iter_mut() {
                term.0 = numbers.get(&term.0).copied().unwrap_or(0);
            }
            row.sort_unstable();
        }
        self.rows.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        self.classes = numbers.len();
        Ok(())
    }
}

/// The value of a variable with weight 0: "empty", else the goal's value, else any.
fn plain(var: VarId, values: &ValueSet, goal: &Condition) -> Value {
    let asked = |condition: &Condition| match condition {
        Condition::In(v, set) if *v == var => set.single().filter(|value| values.contains(*value)),
        _ => None,
    };
    let wanted = match goal {
        _ if values.contains(0) => Some(0),
        Condition::All(parts) if parts.len() <= MOST_PARTS => parts.iter().find_map(asked),
        other => asked(other),
    };
    wanted.or_else(|| values.iter().next()).unwrap_or(0)
}

/// Merges two classes if a row implies equal weights; returns whether it does. The smallest is the root, so
/// that class 0 is unchanged.
fn join(roots: &mut UnionFind, row: &Row) -> bool {
    let (a, b) = match row.as_slice() {
        [(a, 1)] => (*a, 0),
        [(a, 1), (b, -1)] => (*a, *b),
        _ => return false,
    };
    roots.join(a, b);
    true
}

/// The equations of an action, in facts; `None` if it gives a value that is not among the relaxed
/// ones.
///
/// The change of the sum has one part for each variable that is read or written, a function of its old value,
/// and one constant part. The old values are independent as far as guards and relaxed values go, so the
/// change is always 0 if and only if every part is the same for all old values and all parts add up to 0.
/// Conditions are ignored, which only strengthens the requirement.
fn equations(action: &Action, relaxed: &Relaxed, facts: &[Vec<(Value, u32)>]) -> Option<Vec<Row>> {
    let fact = |var: VarId, value: Value| {
        let values = facts.get(var as usize)?;
        let at = values.binary_search_by_key(&value, |f| f.0).ok()?;
        values.get(at).map(|f| f.1)
    };
    let mut total: Row = Vec::new();
    let mut olds: Vec<VarId> = Vec::new();
    for (var, assign) in &action.assign {
        olds.push(*var);
        match assign.source() {
            Some(source) => olds.push(source),
            None => total.push((fact(*var, assign.value(0))?, 1)),
        }
    }
    olds.sort_unstable();
    olds.dedup();
    let mut rows = Vec::new();
    for old in olds {
        let values: &ValueSet = relaxed.values.get(old as usize)?;
        let guard = action.guard_of(old);
        let part = |value: Value| -> Option<Row> {
            let mut part = Vec::new();
            for (var, assign) in &action.assign {
                if assign.source() == Some(old) {
                    part.push((fact(*var, assign.value(value))?, 1));
                }
                if *var == old {
                    part.push((fact(old, value)?, -1));
                }
            }
            Some(part)
        };
        let mut first: Option<Row> = None;
        for value in values.iter().filter(|v| guard.is_none_or(|g| g.contains(*v))) {
            let mut here = part(value)?;
            match &first {
                None => {
                    total.extend(&here);
                    first = Some(here);
                }
                Some(first) => {
                    here.extend(first.iter().map(|(class, c)| (*class, -c)));
                    rows.push(sorted(here));
                }
            }
        }
        // Without an old value it never applies.
        if first.is_none() {
            return Some(Vec::new());
        }
    }
    rows.push(sorted(total));
    Some(rows)
}

/// The normal form of a row: sorted, terms of a class added up, class 0 and coefficients 0 omitted, the first
/// coefficient positive.
fn sorted(mut terms: Row) -> Row {
    terms.sort_unstable_by_key(|t| t.0);
    let mut kept: usize = 0;
    for i in 0..terms.len() {
        let Some(term) = terms.get(i).copied().filter(|t| t.0 != 0) else { continue };
        match kept.checked_sub(1).and_then(|last| terms.get_mut(last)).filter(|l| l.0 == term.0) {
            Some(last) => last.1 += term.1,
            None => {
                if let Some(slot) = terms.get_mut(kept) {
                    *slot = term;
                }
                kept += 1;
            }
        }
    }
    terms.truncate(kept);
    terms.retain(|t| t.1 != 0);
    if terms.first().is_some_and(|t| t.1 < 0) {
        terms.iter_mut().for_each(|t| t.1 = -t.1);
    }
    terms
}
