//! Every component of the span becomes one chain (Lemma 2.7, without the L).

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// The half-perimeter from which on a chain may be turned: a rotation is cheap there, and afterwards the ends
/// lie in the other corners.
const TURNED: i32 = 6;

impl HandGame<'_> {
    /// Lemma 2.7: grows chains until every coin lies in the rectangle of one, and no two are within distance
    /// 2; two coins in hand. Each is rotated once where they are to be turned. With an aim it ends as soon as
    /// one chain includes that rectangle.
    pub fn grow(&mut self, turned: bool, aim: Option<Rectangle>) -> Result<Vec<Chain>, Stop> {
        let seeds: Vec<Coord> = self.coins().collect();
        let enough = |_: &Self, chain: &Chain| aim.is_some_and(|aim| chain.rectangle().includes(aim));
        let mut chains = Vec::new();
        let Some(chain) = self.grow_until(&seeds, turned, &mut chains, &enough)? else {
            return Ok(chains);
        };
        // Nothing else is needed.
        let others: Vec<Coord> = self.coins().filter(|cell| !chain.rectangle().contains(*cell)).collect();
        others.into_iter().try_for_each(|cell| self.take(cell))?;
        Ok(vec![chain])
    }

    /// Grows chains from seeds in turn until one is enough, and returns it; the others are done.
    pub(super) fn grow_until(
        &mut self,
        seeds: &[Coord],
        turned: bool,
        done: &mut Vec<Chain>,
        enough: &dyn Fn(&Self, &Chain) -> bool,
    ) -> Result<Option<Chain>, Stop> {
        // Each round ends with fewer coins outside all rectangles.
        for _ in 0..=seeds.len() {
            let covered = |cell| done.iter().any(|chain| chain.rectangle().contains(cell));
            let Some(seed) = seeds.iter().find(|cell| self.has(**cell) && !covered(**cell)) else {
                return Ok(None);
            };
            let chain = self.grow_one(Chain::single(*seed), done, turned, enough)?;
            if enough(self, &chain) {
                return Ok(Some(chain));
            }
            done.push(chain);
        }
        Err(Stop::Stuck)
    }

    fn grow_one(
        &mut self,
        mut chain: Chain,
        done: &mut Vec<Chain>,
        turned: bool,
        enough: &dyn Fn(&Self, &Chain) -> bool,
    ) -> Result<Chain, Stop> {
        let most = 8 * (self.places() + 8);
        let mut turns = turned;
        for _ in 0..most {
            if enough(self, &chain) {
                return Ok(chain);
            }
            let own = chain.rectangle();
            if let Some(at) = done.iter().position(|other| other.rectangle().distance(own) <= 2) {
                let other = done.swap_remove(at);
                if !other.is_damaged(self) {
                    chain = self.merge(chain, other)?;
                }
                continue;
            }
            let Some(coin) = self.cheapest_coin(&chain, None) else { return Ok(chain) };
            chain = self.absorb(chain, coin)?;
            if turns && chain.w.min(chain.h) > 1 && chain.w + chain.h >= TURNED {
                turns = false;
                chain = self.rotate(chain)?;
                self.recover(&chain)?;
            }
        }
        Err(Stop::Stuck)
    }

    /// Of two chains near each other keeps one, which has a coin of the other near it.
    fn merge(&mut self, one: Chain, other: Chain) -> Result<Chain, Stop> {
        let larger = one.last() >= other.last();
        let (mut large, mut small) = if larger { (one, other) } else { (other, one) };
        let is_near = |game: &HandGame<'_>, of: &Chain, to: Rectangle| {
            let mut held = of.path().iter().filter(|cell| game.has(**cell));
            held.any(|cell| (1..=2).contains(&Rectangle::cell(*cell).distance(to)))
        };
        if large.rectangle().includes(small.rectangle()) || is_near(self, &small, large.rectangle()) {
            return Ok(large);
        }
        if is_near(self, &large, small.rectangle()) {
            return Ok(small);
        }
        if self.expose(&mut small, large.rectangle())? {
            return Ok(large);
        }
        if self.expose(&mut large, small.rectangle())? {
            return Ok(small);
        }
        small = self.rotate(small)?;
        if self.expose(&mut small, large.rectangle())? { Ok(large) } else { Err(Stop::Stuck) }
    }
    /// Reshapes a chain so that it has a coin outside another rectangle and within distance 2 of it; false
    /// where its parity forbids that.
    fn expose(&mut self, chain: &mut Chain, near: Rectangle) -> Result<bool, Stop> {
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
