//! Invariants in the names of the puzzle, for certificates.

use std::collections::BTreeMap;

use puzzlec_task::certificate::{self, Names, Pairs};
use puzzlec_task::{Task, VarId};

use super::{Field, Invariant, Pair};

/// An invariant of a task, in names.
pub(crate) fn named(task: &Task, names: &Names, invariant: &Invariant) -> certificate::Invariant {
    let mut weights: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
    for (var, value, weight) in &invariant.weights {
        let cells = weights.entry(names.value(*var, *value)).or_default();
        cells.insert(names.variable(*var), *weight);
    }
    let modulus = match invariant.field {
        Field::Whole => 0,
        Field::Modulo(prime) => u32::from(prime),
    };
    // Weights are at most 2^40, and those of cells and of pairs of cells fewer than 2^17.
    let start = i64::try_from(invariant.sum(&task.start)).unwrap_or(i64::MAX);
    let order = invariant.order.iter().map(|var| names.variable(*var)).collect();
    let mut alike: BTreeMap<(String, String, i64), Vec<(VarId, VarId)>> = BTreeMap::new();
    for Pair { first, second, weight } in &invariant.pairs {
        let held = (names.value(first.0, first.1), names.value(second.0, second.1), *weight);
        alike.entry(held).or_default().push((first.0, second.0));
    }
    let named = |(first, second)| (names.variable(first), names.variable(second));
    let pairs = alike.into_iter().map(|((first, second, weight), mut cells)| {
        cells.sort_unstable();
        Pairs { held: (first, second), weight, cells: cells.into_iter().map(named).collect() }
    });
    certificate::Invariant { modulus, start, weights, order, pairs: pairs.collect() }
}
