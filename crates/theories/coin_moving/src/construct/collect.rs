//! Picking up the coins that lie beside a chain.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::game::{Game, Stop};
use crate::coins::STEPS;
use puzzlec_model::board::Coord;

/// So many coins at most help to lift one.
const HELPERS: usize = 3;

impl Game<'_> {
    /// The coins of a chain's rectangle that are not on its path.
    fn foreign(&self, chain: &Chain) -> Vec<Coord> {
        let path: FxHashSet<Coord> = chain.path().iter().copied().collect();
        chain.rectangle().cells().filter(|cell| self.has(*cell) && !path.contains(cell)).collect()
    }

    /// Leaves only the fewest coins of the chain in its rectangle. Cannot be undone.
    pub fn clear(&mut self, chain: &Chain) -> Result<(), Stop> {
        for cell in self.foreign(chain) {
            self.take(cell)?;
        }
        self.settle(chain)
    }

    /// The same, such that it can be undone.
    pub fn collect(&mut self, chain: &mut Chain) -> Result<(), Stop> {
        self.settle(chain)?;
        let mut open = self.foreign(chain);
        let mut left: FxHashSet<Coord> = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            if self.neighbours(cell) >= 2 && left.remove(&cell) {
                self.pick(cell)?;
            }
        }
        let mut stubborn: Vec<Coord> = left.into_iter().collect();
        stubborn.sort_unstable();
        for most in 0..=HELPERS {
            let mut kept = Vec::new();
            for cell in stubborn {
                if !self.lift(cell, most)? {
                    kept.push(cell);
                }
            }
            stubborn = kept;
        }
        if !stubborn.is_empty() {
            self.sweep_up(chain, &stubborn)?;
        }
        self.settle(chain)
    }

    /// Picks up a coin with the help of others near it; false where so many are not enough.
    fn lift(&mut self, coin: Coord, most: usize) -> Result<bool, Stop> {
        if most > self.hand() {
            return Ok(false);
        }
        let mut helpers = Vec::new();
        if !self.helpers(coin, most, &mut helpers)? {
            return Ok(false);
        }
        self.pick(coin)?;
        for cell in helpers.into_iter().rev() {
            self.pick(cell)?;
        }
        Ok(true)
    }

    /// Drops at most so many coins on cells near another, none of which needs that one, until it has two
    /// neighbours.
    fn helpers(&mut self, coin: Coord, most: usize, dropped: &mut Vec<Coord>) -> Result<bool, Stop> {
        if self.neighbours(coin) >= 2 {
            return Ok(true);
        }
        if most == 0 {
            return Ok(false);
        }
        for (x, y) in NEAR {
            let cell = Coord::new(coin.x + x, coin.y + y);
            let beside = |(x, y): &&(i32, i32)| {
                let near = Coord::new(cell.x + x, cell.y + y);
                near != coin && self.has(near)
            };
            if self.has(cell) || STEPS.iter().filter(beside).count() < 2 {
                continue;
            }
            self.put(cell)?;
            dropped.push(cell);
            if self.helpers(coin, most - 1, dropped)? {
                return Ok(true);
            }
            dropped.pop();
            self.undo();
        }
        Ok(false)
    }

    /// Sweeps the path over coins on both sides of it.
    fn sweep_up(&mut self, chain: &mut Chain, coins: &[Coord]) -> Result<(), Stop> {
        let profile = chain.profile();
        let (mut high, mut low) = (profile.clone(), profile.clone());
        for cell in coins.iter().filter(|cell| self.has(**cell)) {
            let (u, v) = chain.local(*cell);
            let row = usize::try_from(v).unwrap_or(0);
            if profile.get(row).is_some_and(|at| *at < u) {
                high.iter_mut().skip(row).for_each(|at| *at = (*at).max(u));
            } else {
                low.iter_mut().take(row).for_each(|at| *at = (*at).min(u));
            }
        }
        let area = |to: &[i32]| to.iter().zip(&profile).map(|(a, b)| (a - b).abs()).sum::<i32>();
        let (first, second) = if area(&high) <= area(&low) { (high, low) } else { (low, high) };
        self.reshape(chain, &first)?;
        self.reshape(chain, &second)
    }
}

/// Steps to the cells at distance 1 and 2.
const NEAR: [(i32, i32); 12] =
    [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1), (0, -2), (-2, 0), (2, 0), (0, 2)];
