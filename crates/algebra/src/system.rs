//! Linear equations for many right-hand sides.

use super::echelon::{Echelon, Vector};
use super::modular;

/// The equations `sum of x(j) * column(j) = b` over a prime field, for any b.
#[derive(Clone, Debug)]
pub struct System<V: Vector> {
    prime: u64,
    height: usize,
    /// Columns, each with the combination that makes it.
    echelon: Echelon<V>,
    null_space: Vec<Vec<u64>>,
    unknowns: usize,
}

impl<V: Vector> System<V> {
    /// An empty system: for vectors of `height` entries and this number of unknowns at most. The prime as for
    /// [`Echelon`].
    pub fn new(prime: u64, height: usize, unknowns: usize) -> Self {
        let echelon = Echelon::carrying(prime, height, height + unknowns);
        System { prime, height, echelon, null_space: Vec::new(), unknowns: 0 }
    }

    /// Adds an unknown by its column: rows with entries less than the prime. The work is that of all columns
    /// before at most.
    pub fn push(&mut self, column: impl IntoIterator<Item = (usize, u64)>) {
        let own = (self.height + self.unknowns, 1);
        self.unknowns += 1;
        if let Err(relation) = self.echelon.insert(column.into_iter().chain([own])) {
            self.null_space.push(self.solved(relation, false));
        }
    }

    /// A basis of what can be added to any solution: one vector for each column that is a combination of those
    /// before it, with 1 there.
    pub fn null_space(&self) -> Vec<Vec<u64>> {
        // A column that came later has 0.
        let full = |vector: &Vec<u64>| {
            let mut vector = vector.clone();
            vector.resize(self.unknowns, 0);
            vector
        };
        self.null_space.iter().map(full).collect()
    }

    /// The solution in which columns that are combinations of others have 0; none where there is no solution.
    pub fn solution(&mut self, right: impl IntoIterator<Item = (usize, u64)>) -> Option<Vec<u64>> {
        let rest = self.echelon.remainder(right);
        let none = rest.first().is_some_and(|(column, _)| *column < self.height);
        (!none).then(|| self.solved(rest, true))
    }

    fn solved(&self, rest: Vec<(usize, u64)>, negative: bool) -> Vec<u64> {
        let mut all = vec![0; self.unknowns];
        for (column, value) in rest {
            let value = if negative { modular::difference(0, value, self.prime) } else { value };
            let slot = column.checked_sub(self.height).and_then(|at| all.get_mut(at));
            slot.into_iter().for_each(|slot| *slot = value);
        }
        all
    }
}
