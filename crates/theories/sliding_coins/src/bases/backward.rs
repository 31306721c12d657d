//! Positions near the goal.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

use super::window::{Position, Window};
use puzzlec_theory::meter::{Halted, Room};

/// Bytes of one entry of a table, with its position in the frontier.
const ENTRY: usize = 48;

/// Which positions reach a goal in few moves, each gaining two pairs, but at most one of them gaining one.
///
/// A table keeps hashes: a position that it does not hold reaches no goal, another may by chance be held. The number of
/// pairs shows whether a move of gain one is left. Only positions with a [`Window::key`] are held.
pub struct Backward {
    window: Window,
    /// By number of moves.
    tables: Vec<FxHashSet<u64>>,
    frontier: Vec<Position>,
}

fn hash(key: u128) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u128(key);
    hasher.finish()
}

impl Backward {
    /// The goals.
    pub fn new(window: Window) -> Self {
        let frontier: Vec<Position> = window.goals().filter(|goal| window.key(*goal).is_some()).collect();
        let table = frontier.iter().filter_map(|goal| window.key(*goal)).map(hash).collect();
        Backward { window, tables: vec![table], frontier }
    }

    /// How many moves the last table is from the goal.
    pub fn depth(&self) -> usize {
        self.tables.len() - 1
    }

    /// How many positions are held.
    pub fn size(&self) -> usize {
        self.tables.iter().map(FxHashSet::len).sum()
    }

    /// Whether the goal may be reached in a number of moves that is at most the depth.
    pub fn holds(&self, moves: usize, key: u128) -> bool {
        self.tables.get(moves).is_none_or(|table| table.contains(&hash(key)))
    }

    /// Adds tables within a maximum number of positions, and of moves.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn grow(&mut self, positions: usize, moves: usize, room: &mut Room<'_>) -> Result<(), Halted> {
        // The next level is seldom more than four times the last.
        while self.depth() < moves
            && !self.frontier.is_empty()
            && self.size() + 3 * self.frontier.len() <= positions
        {
            room.hold((self.size() + 4 * self.frontier.len()) * ENTRY)?;
            let (mut table, mut next) = (FxHashSet::default(), Vec::new());
            for &position in &self.frontier {
                room.meter().expanded(1)?;
                let whole = 2 * self.window.n as usize - 1 - 2 * self.depth();
                // The one move of gain one may still come before.
                let spare = self.window.pairs(position) as usize == whole;
                self.window.steps(position, if spare { &[-2, -1] } else { &[-2] }, |step| {
                    let before = self.window.played(position, step);
                    if let Some(key) = self.window.key(before)
                        && table.insert(hash(key))
                    {
                        next.push(before);
                    }
                });
            }
            room.meter().seen(table.len());
            room.hold((self.size() + table.len()) * ENTRY)?;
            self.tables.push(table);
            self.frontier = next;
        }
        Ok(())
    }
}
