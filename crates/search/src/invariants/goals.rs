//! Goals that break an invariant.

use super::changes::Changes;
use super::{Basis, Field, Invariant, nullspace};
use crate::{Relaxed, goal_positions};
use puzzlec_algebra::modular::{self, LARGE};
use puzzlec_algebra::{Echelon, Residues, Vector};
use puzzlec_base::Limit;
use puzzlec_task::{Condition, Task, Value, ValueSet, VarId};

/// Maximum number of boxes, and of complete goal positions.
const MOST_GOALS: usize = 4096;

/// A box: positions in which some variables have the given values and the others any relaxed one; the given
/// values, sorted.
pub(super) type Narrowed = Vec<(VarId, ValueSet)>;

pub(super) fn refute(
    task: &Task,
    relaxed: &Relaxed,
    changes: &Changes,
    bases: &[Basis],
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Option<Vec<Invariant>>, Limit> {
    if bases.iter().all(|b| b.vectors.is_empty()) {
        return Ok(None);
    }
    let mut refuter = Refuter { task, relaxed, changes, bases, chosen: Vec::new() };
    let mut found = match boxes(&task.goal, relaxed) {
        Some(boxes) => refuter.all(&boxes, steps)?,
        None => false,
    };
    if !found && !is_listed(&task.goal) {
        refuter.chosen.clear();
        steps(1 << 12)?;
        let Some(goals) = listed(task, relaxed, steps)? else { return Ok(None) };
        found = refuter.all(&goals, steps)?;
    }
    let chosen = refuter.chosen.iter().map(|c| changes.invariant(c.field, &c.weights));
    Ok(found.then(|| chosen.collect()))
}

/// All goal positions as boxes; `None` if there are many.
///
/// # Errors
/// The error of `steps`.
pub(super) fn listed(
    task: &Task,
    relaxed: &Relaxed,
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Option<Vec<Narrowed>>, Limit> {
    let Some(goals) = goal_positions(task, relaxed, MOST_GOALS, steps)? else { return Ok(None) };
    let exact = |goal: &Vec<Value>| (0..).zip(goal).map(|(var, v)| (var, ValueSet::one(*v))).collect();
    Ok(Some(goals.iter().map(exact).collect()))
}

/// Whether the goal only fixes values of single variables: then it is exactly its boxes.
pub(super) fn is_listed(goal: &Condition) -> bool {
    match goal {
        Condition::In(..) => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(is_listed),
        _ => false,
    }
}

/// Boxes that cover every goal position; `None` if there are many.
pub(super) fn boxes(goal: &Condition, relaxed: &Relaxed) -> Option<Vec<Narrowed>> {
    let mut open: Vec<(Vec<&Condition>, Narrowed)> = vec![(vec![goal], Vec::new())];
    let mut done = Vec::new();
    while let Some((mut parts, mut narrowed)) = open.pop() {
        let Some(part) = parts.pop() else {
            done.push(narrowed);
            if done.len() > MOST_GOALS {
                return None;
            }
            continue;
        };
        match part {
            Condition::False => continue,
            Condition::All(more) => parts.extend(more.iter().rev()),
            Condition::Any(more) => {
                if open.len() + more.len() > MOST_GOALS {
                    return None;
                }
                for one in more.iter().rev() {
                    let mut branch = parts.clone();
                    branch.push(one);
                    open.push((branch, narrowed.clone()));
                }
                continue;
            }
            Condition::In(var, set) => {
                if !narrow(&mut narrowed, *var, set, relaxed) {
                    continue;
                }
            }
            // The box may be larger than the goal.
            Condition::True
            | Condition::Count { .. }
            | Condition::Sum { .. }
            | Condition::Components { .. }
            | Condition::Component { .. }
            | Condition::Forest { .. }
            | Condition::Not(_) => {}
        }
        open.push((parts, narrowed));
    }
    Some(done)
}

/// Cuts a box; false if nothing is left.
fn narrow(narrowed: &mut Narrowed, var: VarId, set: &ValueSet, relaxed: &Relaxed) -> bool {
    let Some(values) = relaxed.values.get(var as usize) else { return false };
    match narrowed.binary_search_by_key(&var, |n| n.0) {
        Ok(at) => narrowed.get_mut(at).is_some_and(|(_, old)| {
            *old = old.intersection(set);
            !old.is_empty()
        }),
        Err(at) => {
            let cut = values.intersection(set);
            let some = !cut.is_empty();
            narrowed.insert(at, (var, cut));
            some
        }
    }
}

/// An invariant, as weights of classes.
struct Chosen {
    field: Field,
    weights: Vec<i64>,
}

struct Refuter<'a> {
    task: &'a Task,
    relaxed: &'a Relaxed,
    changes: &'a Changes,
    bases: &'a [Basis],
    chosen: Vec<Chosen>,
}

impl Refuter<'_> {
    /// Whether every box breaks an invariant; those are then chosen.
    fn all(
        &mut self,
        boxes: &[Narrowed],
        steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
    ) -> Result<bool, Limit> {
        let vectors: usize = self.bases.iter().map(|b| b.vectors.len()).sum();
        let cost = self.task.variables.len() as u64 * (1 + vectors as u64);
        for narrowed in boxes {
            steps(cost / 8)?;
            if self.chosen.iter().any(|c| self.excludes(narrowed, c)) {
                continue;
            }
            match self.one(narrowed) {
                Some(chosen) => self.chosen.push(chosen),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// An invariant that a box breaks.
    fn one(&self, narrowed: &Narrowed) -> Option<Chosen> {
        for basis in self.bases {
            if basis.field == Field::Whole {
                for weights in &basis.vectors {
                    let chosen = Chosen { field: basis.field, weights: weights.clone() };
                    if self.excludes(narrowed, &chosen) {
                        return Some(chosen);
                    }
                }
            }
            if let Some(chosen) = self.combination(narrowed, basis).filter(|c| self.excludes(narrowed, c)) {
                return Some(chosen);
            }
        }
        None
    }

    /// A combination of the basis whose sum is the same in all positions of the box, and another
    /// at the start.
    ///
    /// Each position of the box gives a vector, its sums for all vectors of the basis. If the start's vector
    /// is not in their affine hull, a linear function separates it from all of them.
    fn combination(&self, narrowed: &Narrowed, basis: &Basis) -> Option<Chosen> {
        let prime = match basis.field {
            Field::Whole => LARGE,
            Field::Modulo(p) => u64::from(p),
        };
        let sums = |var: VarId, value: Value| -> Option<Vec<u64>> {
            let class = self.changes.class(var, value)? as usize;
            Some(
                basis
                    .vectors
                    .iter()
                    .map(|v| modular::of(v.get(class).copied().unwrap_or(0), prime))
                    .collect(),
            )
        };
        let minus = |a: &[u64], b: &[u64]| -> Vec<u64> {
            a.iter().zip(b).map(|(a, b)| modular::difference(*a, *b, prime)).collect()
        };
        let mut way = vec![0_u64; basis.vectors.len()];
        let mut hull = Echelon::<Residues>::new(prime, basis.vectors.len());
        for (var, values) in self.domains(narrowed) {
            let start = self.task.start.get(var as usize)?;
            let mut values = values.iter();
            let first = sums(var, values.next()?)?;
            // Class 0 has no weight, so that this is also true where nothing changes.
            way = minus(&way, &minus(&first, &sums(var, *start)?));
            for other in values {
                let _ = hull.insert(minus(&sums(var, other)?, &first).into_iter().enumerate());
            }
        }
        // A linear function that is 0 on the hull and not on the way.
        let (outside, _) = *hull.remainder(way.into_iter().enumerate()).first()?;
        let factors = hull.null_vector(outside);
        let mut weights = vec![0_u64; self.changes.classes];
        let factors = (0..).zip(&basis.vectors).map(|(at, vector)| (factors.get(at), vector));
        for (factor, vector) in factors.filter(|f| f.0 != 0) {
            for (sum, w) in weights.iter_mut().zip(vector) {
                let term = modular::product(factor, modular::of(*w, prime), prime);
                *sum = (*sum + term) % prime;
            }
        }
        let weights = match basis.field {
            Field::Whole => modular::whole(weights).filter(|w| nullspace::unchanged(self.changes, w))?,
            Field::Modulo(_) => weights.into_iter().map(|w| w as i64).collect(),
        };
        Some(Chosen { field: basis.field, weights })
    }

    /// The variables that may change, with the values that a box allows them.
    fn domains<'b>(&'b self, narrowed: &'b Narrowed) -> impl Iterator<Item = (VarId, &'b ValueSet)> {
        let mut said = narrowed.iter().peekable();
        (0..).zip(&self.relaxed.values).filter_map(move |(var, values)| {
            let own = said.next_if(|n| n.0 == var).map(|n| &n.1);
            (values.len() > 1).then_some((var, own.unwrap_or(values)))
        })
    }

    /// Whether no position of a box has the start's sum: by all residues, or by the least and the
    /// greatest sum.
    fn excludes(&self, narrowed: &Narrowed, chosen: &Chosen) -> bool {
        let weight = |var: VarId, value: Value| {
            let class = self.changes.class(var, value).unwrap_or(0);
            i128::from(chosen.weights.get(class as usize).copied().unwrap_or(0))
        };
        let (mut least, mut most) = (0, 0);
        let mut residues: u32 = 1;
        for (var, values) in self.domains(narrowed) {
            let from = self.task.start.get(var as usize).map_or(0, |v| weight(var, *v));
            let ways = || values.iter().map(|value| weight(var, value) - from);
            match chosen.field {
                Field::Whole => {
                    least += ways().min().unwrap_or(0);
                    most += ways().max().unwrap_or(0);
                }
                Field::Modulo(prime) => {
                    let prime = u32::from(prime);
                    let turn = |set: u32, by: u32| (set << by | set >> (prime - by)) & ((1 << prime) - 1);
                    let by = ways().map(|w| w.rem_euclid(i128::from(prime)) as u32);
                    residues = by.fold(0, |all, by| all | turn(residues, by));
                }
            }
        }
        match chosen.field {
            Field::Whole => least > 0 || most < 0,
            Field::Modulo(_) => residues & 1 == 0,
        }
    }
}
