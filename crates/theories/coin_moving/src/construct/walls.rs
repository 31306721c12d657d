//! Walls: two coins in a row on the path of a chain. They travel, and meet to give a coin back.

use super::chain::Chain;
use super::game::{Game, Stop};

impl Game<'_> {
    /// Moves the wall at i, i + 1 up by two places; one coin in hand. `oo.o` becomes `o.oo`.
    fn leap_up(&mut self, chain: &Chain, wall: i32) -> Result<(), Stop> {
        self.put(chain.cell(wall + 2))?;
        self.pick(chain.cell(wall + 1))
    }

    /// Moves the wall at i, i + 1 down by two places; one coin in hand. `o.oo` becomes `oo.o`.
    fn leap_down(&mut self, chain: &Chain, wall: i32) -> Result<(), Stop> {
        self.put(chain.cell(wall - 1))?;
        self.pick(chain.cell(wall))
    }

    /// Moves a wall to another place of the same parity, past no other wall.
    pub fn move_wall(&mut self, chain: &Chain, from: i32, to: i32) -> Result<(), Stop> {
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

    /// Brings walls together in pairs until at most one is left. The chain then has the fewest coins of its
    /// rectangle.
    pub fn recover(&mut self, chain: &Chain) -> Result<(), Stop> {
        let walls = chain.walls(self);
        let mut pairs = pairs(&walls);
        // The nearest give the coins for the others.
        pairs.sort_by_key(|(one, other)| (other - one, *one));
        for (one, other) in pairs {
            self.move_wall(chain, one, other - 1)?;
            self.pick(chain.cell(other))?;
        }
        Ok(())
    }

    /// Brings walls together unless two coins are in hand.
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

    /// Brings the nearest wall to a place that holds a coin.
    pub fn bring_wall(&mut self, chain: &Chain, index: i32) -> Result<(), Stop> {
        let target = |wall: i32| if wall < index { index - 1 } else { index };
        let near = chain.walls(self).into_iter().min_by_key(|wall| (target(*wall) - wall).abs());
        let wall = near.ok_or(Stop::Stuck)?;
        self.move_wall(chain, wall, target(wall))
    }
}

/// Neighbouring walls in pairs, at the least total distance. An odd one is left out.
fn pairs(walls: &[i32]) -> Vec<(i32, i32)> {
    let of = |from: usize| {
        let rest = walls.get(from..).unwrap_or_default();
        rest.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)))
    };
    if walls.len().is_multiple_of(2) {
        return of(0).collect();
    }
    let length = |pairs: &mut dyn Iterator<Item = (i32, i32)>| pairs.map(|(a, b)| b - a).sum::<i32>();
    let all = |left: usize| of(0).take(left / 2).chain(of(left + 1));
    let left = (0..walls.len()).step_by(2).min_by_key(|left| length(&mut all(*left)));
    left.map(|left| all(left).collect()).unwrap_or_default()
}
