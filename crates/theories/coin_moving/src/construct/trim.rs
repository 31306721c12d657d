//! From one rectangle to a smaller one (Lemma 3.2), and from one path to another.

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use crate::rectangle::Rectangle;

impl HandGame<'_> {
    /// Lemma 3.2: cuts a chain down to a rectangle inside its own; two coins in hand. Cannot be undone.
    pub fn trim(&mut self, mut chain: Chain, to: Rectangle) -> Result<Chain, Stop> {
        if chain.rectangle() == to {
            return Ok(chain);
        }
        let (profile, [first, last]) = chain.trimmed(to);
        self.reshape(&mut chain, &profile)?;
        self.recover(&chain)?;
        self.put(chain.cell(first))?;
        self.put(chain.cell(last))?;
        for index in (0..first).chain(last + 1..=chain.last()) {
            self.take(chain.cell(index))?;
        }
        chain.cut(first, last);
        self.settle(&chain)?;
        Ok(chain)
    }

    /// Brings a chain to the path of another of the same rectangle, with coins on even places from its front.
    pub fn follow(&mut self, mut chain: Chain, other: &Chain) -> Result<(), Stop> {
        let ends = |of: &Chain| [of.front(), of.back()];
        if !ends(other).contains(&chain.front()) {
            chain = self.rotate(chain)?;
        }
        if chain.front() != other.front() {
            chain.reverse();
        }
        if chain.front() != other.front() {
            return Err(Stop::Stuck);
        }
        let mut other = other.clone();
        if other.u != chain.u {
            other.transpose();
        }
        self.reshape(&mut chain, &other.profile())?;
        self.settle(&chain)
    }
}
