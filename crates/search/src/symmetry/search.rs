//! Generators of the group of symmetries, by individualising points and refining.

use rustc_hash::FxHashMap;

use super::form::Form;
use super::partition::{Partition, Refiner};
use puzzlec_algebra::UnionFind;
use puzzlec_base::{Budget, Limit, Progress};

/// Limit of work (visited edges, copied nodes) for further generators.
const MOST_WORK: u64 = 1 << 24;
/// Maximum total number of nodes of the partitions on the first branch.
const MOST_KEPT: usize = 1 << 21;

/// The search.
pub(super) struct GeneratorSearch<'a, 'g> {
    pub(super) form: &'a Form,
    pub(super) refiner: &'a mut Refiner<'g>,
    pub(super) budget: &'a Budget,
}

/// A partition on the first branch, and the cell whose nodes are individualised there.
struct Rung {
    partition: Partition,
    cell: u32,
}

impl GeneratorSearch<'_, '_> {
    /// Permutations of the points that preserve the task and the colours of the root. They generate the whole
    /// group unless the limit of work was reached.
    ///
    /// One branch is followed until the partition is discrete. Then, from the bottom up, each other point of
    /// a cell is tried in place of the chosen one, unless known permutations map one to the other.
    pub(super) fn generators(&mut self, root: Partition) -> Result<Vec<Vec<u32>>, Limit> {
        let mut ladder: Vec<Rung> = Vec::new();
        let mut taken: Vec<u32> = Vec::new();
        let mut leaf = root;
        while let Some(cell) = self.target(&leaf) {
            self.budget.poll(&Progress::default())?;
            let Some(point) = leaf.members(cell).iter().min().copied() else { break };
            if self.refiner.work > MOST_WORK || ladder.len() * self.refiner.nodes() > MOST_KEPT {
                return Ok(Vec::new());
            }
            ladder.push(Rung { partition: self.refiner.copy(&leaf), cell });
            taken.push(point);
            self.refiner.individualise(&mut leaf, &[point]);
        }
        let mut found: Vec<Vec<u32>> = Vec::new();
        let mut orbits = UnionFind::new(self.form.points.len());
        for depth in (0..ladder.len()).rev() {
            let (Some(rung), Some(first)) = (ladder.get(depth), taken.get(depth).copied()) else { break };
            let mut candidates = rung.partition.members(rung.cell).to_vec();
            candidates.sort_unstable();
            let mut failed: Vec<u32> = Vec::new();
            for candidate in candidates {
                let orbit = orbits.root(candidate);
                if orbit == orbits.root(first) || failed.iter().any(|f| orbits.root(*f) == orbit) {
                    continue;
                }
                self.budget.poll(&Progress::default())?;
                if self.refiner.work > MOST_WORK {
                    return Ok(found);
                }
                let mut other = self.refiner.copy(&rung.partition);
                self.refiner.individualise(&mut other, &[candidate]);
                match self.follow(&ladder, &leaf, depth + 1, other)? {
                    Some(renaming) => {
                        for (point, image) in (0..).zip(&renaming) {
                            orbits.join(point, *image);
                        }
                        found.push(renaming);
                    }
                    None => failed.push(candidate),
                }
            }
        }
        Ok(found)
    }

    /// The smallest cell of points that has more than one.
    fn target(&self, partition: &Partition) -> Option<u32> {
        let cells = (0..self.form.points.len() as u32).map(|point| partition.cell(point));
        let open = cells.filter(|cell| partition.size(*cell) > 1);
        open.min_by_key(|cell| (partition.size(*cell), partition.colour(*cell), *cell))
    }

    /// A permutation that takes the first way's leaf to one below `other`.
    fn follow(
        &mut self,
        ladder: &[Rung],
        leaf: &Partition,
        depth: usize,
        other: Partition,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let Some(rung) = ladder.get(depth) else {
            if other.trace != leaf.trace {
                return Ok(None);
            }
            let points = 0..self.form.points.len() as u32;
            let by_colour: FxHashMap<u64, u32> =
                points.clone().map(|point| (other.colour(other.cell(point)), point)).collect();
            let image = |point| by_colour.get(&leaf.colour(leaf.cell(point))).copied();
            let renaming: Option<Vec<u32>> = points.map(image).collect();
            self.refiner.work += self.form.size() as u64;
            return Ok(renaming.filter(|r| self.form.keeps(r)));
        };
        if other.trace != rung.partition.trace {
            return Ok(None);
        }
        let colour = rung.partition.colour(rung.cell);
        let mut points: Vec<u32> = (0..self.form.points.len() as u32)
            .filter(|point| other.colour(other.cell(*point)) == colour)
            .collect();
        points.sort_unstable();
        for point in points {
            self.budget.poll(&Progress::default())?;
            if self.refiner.work > MOST_WORK {
                return Ok(None);
            }
            let mut next = self.refiner.copy(&other);
            self.refiner.individualise(&mut next, &[point]);
            let found = self.follow(ladder, leaf, depth + 1, next)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
