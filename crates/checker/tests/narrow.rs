//! The values that a guard and a condition leave to variables, against all positions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[allow(dead_code)]
#[path = "../src/bounds.rs"]
mod bounds;
#[allow(dead_code)]
#[path = "../src/narrow.rs"]
mod narrow;
#[allow(dead_code)]
#[path = "../src/shapes.rs"]
mod shapes;

use std::sync::Arc;

use narrow::narrowed;
use puzzlec_task::{Condition, Members, Value, ValueSet, VarId};
use shapes::Shape;

const VARS: VarId = 4;
const VALUES: Value = 3;

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn var(&mut self) -> VarId {
        VarId::try_from(self.below(u64::from(VARS))).unwrap()
    }

    fn set(&mut self) -> ValueSet {
        let bits = self.below(1 << VALUES);
        (0..VALUES).filter(|value| bits >> value & 1 == 1).collect()
    }

    fn condition(&mut self, depth: u32) -> Condition {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => Condition::In(self.var(), self.set()),
            2 => {
                let (vars, min) = ((0..3).map(|_| self.var()).collect(), self.below(3));
                let max = min + self.below(2);
                let [min, max] = [min, max].map(|n| n.try_into().unwrap());
                Condition::Count { vars, values: self.set(), min, max }
            }
            3 => {
                let mut number = || i64::try_from(self.below(9)).unwrap() - 4;
                let weights = [number(), number(), number()];
                let (min, max) = (number(), number() + 2);
                let terms = weights.into_iter().map(|w| (w, self.var(), self.set())).collect();
                Condition::Sum { terms, min, max }
            }
            4 => Condition::Not(Box::new(self.condition(depth - 1))),
            5 => Condition::All((0..2 + self.below(2)).map(|_| self.condition(depth - 1)).collect()),
            6 => Condition::Any((0..2 + self.below(2)).map(|_| self.condition(depth - 1)).collect()),
            _ => self.shape(),
        }
    }

    /// A condition on the connected parts of a set.
    fn shape(&mut self) -> Condition {
        let n = u32::try_from(1 + self.below(5)).unwrap();
        let holds = (0..n).map(|_| self.condition(0)).collect();
        let mut links: Vec<(u32, u32)> =
            (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|_| self.below(3) > 0).collect();
        links.sort_unstable();
        let set = Arc::new(Members { holds, links });
        let [min, more] = [self.below(3), self.below(3)].map(|n| u32::try_from(n).unwrap());
        match self.below(3) {
            0 => Condition::Components { set, min, max: min + more },
            1 => Condition::Forest { set },
            _ => {
                let of = u32::try_from(self.below(n.into())).unwrap();
                let counted = (0..n).map(|_| self.condition(0)).collect();
                Condition::Component { set, of, counted, min, max: min + more }
            }
        }
    }
}

fn positions() -> impl Iterator<Item = Vec<Value>> {
    let all = VALUES.pow(VARS);
    (0..all).map(|n| (0..VARS).map(|var| n / VALUES.pow(var) % VALUES).collect())
}

/// No value of a position in which both hold is removed, and some are removed.
#[test]
fn values_of_positions_stay() {
    let (mut exact, mut never, mut all) = (0, 0, 0);
    for seed in 0..20_000 {
        let mut dice = Dice(seed);
        dice.below(2);
        let sets: Vec<ValueSet> = (0..VARS).map(|_| dice.set()).collect();
        let guard: Vec<(VarId, ValueSet)> = (0..dice.below(2)).map(|_| (dice.var(), dice.set())).collect();
        let condition = dice.condition(2);
        let found = narrowed(&guard, &condition, &sets);
        let fits = |p: &Vec<Value>| {
            sets.iter().zip(p).all(|(set, value)| set.contains(*value))
                && guard.iter().all(|(var, values)| values.contains(p[*var as usize]))
                && condition.holds(p)
        };
        let left: Vec<_> = positions().filter(fits).collect();
        let Some(narrow) = found else {
            assert!(left.is_empty(), "{seed}: {guard:?} {condition:?} {sets:?}");
            never += 1;
            continue;
        };
        let mut same = true;
        for var in 0..VARS {
            let values: ValueSet = left.iter().map(|p| p[var as usize]).collect();
            let kept = narrow.get(&var).unwrap_or(&sets[var as usize]);
            assert!(
                values.iter().all(|v| kept.contains(v)),
                "{seed}: {var}, {guard:?} {condition:?} {sets:?}"
            );
            same &= left.is_empty() || values == *kept;
        }
        exact += usize::from(same);
        all += 1;
    }
    assert!(never > 2_000 && exact * 10 > all * 7, "{never} never, {exact} of {all} exact");
}

/// What a shape is said to force holds in all positions in which it is as wanted, and some is forced.
#[test]
fn forced_members_are_so() {
    let (mut forced, mut never) = (0, 0);
    for seed in 0..20_000 {
        let mut dice = Dice(seed);
        dice.below(2);
        let sets: Vec<ValueSet> = (0..VARS).map(|_| dice.set()).collect();
        let shape = dice.shape();
        let within = |p: &Vec<Value>| sets.iter().zip(p).all(|(set, value)| set.contains(*value));
        for wanted in [true, false] {
            let left: Vec<_> = positions().filter(|p| within(p) && shape.holds(p) == wanted).collect();
            let Some(all) = Shape::within(&shape, &sets).unwrap().forced(wanted) else {
                assert!(left.is_empty(), "{seed}: {shape:?} {sets:?}");
                never += 1;
                continue;
            };
            for (part, holds) in &all {
                assert!(left.iter().all(|p| part.holds(p) == *holds), "{seed}: {part:?} {shape:?} {sets:?}");
            }
            forced += all.len();
        }
    }
    assert!(never > 2_000 && forced > 2_000, "{never} never, {forced} forced");
}
