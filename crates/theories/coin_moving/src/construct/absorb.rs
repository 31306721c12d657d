//! Growing a chain by a coin near its rectangle. All steps can be undone.

use super::chain::Chain;
use super::game::{Game, Stop};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// A chain that grows within another that grows: so deep at most, then a rotation.
const MOST_DEPTH: usize = 4;

/// Where a coin lies that is to be taken up, once the chain is turned towards it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Diagonal to the front.
    Front,
    /// Diagonal to a corner that is not an end.
    Corner,
    /// Over this column, so many rows above the first one.
    Above(i32, i32),
}

/// Turns a chain so that a coin near it lies above the first row or before the front.
pub(super) fn face(chain: &mut Chain, coin: Coord) -> Side {
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

impl Game<'_> {
    /// Grows a chain by a coin outside its rectangle, within distance 2 of it; two coins in hand. The result
    /// is a chain of the smallest rectangle around both.
    pub fn absorb(&mut self, chain: Chain, coin: Coord) -> Result<Chain, Stop> {
        self.absorb_within(chain, coin, 0)
    }

    pub(super) fn absorb_within(
        &mut self,
        mut chain: Chain,
        coin: Coord,
        depth: usize,
    ) -> Result<Chain, Stop> {
        match face(&mut chain, coin) {
            Side::Front => chain.prepend(-1, -1),
            Side::Corner => {
                if depth < MOST_DEPTH && self.reseeds(&chain, coin) {
                    return self.reseed(chain, coin, depth);
                }
                chain = self.rotate(chain)?;
                if face(&mut chain, coin) != Side::Front {
                    return Err(Stop::Stuck);
                }
                chain.prepend(-1, -1);
            }
            Side::Above(column, rows) if self.lays(rows) => {
                self.reshape_beyond(&mut chain, column)?;
                self.lay(&mut chain, column, -rows)?;
            }
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
