//! What a certificate says, in the names of the puzzle.

mod names;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::task::Task;
use crate::task::invariants::{self, Field};

pub use names::Names;

/// Weights of what the cells hold, by what is held and where, whose sum no action changes.
///
/// What is not listed has weight 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invariant {
    /// Sums are compared modulo this prime; 0 where they are compared as they are.
    pub modulus: u32,
    /// The sum at the start, from 0 to below the modulus where there is one.
    pub start: i64,
    /// By what is held the cells with their weights.
    pub weights: BTreeMap<String, BTreeMap<String, i64>>,
}

impl Invariant {
    /// An invariant of a task, in names.
    pub fn new(task: &Task, names: &Names, invariant: &invariants::Invariant) -> Self {
        let mut weights: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
        for (var, value, weight) in &invariant.weights {
            let cells = weights.entry(names.value(*var, *value)).or_default();
            cells.insert(names.variable(*var), *weight);
        }
        let modulus = match invariant.field {
            Field::Whole => 0,
            Field::Modulo(prime) => u32::from(prime),
        };
        // Weights are below 2^40 and variables fewer than 2^16.
        let start = i64::try_from(invariant.sum(&task.start)).unwrap_or(i64::MAX);
        Invariant { modulus, start, weights }
    }
}
