//! A set of packed positions in the order in which they came.

use std::hash::Hasher;

use rustc_hash::FxHasher;

#[derive(Debug)]
pub(super) struct Table {
    stride: usize,
    words: Vec<u64>,
    /// Numbers of positions plus one, by their hashes; a power of two of them, at most three quarters used.
    slots: Vec<u32>,
}

impl Table {
    pub(super) fn new(stride: usize) -> Self {
        Table { stride, words: Vec::new(), slots: vec![0; 1024] }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.words.capacity() + 4 * self.slots.capacity()
    }

    /// A position by its number.
    pub(super) fn get(&self, number: usize) -> &[u64] {
        self.words.get(number * self.stride..(number + 1) * self.stride).unwrap_or(&[])
    }

    /// The number of a position, and whether it is new.
    pub(super) fn insert(&mut self, position: &[u64]) -> (u32, bool) {
        if 4 * (self.len() + 1) > 3 * self.slots.len() {
            self.grow();
        }
        let mut slot = self.slot(position);
        loop {
            match self.slots.get(slot).copied() {
                Some(0) | None => break,
                Some(number) if self.get(number as usize - 1) == position => return (number - 1, false),
                Some(_) => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        self.words.extend_from_slice(position);
        let number = u32::try_from(self.len()).unwrap_or(u32::MAX);
        if let Some(place) = self.slots.get_mut(slot) {
            *place = number;
        }
        (number - 1, true)
    }

    fn slot(&self, position: &[u64]) -> usize {
        let mut hasher = FxHasher::default();
        position.iter().for_each(|word| hasher.write_u64(*word));
        let hash = hasher.finish();
        usize::try_from(hash ^ (hash >> 32)).unwrap_or(0) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for number in 0..self.len() {
            let mut slot = self.slot(self.get(number));
            while self.slots.get(slot).is_some_and(|place| *place != 0) {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            if let Some(place) = self.slots.get_mut(slot) {
                *place = u32::try_from(number + 1).unwrap_or(u32::MAX);
            }
        }
    }
}
