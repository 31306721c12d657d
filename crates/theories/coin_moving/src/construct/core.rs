//! A part of the goal that is enough to begin with: a chain around all coins is peeled down to it (Lemma
//! 4.9), and the goal's other coins stay behind.

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use super::peeling::Peeling;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

impl HandGame<'_> {
    /// Grows a chain until one around all coins, with all coins of the puzzle, could be peeled down to its
    /// rectangle; two coins in hand. All steps can be undone. Nothing where no chain grows so far.
    pub fn grow_core(&mut self) -> Result<Option<Chain>, Stop> {
        let seeds: Vec<Coord> = self.coins().collect();
        let Some(whole) = Rectangle::around(seeds.iter().copied()) else { return Ok(None) };
        let enough = |game: &Self, chain: &Chain| {
            let coins = game.coins().count() + game.hand();
            Peeling::new(whole, coins, &[], |cell| game.has(cell)).leads_to(chain.rectangle())
        };
        self.grow_until(&seeds, false, &mut Vec::new(), &enough)
    }
}
