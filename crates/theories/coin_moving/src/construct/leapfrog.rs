//! Leapfrogs (Figure 8): a pair of adjacent coins travels along a chain. Two pairs that meet give a coin back.

use super::chain::Chain;
use super::hand::{HandGame, Stop};

impl HandGame<'_> {
    /// Moves the pair at i, i + 1 up by two places; one coin in hand. `oo.o` becomes `o.oo`.
    fn leap_up(&mut self, chain: &Chain, pair: i32) -> Result<(), Stop> {
        self.put(chain.cell(pair + 2))?;
        self.pick(chain.cell(pair + 1))
    }

    /// Moves the pair at i, i + 1 down by two places; one coin in hand. `o.oo` becomes `oo.o`.
    fn leap_down(&mut self, chain: &Chain, pair: i32) -> Result<(), Stop> {
        self.put(chain.cell(pair - 1))?;
        self.pick(chain.cell(pair))
    }

    /// Moves a pair to another place of the same parity, past no other pair.
    pub fn leapfrog(&mut self, chain: &Chain, from: i32, to: i32) -> Result<(), Stop> {
        let mut at = from;
        while at < to {
            self.leap_up(chain, at)?;
            at += 2;
        }
        while at > to {
            self.leap_down(chain, at)?;
            at -= 2;
        }
        Ok(())
    }

    /// Brings pairs of coins together, two and two, until at most one is left. The chain then has the fewest
    /// coins of its rectangle.
    pub fn recover(&mut self, chain: &Chain) -> Result<(), Stop> {
        loop {
            let pairs = chain.pairs(self);
            // Of an even number, the first and the second, the third and the fourth, and so on.
            let step = if pairs.len().is_multiple_of(2) { 2 } else { 1 };
            let pairs = pairs.iter().zip(pairs.iter().skip(1)).step_by(step);
            let Some((one, other)) = pairs.min_by_key(|(one, other)| *other - *one) else { return Ok(()) };
            self.leapfrog(chain, *one, *other - 1)?;
            self.pick(chain.cell(*other))?;
        }
    }

    /// Brings pairs of coins together unless two coins are in hand.
    pub fn ready(&mut self, chain: &Chain) -> Result<(), Stop> {
        if self.hand() < 2 { self.recover(chain) } else { Ok(()) }
    }

    /// Puts the coins at the front on even places, up to a place; one coin in hand.
    pub fn even_out(&mut self, chain: &Chain, limit: i32) -> Result<(), Stop> {
        let mut index = 1;
        while index <= limit && index < chain.last() {
            if self.has(chain.cell(index)) {
                self.put(chain.cell(index + 1))?;
                self.pick(chain.cell(index))?;
            }
            index += 2;
        }
        Ok(())
    }

    /// Fewest coins, on even places and on the back.
    pub fn settle(&mut self, chain: &Chain) -> Result<(), Stop> {
        self.recover(chain)?;
        self.even_out(chain, chain.last())
    }

    /// Brings the nearest pair to a place that holds a coin.
    pub fn bring_pair(&mut self, chain: &Chain, index: i32) -> Result<(), Stop> {
        let target = |pair: i32| if pair < index { index - 1 } else { index };
        let near = chain.pairs(self).into_iter().min_by_key(|pair| (target(*pair) - pair).abs());
        let pair = near.ok_or(Stop::Stuck)?;
        self.leapfrog(chain, pair, target(pair))
    }
}
