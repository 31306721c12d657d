//! What all parts of one search share: jumps as masks, the group of symmetries, the mirror.

use super::board::{Cells, PegBoard};
use super::canon::Canon;
use super::pagoda::Guard;
use super::word::Word;

/// A jump as masks.
#[derive(Clone, Copy, Debug)]
pub struct Step<W> {
    /// P, Q, R.
    pub touches: W,
    /// P, Q.
    pub takes: W,
    /// What it takes from the lanes of the guard.
    pub loss: u128,
    /// Which jump of the board.
    pub index: usize,
}

/// The board as words.
#[derive(Clone, Debug)]
pub struct Field<W> {
    /// All cells.
    pub all: W,
    /// How many cells.
    pub cells: usize,
    /// Positions up to the group.
    pub canon: Canon<W>,
    /// The jumps that may be played: those with a budget.
    pub steps: Vec<Step<W>>,
    /// How often each jump of the board may be played.
    pub budgets: Vec<u32>,
}

impl<W: Word> Field<W> {
    /// The field of a board with these budgets, up to these symmetries, which must keep the budgets.
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

/// How many pegs.
pub fn pegs<W: Word>(at: W) -> usize {
    at.cells().count_ones() as usize
}
