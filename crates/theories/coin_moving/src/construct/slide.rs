//! A coin beside the first row of a chain travels along it (Lemma 2.7); two coins in hand.

use super::chain::Chain;
use super::hand::{HandGame, Stop};

impl HandGame<'_> {
    /// Moves a coin one above the first row from a column to another; the row's columns on the way and one
    /// on either side, as far as there are, lie on the path.
    pub fn slide(&mut self, chain: &Chain, from: i32, to: i32) -> Result<(), Stop> {
        let step = (to - from).signum();
        let mut at = from;
        while at != to {
            let next = at + step;
            let row = [chain.global(at, 0), chain.global(next, 0)];
            for cell in row {
                self.put(cell)?;
            }
            self.put(chain.global(next, -1))?;
            self.pick(chain.global(at, -1))?;
            for (column, cell) in [at, next].into_iter().zip(row) {
                let held = |index: i32| self.has(chain.cell(index));
                if column > 0 && held(column - 1) && held(column + 1) {
                    self.pick(cell)?;
                }
            }
            at = next;
        }
        Ok(())
    }

    /// Moves a coin two above the first row from a column to the front, along coins on even columns.
    pub fn hop(&mut self, chain: &Chain, column: i32) -> Result<(), Stop> {
        let mut at = column;
        if at % 2 != 0 {
            if at + 1 < chain.w {
                self.subroutine(chain, (at - 1, -2), &["o..", "...", "o.o"])?;
            } else {
                self.subroutine(chain, (at - 1, -2), &["o.", "..", "o.", ".o"])?;
            }
            at -= 1;
        }
        while at > 0 {
            self.subroutine(chain, (at - 2, -2), &["o..", "...", "o.o"])?;
            at -= 2;
        }
        Ok(())
    }
}
