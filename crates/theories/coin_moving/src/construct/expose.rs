//! Bringing a coin of one chain near another.

use super::chain::Chain;
use super::game::{Game, Stop};
use crate::rectangle::Rectangle;

impl Game<'_> {
    /// Reshapes a chain so that it has a coin outside another rectangle and within distance 2 of it; false
    /// where its parity forbids that.
    pub fn expose(&mut self, chain: &mut Chain, near: Rectangle) -> Result<bool, Stop> {
        let own = chain.rectangle();
        let around = own.meet(near.grown(2)).into_iter().flat_map(Rectangle::cells);
        let beside = around.filter(|cell| (1..=2).contains(&Rectangle::cell(*cell).distance(near)));
        let places = beside.map(|cell| chain.local(cell)).filter(|(u, v)| chain.is_odd() || (u + v) % 2 == 0);
        let Some((u, v)) = places.min_by_key(|(u, v)| chain.swept(*u, *v)) else { return Ok(false) };
        self.reshape_through(chain, u, v)?;
        self.recover(chain)?;
        let mut index = u + v;
        if index % 2 != 0 {
            chain.reverse();
            index = chain.last() - index;
        }
        self.even_out(chain, index)?;
        Ok(true)
    }
}
