//! Estimates of the steps that it takes to grow a chain.

use super::chain::Chain;
use super::game::Game;
use crate::model::board::Coord;

/// Steps for each cell that a path sweeps.
const SWEEP: i64 = 3;
/// Steps for each column that a coin slides along, one above the row.
const SLIDE: i64 = 4;
/// Steps for each column that a coin hops along, two above the row.
const HOP: i64 = 13;
/// The same with three coins in hand.
const EASY_HOP: i64 = 7;
/// Steps for each unit of the half-perimeter when a small chain takes up a large one.
const RESEED: i64 = 14;

/// Answers for one chain, each in time of the logarithm of its length.
#[derive(Debug)]
pub struct Costs<'c> {
    chain: &'c Chain,
    profile: Vec<i32>,
    /// Sums of the profile's first members.
    sums: Vec<i64>,
    hop: i64,
    free: bool,
}

impl<'c> Costs<'c> {
    /// For this chain.
    pub fn of(chain: &'c Chain, game: &Game<'_>) -> Self {
        let profile = chain.profile();
        let mut sums = vec![0];
        for at in &profile {
            sums.push(sums.last().copied().unwrap_or(0) + i64::from(*at));
        }
        let hop = match game.hand() {
            3.. => EASY_HOP,
            _ if game.is_free() => 9,
            _ => HOP,
        };
        Costs { chain, profile, sums, hop, free: game.is_free() }
    }

    fn sum(&self, rows: usize) -> i64 {
        self.sums.get(rows).or(self.sums.last()).copied().unwrap_or(0)
    }

    /// Cells between the path and a local cell at the border of the rectangle that it shall pass.
    fn sweep(&self, u: i32, v: i32) -> i64 {
        let rows = self.profile.len();
        let split = usize::try_from(v).unwrap_or(0).min(rows);
        // In rows before v the path must not be beyond u, in the others not before it.
        let reach = self.profile.partition_point(|at| *at < u);
        let (first, last) = (reach.min(split), reach.max(split));
        let column = i64::from(u);
        let above = self.sum(split) - self.sum(first) - column * i64::try_from(split - first).unwrap_or(0);
        let below = column * i64::try_from(last - split).unwrap_or(0) - (self.sum(last) - self.sum(split));
        above + below
    }

    /// Steps to rotate the chain.
    pub fn rotation(&self) -> i64 {
        i64::from(self.chain.w) * i64::from(self.chain.h) * if self.free { 8 } else { 10 }
    }

    /// Steps to start anew from a coin diagonal to a corner that is not an end.
    pub fn reseed(&self, coin: Coord) -> i64 {
        let (u, _) = self.chain.local(coin);
        let (w, h) = (self.chain.w, self.chain.h);
        let sweep = if u < 0 { self.sweep(0, h - 1) } else { self.sweep(w - 1, 0) };
        RESEED * i64::from(w + h) + SWEEP * sweep
    }

    /// Steps to take up a coin near the rectangle.
    pub fn of_coin(&self, coin: Coord) -> i64 {
        let (u, v) = self.chain.local(coin);
        let (w, h) = (self.chain.w, self.chain.h);
        let (across, down) = ((0..w).contains(&u), (0..h).contains(&v));
        if !across && !down {
            let at_end = (u < 0) == (v < 0) || w == 1 || h == 1;
            return if at_end { 0 } else { self.reseed(coin).min(self.rotation()) };
        }
        // How far the coin is from the end of the chain on its side, and how far from the rectangle.
        let (way, gap) = match (across, u < 0, v < 0) {
            (true, _, true) => (u, -v),
            (true, _, false) => (w - 1 - u, v - h + 1),
            (false, true, _) => (v, -u),
            (false, false, _) => (h - 1 - v, u - w + 1),
        };
        let size = if across { w } else { h };
        if w == 1 || h == 1 {
            let line = if across { h == 1 } else { w == 1 };
            let way = if line { way.min(size - 1 - way) } else { way };
            return i64::from(way) * if gap == 1 { SLIDE } else { self.hop };
        }
        let reach = if gap == 2 && way % 2 != 0 { (way + 1).min(size - 1) } else { way };
        let sweep = match (across, u < 0, v < 0) {
            (true, _, true) => self.sweep(reach, 0),
            (true, _, false) => self.sweep(w - 1 - reach, h - 1),
            (false, true, _) => self.sweep(0, reach),
            (false, false, _) => self.sweep(w - 1, h - 1 - reach),
        };
        SWEEP * sweep + i64::from(way) * if gap == 1 { SLIDE } else { self.hop }
    }
}
