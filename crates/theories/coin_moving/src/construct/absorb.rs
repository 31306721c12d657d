//! A chain grows by a coin within distance 2 of its rectangle, the step of canonicalization (Lemma 2.7). All
//! steps can be undone.

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// Where a coin lies that is to be taken up, once the chain is turned towards it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Diagonal to the front.
    Front,
    /// Diagonal to a corner that is not an end.
    Corner,
    /// Over this column, so many rows above the first one.
    Above(i32, i32),
}

/// Turns a chain so that a coin near it lies above the first row or before the front.
fn face(chain: &mut Chain, coin: Coord) -> Side {
    let beyond = |at: i32, size: i32| if at < 0 { at } else { (at - size + 1).max(0) };
    let offset = |chain: &Chain| {
        let (u, v) = chain.local(coin);
        (beyond(u, chain.w), beyond(v, chain.h))
    };
    let (mut du, mut dv) = offset(chain);
    if du != 0 && dv != 0 {
        if (du < 0) != (dv < 0) {
            if chain.w > 1 && chain.h > 1 {
                return Side::Corner;
            }
            chain.turn_line();
            (du, _) = offset(chain);
        }
        if du > 0 {
            chain.reverse();
        }
        return Side::Front;
    }
    if dv == 0 {
        chain.transpose();
        (_, dv) = offset(chain);
    }
    if dv > 0 {
        chain.reverse();
    }
    let (mut column, row) = chain.local(coin);
    if chain.h == 1 && 2 * column > chain.w - 1 {
        chain.mirror_line();
        column = chain.w - 1 - column;
    }
    Side::Above(column, -row)
}

impl HandGame<'_> {
    /// Grows a chain by a coin outside its rectangle, within distance 2 of it; two coins in hand. The result
    /// is a chain of the smallest rectangle around both.
    pub fn absorb(&mut self, mut chain: Chain, coin: Coord) -> Result<Chain, Stop> {
        match face(&mut chain, coin) {
            Side::Corner => return self.absorb_at_corner(chain, coin),
            Side::Front => chain.prepend(-1, -1),
            Side::Above(column, 1) => {
                self.reshape_beyond(&mut chain, column)?;
                self.ready(&chain)?;
                self.slide(&chain, column, 0)?;
                chain.prepend(0, -1);
            }
            Side::Above(column, _) => {
                if column > 0 {
                    let reach = chain.reach(column);
                    self.reshape_beyond(&mut chain, reach)?;
                    self.ready(&chain)?;
                    self.even_out(&chain, column)?;
                }
                self.hop(&chain, column)?;
                chain.prepend(0, -2);
            }
        }
        self.recover(&chain)?;
        Ok(chain)
    }

    /// The same after a rotation where the coin is diagonal to a corner that is no end.
    pub fn absorb_turned(&mut self, mut chain: Chain, coin: Coord) -> Result<Chain, Stop> {
        if face(&mut chain, coin) == Side::Corner {
            chain = self.rotate(chain)?;
            if face(&mut chain, coin) != Side::Front {
                return Err(Stop::Stuck);
            }
        }
        self.absorb(chain, coin)
    }

    /// The coin within distance 2 of a chain's rectangle, and inside another where that is given, that costs
    /// the fewest drops as far as one can tell: cells that the path sweeps, and columns that the coin goes
    /// along.
    pub(super) fn cheapest_coin(&self, chain: &Chain, inside: Option<Rectangle>) -> Option<Coord> {
        let near = ring(chain.rectangle()).filter(|cell| self.has(*cell));
        let near = near.filter(|cell| inside.is_none_or(|inside| inside.contains(*cell)));
        let cost = |cell: Coord| {
            let mut chain = chain.clone();
            match face(&mut chain, cell) {
                Side::Front => 0,
                Side::Corner => 3 * (chain.w + chain.h),
                Side::Above(column, _) => chain.swept(column, 0) + 3 * column,
            }
        };
        near.min_by_key(|cell| (cost(*cell), *cell))
    }
}

/// The cells at distance 1 and 2 from a rectangle.
pub(super) fn ring(of: Rectangle) -> impl Iterator<Item = Coord> {
    let rows = [(-2, 0), (-1, 1)].into_iter().flat_map(move |(y, more)| {
        let below = of.bottom - y;
        let columns = move || of.left - more..=of.right + more;
        columns().map(move |x| Coord::new(x, of.top + y)).chain(columns().map(move |x| Coord::new(x, below)))
    });
    let sides = [-2, -1, of.width(), of.width() + 1];
    let sides = sides.map(|x| (of.top..=of.bottom).map(move |y| Coord::new(of.left + x, y)));
    rows.chain(sides.into_iter().flatten())
}
