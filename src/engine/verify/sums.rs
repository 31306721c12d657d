//! Weights whose sum no action changes, checked action by action.

use super::order::Order;
use super::sets::{may_apply, old_values};
use super::{Stop, named};
use crate::engine::certificate::{Invariant, Names};
use crate::task::{Action, Task, Value, ValueSet};

/// Residues are kept as the bits of one word.
const LARGEST_MODULUS: u32 = 64;
/// Weights are no larger than this, so that no sum leaves 128 bits.
const LARGEST_WEIGHT: i64 = 1 << 40;

/// The weights of an invariant, by variable and value.
pub(super) struct Sum {
    /// None where sums are compared as they are.
    modulus: Option<i128>,
    weights: Vec<Vec<i128>>,
    start: i128,
    /// Some variables whose pairs out of order count, too.
    order: Option<Order>,
}

impl Sum {
    /// Reads the weights of a certificate and checks that the start has the sum that is said.
    pub fn read(task: &Task, names: &Names, invariant: &Invariant) -> Result<Self, Stop> {
        let modulus = match invariant.modulus {
            0 => None,
            2..=LARGEST_MODULUS => Some(i128::from(invariant.modulus)),
            other => {
                return Err(Stop::Rejected(format!("{other} is no modulus from 2 to {LARGEST_MODULUS}")));
            }
        };
        let mut weights: Vec<Vec<i128>> =
            task.variables.iter().map(|v| vec![0; usize::from(v.size)]).collect();
        for (held, cells) in &invariant.weights {
            for (cell, weight) in cells {
                let (var, value) = named(names, cell, held)?;
                let fits = match modulus {
                    Some(modulus) => 0 < *weight && i128::from(*weight) < modulus,
                    None => *weight != 0 && weight.unsigned_abs() <= LARGEST_WEIGHT.unsigned_abs(),
                };
                if !fits {
                    return Err(Stop::Rejected(format!("{weight} is no weight for {cell}")));
                }
                let slot = weights.get_mut(var as usize).and_then(|v| v.get_mut(usize::from(value)));
                *slot.ok_or_else(|| Stop::wrong("a weight is given to what no cell holds"))? =
                    i128::from(*weight);
            }
        }
        let order = match invariant.order.as_slice() {
            [] => None,
            cells if modulus == Some(2) => Some(Order::read(task, names, cells)?),
            _ => return Err(Stop::wrong("pairs out of order are counted modulo 2 only")),
        };
        let pairs = order.as_ref().map_or(0, |order| order.inversions(&task.start));
        let mut sum = Sum { modulus, weights, start: 0, order };
        let start: i128 = (0..).zip(&task.start).map(|(var, value)| sum.weight(var, *value)).sum();
        sum.start = sum.reduced(start + pairs);
        if sum.start != i128::from(invariant.start) {
            let text = format!("the sum at the start is {}, not {}", sum.start, invariant.start);
            return Err(Stop::Rejected(text));
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
    pub fn unchanged(&self, task: &Task, sets: &[ValueSet]) -> Result<(), Stop> {
        match task.actions.iter().filter(|a| may_apply(a, sets)).find(|a| !self.keeps(a, sets)) {
            None => Ok(()),
            Some(action) => {
                let written = action.assign.iter().filter_map(|(v, _)| task.variables.get(*v as usize));
                let names: Vec<&str> = written.map(|v| v.name.as_str()).collect();
                Err(Stop::Rejected(format!("a move at {} changes a sum", names.join(", "))))
            }
        }
    }

    /// Whether an action leaves the sum as it is, whatever the old values.
    ///
    /// The change is one constant and, for every variable that is read or written, a part that
    /// depends on its old value alone. It is always 0 if no part depends on the old value and all
    /// add up to 0.
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

    /// Whether no position of the sets has the start's sum: none of the remainders that the sets
    /// allow, or neither the least sum nor the greatest nor anything between.
    pub fn breaks(&self, sets: &[ValueSet]) -> bool {
        if let Some(order) = &self.order {
            let Some(position) = sets.iter().map(ValueSet::single).collect::<Option<Vec<Value>>>() else {
                return false;
            };
            let sum: i128 = (0..).zip(&position).map(|(var, value)| self.weight(var, *value)).sum();
            return !order.same_contents(&position)
                || self.reduced(sum + order.inversions(&position)) != self.start;
        }
        let ways = |var: u32, set: &'_ ValueSet| -> Vec<i128> {
            set.iter().map(|value| self.weight(var, value)).collect()
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
                usize::try_from(self.start).ok().and_then(|s| sums.get(s)) != Some(&true)
            }
            None => {
                let each = || (0..).zip(sets).map(|(var, set)| ways(var, set));
                let least: i128 = each().filter_map(|w| w.into_iter().min()).sum();
                let most: i128 = each().filter_map(|w| w.into_iter().max()).sum();
                self.start < least || self.start > most
            }
        }
    }
}
