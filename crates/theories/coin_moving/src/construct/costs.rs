//! Estimates of the steps that it takes to grow a chain.

use super::absorb::{Side, face, ring};
use super::chain::Chain;
use super::game::Game;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// Steps for each cell that a path sweeps.
const SWEEP: i32 = 3;
/// Steps for each column that a coin slides along, one above the row.
const SLIDE: i32 = 4;

impl Game<'_> {
    /// A number of steps where they need not be undone, or where they must.
    fn steps_of(&self, free: i32, undone: i32) -> i32 {
        if self.is_free() { free } else { undone }
    }

    /// Whether a small chain that takes up a large one is cheaper than a rotation, for a coin diagonal to a corner that is
    /// no end.
    pub(super) fn reseeds(&self, chain: &Chain, coin: Coord) -> bool {
        self.reseeding(chain, coin) < self.rotation(chain)
    }

    fn reseeding(&self, chain: &Chain, coin: Coord) -> i32 {
        let (u, v) = if chain.local(coin).0 < 0 { (0, chain.h - 1) } else { (chain.w - 1, 0) };
        self.steps_of(3, 8) * (chain.w + chain.h) + SWEEP * chain.swept(u, v)
    }

    fn rotation(&self, chain: &Chain) -> i32 {
        let each = if self.lays(2) { SWEEP } else { self.steps_of(8, 10) };
        each.saturating_mul(chain.w.saturating_mul(chain.h))
    }

    fn absorption(&self, mut chain: Chain, coin: Coord) -> i32 {
        match face(&mut chain, coin) {
            Side::Front => 0,
            Side::Corner => self.reseeding(&chain, coin).min(self.rotation(&chain)),
            Side::Above(column, rows) if self.lays(rows) => {
                SWEEP * chain.swept(column, 0) + (2 * rows + 1) * column
            }
            Side::Above(column, 1) => SWEEP * chain.swept(column, 0) + SLIDE * column,
            Side::Above(column, _) => {
                SWEEP * chain.swept(chain.reach(column), 0) + self.steps_of(9, 13) * column
            }
        }
    }

    /// The coin within distance 2 of a chain's rectangle that costs least, and inside another where that is given.
    pub(super) fn cheapest_coin(&self, chain: &Chain, inside: Option<Rectangle>) -> Option<Coord> {
        let near = ring(chain.rectangle()).filter(|cell| self.has(*cell));
        let near = near.filter(|cell| inside.is_none_or(|inside| inside.contains(*cell)));
        near.min_by_key(|cell| (self.absorption(chain.clone(), *cell), *cell))
    }
}
