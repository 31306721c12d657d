//! Positions as words of bits, up to symmetry: jumps as masks, the group, the mirror, and sets of positions.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::board::{Cells, PegBoard, one};
use super::resource_counts::Guard;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// A jump as masks.
#[derive(Clone, Copy, Debug)]
pub struct Step<W> {
    /// P, Q, R.
    pub touches: W,
    /// P, Q.
    pub takes: W,
    /// The amount that it subtracts from the lanes of the guard.
    pub loss: u128,
    /// The jump of the board.
    pub index: usize,
}

/// The board as words.
#[derive(Clone, Debug)]
pub struct Field<W> {
    /// All cells.
    pub all: W,
    /// The number of cells.
    pub cells: usize,
    /// Positions up to the group.
    pub canon: Canon<W>,
    /// The jumps that may be played: those with a budget.
    pub steps: Vec<Step<W>>,
    /// Upper bounds of the number of times each jump of the board is played.
    pub budgets: Vec<u32>,
}

impl<W: Word> Field<W> {
    /// The field of a board with these budgets, up to these symmetries, which must preserve the budgets.
    pub fn new(board: &PegBoard, budgets: Vec<u32>, group: &[&Vec<u8>]) -> Self {
        let left = board.jumps().iter().zip(&budgets).enumerate().filter(|(_, (_, budget))| **budget > 0);
        let step =
            |index, takes, touches| Step { touches: W::of(touches), takes: W::of(takes), loss: 0, index };
        let steps = left.map(|(index, (jump, _))| step(index, jump.takes(), jump.touches())).collect();
        Field { all: W::of(board.all()), cells: board.cells(), canon: Canon::new(group), steps, budgets }
    }

    /// The jumps with what they take from the lanes of a guard.
    pub fn guarded(&self, guard: &Guard) -> Vec<Step<W>> {
        let loss = |step: &Step<W>| {
            let takes: Cells = step.takes.cells();
            guard.loss(takes, step.touches.cells() ^ takes)
        };
        self.steps.iter().map(|step| Step { loss: loss(step), ..*step }).collect()
    }

    /// Pegs and holes exchanged: a game played backward is a game of the same jumps in the mirror
    /// (Leibniz).
    pub fn mirror(&self, at: W) -> W {
        at ^ self.all
    }
}

/// The number of pegs.
pub fn pegs<W: Word>(at: W) -> usize {
    at.cells().count_ones() as usize
}

/// A word that holds a position.
pub trait Word:
    Copy + Eq + Ord + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// No pegs.
    const ZERO: Self;
    /// From a set of cells, which fits.
    fn of(cells: Cells) -> Self;
    /// The set of cells.
    fn cells(self) -> Cells;
    /// Well mixed bits, the same in every run.
    fn mixed(self) -> u64;
    /// The eleven bits from a place on.
    fn eleven(self, from: u32) -> usize;
}

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Word for u64 {
    const ZERO: u64 = 0;

    fn of(cells: Cells) -> u64 {
        cells as u64
    }

    fn cells(self) -> Cells {
        Cells::from(self)
    }

    fn mixed(self) -> u64 {
        let high = (self ^ (self >> 29)).wrapping_mul(GOLDEN);
        high ^ (high >> 32)
    }

    fn eleven(self, from: u32) -> usize {
        (self >> from) as usize & 2047
    }
}

impl Word for u128 {
    const ZERO: u128 = 0;

    fn of(cells: Cells) -> u128 {
        cells
    }

    fn cells(self) -> Cells {
        self
    }

    fn mixed(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).wrapping_mul(GOLDEN)).mixed()
    }

    fn eleven(self, from: u32) -> usize {
        (self >> from) as usize & 2047
    }
}

/// A group of symmetries as tables.
#[derive(Clone, Debug)]
pub struct Canon<W> {
    /// Not the identity: for every eleven cells the images of their subsets.
    maps: Vec<Vec<Box<[W; 2048]>>>,
}

impl<W: Word> Canon<W> {
    /// The tables of these symmetries; the identity needs none.
    pub fn new(symmetries: &[&Vec<u8>]) -> Self {
        let moves =
            |symmetry: &&&Vec<u8>| symmetry.iter().enumerate().any(|(cell, &to)| usize::from(to) != cell);
        Canon { maps: symmetries.iter().filter(moves).map(|symmetry| tables(symmetry)).collect() }
    }

    /// The least image.
    pub fn of(&self, at: W) -> W {
        let mut least = at;
        for map in &self.maps {
            let mut image = W::ZERO;
            let mut from = 0;
            for part in map {
                image = image | part.get(at.eleven(from)).copied().unwrap_or(W::ZERO);
                from += 11;
            }
            least = least.min(image);
        }
        least
    }
}

fn tables<W: Word>(symmetry: &[u8]) -> Vec<Box<[W; 2048]>> {
    let parts = (0..symmetry.len()).step_by(11);
    parts
        .map(|from| {
            let mut part = Box::new([W::ZERO; 2048]);
            for bits in 1..2048usize {
                // Without its lowest cell the subset is already known.
                let cell = symmetry.get(from + bits.trailing_zeros() as usize).copied();
                let rest = part.get(bits & (bits - 1)).copied().unwrap_or(W::ZERO);
                if let Some(slot) = part.get_mut(bits) {
                    *slot = cell.map_or(rest, |cell| rest | W::of(one(cell)));
                }
            }
            part
        })
        .collect()
}

/// A map from positions to values; a set where there are no values.
#[derive(Debug)]
pub struct Table<'m, W, V = ()> {
    room: Room<'m>,
    /// In order of insertion.
    keys: Vec<W>,
    values: Vec<V>,
    /// The places of the keys.
    places: HashTable<u32>,
}

impl<'m, W: Word, V: Copy> Table<'m, W, V> {
    /// The empty table.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Table { room: Room::new(meter), keys: Vec::new(), values: Vec::new(), places: HashTable::new() }
    }

    /// A copy of the table.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn copied(&self) -> Result<Self, Halted> {
        let mut room = Room::new(self.room.meter());
        let most = self.keys.capacity();
        room.hold(Self::bytes(most, self.places.allocation_size()))?;
        let (mut keys, mut values) = (Vec::with_capacity(most), Vec::with_capacity(most));
        keys.extend_from_slice(&self.keys);
        values.extend_from_slice(&self.values);
        Ok(Table { room, keys, values, places: self.places.clone() })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// No position?
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    fn place(&self, at: W) -> Option<usize> {
        let same = |place: &u32| self.keys.get(*place as usize) == Some(&at);
        self.places.find(at.mixed(), same).map(|place| *place as usize)
    }

    /// Is the position there?
    pub fn contains(&self, at: W) -> bool {
        self.place(at).is_some()
    }

    /// The value of a position.
    pub fn get(&self, at: W) -> Option<V> {
        self.values.get(self.place(at)?).copied()
    }

    /// Inserts a position with its value; `false` if it was present, which keeps its value.
    ///
    /// # Errors
    /// A limit was reached: the position is not in.
    pub fn insert(&mut self, at: W, value: V) -> Result<bool, Halted> {
        if self.places.len() == self.places.capacity() {
            self.grow()?;
        }
        let Table { keys, values, places, .. } = self;
        let same = |place: &u32| keys.get(*place as usize) == Some(&at);
        let Entry::Vacant(free) = places.entry(at.mixed(), same, |place| mixed(keys, *place)) else {
            return Ok(false);
        };
        free.insert(keys.len() as u32);
        keys.push(at);
        values.push(value);
        Ok(true)
    }

    fn grow(&mut self) -> Result<(), Halted> {
        let (keys, places) = (self.keys.capacity(), self.places.allocation_size());
        self.room.hold(Self::bytes(3 * keys, 3 * places))?;
        let Table { keys, values, places, .. } = self;
        places.reserve(1, |place| mixed(keys, *place));
        let more = places.capacity() - keys.len();
        keys.reserve_exact(more);
        values.reserve_exact(more);
        self.room.hold(Self::bytes(self.keys.capacity(), self.places.allocation_size()))
    }

    fn bytes(keys: usize, places: usize) -> usize {
        keys * (size_of::<W>() + size_of::<V>()) + places
    }

    /// All positions, in order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = W> {
        self.keys.iter().copied()
    }
}

fn mixed<W: Word>(keys: &[W], place: u32) -> u64 {
    keys.get(place as usize).map_or(0, |key| key.mixed())
}
