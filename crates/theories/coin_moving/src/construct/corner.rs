//! A chain grows by a coin diagonal to a corner that is no end (Lemma 2.7). The path goes through that
//! corner, and the two lines that meet there move out by one. A rotation instead takes the area, not the
//! half-perimeter, for each such coin.

use super::chain::Chain;
use super::hand::{HandGame, Stop};
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

impl HandGame<'_> {
    /// Takes up a coin diagonal to a corner that is no end; two coins in hand. Where that must be undone, a
    /// small chain starts at the corner and takes up the coins of the large one.
    pub(super) fn absorb_at_corner(&mut self, mut chain: Chain, coin: Coord) -> Result<Chain, Stop> {
        if chain.w % 2 == 0 && chain.h % 2 != 0 {
            chain.transpose();
        }
        if chain.local(coin).0 < 0 {
            chain.reverse();
        }
        let (w, whole) = (chain.w, chain.rectangle());
        self.reshape_through(&mut chain, w - 1, 0)?;
        self.settle(&chain)?;
        if self.is_free() {
            return self.move_out(&chain);
        }
        let goal = whole.join(Rectangle::cell(coin));
        let path: &[(i32, i32)] = if w % 2 == 0 {
            self.subroutine(&chain, (w - 2, -1), &["o.o", "...", "..o"])?;
            &[(w - 2, -1), (w - 1, -1), (w, -1), (w, 0), (w, 1)]
        } else {
            self.subroutine(&chain, (w - 1, -1), &["o.", ".o"])?;
            &[(w - 1, -1), (w, -1), (w, 0)]
        };
        let cells = path.iter().map(|(u, v)| chain.global(*u, *v)).collect();
        let mut small = Chain::along(cells).ok_or(Stop::Stuck)?;
        while !small.rectangle().includes(whole) {
            let next = self.cheapest_coin(&small, Some(goal)).ok_or(Stop::Stuck)?;
            small = self.absorb_turned(small, next)?;
        }
        Ok(small)
    }

    /// Moves the first row and the last column out by one, where a coin is diagonal to their corner. The path
    /// goes along them, before and after. Cannot be undone.
    fn move_out(&mut self, chain: &Chain) -> Result<Chain, Stop> {
        let (w, h) = (chain.w, chain.h);
        let even = w % 2 == 0;
        if even {
            self.subroutine(chain, (w - 2, -1), &["o.o", "o..", "..o"])?;
        } else {
            self.subroutine(chain, (w - 1, -1), &["o.", "oo"])?;
        }
        let first = w - if even { 2 } else { 1 };
        self.move_line(chain, (first, 0), (-1, 0), (0, -1), first)?;
        if even {
            self.subroutine(chain, (w - 2, -1), &["o.o", "...", ".oo"])?;
        } else {
            self.put(chain.global(w - 1, 0))?;
        }
        let first = i32::from(even);
        self.move_line(chain, (w - 1, first), (0, 1), (1, 0), h - 1 - first)?;
        let cells = (0..w).map(|u| (u, -1)).chain((-1..h).map(|v| (w, v)));
        Chain::along(cells.map(|(u, v)| chain.global(u, v)).collect()).ok_or(Stop::Stuck)
    }

    /// Moves a line of cells out by one: three drops for two cells. Every second cell holds a coin, the first
    /// one and the last as well, and there is one beside the first cell already. The coin that is over is
    /// picked up at the end.
    fn move_line(
        &mut self,
        chain: &Chain,
        from: (i32, i32),
        along: (i32, i32),
        out: (i32, i32),
        length: i32,
    ) -> Result<(), Stop> {
        let line = |at: i32| chain.global(from.0 + at * along.0, from.1 + at * along.1);
        let beside = |at: i32| chain.global(from.0 + at * along.0 + out.0, from.1 + at * along.1 + out.1);
        let mut at = 0;
        while at < length {
            self.put(line(at + 1))?;
            self.pick(line(at))?;
            self.put(beside(at + 1))?;
            at += 1;
            if at < length {
                self.pick(line(at))?;
                self.put(beside(at + 1))?;
                self.pick(beside(at))?;
                at += 1;
            }
        }
        self.take(line(at))
    }
}
