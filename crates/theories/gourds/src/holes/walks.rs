//! Closed walks of matchings, and how they permute the gourds.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use num_bigint::BigUint;
use rustc_hash::{FxHashSet, FxHasher};

use super::super::problem::{Board, Cell, Configuration, NONE};
use puzzlec_algebra::{Group, Permutation};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The most closed walks that are kept; the shortest ones, and all that enlarge the group.
const KEPT: usize = 600;

/// A closed walk: from the root to a matching, through a cell to another one, and back to the root.
#[derive(Clone, Debug)]
pub struct ClosedWalk {
    from: u32,
    through: Cell,
    to: u32,
    /// The number of moves.
    pub length: u32,
    /// By end of the root the end that lies in its place after the walk.
    pub action: Permutation,
    /// Whether it enlarged the group of those before.
    pub larger: bool,
}

/// The matchings that can be reached from a configuration, each with the gourds as they lie there after the moves of a
/// spanning tree.
#[derive(Debug)]
pub struct Walks<'a> {
    board: &'a Board,
    /// The configuration of the root, by cell its end.
    root: Configuration,
    /// By matching, by cell the end there.
    ends: Vec<u16>,
    /// By matching the one before it in the tree, the cell moved through, and the depth.
    before: Vec<(u32, Cell, u32)>,
    table: HashTable<u32>,
    /// Closed walks with different effects, without those that change nothing.
    pub walks: Vec<ClosedWalk>,
    /// The group that the closed walks generate; if the matchings are incomplete, a part of it.
    pub group: Group,
    /// Whether all matchings were visited.
    pub complete: bool,
}

/// The number of gourds is at most this, so that an end fits into 16 bits.
const MOST: usize = 30_000;

/// Bytes held for the matchings at most.
const HELD: usize = 256 << 20;

/// An end in 16 bits.
const EMPTY: u16 = u16::MAX;

impl<'a> Walks<'a> {
    /// The matchings that can be reached from a configuration, breadth first, at most this many. With `enough` the search ends
    /// when the group has this many elements.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn explore(
        board: &'a Board,
        root: &Configuration,
        most: usize,
        enough: Option<&BigUint>,
        meter: &Meter<'_>,
    ) -> Result<Self, Halted> {
        let mut room = Room::new(meter);
        let mut walks = Walks {
            board,
            root: root.clone(),
            ends: Vec::new(),
            before: Vec::new(),
            table: HashTable::new(),
            walks: Vec::new(),
            group: Group::trivial(2 * root.gourds()),
            complete: root.gourds() <= MOST,
        };
        if !walks.complete {
            return Ok(walks);
        }
        let most = most.min(HELD / (2 * board.len() + 48));
        let mut effects = FxHashSet::default();
        walks.find(root, (0, NONE, 0));
        let mut at = 0;
        while (at as usize) < walks.before.len() {
            meter.expanded(1)?;
            let here = walks.configuration(at);
            let hole = here.empty();
            let depth = walks.before.get(at as usize).map_or(0, |before| before.2);
            for through in board.neighbours(hole) {
                let mut next = here.clone();
                if !next.play(board, through) {
                    continue;
                }
                match walks.find(&next, (at, through, depth + 1)) {
                    None => meter.seen(1),
                    Some(to) => walks.close((at, through, to), &next, &mut effects),
                }
            }
            if at % 1024 == 0 {
                room.hold(walks.bytes() + effects.len() * (8 * root.gourds() + 48))?;
            }
            at += 1;
            let done = enough.is_some_and(|enough| walks.group.order() >= *enough);
            if done || walks.before.len() > most {
                walks.complete = (at as usize) >= walks.before.len();
                break;
            }
        }
        Ok(walks)
    }

    fn bytes(&self) -> usize {
        self.ends.len() * 2 + self.before.len() * 24
    }

    /// The number of gourds.
    pub fn gourds(&self) -> usize {
        self.root.gourds()
    }

    /// The number of matchings.
    pub fn len(&self) -> usize {
        self.before.len()
    }

    /// Whether there are no matchings.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// The matchings with the gourds as the tree brings them there.
    pub fn configurations(&self) -> impl Iterator<Item = Configuration> + '_ {
        (0..self.len() as u32).map(|at| self.configuration(at))
    }

    fn row(&self, at: u32) -> &[u16] {
        let size = self.board.len();
        self.ends.get(at as usize * size..(at as usize + 1) * size).unwrap_or(&[])
    }

    /// The gourds on a matching as the tree brings them there.
    fn configuration(&self, at: u32) -> Configuration {
        let mut gourds = vec![[NONE; 2]; self.root.gourds()];
        for (cell, end) in (0..).zip(self.row(at)).filter(|(_, end)| **end != EMPTY) {
            let slot = gourds.get_mut(usize::from(end / 2)).and_then(|g| g.get_mut(usize::from(end % 2)));
            slot.into_iter().for_each(|slot| *slot = cell);
        }
        Configuration::new(self.board, &gourds).unwrap_or_else(|| self.root.clone())
    }

    /// Records the matching of a configuration; or which one it is, if it is known.
    fn find(&mut self, at: &Configuration, before: (u32, Cell, u32)) -> Option<u32> {
        let size = self.board.len();
        let cells = 0..size as Cell;
        let key = hash(cells.clone().map(|cell| at.partner(cell)));
        let Walks { ends, table, before: all, board, .. } = self;
        let row = |index: u32| ends.get(index as usize * size..(index as usize + 1) * size).unwrap_or(&[]);
        // The same pairs: each gourd of the one covers both cells of a gourd of the other.
        let same = |index: &u32| {
            let row = row(*index);
            let end = |cell: Cell| row.get(cell as usize).copied().unwrap_or(EMPTY);
            cells.clone().all(|cell| match at.partner(cell) {
                NONE => end(cell) == EMPTY,
                partner => end(cell) != EMPTY && end(partner) == end(cell) ^ 1,
            })
        };
        if let Some(index) = table.find(key, same) {
            return Some(*index);
        }
        let rehash = |index: &u32| {
            let row = row(*index);
            hash(cells.clone().map(|cell| {
                let end = row.get(cell as usize).copied().unwrap_or(EMPTY);
                let partner = |near: &Cell| {
                    end != EMPTY && row.get(*near as usize).is_some_and(|other| *other == end ^ 1)
                };
                board.neighbours(cell).find(partner).unwrap_or(NONE)
            }))
        };
        table.insert_unique(key, all.len() as u32, rehash);
        let end = |cell: Cell| u16::try_from(at.end(cell)).unwrap_or(EMPTY);
        self.ends.extend(cells.map(end));
        self.before.push(before);
        None
    }

    /// Records the closed walk by a move to a matching that is known.
    fn close(
        &mut self,
        (from, through, to): (u32, Cell, u32),
        after: &Configuration,
        effects: &mut FxHashSet<Permutation>,
    ) {
        let mut images: Vec<u32> = (0..2 * self.root.gourds() as u32).collect();
        for (cell, end) in (0..).zip(self.row(to)).filter(|(_, end)| **end != EMPTY) {
            images.get_mut(usize::from(*end)).into_iter().for_each(|slot| *slot = after.end(cell));
        }
        let Some(action) = Permutation::new(images).filter(|action| !action.is_identity()) else { return };
        if effects.contains(&action) {
            return;
        }
        let depth = |at: u32| self.before.get(at as usize).map_or(0, |before| before.2);
        let length = depth(from) + 1 + depth(to);
        let larger = self.group.insert(action.clone());
        if larger || self.walks.len() < KEPT {
            self.walks.push(ClosedWalk { from, through, to, length, action: action.clone(), larger });
        }
        effects.insert(action);
    }

    /// The moves from the root to a matching.
    fn down(&self, to: u32) -> Vec<Cell> {
        let mut moves = Vec::new();
        let mut at = to;
        while let Some((before, through, depth)) = self.before.get(at as usize).filter(|(_, _, d)| *d > 0) {
            moves.push(*through);
            at = *before;
            if *depth == 1 {
                break;
            }
        }
        moves.reverse();
        moves
    }

    /// The moves of a closed walk.
    pub fn moves(&self, walk: &ClosedWalk) -> Vec<Cell> {
        let mut moves = self.down(walk.from);
        moves.push(walk.through);
        moves.extend(self.down(walk.to).into_iter().rev());
        super::cancel(moves)
    }
}

fn hash(partners: impl Iterator<Item = Cell>) -> u64 {
    let mut hasher = FxHasher::default();
    for partner in partners {
        partner.hash(&mut hasher);
    }
    hasher.finish()
}
