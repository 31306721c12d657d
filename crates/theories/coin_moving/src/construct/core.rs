//! A part of the goal that is enough to begin with: a chain around all coins is peeled down to it (Lemma 4.9),
//! and the goal's other coins stay behind.

use super::absorb::ring;
use super::chain::Chain;
use super::hand::{HandGame, Stop};
use super::peeling::Peeling;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// At most this number of coins are tried as the first one.
const SEEDS: usize = 128;

impl HandGame<'_> {
    /// Grows a chain until one around all coins, with all coins of the puzzle, could be peeled down to its rectangle; two coins in
    /// hand. All steps can be undone. Nothing where no chain grows so far. The first coin is the one from which single coins
    /// lead to the smallest such rectangle; where there is none, chains take up others.
    pub fn grow_core(&mut self) -> Result<Option<Chain>, Stop> {
        let mut coins: Vec<Coord> = self.coins().collect();
        let Some(whole) = Rectangle::around(coins.iter().copied()) else { return Ok(None) };
        let peeling = |game: &Self| {
            let coins = game.coins().count() + game.hand();
            Peeling::new(whole, coins, &[], |cell| game.has(cell))
        };
        let at_first = peeling(self);
        let mut best: Option<(i32, Coord)> = None;
        for seed in coins.iter().copied().step_by(coins.len().div_ceil(SEEDS)) {
            self.meter().expanded(coins.len())?;
            if let Some(area) = self.area_of_core(seed, &at_first, best.map_or(i32::MAX, |(area, _)| area)) {
                best = Some((area, seed));
            }
        }
        if let Some((_, seed)) = best {
            coins.insert(0, seed);
        }
        let enough = |game: &Self, chain: &Chain| peeling(game).leads_to(chain.rectangle());
        self.grow_until(&coins, false, &mut Vec::new(), &enough)
    }

    /// Cells of the rectangle that a chain from a coin grows to, if they are fewer than a number.
    fn area_of_core(&self, seed: Coord, peeling: &Peeling<'_>, below: i32) -> Option<i32> {
        let area = |of: Rectangle| of.width() * of.height();
        let mut own = Rectangle::cell(seed);
        while area(own) < below {
            if peeling.leads_to(own) {
                return Some(area(own));
            }
            let near = ring(own).filter(|cell| self.has(*cell)).map(|cell| own.join(Rectangle::cell(cell)));
            own = near.min_by_key(|of| (area(*of), *of))?;
        }
        None
    }
}
