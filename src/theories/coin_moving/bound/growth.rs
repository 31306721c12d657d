//! Cells that coins could cover, one after the other.

use crate::model::board::Coord;
use crate::theories::coin_moving::coins::{Coins, STEPS};

const NEVER: u32 = u32::MAX;

/// All cells that coins could cover if none were ever taken away, in an order in which each has two beside it
/// that come before it.
#[derive(Clone, Debug)]
pub struct Growth {
    width: i32,
    height: i32,
    /// By cell its place in the order; [`NEVER`] where it is not covered.
    turn: Vec<u32>,
    /// The cells that are covered later, in order.
    order: Vec<usize>,
    /// By cell whether it is not covered without some others.
    lost: Vec<bool>,
}

impl Growth {
    /// The cells that these coins could cover.
    pub fn new(start: &Coins) -> Self {
        let (width, height) = (start.width(), start.height());
        let area = usize::try_from(width).unwrap_or(0) * usize::try_from(height).unwrap_or(0);
        let mut growth =
            Growth { width, height, turn: vec![NEVER; area], order: Vec::new(), lost: vec![false; area] };
        let mut open: Vec<usize> = start.iter().filter_map(|cell| growth.place(cell)).collect();
        open.iter().for_each(|at| growth.set(*at, 0));
        let mut next = 0;
        let mut number = 0;
        while let Some(at) = open.get(next).copied() {
            next += 1;
            for near in growth.near(at).collect::<Vec<_>>() {
                let covered = growth.near(near).filter(|n| growth.turn(*n) != NEVER).count();
                if growth.turn(near) == NEVER && covered >= 2 {
                    number += 1;
                    growth.set(near, number);
                    growth.order.push(near);
                    open.push(near);
                }
            }
        }
        growth
    }

    fn place(&self, cell: Coord) -> Option<usize> {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        usize::try_from(i64::from(cell.y) * i64::from(self.width) + i64::from(cell.x)).ok().filter(|_| inside)
    }

    fn cell(&self, at: usize) -> Coord {
        let at = i32::try_from(at).unwrap_or(0);
        Coord::new(at % self.width.max(1), at / self.width.max(1))
    }

    fn near(&self, at: usize) -> impl Iterator<Item = usize> + use<'_> {
        let cell = self.cell(at);
        STEPS.iter().filter_map(move |(x, y)| self.place(Coord::new(cell.x + x, cell.y + y)))
    }

    fn turn(&self, at: usize) -> u32 {
        self.turn.get(at).copied().unwrap_or(NEVER)
    }

    fn set(&mut self, at: usize, turn: u32) {
        if let Some(slot) = self.turn.get_mut(at) {
            *slot = turn;
        }
    }

    fn is_lost(&self, at: usize) -> bool {
        self.lost.get(at).copied().unwrap_or(true)
    }

    fn lose(&mut self, at: usize, lost: bool) {
        if let Some(slot) = self.lost.get_mut(at) {
            *slot = lost;
        }
    }

    /// The cells that are covered and were not at first.
    pub fn grown(&self) -> Vec<Coord> {
        self.order.iter().map(|at| self.cell(*at)).collect()
    }

    /// Whether a cell is covered and was not at first.
    pub fn is_grown(&self, cell: Coord) -> bool {
        self.place(cell).is_some_and(|at| !matches!(self.turn(at), 0 | NEVER))
    }

    /// Whether some of the goal is not covered where no coin comes to some cells. Takes time in proportion
    /// to the cells that have to be covered in another way.
    pub fn loses(&mut self, without: &[Coord], goal: &[Coord]) -> bool {
        let barred: Vec<usize> = without.iter().filter_map(|cell| self.place(*cell)).collect();
        let mut gone = barred.clone();
        gone.retain(|at| self.turn(*at) != 0);
        gone.iter().for_each(|at| self.lose(*at, true));
        let mut next = 0;
        while let Some(at) = gone.get(next).copied() {
            next += 1;
            for near in self.near(at).collect::<Vec<_>>() {
                let turn = self.turn(near);
                if turn == 0 || turn == NEVER || turn < self.turn(at) || self.is_lost(near) {
                    continue;
                }
                let before = self.near(near).filter(|n| self.turn(*n) < turn && !self.is_lost(*n)).count();
                if before < 2 {
                    self.lose(near, true);
                    gone.push(near);
                }
            }
        }
        let mut open = gone.clone();
        while let Some(at) = open.pop() {
            let there = self.near(at).filter(|n| self.turn(*n) != NEVER && !self.is_lost(*n)).count();
            if there >= 2 && self.is_lost(at) && !barred.contains(&at) {
                self.lose(at, false);
                let again: Vec<usize> = self.near(at).filter(|n| self.is_lost(*n)).collect();
                open.extend(again);
            }
        }
        let lost = goal.iter().filter_map(|cell| self.place(*cell)).any(|at| self.is_lost(at));
        gone.into_iter().for_each(|at| self.lose(at, false));
        lost
    }
}
