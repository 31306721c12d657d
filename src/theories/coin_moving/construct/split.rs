//! Splitting a chain over several components of the goal (Lemma 4.9, Theorem 4.8): the rectangle is peeled
//! line by line, and the goal's coins stay behind.

use super::chain::Chain;
use super::game::{Game, Stop};
use super::peeling::{Peeling, Rest, Side, near};
use crate::model::board::Coord;
use crate::theories::coin_moving::rectangle::Rectangle;

impl Game<'_> {
    /// Leaves the coins of a goal in a chain's rectangle, and nothing else; the chain has its fewest coins. `targets` are
    /// the goal's chains in the rectangle, and there may be other coins. Cannot be undone.
    pub fn split(&mut self, chain: Chain, goal: &Game<'_>, targets: &[&Chain]) -> Result<(), Stop> {
        let own = chain.rectangle();
        let Some(inner) = Rectangle::around(own.cells().filter(|cell| goal.has(*cell))) else {
            return chain.path().iter().try_for_each(|cell| self.take(*cell));
        };
        let chain = self.trim(chain, inner)?;
        let coins = chain.minimum() + self.hand();
        let rectangles: Vec<Rectangle> = targets.iter().map(|target| target.rectangle()).collect();
        let peeling = Peeling::new(inner, coins, &rectangles, |cell| goal.has(cell));
        let (sides, rest) = peeling.order(near(&chain), self.meter())?.ok_or(Stop::Stuck)?;
        let mut chain = chain;
        for side in sides {
            self.peel(&mut chain, side, goal)?;
        }
        match rest {
            Rest::Nothing => chain.path().iter().try_for_each(|cell| self.take(*cell)),
            Rest::One(at) => {
                let target = targets.get(at).copied().ok_or(Stop::Stuck)?;
                let trimmed = self.trim(chain, target.rectangle())?;
                self.follow(trimmed, target)
            }
            Rest::Line => {
                let (stay, go): (Vec<Coord>, Vec<Coord>) = chain.path().iter().partition(|c| goal.has(**c));
                stay.into_iter().try_for_each(|cell| self.put(cell))?;
                go.into_iter().try_for_each(|cell| self.take(cell))
            }
        }
    }

    /// Cuts the last line towards a side off a chain's rectangle; the goal's coins on it stay.
    fn peel(&mut self, chain: &mut Chain, side: Side, goal: &Game<'_>) -> Result<(), Stop> {
        if (chain.v.x == 0) != (side.0 == 0) {
            chain.transpose();
        }
        if (chain.v.x, chain.v.y) != side {
            chain.reverse();
        }
        let (w, h) = (chain.w, chain.h);
        if w > 1 {
            let least = (0..w).find(|u| goal.has(chain.global(*u, h - 1))).unwrap_or(w - 1);
            let mut profile: Vec<i32> = chain.profile();
            if least == w - 1 {
                profile.iter_mut().rev().take(1).for_each(|at| *at = least);
            } else {
                profile.iter_mut().for_each(|at| *at = (*at).min(least));
            }
            self.reshape(chain, &profile)?;
            for u in profile.last().copied().unwrap_or(w - 1)..w - 1 {
                let leave = goal.has(chain.cell(h - 1 + u));
                self.flip_leaving(chain, h - 1 + u, leave)?;
            }
        }
        self.put(chain.cell(chain.last() - 1))?;
        if !goal.has(chain.back()) {
            self.take(chain.back())?;
        }
        chain.shorten_back();
        self.recover(chain)
    }
}
