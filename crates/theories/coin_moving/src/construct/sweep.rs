//! Rotations that cannot be undone: the chain is swept across its rectangle, and leaves one column behind.

use super::chain::Chain;
use super::game::{Game, Stop};
use puzzlec_model::board::Coord;

impl Game<'_> {
    /// Brings a chain to the other corners of its rectangle; two coins in hand. Cannot be undone. Some
    /// three drops for two cells of the rectangle.
    pub fn sweep_across(&mut self, mut chain: Chain) -> Result<Chain, Stop> {
        if chain.w == 1 || chain.h == 1 {
            chain.mirror_line();
            return Ok(chain);
        }
        // The path must pass a corner that is no end: the nearer one.
        if chain.leans() {
            chain.transpose();
        }
        let frame = chain.clone();
        let (w, h) = (chain.w, chain.h);
        let full: Vec<i32> = vec![w - 1; usize::try_from(h - 1).unwrap_or(0)];
        self.reshape(&mut chain, &full)?;
        self.recover(&chain)?;
        while chain.h > 1 {
            let rows = self.laid().min(chain.h - 1);
            if rows > 1 {
                self.lay_past(&mut chain, rows)?;
            } else if self.hand() + usize::from(chain.is_odd()) >= 3 {
                let rows = if chain.h == 2 { 1 } else { 2 };
                self.flip(&mut chain, w - 1, true)?;
                self.lower(&mut chain, rows)?;
            } else {
                self.slide_front(&mut chain)?;
                if chain.h > 1 {
                    self.lower(&mut chain, 1)?;
                }
            }
        }
        let cells = (0..w).map(|u| (u, h - 1)).chain((0..h - 1).rev().map(|v| (w - 1, v)));
        let path = cells.map(|(u, v)| frame.global(u, v)).collect();
        let chain = Chain::along(path).ok_or(Stop::Stuck)?;
        self.settle(&chain)?;
        Ok(chain)
    }

    /// Moves the first row by some rows, and leaves coins on every second cell of the last column.
    fn lay_past(&mut self, chain: &mut Chain, rows: i32) -> Result<(), Stop> {
        let column = chain.w - 1;
        let odd: Vec<Coord> = (1..rows).step_by(2).map(|row| chain.global(column, row)).collect();
        self.lay(chain, column, rows)?;
        odd.into_iter().try_for_each(|cell| self.take(cell))?;
        self.recover(chain)
    }

    /// Cuts rows off the front; the path then goes along the first row that is left.
    fn lower(&mut self, chain: &mut Chain, rows: i32) -> Result<(), Stop> {
        let profile: Vec<i32> =
            (0..chain.h - 1).map(|row| if row < rows { 0 } else { chain.w - 1 }).collect();
        self.reshape(chain, &profile)?;
        self.put(chain.cell(rows))?;
        for index in 0..rows {
            self.take(chain.cell(index))?;
        }
        chain.shorten_front(rows);
        self.recover(chain)
    }

    /// Moves the front of an even chain along the first row to its end; the chain loses that row. One coin
    /// stays in hand.
    fn slide_front(&mut self, chain: &mut Chain) -> Result<(), Stop> {
        let profile: Vec<i32> = (0..chain.h - 1).map(|row| if row == 0 { 0 } else { chain.w - 1 }).collect();
        self.reshape(chain, &profile)?;
        self.settle(chain)?;
        let mut rider = chain.front();
        chain.shorten_front(1);
        for u in 0..chain.w {
            if !self.has(chain.global(u, 0)) {
                self.put(chain.global(u, 0))?;
                // The wall goes along.
                if u > 1 {
                    self.take(chain.global(u - 1, 0))?;
                }
            }
            let next = chain.global(u, -1);
            if next != rider {
                self.put(next)?;
                self.take(rider)?;
                rider = next;
            }
        }
        self.recover(chain)
    }
}
