//! Moving a row by some rows: a full column travels. With enough coins in hand a cell between the paths takes little more
//! than one drop, the fewest possible.

use super::chain::Chain;
use super::game::{Game, Stop};

/// Coins in hand that it takes to move a row by so many rows.
fn needed(rows: i32) -> usize {
    usize::try_from(rows + rows / 2 + 3).unwrap_or(usize::MAX)
}

impl Game<'_> {
    /// The most rows by which [`Game::lay`] moves a row now, an even number where there are two.
    pub fn laid(&self) -> i32 {
        let rows = i32::try_from(self.hand().saturating_sub(needed(0)) * 2 / 3).unwrap_or(0);
        if rows > 1 { rows - rows % 2 } else { rows }
    }

    /// Whether the row can come along.
    pub fn lays(&self, rows: i32) -> bool {
        self.is_free() && self.hand() >= needed(rows)
    }

    /// Moves the first row before a column by some rows; negative numbers lead away from the rectangle. The path goes
    /// along the row as far as that column. There it turns towards the new row, or a coin lies where the new row ends.
    /// Cannot be undone.
    pub fn lay(&mut self, chain: &mut Chain, column: i32, rows: i32) -> Result<(), Stop> {
        let (last, sign) = (rows.abs(), rows.signum());
        let cell = |x: i32, row: i32| chain.global(x, row * sign);
        for row in 0..=last {
            self.put(cell(column, row))?;
        }
        for x in (0..column).rev() {
            for row in 0..=last {
                self.put(cell(x, row))?;
                if row > 0 && x + 1 < column {
                    self.take(cell(x + 1, row - 1))?;
                }
            }
            if x + 1 < column && self.has(cell(x + 2, last)) {
                self.take(cell(x + 1, last))?;
            }
        }
        if column > 0 {
            for row in 0..last {
                self.take(cell(0, row))?;
            }
        }
        chain.relay(column, rows);
        Ok(())
    }
}
