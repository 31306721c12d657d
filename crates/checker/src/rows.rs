//! Rows of bytes of one length, each with a number.
//!
//! They are stored consecutively in one table; a second table finds a row by its hash.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::Unproved;
use puzzlec_base::Limit;

/// Different rows, numbered in the order in which they came.
pub(super) struct Rows {
    stride: usize,
    bytes: Vec<u8>,
    count: u32,
    numbers: HashTable<u32>,
}

impl Rows {
    /// No rows, of this length.
    pub(super) fn new(stride: usize) -> Self {
        Rows { stride, bytes: Vec::new(), count: 0, numbers: HashTable::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.count
    }

    /// The allocated bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.bytes.capacity() + self.numbers.allocation_size()) as u64
    }

    /// The row with a number.
    pub(super) fn get(&self, number: u32) -> &[u8] {
        row(&self.bytes, number, self.stride)
    }

    /// The number of a row, and whether it is new. `grows` is called with a number of bytes before they are allocated.
    pub(super) fn add(
        &mut self,
        added: &[u8],
        grows: impl FnOnce(u64) -> Result<(), Limit>,
    ) -> Result<(u32, bool), Unproved> {
        if self.count >= u32::MAX / 2 {
            return Err(Unproved::too_large("there are too many positions"));
        }
        let Rows { stride, bytes, count, numbers } = self;
        let stride = *stride;
        if numbers.len() == numbers.capacity() {
            // The old table is freed after the new one, of twice the size, is filled.
            grows(2 * numbers.allocation_size() as u64)?;
            numbers.reserve(1, |number| hashed(row(bytes, *number, stride)));
        }
        let same = |number: &u32| row(bytes, *number, stride) == added;
        match numbers.entry(hashed(added), same, |number| hashed(row(bytes, *number, stride))) {
            Entry::Occupied(found) => Ok((*found.get(), false)),
            Entry::Vacant(free) => {
                free.insert(*count);
                *count += 1;
                bytes.extend_from_slice(added);
                Ok((*count - 1, true))
            }
        }
    }
}

fn row(bytes: &[u8], number: u32, stride: usize) -> &[u8] {
    let from = number as usize * stride;
    bytes.get(from..from + stride).unwrap_or(&[])
}

fn hashed(row: &[u8]) -> u64 {
    FxBuildHasher.hash_one(row)
}
