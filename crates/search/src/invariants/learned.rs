//! Weights read off a script's values at positions near the start.

use std::collections::BTreeMap;

use super::pairs::Fact;
use super::{Field, Invariant, Pair};
use crate::Relaxed;
use puzzlec_algebra::modular::gcd;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Progress};
use puzzlec_task::oracle::Oracle;
use puzzlec_task::{Task, Value, ValueSet, VarId};

/// Positions that the sums are compared on.
const SAMPLES: usize = 256;
/// Maximum number of weights, of cells and of pairs, read off a script.
const MOST_WEIGHTS: usize = 1 << 16;
/// Weights are no larger than this.
const LARGEST_WEIGHT: i128 = 1 << 40;
/// A larger modulus is not looked for.
const LARGEST_MODULUS: i64 = 64;

/// The change of each number if the start had this value instead.
type Single = (Fact, Vec<i64>);
/// The change of each number beyond that of these two facts alone.
type Double = (Fact, Fact, Vec<i64>);

/// Evaluates a script at positions.
pub(super) struct Learner<'a> {
    task: &'a Task,
    oracle: &'a Oracle,
    relaxed: &'a Relaxed,
    budget: &'a Budget,
    /// The numbers of the start.
    pub first: Vec<i64>,
}

/// The weights.
pub(super) struct Terms {
    singles: Vec<Single>,
    doubles: Vec<Double>,
    /// The difference of each number from its sum: the greatest common divisor over many positions; 0 if they
    /// agree.
    differences: Vec<i64>,
}

impl<'a> Learner<'a> {
    pub fn new(
        task: &'a Task,
        oracle: &'a Oracle,
        relaxed: &'a Relaxed,
        budget: &'a Budget,
    ) -> Result<Self, Stop> {
        let first = oracle.numbers(&task.start, budget)?;
        Ok(Learner { task, oracle, relaxed, budget, first })
    }

    /// The numbers of a position, as many as at the start.
    pub fn evaluate(&self, position: &[Value]) -> Result<Vec<i64>, Stop> {
        let numbers = self.oracle.numbers(position, self.budget)?;
        if numbers.len() == self.first.len() {
            return Ok(numbers);
        }
        let text = format!("it gives {} numbers here and {} there", self.first.len(), numbers.len());
        Err(super::stated::changed(self.oracle, text))
    }

    /// Sums over single cells; `None` if there are too many weights.
    pub fn cells(&self) -> Result<Option<Terms>, Stop> {
        if self.relaxed.values.iter().map(ValueSet::len).sum::<usize>() > MOST_WEIGHTS {
            return Ok(None);
        }
        let mut singles = Vec::new();
        for (var, values) in (0..).zip(&self.relaxed.values) {
            for value in values.iter().filter(|v| self.task.start.get(var as usize) != Some(v)) {
                let numbers = self.evaluate(&self.near(&[(var, value)]))?;
                let change = numbers.iter().zip(&self.first).map(|(n, f)| n.saturating_sub(*f));
                singles.push(((var, value), change.collect()));
            }
        }
        let differences = self.differences(&singles, &[])?;
        Ok(Some(Terms { singles, doubles: Vec::new(), differences }))
    }

    /// The same with pairs of cells; `None` if there are too many.
    pub fn pairs(&self, terms: &Terms) -> Result<Option<Terms>, Stop> {
        let singles = &terms.singles;
        if singles.len().saturating_mul(singles.len()) / 2 > MOST_WEIGHTS {
            return Ok(None);
        }
        let mut doubles = Vec::new();
        for (at, (one, with_one)) in singles.iter().enumerate() {
            self.budget.poll(&Progress::default())?;
            for (other, with_other) in singles.iter().skip(at + 1).filter(|s| s.0.0 != one.0) {
                let numbers = self.evaluate(&self.near(&[*one, *other]))?;
                let parts = self.first.iter().zip(with_one).zip(with_other);
                let alone = parts.map(|((f, a), b)| f.saturating_add(*a).saturating_add(*b));
                let more: Vec<i64> =
                    numbers.iter().zip(alone).map(|(n, alone)| n.saturating_sub(alone)).collect();
                if more.iter().any(|m| *m != 0) {
                    doubles.push((*one, *other, more));
                }
            }
        }
        let differences = self.differences(singles, &doubles)?;
        Ok(Some(Terms { singles: singles.clone(), doubles, differences }))
    }

    /// The start, where some cells hold something else.
    fn near(&self, facts: &[Fact]) -> Vec<Value> {
        let mut position = self.task.start.clone();
        for (var, value) in facts {
            if let Some(slot) = position.get_mut(*var as usize) {
                *slot = *value;
            }
        }
        position
    }

    fn differences(&self, singles: &[Single], doubles: &[Double]) -> Result<Vec<i64>, Stop> {
        let mut differences = vec![0; self.first.len()];
        let mut dice = Dice(1);
        for sample in 0..SAMPLES {
            let mut position = self.task.start.clone();
            for (slot, values) in position.iter_mut().zip(&self.relaxed.values) {
                // Positions near the start and far from it.
                if dice.below(1 + sample % 4) == 0 {
                    *slot = values.iter().nth(dice.below(values.len())).unwrap_or(*slot);
                }
            }
            let numbers = self.evaluate(&position)?;
            let mut sums = self.first.clone();
            let mut add = |changes: &[i64]| {
                sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum = sum.saturating_add(*change));
            };
            let held = |(var, value): &Fact| position.get(*var as usize) == Some(value);
            singles.iter().filter(|s| held(&s.0)).for_each(|s| add(&s.1));
            doubles.iter().filter(|d| held(&d.0) && held(&d.1)).for_each(|d| add(&d.2));
            for ((difference, number), sum) in differences.iter_mut().zip(&numbers).zip(&sums) {
                *difference = gcd(*difference, number.saturating_sub(*sum).saturating_abs());
            }
        }
        Ok(differences)
    }
}

impl Terms {
    /// Whether a number is just its sum.
    pub fn is_exact(&self, at: usize) -> bool {
        self.differences.get(at) == Some(&0)
    }

    /// The representation of a number as a sum, if it has one: exactly, or modulo the divisor of all
    /// differences.
    pub fn invariant(&self, at: usize, task: &Task, relaxed: &Relaxed) -> Option<Invariant> {
        let difference = *self.differences.get(at)?;
        let field = match difference {
            0 => Field::Whole,
            2..=LARGEST_MODULUS => Field::Modulo(u8::try_from(difference).ok()?),
            _ => return None,
        };
        let own = |all: &[i64]| i128::from(all.get(at).copied().unwrap_or(0));
        let mut singles: BTreeMap<Fact, i128> = self.singles.iter().map(|s| (s.0, own(&s.1))).collect();
        let mut doubles: BTreeMap<(Fact, Fact), i128> =
            self.doubles.iter().map(|d| ((d.0, d.1), own(&d.2))).filter(|d| d.1 != 0).collect();
        if !doubles.is_empty() {
            (singles, doubles) = from_empty(&singles, &doubles, task, relaxed);
        }
        let reduced = |weight: i128| match field {
            Field::Whole => weight,
            Field::Modulo(modulus) => weight.rem_euclid(i128::from(modulus)),
        };
        let small = |weight: i128| i64::try_from(weight).ok().filter(|_| weight.abs() <= LARGEST_WEIGHT);
        let mut weights = Vec::new();
        for ((var, value), weight) in singles.into_iter().map(|(f, w)| (f, reduced(w))).filter(|w| w.1 != 0) {
            weights.push((var, value, small(weight)?));
        }
        let mut pairs = Vec::new();
        for ((first, second), weight) in
            doubles.into_iter().map(|(f, w)| (f, reduced(w))).filter(|w| w.1 != 0)
        {
            pairs.push(Pair { first, second, weight: small(weight)? });
        }
        let some = !weights.is_empty() || !pairs.is_empty();
        some.then_some(Invariant { field, weights, order: Vec::new(), pairs })
    }
}

type Weights = (BTreeMap<Fact, i128>, BTreeMap<(Fact, Fact), i128>);

/// The same sum up to a constant, counted from empty cells instead of from the start, which is easier to
/// read.
fn from_empty(
    singles: &BTreeMap<Fact, i128>,
    doubles: &BTreeMap<(Fact, Fact), i128>,
    task: &Task,
    relaxed: &Relaxed,
) -> Weights {
    let values = |var: VarId| -> Vec<Value> {
        relaxed.values.get(var as usize).into_iter().flat_map(ValueSet::iter).collect()
    };
    let none = |var: VarId| -> Value {
        let has = relaxed.values.get(var as usize).is_some_and(|set| set.contains(0));
        if has { 0 } else { task.start.get(var as usize).copied().unwrap_or(0) }
    };
    let single = |fact: Fact| singles.get(&fact).copied().unwrap_or(0);
    let double = |a: Fact, b: Fact| doubles.get(&(a, b)).copied().unwrap_or(0);
    let mut alone: BTreeMap<Fact, i128> = BTreeMap::new();
    for var in (0..).take(task.variables.len()) {
        for value in values(var) {
            alone.insert((var, value), single((var, value)) - single((var, none(var))));
        }
    }
    let mut together = BTreeMap::new();
    let mut paired: Vec<(VarId, VarId)> = doubles.keys().map(|(a, b)| (a.0, b.0)).collect();
    paired.sort_unstable();
    paired.dedup();
    for (i, j) in paired {
        let (at, to) = ((i, none(i)), (j, none(j)));
        for a in values(i) {
            *alone.entry((i, a)).or_default() += double((i, a), to) - double(at, to);
        }
        for b in values(j) {
            *alone.entry((j, b)).or_default() += double(at, (j, b)) - double(at, to);
        }
        for a in values(i).into_iter().filter(|a| *a != at.1) {
            for b in values(j).into_iter().filter(|b| *b != to.1) {
                let (one, other) = ((i, a), (j, b));
                let weight = double(one, other) - double(at, other) - double(one, to) + double(at, to);
                together.insert((one, other), weight);
            }
        }
    }
    (alone, together)
}

/// A fixed sequence of numbers: the same answers in every run.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize).checked_rem(n).unwrap_or(0)
    }
}
