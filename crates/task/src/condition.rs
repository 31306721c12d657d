//! Tests of a position.

mod members;

use std::sync::Arc;

use smallvec::SmallVec;

pub use members::{Members, Parts};

use super::{Value, VarId};
use puzzlec_base::bits_of;

/// A set of values, as bits. Values below 128 take no memory of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct ValueSet(SmallVec<[u64; 2]>);

impl ValueSet {
    /// No value.
    pub fn new() -> Self {
        ValueSet::default()
    }

    /// One value.
    pub fn one(value: Value) -> Self {
        [value].into_iter().collect()
    }

    /// Adds a value.
    pub fn insert(&mut self, value: Value) {
        let word = usize::from(value) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        if let Some(w) = self.0.get_mut(word) {
            *w |= 1 << (value % 64);
        }
    }

    /// Whether a value is in it.
    pub fn contains(&self, value: Value) -> bool {
        self.0.get(usize::from(value) / 64).is_some_and(|w| w >> (value % 64) & 1 == 1)
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// The only value, if there is just one.
    pub fn single(&self) -> Option<Value> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        // The value of every bit fits, since it was inserted.
        bits_of(self.0.iter().copied()).filter_map(|value| Value::try_from(value).ok())
    }

    /// Whether both have a value in common.
    pub fn intersects(&self, other: &ValueSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether the other has every value of this one.
    pub fn is_subset(&self, other: &ValueSet) -> bool {
        let at = |i: usize| other.0.get(i).copied().unwrap_or(0);
        self.0.iter().enumerate().all(|(i, w)| w & !at(i) == 0)
    }

    /// Adds every value of the other set; returns whether one was new.
    pub fn absorb(&mut self, other: &ValueSet) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut grew = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            grew |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    /// The intersection.
    pub fn intersection(&self, other: &ValueSet) -> ValueSet {
        let words = self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect();
        ValueSet(words).trimmed()
    }

    /// The union.
    pub fn union(&self, other: &ValueSet) -> ValueSet {
        let n = self.0.len().max(other.0.len());
        let at = |s: &ValueSet, i: usize| s.0.get(i).copied().unwrap_or(0);
        ValueSet((0..n).map(|i| at(self, i) | at(other, i)).collect()).trimmed()
    }

    /// Equal sets must be equal values: no zero words at the end.
    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut set = ValueSet::new();
        for value in values {
            set.insert(value);
        }
        set
    }
}

/// A test of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Always.
    True,
    /// Never.
    False,
    /// The variable holds one of these values.
    In(VarId, ValueSet),
    /// At least `min` and at most `max` of the variables have one of these values. Repeated variables count
    /// repeatedly.
    Count {
        /// The variables.
        vars: Vec<VarId>,
        /// The values.
        values: ValueSet,
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
    /// The sum of `weight * [variable has one of the values]` is in `min..=max`.
    Sum {
        /// Weights, variables, values.
        terms: Vec<(i64, VarId, ValueSet)>,
        /// The least sum.
        min: i64,
        /// The greatest sum.
        max: i64,
    },
    /// The number of connected parts of the set is in `min..=max`.
    Components {
        /// The set.
        set: Arc<Members>,
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
    /// Of the connected part of the set that has member `of`, at least `min` and at most `max` members meet their own
    /// condition. The part is empty where the member is not in the set.
    Component {
        /// The set.
        set: Arc<Members>,
        /// The member, by its place in the set.
        of: u32,
        /// By member, whether it counts.
        counted: Arc<[Condition]>,
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
    /// The set has no cycle.
    Forest {
        /// The set.
        set: Arc<Members>,
    },
    /// A conjunction.
    All(Vec<Condition>),
    /// A disjunction.
    Any(Vec<Condition>),
    /// Not so.
    Not(Box<Condition>),
}

impl Condition {
    /// Calls `f` with every variable in the condition, with repetitions.
    pub fn for_each_variable(&self, f: &mut impl FnMut(VarId)) {
        match self {
            Condition::True | Condition::False => {}
            Condition::In(var, _) => f(*var),
            Condition::Count { vars, .. } => vars.iter().for_each(|v| f(*v)),
            Condition::Sum { terms, .. } => terms.iter().for_each(|t| f(t.1)),
            Condition::Components { set, .. } | Condition::Forest { set } => {
                set.holds.iter().for_each(|part| part.for_each_variable(f));
            }
            Condition::Component { set, counted, .. } => {
                set.holds.iter().chain(counted.iter()).for_each(|part| part.for_each_variable(f));
            }
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|p| p.for_each_variable(f));
            }
            Condition::Not(part) => part.for_each_variable(f),
        }
    }

    /// Whether the position, one value a variable, passes.
    pub fn holds(&self, position: &[Value]) -> bool {
        let has =
            |var: VarId, values: &ValueSet| position.get(var as usize).is_some_and(|v| values.contains(*v));
        match self {
            Condition::True => true,
            Condition::False => false,
            Condition::In(var, values) => has(*var, values),
            Condition::Count { vars, values, min, max } => {
                let n = vars.iter().filter(|v| has(**v, values)).count();
                u32::try_from(n).is_ok_and(|n| *min <= n && n <= *max)
            }
            Condition::Sum { terms, min, max } => {
                let sum: i64 = terms.iter().filter(|(_, v, s)| has(*v, s)).map(|t| t.0).sum();
                *min <= sum && sum <= *max
            }
            Condition::Components { set, min, max } => {
                (*min..=*max).contains(&set.parts(|member| member.holds(position)).count())
            }
            Condition::Component { set, of, counted, min, max } => {
                let mut parts = set.parts(|member| member.holds(position));
                let own = (0..).zip(counted.iter()).filter(|(member, _)| parts.joined(*of, *member));
                let n = own.filter(|(_, counts)| counts.holds(position)).count();
                u32::try_from(n).is_ok_and(|n| *min <= n && n <= *max)
            }
            Condition::Forest { set } => !set.parts(|member| member.holds(position)).has_cycle(),
            Condition::All(parts) => parts.iter().all(|p| p.holds(position)),
            Condition::Any(parts) => parts.iter().any(|p| p.holds(position)),
            Condition::Not(part) => !part.holds(position),
        }
    }

    /// Both, flattened and with constants folded.
    pub fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::True, c) | (c, Condition::True) => c,
            (Condition::False, _) | (_, Condition::False) => Condition::False,
            (Condition::All(mut a), Condition::All(b)) => {
                a.extend(b);
                Condition::All(a)
            }
            (Condition::All(mut a), c) | (c, Condition::All(mut a)) => {
                a.push(c);
                Condition::All(a)
            }
            (a, b) => Condition::All(vec![a, b]),
        }
    }

    /// Either, flattened and with constants folded.
    pub fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::False, c) | (c, Condition::False) => c,
            (Condition::True, _) | (_, Condition::True) => Condition::True,
            (Condition::Any(mut a), Condition::Any(b)) => {
                a.extend(b);
                Condition::Any(a)
            }
            (Condition::Any(mut a), c) | (c, Condition::Any(mut a)) => {
                a.push(c);
                Condition::Any(a)
            }
            (a, b) => Condition::Any(vec![a, b]),
        }
    }

    /// Not so, with constants folded.
    pub fn negate(self) -> Condition {
        match self {
            Condition::True => Condition::False,
            Condition::False => Condition::True,
            Condition::Not(inner) => *inner,
            c => Condition::Not(Box::new(c)),
        }
    }
}
