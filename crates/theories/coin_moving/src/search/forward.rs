//! Forward search: configurations by number of moves from the start.

use super::field::Field;
use super::word::Word;
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The configurations first reached after 0, 1, 2, … moves. A move is made in two halves: a coin is taken,
/// and one is put. What remains when a coin is taken is looked at once, from whichever configuration.
#[derive(Debug)]
pub struct Forward<'a, W> {
    field: &'a Field<W>,
    meter: &'a Meter<'a>,
    /// By configuration the number of moves.
    whole: Table<'a, W, u32>,
    /// By configuration with one coin in hand the number of moves before it was taken.
    taken: Table<'a, W, u32>,
    /// The last level.
    pub latest: Vec<W>,
    /// The distance of the last level from the start.
    pub level: u32,
}

impl<'a, W: Word> Forward<'a, W> {
    /// The start alone.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(field: &'a Field<W>, meter: &'a Meter<'a>) -> Result<Self, Halted> {
        let mut whole = Table::new(meter);
        whole.insert(field.start, 0)?;
        Ok(Forward { field, meter, whole, taken: Table::new(meter), latest: vec![field.start], level: 0 })
    }

    /// One level more, without what needs more than `most` moves from the start to the goal.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn step(&mut self, most: u32) -> Result<(), Halted> {
        let Forward { field, meter, .. } = *self;
        let missing = |coins: W| u32::try_from((field.goal & !coins).count()).unwrap_or(u32::MAX);
        let left = most.saturating_sub(self.level);
        let mut next = Vec::new();
        for coins in std::mem::take(&mut self.latest) {
            meter.expanded(1)?;
            for coin in coins.each() {
                let rest = coins & !coin;
                if missing(rest) > left
                    || !self.taken.insert(rest, self.level)?
                    || !field.spans(rest, field.goal)
                {
                    continue;
                }
                for cell in (field.supported(rest) & !rest).each() {
                    let made = rest | cell;
                    if missing(made) < left && self.whole.insert(made, self.level + 1)? {
                        next.push(made);
                    }
                }
            }
        }
        meter.seen(next.len());
        self.latest = next;
        self.level += 1;
        Ok(())
    }

    /// The configurations on a shortest way to one that was reached, from the start to it.
    pub fn way(&self, coins: W) -> Vec<W> {
        let mut way = vec![coins];
        let mut at = coins;
        let mut level = self.whole.get(coins).unwrap_or(0);
        while level > 0 {
            level -= 1;
            let rests = (at & self.field.supported(at)).each().map(|cell| at & !cell);
            let rests = rests.filter(|rest| self.taken.get(*rest) == Some(level));
            let before =
                rests.flat_map(|rest| (self.field.cells & !rest).each().map(move |coin| rest | coin));
            let Some(before) = before.into_iter().find(|b| self.whole.get(*b) == Some(level)) else { break };
            way.push(before);
            at = before;
        }
        way.reverse();
        way
    }
}
