//! Bringing a coin of one chain near another.

use super::chain::Chain;
use super::flip::through;
use super::game::{Game, Stop};
use crate::rectangle::Rectangle;

impl Game<'_> {
    /// Reshapes a chain so that it has a coin outside another rectangle and within distance 2 of it; false
    /// where its parity forbids that.
    pub fn expose(&mut self, chain: &mut Chain, near: Rectangle) -> Result<bool, Stop> {
        let own = chain.rectangle();
        let around = Rectangle {
            top: (near.top - 2).max(own.top),
            left: (near.left - 2).max(own.left),
            bottom: (near.bottom + 2).min(own.bottom),
            right: (near.right + 2).min(own.right),
        };
        let profile = chain.profile();
        let mut best: Option<(i32, i32, i32)> = None;
        for cell in around.cells() {
            let distance = Rectangle::cell(cell).distance(near);
            let (u, v) = chain.local(cell);
            if !(1..=2).contains(&distance) || !chain.is_odd() && (u + v) % 2 != 0 {
                continue;
            }
            let moved = through(&profile, u, v);
            let sweep: i32 = moved.iter().zip(&profile).map(|(a, b)| (a - b).abs()).sum();
            if best.is_none_or(|(least, ..)| sweep < least) {
                best = Some((sweep, u, v));
            }
        }
        let Some((_, u, v)) = best else { return Ok(false) };
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
