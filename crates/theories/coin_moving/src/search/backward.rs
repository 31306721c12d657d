//! Backward search: sets of coins that must be in place.

use super::field::Field;
use super::word::Word;
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// Sets of coins from which so many moves lead to the goal, wherever the other coins lie; by the number of
/// moves those that need it least. A move puts a coin on a cell `p`: before it, the same coins without `p`
/// lay there and two beside `p`, so only coins beside a cell are ever added.
#[derive(Debug)]
pub struct Backward<'a, W> {
    field: &'a Field<W>,
    meter: &'a Meter<'a>,
    /// By set the number of moves.
    seen: Table<'a, W, u32>,
    /// The last level.
    pub latest: Vec<W>,
    /// The distance of the last level from the goal.
    pub level: u32,
}

impl<'a, W: Word> Backward<'a, W> {
    /// The goal alone.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(field: &'a Field<W>, meter: &'a Meter<'a>) -> Result<Self, Halted> {
        let mut seen = Table::new(meter);
        seen.insert(field.goal, 0)?;
        Ok(Backward { field, meter, seen, latest: vec![field.goal], level: 0 })
    }

    /// One level more, without what needs more than `most` moves from the start to the goal.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn step(&mut self, most: u32) -> Result<(), Halted> {
        let Backward { field, meter, .. } = *self;
        let (left, level) = (most.saturating_sub(self.level), self.level + 1);
        let mut next = Vec::new();
        for coins in std::mem::take(&mut self.latest) {
            meter.expanded(1)?;
            for before in before(field, coins) {
                if field.distance(before) < left && self.seen.insert(before, level)? {
                    next.push(before);
                }
            }
        }
        // One that contains another leads nowhere that the other does not.
        next.retain(|set| !set.each().any(|coin| self.seen.get(*set & !coin).is_some()));
        meter.seen(next.len());
        self.latest = next;
        self.level = level;
        Ok(())
    }

    /// Sets on a shortest way from one to the goal, each with the cell that the next coin is put on.
    pub fn way(&self, coins: W) -> Vec<(W, W)> {
        let mut way = Vec::new();
        let mut at = coins;
        let mut level = self.seen.get(coins).unwrap_or(0);
        while level > 0 {
            let cells = (self.field.supported(at) & !at).each();
            let after = cells.flat_map(|cell| {
                let beside: Vec<W> = (at & self.field.around(cell)).each().collect();
                let pairs = beside.clone().into_iter().enumerate().flat_map(move |(number, one)| {
                    let others = beside.clone().into_iter().take(number);
                    others.map(move |other| one | other).chain([one])
                });
                pairs.chain([W::NONE]).map(move |gone| (cell, (at | cell) & !gone))
            });
            let nearer = |set: &W| self.seen.get(*set).is_some_and(|found| found < level);
            let Some((cell, after)) = after.into_iter().find(|(_, set)| nearer(set)) else { break };
            way.push((at, cell));
            at = after;
            level = self.seen.get(at).unwrap_or(0);
        }
        way
    }
}

/// The least sets before a move after which some coins lie where they are; one coin of all is in hand
/// then, so that the others must be enough.
pub fn before<W: Word>(field: &Field<W>, coins: W) -> impl Iterator<Item = W> {
    let sets = coins.each().flat_map(move |cell| {
        let rest = coins & !cell;
        let around = field.around(cell);
        let (there, free) = ((around & rest).count(), around & !rest);
        let one = move |wanted: bool| free.each().take(if wanted { 4 } else { 0 });
        let none = std::iter::once(rest).take(usize::from(there >= 2));
        let single = one(there == 1).map(move |support| rest | support);
        let pairs = one(there == 0).enumerate().flat_map(move |(number, first)| {
            free.each().take(number).map(move |second| rest | first | second)
        });
        none.chain(single).chain(pairs)
    });
    sets.filter(move |set| set.count() < field.coins)
}
