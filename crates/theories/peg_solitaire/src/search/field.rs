//! Positions as words of bits, up to symmetry: jumps as masks, the group, the mirror.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor};

use super::board::{Cells, PegBoard, one};
use super::resource_counts::Guard;

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

    /// The jumps back from a position through others that are `known`, the last one first, until one `begins`; and that
    /// position.
    pub fn back(
        &self,
        mut at: W,
        begins: impl Fn(W) -> bool,
        known: impl Fn(W) -> bool,
    ) -> Option<(Vec<usize>, W)> {
        let mut path = Vec::new();
        while !begins(at) {
            let undone = |step: &&Step<W>| at & step.touches == step.touches ^ step.takes;
            let step = self.steps.iter().filter(undone).find(|step| known(at ^ step.touches))?;
            path.push(step.index);
            at = at ^ step.touches;
        }
        Some((path, at))
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
    Copy + Ord + Hash + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// No pegs.
    const ZERO: Self;
    /// From a set of cells, which fits.
    fn of(cells: Cells) -> Self;
    /// The set of cells.
    fn cells(self) -> Cells;
    /// The eleven bits from a place on.
    fn eleven(self, from: u32) -> usize;
}

impl Word for u64 {
    const ZERO: u64 = 0;

    fn of(cells: Cells) -> u64 {
        cells as u64
    }

    fn cells(self) -> Cells {
        Cells::from(self)
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
