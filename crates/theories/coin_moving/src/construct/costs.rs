//! Estimates of the steps that it takes to grow a chain.

use super::chain::Chain;
use super::game::Game;
use puzzlec_model::board::Coord;

/// Steps for ten cells that a path sweeps.
const SWEEP: i64 = 30;
/// The same with more coins in hand.
const EASY_SWEEP: i64 = 22;
/// Steps for each column that a coin slides along, one above the row.
const SLIDE: i64 = 4;
/// The same with some coins in hand, where the row comes along.
const EASY_SLIDE: i64 = 3;
/// Steps for each column that a coin hops along, two above the row.
const HOP: i64 = 13;
/// The same with three coins in hand.
const EASY_HOP: i64 = 7;
/// The same with more of them, where the row comes along.
const CARRY: i64 = 5;
/// Steps for each unit of the half-perimeter when a small chain takes up a large one.
const RESEED: i64 = 8;
/// The same where a coin returns along the line that it moved out.
const TRAVEL: i64 = 7;
/// The same where that coin is just picked up.
const MOVE_OUT: i64 = 3;

/// Answers for one chain, each in time of the logarithm of its length.
#[derive(Debug)]
pub struct Costs<'c> {
    chain: &'c Chain,
    profile: Vec<i32>,
    /// Sums of the profile's first members.
    sums: Vec<i64>,
    slide: i64,
    hop: i64,
    /// Whether a coin two above the row goes along it whatever its column.
    carries: bool,
    /// Whether rows can be moved as they are.
    lays: bool,
    free: bool,
    /// Steps for each unit of the half-perimeter to take up a coin diagonal to a corner that is no end.
    reseed: i64,
}

impl<'c> Costs<'c> {
    /// For this chain.
    pub fn of(chain: &'c Chain, game: &Game<'_>) -> Self {
        let profile = chain.profile();
        let mut sums = vec![0];
        for at in &profile {
            sums.push(sums.last().copied().unwrap_or(0) + i64::from(*at));
        }
        let carries = game.carries(2);
        let hop = match game.hand() {
            _ if carries => CARRY,
            3.. => EASY_HOP,
            _ if game.is_free() => 9,
            _ => HOP,
        };
        let slide = if game.lays(1) { EASY_SLIDE } else { SLIDE };
        let reseed = match game.moves_out() {
            _ if game.is_free() => MOVE_OUT,
            true => TRAVEL,
            false => RESEED,
        };
        Costs { chain, profile, sums, slide, hop, carries, lays: game.lays(2), free: game.is_free(), reseed }
    }

    /// Steps to sweep so many cells.
    fn swept(&self, cells: i64) -> i64 {
        cells * if self.lays { EASY_SWEEP } else { SWEEP } / 10
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
        let (w, h) = (i64::from(self.chain.w), i64::from(self.chain.h));
        if self.lays {
            let left = self.sum(self.profile.len());
            let beside = left.min((w - 1) * (h - 1) - left);
            return self.swept(w * h + beside);
        }
        w * h * if self.free { 8 } else { 10 }
    }

    /// Steps to start anew from a coin diagonal to a corner that is not an end.
    pub fn reseed(&self, coin: Coord) -> i64 {
        let (u, _) = self.chain.local(coin);
        let (w, h) = (self.chain.w, self.chain.h);
        let sweep = if u < 0 { self.sweep(0, h - 1) } else { self.sweep(w - 1, 0) };
        self.reseed * i64::from(w + h) + self.swept(sweep)
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
            return i64::from(way) * if gap == 1 { self.slide } else { self.hop };
        }
        let reach = if gap == 2 && way % 2 != 0 && !self.carries { (way + 1).min(size - 1) } else { way };
        let sweep = match (across, u < 0, v < 0) {
            (true, _, true) => self.sweep(reach, 0),
            (true, _, false) => self.sweep(w - 1 - reach, h - 1),
            (false, true, _) => self.sweep(0, reach),
            (false, false, _) => self.sweep(w - 1, h - 1 - reach),
        };
        self.swept(sweep) + i64::from(way) * if gap == 1 { self.slide } else { self.hop }
    }
}
