//! Classes of an equivalence that grows.

/// The classes of the numbers below a bound, initially singletons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnionFind(Vec<u32>);

impl UnionFind {
    /// Classes of one number each.
    pub fn new(size: usize) -> Self {
        UnionFind((0..u32::MAX).take(size).collect())
    }

    /// The least number of a class. A number out of range is a class of its own.
    pub fn root(&mut self, of: u32) -> u32 {
        let up = |all: &[u32], at: u32| all.get(at as usize).copied().unwrap_or(at);
        let mut at = of;
        while up(&self.0, at) != at {
            // Halves the way for the next time.
            let above = up(&self.0, up(&self.0, at));
            self.0.get_mut(at as usize).into_iter().for_each(|slot| *slot = above);
            at = above;
        }
        at
    }

    /// Makes the classes of two numbers one; false where they were.
    pub fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        if let Some(slot) = self.0.get_mut(one.max(other) as usize) {
            *slot = one.min(other);
        }
        one != other
    }
}
