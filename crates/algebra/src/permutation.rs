//! Permutations.

/// A permutation of the numbers below its degree: entry i is where i goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation(Vec<u32>);

impl Permutation {
    /// None: not each number once.
    pub fn new(images: Vec<u32>) -> Option<Permutation> {
        let mut seen = vec![false; images.len()];
        for image in &images {
            let slot = seen.get_mut(*image as usize)?;
            if std::mem::replace(slot, true) {
                return None;
            }
        }
        Some(Permutation(images))
    }

    /// The one that moves nothing.
    pub fn identity(degree: usize) -> Permutation {
        Permutation((0..u32::MAX).take(degree).collect())
    }

    /// The image of a number; a number out of range is fixed.
    pub fn of(&self, point: u32) -> u32 {
        self.0.get(point as usize).copied().unwrap_or(point)
    }

    /// Where each number goes.
    pub fn images(&self) -> &[u32] {
        &self.0
    }

    /// First this one, then the other one of the same degree.
    pub fn then(&self, other: &Permutation) -> Permutation {
        Permutation(self.0.iter().map(|image| other.of(*image)).collect())
    }

    /// The inverse.
    pub fn inverse(&self) -> Permutation {
        let mut images = vec![0; self.0.len()];
        for (point, image) in (0..).zip(&self.0) {
            images.get_mut(*image as usize).into_iter().for_each(|slot| *slot = point);
        }
        Permutation(images)
    }

    /// Whether it moves nothing.
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.0).all(|(point, image)| point == *image)
    }

    /// The lengths of its cycles, without fixed points.
    pub fn cycles(&self) -> Vec<u32> {
        let mut seen = vec![false; self.0.len()];
        let mut cycles = Vec::new();
        for first in (0..).take(self.0.len()) {
            let (mut at, mut length) = (first, 0);
            while let Some(slot) = seen.get_mut(at as usize).filter(|seen| !**seen) {
                *slot = true;
                at = self.of(at);
                length += 1;
            }
            if length > 1 {
                cycles.push(length);
            }
        }
        cycles
    }

    /// Whether it is a product of an odd number of exchanges.
    pub fn is_odd(&self) -> bool {
        self.cycles().iter().filter(|length| **length % 2 == 0).count() % 2 == 1
    }
}
