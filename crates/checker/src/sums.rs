//! Weights whose sum no action changes, checked action by action.

use super::order::Order;
use super::pairs::Pairs;
use super::sets::{may_apply, old_values};
use super::{Unproved, named};
use puzzlec_base::Progress;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::{Invariant, Names};
use puzzlec_task::{Action, Task, Value, ValueSet};

/// Residues are kept as the bits of one word.
const LARGEST_MODULUS: u32 = 64;
/// Maximum weight, so that no sum overflows 128 bits.
const LARGEST_WEIGHT: i64 = 1 << 40;

/// Combinations of the contents of paired cells: the maximum for one case, and for all.
const MOST_TRIED: u64 = 1 << 16;
const MOST_LOOKED: u64 = 1 << 24;

/// The weights of an invariant, by variable and value.
pub(super) struct Sum {
    /// `None` if sums are compared exactly.
    modulus: Option<i128>,
    weights: Vec<Vec<i128>>,
    start: i128,
    /// Variables whose pairs out of order also count.
    order: Option<Order>,
    /// Pairs of variables that count for what they hold together.
    pairs: Pairs,
}

impl Sum {
    /// Reads the weights of a certificate and checks the sum at the start.
    pub fn read(task: &Task, names: &Names, invariant: &Invariant) -> Result<Self, Unproved> {
        let modulus = match invariant.modulus {
            0 => None,
            2..=LARGEST_MODULUS => Some(i128::from(invariant.modulus)),
            other => {
                return Err(Unproved::Rejected(format!(
                    "{other} is not a modulus from 2 to {LARGEST_MODULUS}"
                )));
            }
        };
        let mut weights: Vec<Vec<i128>> =
            task.variables.iter().map(|v| vec![0; usize::from(v.size)]).collect();
        let fits = |weight: i64| match modulus {
            Some(modulus) => 0 < weight && i128::from(weight) < modulus,
            None => weight != 0 && weight.unsigned_abs() <= LARGEST_WEIGHT.unsigned_abs(),
        };
        for (held, cells) in &invariant.weights {
            for (cell, weight) in cells {
                let (var, value) = named(names, cell, held)?;
                if !fits(*weight) {
                    return Err(Unproved::Rejected(format!("{weight} is not a valid weight for {cell}")));
                }
                let slot = weights.get_mut(var as usize).and_then(|v| v.get_mut(usize::from(value)));
                *slot.ok_or_else(|| Unproved::wrong("a weight applies to something that no cell holds"))? =
                    i128::from(*weight);
            }
        }
        let order = match invariant.order.as_slice() {
            [] => None,
            cells if modulus == Some(2) => Some(Order::read(task, names, cells)?),
            _ => return Err(Unproved::wrong("pairs out of order are counted modulo 2 only")),
        };
        if order.is_some() && !invariant.pairs.is_empty() {
            return Err(Unproved::wrong("pairs cannot have weights when pairs out of order are counted"));
        }
        let pairs = Pairs::read(names, &invariant.pairs, &fits)?;
        let inversions = order.as_ref().map_or(0, |order| order.inversions(&task.start));
        let mut sum = Sum { modulus, weights, start: 0, order, pairs };
        let start: i128 = (0..).zip(&task.start).map(|(var, value)| sum.weight(var, *value)).sum();
        sum.start = sum.reduced(start + inversions + sum.pairs.sum(&task.start));
        if sum.start != i128::from(invariant.start) {
            let text = format!("the sum at the start is {}, not {}", sum.start, invariant.start);
            return Err(Unproved::Rejected(text));
        }
        Ok(sum)
    }

    fn weight(&self, var: u32, value: Value) -> i128 {
        let weights = self.weights.get(var as usize);
        weights.and_then(|w| w.get(usize::from(value))).copied().unwrap_or(0)
    }

    fn reduced(&self, sum: i128) -> i128 {
        self.modulus.map_or(sum, |m| sum.rem_euclid(m))
    }

    /// Checks that no action that may apply in the sets changes the sum.
    pub fn unchanged(&self, task: &Task, sets: &[ValueSet], context: &SearchContext) -> Result<(), Unproved> {
        for action in task.actions.iter().filter(|a| may_apply(a, sets)) {
            let keeps = if self.pairs.is_empty() {
                self.keeps(action, sets)
            } else {
                context.poll(&Progress::default())?;
                let alone = |var: u32, value: Value| self.weight(var, value);
                !self.pairs.change(action, sets, &alone, &|sum| self.reduced(sum) != 0, context)?
            };
            if !keeps {
                let written = action.assign.iter().filter_map(|(v, _)| task.variables.get(*v as usize));
                let names: Vec<&str> = written.map(|v| v.name.as_str()).collect();
                return Err(Unproved::Rejected(format!("a move at {} changes a sum", names.join(", "))));
            }
        }
        Ok(())
    }

    /// Whether an action preserves the sum, for all old values.
    ///
    /// The change is one constant and, for every variable that is read or written, a part that depends only
    /// on its old value. It is always 0 if no part depends on the old value and all add up to 0.
    fn keeps(&self, action: &Action, sets: &[ValueSet]) -> bool {
        let mut variables: Vec<u32> = Vec::new();
        let mut change = 0;
        for (var, assign) in &action.assign {
            variables.push(*var);
            match assign.source() {
                Some(from) => variables.push(from),
                None => change += self.weight(*var, assign.value(0)),
            }
        }
        variables.sort_unstable();
        variables.dedup();
        for var in variables {
            let part = |old: Value| {
                let mut part = 0;
                for (written, assign) in &action.assign {
                    if assign.source() == Some(var) {
                        part += self.weight(*written, assign.value(old));
                    }
                    if *written == var {
                        part -= self.weight(var, old);
                    }
                }
                self.reduced(part)
            };
            let mut parts = old_values(action, var, sets).map(part);
            let first = parts.next().unwrap_or(0);
            if parts.any(|p| p != first) {
                return false;
            }
            change += first;
        }
        if let Some(order) = &self.order {
            match order.permutes(action, sets) {
                Some(odd) => change += i128::from(odd),
                None => return false,
            }
        }
        self.reduced(change) == 0
    }

    /// Whether no position of the sets has the start's sum; a `true` is certain. `looked` counts
    /// what is tried for all sets together.
    pub fn breaks(
        &self,
        sets: &[ValueSet],
        looked: &mut u64,
        context: &SearchContext,
    ) -> Result<bool, Unproved> {
        if let Some(order) = &self.order {
            let Some(position) = sets.iter().map(ValueSet::single).collect::<Option<Vec<Value>>>() else {
                return Ok(false);
            };
            let sum: i128 = (0..).zip(&position).map(|(var, value)| self.weight(var, *value)).sum();
            return Ok(!order.same_contents(&position)
                || self.reduced(sum + order.inversions(&position)) != self.start);
        }
        let most = looked.saturating_add(MOST_TRIED).min(MOST_LOOKED);
        Ok(!self.reaches(&mut sets.to_vec(), looked, most, context)?)
    }

    /// Whether some position of the sets may have the start's sum. As long as two variables with a joint
    /// weight are both open, one of them is split into its values.
    fn reaches(
        &self,
        sets: &mut [ValueSet],
        looked: &mut u64,
        most: u64,
        context: &SearchContext,
    ) -> Result<bool, Unproved> {
        let Some(var) = self.pairs.open(sets) else { return Ok(self.apart(sets)) };
        let Some(set) = sets.get(var as usize).cloned() else { return Ok(true) };
        let mut found = false;
        for value in set.iter() {
            *looked += 1;
            if looked.is_multiple_of(1 << 8) {
                context.poll(&Progress::default())?;
            }
            if let Some(slot) = sets.get_mut(var as usize) {
                *slot = ValueSet::one(value);
            }
            found = *looked > most || self.reaches(sets, looked, most, context)?;
            if found {
                break;
            }
        }
        if let Some(slot) = sets.get_mut(var as usize) {
            *slot = set;
        }
        Ok(found)
    }

    /// The same if each open variable contributes independently: by all remainders of its values, or by the
    /// least and the greatest sum.
    fn apart(&self, sets: &[ValueSet]) -> bool {
        let ways = |var: u32, set: &'_ ValueSet| -> Vec<i128> {
            let part = |value| self.weight(var, value) + self.pairs.part(var, value, sets);
            set.iter().map(part).collect()
        };
        match self.modulus {
            Some(modulus) => {
                let mut sums: Vec<bool> = (0..modulus).map(|s| s == 0).collect();
                for (var, set) in (0..).zip(sets) {
                    let ways = ways(var, set);
                    let reached = |sum: i128| {
                        ways.iter().any(|w| {
                            let before = usize::try_from((sum - w).rem_euclid(modulus));
                            before.ok().and_then(|b| sums.get(b)) == Some(&true)
                        })
                    };
                    sums = (0..modulus).map(reached).collect();
                }
                usize::try_from(self.start).ok().and_then(|s| sums.get(s)) == Some(&true)
            }
            None => {
                let each = || (0..).zip(sets).map(|(var, set)| ways(var, set));
                let least: i128 = each().filter_map(|w| w.into_iter().min()).sum();
                let most: i128 = each().filter_map(|w| w.into_iter().max()).sum();
                (least..=most).contains(&self.start)
            }
        }
    }
}
