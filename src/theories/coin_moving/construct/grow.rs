//! Every component of the span becomes one chain (Lemma 2.7, without the L).

use super::absorb::ring;
use super::chain::Chain;
use super::costs::Costs;
use super::game::{Game, Stop};
use crate::model::board::Coord;
use crate::theories::coin_moving::rectangle::Rectangle;

/// In which order chains grow: 0 is the cheapest coin first, others stray from it by chance.
#[derive(Clone, Copy, Debug)]
pub struct Order(pub u64);

impl Order {
    /// A number below `bound` that depends on the order and on `of` alone.
    fn chance(self, of: u64, bound: u64) -> u64 {
        let mut mixed = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ of.wrapping_mul(0xD129_0D3B_3F1E_5A6B);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % bound.max(1)
    }

    fn key(self, cell: Coord) -> u64 {
        let part = |at: i32| u64::from(u32::from_ne_bytes(at.to_ne_bytes()));
        part(cell.y) << 32 | part(cell.x)
    }

    /// An estimate, dearer by up to a half.
    fn stray(self, cost: i64, cell: Coord) -> i64 {
        if self.0 == 0 {
            return cost * 128;
        }
        let by = i64::try_from(self.chance(self.key(cell), 64)).unwrap_or(0);
        (cost + 2) * (128 + by)
    }
}

impl Game<'_> {
    /// Grows chains until every coin lies in the rectangle of one, and no two are within distance 2; two
    /// coins in hand. Can be undone.
    pub fn grow(&mut self, order: Order) -> Result<Vec<Chain>, Stop> {
        let mut seeds: Vec<Coord> = self.coins().collect();
        if order.0 != 0 {
            seeds.sort_by_cached_key(|cell| order.chance(order.key(*cell), u64::MAX));
        }
        let mut done: Vec<Chain> = Vec::new();
        // Each round ends with fewer coins outside all rectangles.
        for _ in 0..=seeds.len() {
            let covered = |done: &[Chain], cell| done.iter().any(|chain| chain.rectangle().contains(cell));
            let Some(seed) = seeds.iter().find(|cell| self.has(**cell) && !covered(&done, **cell)) else {
                return Ok(done);
            };
            let chain = self.grow_one(Chain::single(*seed), &mut done, order)?;
            done.push(chain);
        }
        Err(Stop::Stuck)
    }

    fn grow_one(&mut self, mut chain: Chain, done: &mut Vec<Chain>, order: Order) -> Result<Chain, Stop> {
        let most = 8 * (self.places() + 8);
        for _ in 0..most {
            let own = chain.rectangle();
            if let Some(at) = done.iter().position(|other| other.rectangle().distance(own) <= 2) {
                let other = done.swap_remove(at);
                if !other.is_damaged(self) {
                    chain = self.merge(chain, other)?;
                }
                continue;
            }
            let costs = Costs::of(&chain, self);
            let near = ring(own).filter(|cell| self.has(*cell));
            let next = near.min_by_key(|cell| (order.stray(costs.of_coin(*cell), *cell), *cell));
            let Some(coin) = next else { return Ok(chain) };
            chain = self.absorb(chain, coin)?;
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
