//! Linear invariants: weights on what the variables hold whose sum no action changes.
//!
//! A weight for every fact "this variable has this value"; a position's sum is that of its facts. The weights
//! that every action preserves are the null space of the changes of actions, modulo 2, modulo 3 and over the
//! rationals. A goal whose sum differs from the start's is unreachable: the rule of three of peg solitaire
//! (de Bruijn, "A solitaire game and its relation to a finite field", J. Recr. Math. 5, 1972), counts of
//! pieces, the quiet patterns of Lights Out. If all contents differ and actions only exchange them, the
//! parity of their order is a term of the sum like any other: the 15-puzzle (Johnson and Story, Amer. J.
//! Math. 2, 1879).

mod broken;
mod changes;
mod goals;
mod learned;
mod named;
mod nullspace;
mod order;
mod pairs;
mod stated;

use super::Relaxed;
use puzzlec_base::Limit;
use puzzlec_task::{Task, Value, VarId};

pub use broken::refuting;
use changes::Changes;
pub(crate) use named::named;
pub use stated::{Stated, stated, stated_in_pairs};

/// The domain of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// Integers; sums are compared exactly.
    Whole,
    /// Integers modulo this number; a prime, except for invariants of scripts.
    Modulo(u8),
}

/// Weights of pairs of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The first variable, and its value.
    pub first: (VarId, Value),
    /// The other one.
    pub second: (VarId, Value),
    /// Not 0; modulo a number it is less than that.
    pub weight: i64,
}

/// Weights whose sum no action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The domain of the weights.
    pub field: Field,
    /// The facts whose weight is not 0, sorted; modulo a prime every weight is less than it.
    pub weights: Vec<(VarId, Value, i64)>,
    /// Modulo 2 only: these variables, sorted, have pairwise different values in all positions, and every
    /// pair of them that is out of order, the greater value first, adds one.
    pub order: Vec<VarId>,
    /// Pairs of facts with a joint weight, sorted, each once. Empty if `order` is present.
    pub pairs: Vec<Pair>,
}

impl Invariant {
    /// The sum of a position, modulo the field's prime.
    pub fn sum(&self, position: &[Value]) -> i128 {
        let held = |var: VarId, value: Value| position.get(var as usize) == Some(&value);
        let sum: i128 = self.weights.iter().filter(|w| held(w.0, w.1)).map(|w| i128::from(w.2)).sum();
        let together = |p: &&Pair| held(p.first.0, p.first.1) && held(p.second.0, p.second.1);
        let pairs: i128 = self.pairs.iter().filter(together).map(|p| i128::from(p.weight)).sum();
        self.reduced(sum + pairs + order::inversions(&self.order, position))
    }

    /// A sum as the field has it.
    pub fn reduced(&self, sum: i128) -> i128 {
        match self.field {
            Field::Whole => sum,
            Field::Modulo(prime) => sum.rem_euclid(i128::from(prime)),
        }
    }
}

/// Invariants such that the sum of at least one of them differs from the start's in every position within the
/// relaxed values that passes the goal test; an empty list if there is no such position. `None` if there are
/// no such invariants, or if finding them takes too long.
///
/// `steps` receives the work done, in steps, and may end the computation.
///
/// # Errors
/// The error of `steps`.
pub fn refute(
    task: &Task,
    relaxed: &Relaxed,
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Option<Vec<Invariant>>, Limit> {
    let Some(changes) = Changes::new(task, relaxed, steps)? else { return Ok(None) };
    let bases = bases(&changes, steps)?;
    match goals::refute(task, relaxed, &changes, &bases, steps)? {
        Some(found) => Ok(Some(found)),
        None => order::refute(task, relaxed, steps),
    }
}

/// A basis of the invariants over each field, modulo those that give every fact of a variable the same
/// weight. A field is omitted if its basis takes too long; over the integers, vectors with large entries are
/// omitted.
///
/// # Errors
/// The error of `steps`.
pub fn invariants(
    task: &Task,
    relaxed: &Relaxed,
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Vec<Invariant>, Limit> {
    let Some(changes) = Changes::new(task, relaxed, steps)? else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for basis in bases(&changes, steps)? {
        all.extend(basis.vectors.iter().map(|v| changes.invariant(basis.field, v)));
    }
    all.extend(order::invariant(task, relaxed, steps)?);
    Ok(all)
}

/// A basis of the null space over one field, as weights of classes of facts.
struct Basis {
    field: Field,
    vectors: Vec<Vec<i64>>,
}

fn bases(changes: &Changes, steps: &mut dyn FnMut(u64) -> Result<(), Limit>) -> Result<Vec<Basis>, Limit> {
    let mut bases = Vec::new();
    if let Some(vectors) = nullspace::whole(changes, steps)? {
        bases.push(Basis { field: Field::Whole, vectors });
    }
    if let Some(vectors) = nullspace::binary(changes, steps)? {
        bases.push(Basis { field: Field::Modulo(2), vectors });
    }
    if let Some(vectors) = nullspace::modulo(changes, 3, steps)? {
        bases.push(Basis { field: Field::Modulo(3), vectors });
    }
    Ok(bases)
}
