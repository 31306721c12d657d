//! Open positions by rank.

use std::collections::VecDeque;

/// Items by rank, of each rank in the order in which they came. Taking one and adding one cost constant time.
///
/// Memory is not on account: who adds an item asks for the bytes that it [needs](Buckets::needs).
#[derive(Clone, Debug)]
pub struct Buckets<T> {
    ranks: Vec<VecDeque<T>>,
    /// No rank below this one has an item.
    least: usize,
    bytes: usize,
}

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        Buckets { ranks: Vec::new(), least: 0, bytes: 0 }
    }
}

impl<T> Buckets<T> {
    /// The items for which a rank has room at first: about a kibibyte.
    const FIRST: usize = 1 + (1 << 10) / size_of::<T>();

    /// The number of ranks: all items have smaller ones.
    pub fn ranks(&self) -> usize {
        self.ranks.len()
    }

    /// The least rank of an item.
    pub fn least(&mut self) -> Option<usize> {
        while self.ranks.get(self.least).is_some_and(VecDeque::is_empty) {
            self.least += 1;
        }
        (self.least < self.ranks.len()).then_some(self.least)
    }

    /// The number of items of a rank.
    pub fn width(&self, rank: usize) -> usize {
        self.ranks.get(rank).map_or(0, VecDeque::len)
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes that are held in addition once an item of this rank is added.
    #[inline]
    pub fn needs(&self, rank: usize) -> usize {
        match self.ranks.get(rank) {
            Some(items) if items.len() < items.capacity() => 0,
            Some(items) => items.capacity().max(Self::FIRST) * size_of::<T>(),
            None => {
                let ranks = rank + 1 - self.ranks.len();
                ranks * size_of::<VecDeque<T>>() + Self::FIRST * size_of::<T>()
            }
        }
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, rank: usize, item: T) {
        self.bytes += self.needs(rank);
        if self.ranks.len() <= rank {
            self.ranks.resize_with(rank + 1, VecDeque::new);
        }
        if let Some(items) = self.ranks.get_mut(rank) {
            if items.len() == items.capacity() {
                items.reserve_exact(items.capacity().max(Self::FIRST));
            }
            items.push_back(item);
        }
        self.least = self.least.min(rank);
    }

    /// Takes the item of a rank that came last.
    #[inline]
    pub fn pop_last(&mut self, rank: usize) -> Option<T> {
        self.ranks.get_mut(rank)?.pop_back()
    }

    /// Takes the item of a rank that came first.
    #[inline]
    pub fn pop_first(&mut self, rank: usize) -> Option<T> {
        self.ranks.get_mut(rank)?.pop_front()
    }

    /// Takes items of a rank, at most so many, those that came last.
    pub fn take(&mut self, rank: usize, most: usize) -> Vec<T> {
        let Some(items) = self.ranks.get_mut(rank) else { return Vec::new() };
        if items.len() > most {
            return items.split_off(items.len() - most).into();
        }
        let taken = std::mem::take(items);
        self.bytes -= taken.capacity() * size_of::<T>();
        taken.into()
    }
}
