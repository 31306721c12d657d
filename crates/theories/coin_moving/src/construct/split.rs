//! Several components of the goal in one rectangle (Lemma 4.9, Theorem 4.8): the rectangle is peeled line by
//! line, and the goal's coins stay behind.

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use super::peeling::{Peeling, Rest, Side, near};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// Coins that stay in hand where more than one line is cut off.
const SPARE: usize = 3;

impl HandGame<'_> {
    /// Lemma 4.9: leaves the coins of a goal in a chain's rectangle, and nothing else; the chain has its
    /// fewest coins. `targets` are the goal's chains in the rectangle, and there may be other coins. Cannot
    /// be undone.
    pub fn split(&mut self, chain: Chain, goal: &HandGame<'_>, targets: &[&Chain]) -> Result<(), Stop> {
        let own = chain.rectangle();
        let Some(inner) = Rectangle::around(own.cells().filter(|cell| goal.has(*cell))) else {
            return chain.path().iter().try_for_each(|cell| self.take(*cell));
        };
        let mut chain = self.trim(chain, inner)?;
        let coins = chain.minimum() + self.hand();
        let rectangles: Vec<Rectangle> = targets.iter().map(|target| target.rectangle()).collect();
        let peeling = Peeling::new(inner, coins, &rectangles, |cell| goal.has(cell));
        let (sides, rest) = peeling.order(near(&chain), self.meter())?.ok_or(Stop::Stuck)?;
        for run in sides.chunk_by(|one, next| one == next) {
            let (mut left, side) = (run.len(), run.first().copied().ok_or(Stop::Stuck)?);
            while left > 0 {
                left -= self.peel(&mut chain, side, left, &|cell| goal.has(cell))?;
            }
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

    /// Cuts at most this number of lines, not 0, off a side of a chain's rectangle, and leaves coins on some
    /// cells. Returns their number, at least 1.
    pub(super) fn peel(
        &mut self,
        chain: &mut Chain,
        side: Side,
        most: usize,
        stays: &dyn Fn(Coord) -> bool,
    ) -> Result<usize, Stop> {
        if (chain.v.x == 0) != (side.0 == 0) {
            chain.transpose();
        }
        if (chain.v.x, chain.v.y) != side {
            chain.reverse();
        }
        let (w, h) = (chain.w, chain.h);
        // For each line, the outermost first, the first cell on which a coin stays.
        let (mut first, mut held) = (Vec::new(), 0);
        for row in (1..h).rev().take(most) {
            let mut coins = (0..w).filter(|u| stays(chain.global(*u, row)));
            let least = coins.next();
            held += usize::from(least.is_some()) + coins.count();
            if !first.is_empty() && self.hand() < held + SPARE {
                break;
            }
            first.push(least.unwrap_or(w - 1));
        }
        let lines = first.len();
        if lines == 0 {
            return Err(Stop::Stuck);
        }
        if w > 1 {
            // The path comes before all coins that stay, and sweeps over them.
            let mut profile = chain.profile();
            let mut least = w - 1;
            for (line, at) in profile.iter_mut().rev().enumerate() {
                least = first.get(line).map_or(least, |first| least.min(*first));
                *at = (*at).min(least);
            }
            self.reshape(chain, &profile)?;
            profile.iter_mut().rev().take(lines).for_each(|at| *at = w - 1);
            self.reshape_leaving(chain, &profile, stays)?;
        }
        let kept = chain.path().len() - lines;
        let gone = chain.path().get(kept..).unwrap_or_default().to_vec();
        let (stay, go): (Vec<Coord>, Vec<Coord>) = gone.into_iter().partition(|cell| stays(*cell));
        let back = chain.path().get(kept - 1).copied();
        back.into_iter().chain(stay).try_for_each(|cell| self.put(cell))?;
        go.into_iter().try_for_each(|cell| self.take(cell))?;
        (0..lines).for_each(|_| chain.shorten_back());
        self.recover(chain)?;
        Ok(lines)
    }
}
