//! Coins whose gaps stay open, by all orders of removal.
//!
//! If a block can be removed, one of its heads is removed first. Then the others, which are turned over where they are its
//! neighbours, can be removed, and so can each of their blocks by itself, with the sides that it needs (see
//! `packing`). So a block cannot be removed if this fails for each of its heads. It fails for a block without
//! heads, and for one in which no coin can be the last (`has_last`).

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::bits::Bits;
use super::walk::{Position, blocks};
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// First coins between two polls of the budget.
const STEPS: u64 = 16;

/// Whether the argument does not rule out that all coins are removed.
///
/// # Errors
/// There are too many coins, or a limit.
pub(super) fn may_be_removed(heads: &[bool], near: &[Vec<usize>], budget: &Budget) -> Result<bool, Unproved> {
    match heads.len() {
        0..=64 => Search::<1>::new(near, budget).run(heads),
        65..=256 => Search::<4>::new(near, budget).run(heads),
        257..=2048 => Search::<32>::new(near, budget).run(heads),
        2049..=16_384 => Search::<256>::new(near, budget).run(heads),
        _ => Err(Unproved::too_large("a block has more than 16,384 coins, too many to try all orders")),
    }
}

/// Whether a coin of a block shows heads if it is the last one: whether it shows heads and has an even number of
/// neighbours, by each of which it is turned over, or tails and an odd number.
pub(super) fn has_last(mut coins: impl Iterator<Item = (bool, usize)>) -> bool {
    coins.any(|(heads, neighbours)| heads == (neighbours % 2 == 0))
}

/// A block whose first coins are tried.
struct Frame<const W: usize> {
    position: Position<W>,
    /// Heads that were not yet removed first.
    untried: Bits<W>,
    /// Blocks that the removal of a head leaves and that remain to be looked at.
    open: Vec<Position<W>>,
}

struct Search<'a, const W: usize> {
    near: &'a [Vec<usize>],
    /// By block whether it may be removed.
    known: HashMap<Position<W>, bool, FxBuildHasher>,
    budget: &'a Budget,
    steps: u64,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(near: &'a [Vec<usize>], budget: &'a Budget) -> Self {
        Search { near, known: HashMap::default(), budget, steps: 0 }
    }

    fn run(mut self, heads: &[bool]) -> Result<bool, Unproved> {
        let all = Bits::of(0..heads.len());
        let heads = Bits::of((0..).zip(heads).filter(|(_, heads)| **heads).map(|(coin, _)| coin));
        let Some(open) = self.blocks((all, heads)) else { return Ok(false) };
        let mut frames = vec![Frame { position: (Bits::NONE, Bits::NONE), untried: Bits::NONE, open }];
        // Whether what was looked at last cannot be removed, or nothing was tried yet.
        let mut failed = false;
        while let Some(frame) = frames.last_mut() {
            if !failed {
                match frame.open.pop() {
                    Some(next) => match self.outcome(&next) {
                        Some(may) => failed = !may,
                        None => {
                            frames.push(Frame { position: next, untried: next.1, open: Vec::new() });
                            failed = true;
                        }
                    },
                    None => {
                        self.known.insert(frame.position, true);
                        frames.pop();
                    }
                }
                continue;
            }
            let Some(first) = frame.untried.first() else {
                self.known.insert(frame.position, false);
                frames.pop();
                continue;
            };
            frame.untried.turn(first, false);
            if let Some(open) = self.after(frame.position, first) {
                frame.open = open;
                failed = false;
            }
            self.poll(frames.len())?;
        }
        Ok(!failed)
    }

    fn poll(&mut self, frames: usize) -> Result<(), Unproved> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            let held = 2 * self.known.len() * (size_of::<(Position<W>, bool)>() + 1);
            let bytes = held + frames * (size_of::<Frame<W>>() + size_of::<Position<W>>());
            let states = self.known.len() as u64;
            self.budget.poll(&Progress { states, bytes: bytes as u64, ..Progress::default() })?;
        }
        Ok(())
    }

    /// The blocks that remain when a head of a block is removed; nothing if one of them cannot be removed.
    fn after(&self, (mut left, mut heads): Position<W>, first: usize) -> Option<Vec<Position<W>>> {
        left.turn(first, false);
        heads.turn(first, false);
        for other in self.near.get(first)?.iter().filter(|other| left.has(**other)) {
            heads.turn(*other, !heads.has(*other));
        }
        self.blocks((left, heads))
    }

    fn blocks(&self, position: Position<W>) -> Option<Vec<Position<W>>> {
        blocks(self.near, position).filter(|all| !all.iter().any(|one| self.outcome(one) == Some(false)))
    }

    /// Whether a block may be removed, if that is known.
    fn outcome(&self, position: &Position<W>) -> Option<bool> {
        let (left, heads) = position;
        let near = |coin: usize| self.near.get(coin).into_iter().flatten();
        let inner = |coin: usize| near(coin).filter(|other| left.has(**other)).count();
        if heads.is_empty() || !has_last(left.coins().map(|coin| (heads.has(coin), inner(coin)))) {
            return Some(false);
        }
        self.known.get(position).copied()
    }
}
