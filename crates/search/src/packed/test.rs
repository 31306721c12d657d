//! Conditions on packed states.

use super::layout::{CodeSet, Field, Layout};
use super::shape::Shape;
use puzzlec_task::{Condition, ValueSet, VarId};

/// A word of a state must have these bits under this mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask {
    /// The word.
    pub word: u32,
    /// The mask of tested bits.
    pub mask: u64,
    /// Their required values.
    pub value: u64,
}

impl Mask {
    /// Whether the state has the bits.
    #[inline]
    pub fn holds(&self, state: &[u64]) -> bool {
        state.get(self.word as usize).is_some_and(|w| w & self.mask == self.value)
    }
}

/// A count of one-bit fields of a word: the set ones after flipping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    word: u32,
    mask: u64,
    flip: u64,
}

impl Bits {
    #[inline]
    fn count(&self, state: &[u64]) -> u32 {
        state.get(self.word as usize).map_or(0, |w| ((w ^ self.flip) & self.mask).count_ones())
    }
}

/// A condition on packed states; constant variables are folded away.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// Always.
    True,
    /// Never.
    False,
    /// The conjunction of these bits.
    Masks(Box<[Mask]>),
    /// The field has one of these codes.
    In(Field, CodeSet),
    /// The number of fields that have one of their codes.
    Count {
        /// Fields of one bit.
        bits: Box<[Bits]>,
        /// Others.
        fields: Box<[(Field, CodeSet)]>,
        /// The least number.
        min: i64,
        /// The greatest number.
        max: i64,
    },
    /// The weights of the fields that have one of their codes add up to at least `min` and at
    /// most `max`.
    Sum {
        /// Weights, fields, codes.
        terms: Box<[(i64, Field, CodeSet)]>,
        /// The least sum.
        min: i128,
        /// The greatest sum.
        max: i128,
    },
    /// How a set hangs together.
    Shape(Box<Shape>),
    /// A conjunction.
    All(Box<[Test]>),
    /// A disjunction.
    Any(Box<[Test]>),
    /// Not so.
    Not(Box<Test>),
}

/// A variable against a set of values.
enum Membership {
    Constant(bool),
    Field(Field, CodeSet),
}

fn membership(layout: &Layout, var: VarId, set: &ValueSet) -> Membership {
    let codes = layout.codes(var, set);
    if codes.is_empty() {
        return Membership::Constant(false);
    }
    match layout.field(var) {
        Some(field) if codes.len() < layout.values(var).len() => Membership::Field(field, codes),
        _ => Membership::Constant(true),
    }
}

impl Test {
    /// Compiles a condition.
    pub fn new(condition: &Condition, layout: &Layout) -> Self {
        match condition {
            Condition::True => Test::True,
            Condition::False => Test::False,
            Condition::In(var, set) => match membership(layout, *var, set) {
                Membership::Constant(holds) => Test::constant(holds),
                Membership::Field(field, codes) => Test::field(field, codes),
            },
            Condition::Count { vars, values, min, max } => {
                count(layout, vars, values, i64::from(*min), i64::from(*max))
            }
            Condition::Sum { terms, min, max } => sum(layout, terms, *min, *max),
            Condition::Components { set, min, max } => Shape::components(set, *min, *max, layout),
            Condition::Component { set, of, counted, min, max } => {
                Shape::component((set, *of), counted, (*min, *max), layout)
            }
            Condition::Forest { set } => Shape::forest(set, layout),
            Condition::All(parts) => Test::all(parts.iter().map(|p| Test::new(p, layout))),
            Condition::Any(parts) => Test::any(parts.iter().map(|p| Test::new(p, layout))),
            Condition::Not(part) => match Test::new(part, layout) {
                Test::True => Test::False,
                Test::False => Test::True,
                Test::Not(inner) => *inner,
                test => Test::Not(Box::new(test)),
            },
        }
    }

    pub(super) fn constant(holds: bool) -> Self {
        if holds { Test::True } else { Test::False }
    }

    fn field(field: Field, codes: CodeSet) -> Self {
        match codes.single() {
            Some(code) => {
                let mask = Mask { word: field.word, mask: field.bits(), value: code << field.shift };
                Test::Masks(Box::new([mask]))
            }
            None => Test::In(field, codes),
        }
    }

    /// All tests, with masks of one word merged.
    fn all(tests: impl Iterator<Item = Test>) -> Self {
        let mut masks: Vec<Mask> = Vec::new();
        let mut others = Vec::new();
        for test in tests {
            match test {
                Test::True => {}
                Test::False => return Test::False,
                Test::Masks(new) => {
                    for mask in new {
                        if !join(&mut masks, mask) {
                            return Test::False;
                        }
                    }
                }
                Test::All(inner) => others.extend(inner),
                test => others.push(test),
            }
        }
        if !masks.is_empty() {
            others.insert(0, Test::Masks(masks.into()));
        }
        match others.len() {
            0 => Test::True,
            1 => others.pop().unwrap_or(Test::True),
            _ => Test::All(others.into()),
        }
    }

    fn any(tests: impl Iterator<Item = Test>) -> Self {
        let mut others = Vec::new();
        for test in tests {
            match test {
                Test::True => return Test::True,
                Test::False => {}
                Test::Any(inner) => others.extend(inner),
                test => others.push(test),
            }
        }
        match others.len() {
            0 => Test::False,
            1 => others.pop().unwrap_or(Test::False),
            _ => Test::Any(others.into()),
        }
    }

    /// Whether the state passes.
    #[inline]
    pub fn holds(&self, state: &[u64]) -> bool {
        match self {
            Test::True => true,
            Test::Masks(masks) => masks.iter().all(|m| m.holds(state)),
            other => other.holds_slow(state),
        }
    }

    fn holds_slow(&self, state: &[u64]) -> bool {
        match self {
            Test::True => true,
            Test::False => false,
            Test::Masks(masks) => masks.iter().all(|m| m.holds(state)),
            Test::In(field, codes) => codes.contains(field.get(state)),
            Test::Count { bits, fields, min, max } => {
                let ones: u32 = bits.iter().map(|b| b.count(state)).sum();
                let more = fields.iter().filter(|(f, codes)| codes.contains(f.get(state))).count();
                let n = i64::from(ones) + more as i64;
                *min <= n && n <= *max
            }
            Test::Sum { terms, min, max } => {
                let inside = terms.iter().filter(|(_, f, codes)| codes.contains(f.get(state)));
                let sum: i128 = inside.map(|t| i128::from(t.0)).sum();
                *min <= sum && sum <= *max
            }
            Test::Shape(shape) => shape.holds(state),
            Test::All(parts) => parts.iter().all(|p| p.holds(state)),
            Test::Any(parts) => parts.iter().any(|p| p.holds(state)),
            Test::Not(part) => !part.holds(state),
        }
    }
}

/// The outcomes of tests of one state, by their numbers: a test that many moves share is made once.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    /// Twice the round in which the test was made, and 1 if it passed.
    made: Vec<u64>,
    round: u64,
}

impl Outcomes {
    /// Begins with a state, and so many tests.
    #[inline]
    pub(super) fn begin(&mut self, tests: usize) {
        if self.made.len() < tests {
            self.made.resize(tests, 0);
        }
        self.round += 1;
    }

    /// Whether the state passes the test of this number.
    #[inline]
    pub(super) fn holds(&mut self, number: u32, test: &Test, state: &[u64]) -> bool {
        let Some(made) = self.made.get_mut(number as usize) else { return test.holds(state) };
        if *made >> 1 != self.round {
            *made = self.round << 1 | u64::from(test.holds(state));
        }
        *made & 1 == 1
    }
}

/// Adds a mask to others; returns whether both can hold.
pub(super) fn join(masks: &mut Vec<Mask>, new: Mask) -> bool {
    match masks.iter_mut().find(|m| m.word == new.word) {
        Some(old) => {
            let both = old.mask & new.mask;
            old.mask |= new.mask;
            let agree = (old.value ^ new.value) & both == 0;
            old.value |= new.value;
            agree
        }
        None => {
            masks.push(new);
            true
        }
    }
}

fn count(layout: &Layout, vars: &[VarId], values: &ValueSet, min: i64, max: i64) -> Test {
    let (mut always, mut bits, mut fields) = (0_i64, Vec::<Bits>::new(), Vec::new());
    for var in vars {
        match membership(layout, *var, values) {
            Membership::Constant(holds) => always += i64::from(holds),
            Membership::Field(field, codes) if field.mask == 1 => {
                let bit = field.bits();
                let flip = if codes.contains(0) { bit } else { 0 };
                match bits.iter_mut().find(|b| b.word == field.word && b.mask & bit == 0) {
                    Some(b) => {
                        b.mask |= bit;
                        b.flip |= flip;
                    }
                    None => bits.push(Bits { word: field.word, mask: bit, flip }),
                }
            }
            Membership::Field(field, codes) => fields.push((field, codes)),
        }
    }
    if bits.is_empty() && fields.is_empty() {
        return Test::constant(min <= always && always <= max);
    }
    Test::Count { bits: bits.into(), fields: fields.into(), min: min - always, max: max - always }
}

fn sum(layout: &Layout, all: &[(i64, VarId, ValueSet)], min: i64, max: i64) -> Test {
    let (mut always, mut terms) = (0_i128, Vec::new());
    for (weight, var, set) in all {
        match membership(layout, *var, set) {
            Membership::Constant(holds) => always += if holds { i128::from(*weight) } else { 0 },
            Membership::Field(field, codes) => terms.push((*weight, field, codes)),
        }
    }
    let (min, max) = (i128::from(min) - always, i128::from(max) - always);
    if terms.is_empty() {
        return Test::constant(min <= 0 && 0 <= max);
    }
    Test::Sum { terms: terms.into(), min, max }
}
