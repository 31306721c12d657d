//! Goals that break a sum, by the sums that a box of positions can have.

use super::goals::{Narrowed, boxes, is_listed, listed};
use super::pairs::{Combination, Fact, Pairs};
use super::{Field, Invariant};
use crate::Relaxed;
use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_task::{Task, Value, ValueSet, VarId};

/// Maximum number of combinations of the contents of paired cells, for all boxes of a goal.
const MOST_COMBINATIONS: usize = 1 << 16;

/// The first of these invariants by which every position that passes the goal test has another sum
/// than the start; `None` where none does.
///
/// # Errors
/// A limit.
pub fn refuting<'i>(
    task: &Task,
    relaxed: &Relaxed,
    invariants: &'i [Invariant],
    budget: &Budget,
) -> Result<Option<&'i Invariant>, Limit> {
    if invariants.is_empty() {
        return Ok(None);
    }
    for invariant in invariants {
        if let Some(boxes) = boxes(&task.goal, relaxed)
            && breaks(task, relaxed, invariant, &boxes, budget)?
        {
            return Ok(Some(invariant));
        }
    }
    if is_listed(&task.goal) {
        return Ok(None);
    }
    let steps = &mut |_| budget.poll(&Progress::default());
    let Some(goals) = listed(task, relaxed, steps)? else { return Ok(None) };
    for invariant in invariants {
        if breaks(task, relaxed, invariant, &goals, budget)? {
            return Ok(Some(invariant));
        }
    }
    Ok(None)
}

/// Whether every position of these boxes has another sum than the start.
fn breaks(
    task: &Task,
    relaxed: &Relaxed,
    invariant: &Invariant,
    boxes: &[Narrowed],
    budget: &Budget,
) -> Result<bool, Limit> {
    let pairs = Pairs::new(invariant);
    let start = invariant.sum(&task.start);
    let mut left = MOST_COMBINATIONS;
    for narrowed in boxes {
        budget.poll(&Progress::default())?;
        let mut said = narrowed.iter().peekable();
        let sets = (0..).zip(&relaxed.values).map(|(var, values): (VarId, &ValueSet)| {
            let own = said.next_if(|n| n.0 == var).map(|n| &n.1);
            (var, own.unwrap_or(values).iter().collect())
        });
        if possible(&pairs, sets.collect(), start, &mut left) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether positions with these values of the variables may have a sum. If paired variables are open, their
/// combinations are enumerated within the remaining budget.
fn possible(pairs: &Pairs, sets: Vec<(VarId, Vec<Value>)>, sum: i128, left: &mut usize) -> bool {
    let is_open = |var: VarId| sets.get(var as usize).is_some_and(|s| s.1.len() > 1);
    let fixed: Vec<Fact> =
        sets.iter().filter(|s| s.1.len() == 1).flat_map(|s| Some((s.0, *s.1.first()?))).collect();
    let open = |tangled: bool| -> Vec<(VarId, Vec<Value>)> {
        let has = |var: VarId| pairs.partners(var).iter().any(|other| is_open(*other));
        sets.iter().filter(|s| s.1.len() > 1 && has(s.0) == tangled).cloned().collect()
    };
    // The weight of a value together with all fixed ones.
    let weight = |var: VarId, value: Value| -> i128 {
        let with = |other: &VarId| {
            let held = sets.get(*other as usize).filter(|s| s.1.len() == 1).and_then(|s| s.1.first());
            held.map_or(0, |held| pairs.together((var, value), (*other, *held)))
        };
        pairs.single((var, value)) + pairs.partners(var).iter().map(with).sum::<i128>()
    };
    let mut sums = Sums::new(pairs.invariant.field);
    for (var, values) in open(false) {
        sums.add(&values.iter().map(|value| weight(var, *value)).collect::<Vec<_>>());
    }
    let rest = sum - pairs.total(&fixed);
    let tangled = open(true);
    let Some(mut combination) = Combination::new(&tangled, *left) else { return true };
    while let Some(facts) = combination.facts(&tangled) {
        *left = left.saturating_sub(1);
        let alone: i128 = facts.iter().map(|f| weight(f.0, f.1) - pairs.single(*f)).sum();
        if sums.has(rest - alone - pairs.total(&facts)) {
            return true;
        }
        if !combination.step(&tangled) {
            break;
        }
    }
    false
}

/// The sums that some variables can have, or more.
enum Sums {
    Between(i128, i128),
    Remainders(Vec<i128>, i128),
}

impl Sums {
    /// The sum of no variables.
    fn new(field: Field) -> Self {
        match field {
            Field::Whole => Sums::Between(0, 0),
            Field::Modulo(modulus) => Sums::Remainders(vec![0], i128::from(modulus)),
        }
    }

    /// Adds a variable, whose values contribute one of these.
    fn add(&mut self, ways: &[i128]) {
        match self {
            Sums::Between(least, most) => {
                *least += ways.iter().min().copied().unwrap_or(0);
                *most += ways.iter().max().copied().unwrap_or(0);
            }
            Sums::Remainders(sums, modulus) => {
                let more = |s: &i128| ways.iter().map(|w| (s + w).rem_euclid(*modulus)).collect::<Vec<_>>();
                let mut next: Vec<i128> = sums.iter().flat_map(more).collect();
                next.sort_unstable();
                next.dedup();
                *sums = next;
            }
        }
    }

    fn has(&self, sum: i128) -> bool {
        match self {
            Sums::Between(least, most) => (*least..=*most).contains(&sum),
            Sums::Remainders(sums, modulus) => sums.contains(&sum.rem_euclid(*modulus)),
        }
    }
}
