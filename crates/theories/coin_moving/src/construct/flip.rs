//! Flips (Figures 6, 7, 9 and 10): corners of the path move to its other side, so that an L becomes the
//! opposite L, or any path another with the same ends.

use super::chain::{Chain, minus, plus};
use super::hand::{HandGame, Stop};
use puzzlec_model::board::Coord;

/// With more cells between two paths than so many times their length, an adjacent pair that travels takes fewer drops.
const TRAVEL: i32 = 2;

/// The cell of a corner's other side, which a flip puts on the path.
pub(super) fn opposite(chain: &Chain, index: i32) -> Coord {
    minus(plus(chain.cell(index - 1), chain.cell(index + 1)), chain.cell(index))
}

impl HandGame<'_> {
    /// Fills the neighbours of a corner that holds a coin, and keeps so many coins in hand.
    fn support(&mut self, chain: &Chain, index: i32, kept: usize) -> Result<(), Stop> {
        let missing = |game: &HandGame<'_>| {
            let free = |at: i32| usize::from(!game.has(chain.cell(at)));
            if game.has(chain.cell(index)) { free(index - 1) + free(index + 1) } else { 0 }
        };
        if missing(self) + kept > self.hand() {
            self.recover(chain)?;
        }
        if missing(self) + kept > self.hand() {
            self.bring_pair(chain, index)?;
        }
        if self.has(chain.cell(index)) {
            self.put(chain.cell(index - 1))?;
            self.put(chain.cell(index + 1))?;
        }
        Ok(())
    }

    /// Picks up the coins of the path around a corner that have both neighbours on it.
    fn thin(&mut self, chain: &Chain, index: i32) -> Result<(), Stop> {
        for at in [index, index - 2, index + 2] {
            let held = |at: i32| self.has(chain.cell(at));
            if at > 0 && at < chain.last() && held(at - 1) && held(at) && held(at + 1) {
                self.pick(chain.cell(at))?;
            }
        }
        Ok(())
    }

    /// Moves a corner of the path to the other side; the corner ends with a coin exactly where one is to be
    /// left there. Two coins in hand and one for each that is left are enough for any chain, one fewer for an
    /// odd one.
    pub fn flip(&mut self, chain: &mut Chain, index: i32, leave: bool) -> Result<(), Stop> {
        let corner = chain.cell(index);
        if leave {
            if !self.has(corner) && self.hand() < 2 {
                self.recover(chain)?;
            }
            self.support(chain, index, 1)?;
            // Where the corner is free, its neighbours on the path hold coins.
            self.put(corner)?;
        } else {
            self.support(chain, index, 0)?;
            self.pick(corner)?;
        }
        chain.set(index, opposite(chain, index));
        self.thin(chain, index)
    }

    /// Moves the path to another with the same ends, given by its profile: one flip for each cell between.
    pub fn reshape(&mut self, chain: &mut Chain, profile: &[i32]) -> Result<(), Stop> {
        self.reshape_leaving(chain, profile, &|_| false)
    }

    /// The same, and coins stay on cells to leave where the path was.
    pub fn reshape_leaving(
        &mut self,
        chain: &mut Chain,
        profile: &[i32],
        leave: &dyn Fn(Coord) -> bool,
    ) -> Result<(), Stop> {
        let area: i32 = chain.profile().iter().zip(profile).map(|(a, b)| (a - b).abs()).sum();
        if area > TRAVEL * chain.last() {
            let (mark, mut tried) = (self.mark(), chain.clone());
            match self.transform(&mut tried, &chain.with_profile(profile), leave) {
                Ok(()) => {
                    *chain = tried;
                    return self.recover(chain);
                }
                Err(Stop::Halted) => return Err(Stop::Halted),
                // With too few coins in hand no pair can travel.
                Err(Stop::Stuck) => self.rewind(mark),
            }
        }
        self.reshape_by_rows(chain, profile, leave)
    }

    /// The same, row after row: three drops for two cells.
    fn reshape_by_rows(
        &mut self,
        chain: &mut Chain,
        profile: &[i32],
        leave: &dyn Fn(Coord) -> bool,
    ) -> Result<(), Stop> {
        let mut columns = chain.profile();
        for (row, (column, target)) in columns.iter_mut().zip(profile).enumerate().rev() {
            let row = i32::try_from(row).unwrap_or(0);
            while *column < *target {
                let corner = row + *column + 1;
                self.flip(chain, corner, leave(chain.cell(corner)))?;
                *column += 1;
            }
        }
        for (row, (column, target)) in (0..).zip(columns.iter_mut().zip(profile)) {
            while *column > *target {
                let corner = row + *column;
                self.flip(chain, corner, leave(chain.cell(corner)))?;
                *column -= 1;
            }
        }
        Ok(())
    }

    /// Moves the path away from cells at the front: in each row at least to a column.
    pub fn reshape_beyond(&mut self, chain: &mut Chain, column: i32) -> Result<(), Stop> {
        self.reshape_through(chain, column, 0)
    }

    /// Moves the path so that it passes a local cell.
    pub fn reshape_through(&mut self, chain: &mut Chain, u: i32, v: i32) -> Result<(), Stop> {
        let profile = chain.through(u, v);
        self.reshape(chain, &profile)
    }
}
