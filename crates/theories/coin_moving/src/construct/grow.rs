//! Every component of the span becomes one chain (Lemma 2.7, without the L).

use super::chain::Chain;
use super::game::{Game, Stop};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// How chains grow: with a number other than 0, each is rotated once, as soon as its half-perimeter reaches that
/// number. A rotation is cheap there, and afterwards the ends lie in the other corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth(pub i32);

impl Game<'_> {
    /// Grows chains until every coin lies in the rectangle of one, and no two are within distance 2; two
    /// coins in hand. With an aim it ends as soon as one chain includes that rectangle.
    pub fn grow(&mut self, growth: Growth, aim: Option<Rectangle>) -> Result<Vec<Chain>, Stop> {
        let seeds: Vec<Coord> = self.coins().collect();
        let enough = |_: &Self, chain: &Chain| aim.is_some_and(|aim| chain.rectangle().includes(aim));
        let mut chains = Vec::new();
        let Some(chain) = self.grow_until(&seeds, growth, &mut chains, &enough)? else {
            return Ok(chains);
        };
        // Nothing else is needed.
        let others: Vec<Coord> = self.coins().filter(|cell| !chain.rectangle().contains(*cell)).collect();
        others.into_iter().try_for_each(|cell| self.take(cell))?;
        Ok(vec![chain])
    }

    /// Grows chains from seeds in turn until one is enough, and tells it; the others are done.
    pub(super) fn grow_until(
        &mut self,
        seeds: &[Coord],
        growth: Growth,
        done: &mut Vec<Chain>,
        enough: &dyn Fn(&Self, &Chain) -> bool,
    ) -> Result<Option<Chain>, Stop> {
        // Each round ends with fewer coins outside all rectangles.
        for _ in 0..=seeds.len() {
            let covered = |cell| done.iter().any(|chain| chain.rectangle().contains(cell));
            let Some(seed) = seeds.iter().find(|cell| self.has(**cell) && !covered(**cell)) else {
                return Ok(None);
            };
            let chain = self.grow_one(Chain::single(*seed), done, growth, enough)?;
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
        growth: Growth,
        enough: &dyn Fn(&Self, &Chain) -> bool,
    ) -> Result<Chain, Stop> {
        let most = 8 * (self.places() + 8);
        let mut turned = growth.0 == 0;
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
            if !turned && chain.w.min(chain.h) > 1 && chain.w + chain.h >= growth.0 {
                turned = true;
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
        let is_near = |game: &Game<'_>, of: &Chain, to: Rectangle| {
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
}
