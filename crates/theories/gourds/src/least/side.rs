//! The positions that a search has found from one end.

use hashbrown::HashTable;

use crate::problem::Cell;
use puzzlec_search::kernel::Buckets;

use super::game::{Gourds, Key, depth, hash, same};

/// The parts of a table, by hash.
pub(super) const SHARDS: usize = 16;

/// The part of a table that holds a position.
#[inline]
pub(super) fn shard(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

/// Positions with the least number of moves by which they were found, and those among them that are open, by rank.
#[derive(Debug)]
pub(super) struct Side<const W: usize> {
    pub shards: Vec<HashTable<Key<W>>>,
    /// By rank the open positions; stale where the table has a smaller number of moves.
    pub open: Buckets<Key<W>>,
}

/// A position as it is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<const W: usize> {
    pub key: Key<W>,
    pub hash: u64,
    pub rank: u32,
}

impl<const W: usize> Side<W> {
    pub fn new() -> Self {
        Side { shards: vec![HashTable::new(); SHARDS], open: Buckets::default() }
    }

    /// The number of moves of a position.
    pub fn depth(&self, key: &Key<W>) -> Option<u16> {
        let hash = hash(key);
        find(self.shards.get(shard(hash))?, key, hash)
    }

    /// The cells moved through from a position back to where its side begins.
    pub fn walk(&self, game: &Gourds, mut key: Key<W>) -> Vec<Cell> {
        let mut through = Vec::new();
        let mut moves = self.depth(&key).unwrap_or(0);
        while moves > 0 {
            let empty = game.places.empty(game.slots(&key));
            let steps = game.moves(&key, empty);
            let found = steps
                .map(|(slot, cell, step)| (cell, game.after(&key, slot, step)))
                .find(|(_, next)| self.depth(next) == Some(moves - 1));
            let Some((cell, before)) = found else { break };
            through.push(cell);
            key = before;
            moves -= 1;
        }
        through
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.shards.iter().map(HashTable::len).sum()
    }

    /// The bytes that it holds.
    pub fn bytes(&self) -> usize {
        let tables: usize = self.shards.iter().map(|table| table.capacity() / 7 * 8 * (W + 1)).sum();
        tables + self.open.bytes()
    }
}

/// The number of moves of a position in its part of a table.
#[inline]
pub(super) fn find<const W: usize>(table: &HashTable<Key<W>>, key: &Key<W>, hash: u64) -> Option<u16> {
    table.find(hash, |other| same(key, other)).map(depth)
}

/// Enters a position; says whether it is unknown or found by fewer moves than before.
#[inline]
pub(super) fn enter<const W: usize>(table: &mut HashTable<Key<W>>, child: &Child<W>) -> bool {
    match table.find_mut(child.hash, |other| same(&child.key, other)) {
        Some(known) if depth(known) <= depth(&child.key) => false,
        Some(known) => {
            *known = child.key;
            true
        }
        None => {
            table.insert_unique(child.hash, child.key, hash);
            true
        }
    }
}
