//! Any plan, or that there is none: everything that the start reaches, and everything that leads to the
//! goal, until one of the two has met the other's end or is complete.

use super::backward::before;
use super::field::Field;
use super::plan::Put;
use super::word::Word;
use puzzlec_search::kernel::{Buckets, Table};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// Sets expanded on one side before the other has its turn.
const TURN: usize = 64;

/// The result.
pub enum End<W> {
    /// Configurations from the start, each a move after the one before, and coins that are put then.
    Plan(Vec<W>, Vec<Put<W>>),
    /// All configurations that the start reaches and whose span includes the goal.
    Start(Vec<W>),
    /// All sets that lead to the goal.
    Goal(Vec<W>),
}

/// Sets, each with the one that it was found from, and those that are not expanded by their distance from the other end.
struct Side<'a, W> {
    found: Table<'a, W, (u32, ())>,
    open: Buckets<u32>,
    room: Room<'a>,
}

impl<'a, W: Word> Side<'a, W> {
    fn new(meter: &'a Meter<'a>) -> Self {
        Side { found: Table::new(meter), open: Buckets::default(), room: Room::new(meter) }
    }

    fn insert(&mut self, set: W, from: u32, distance: usize) -> Result<(), Halted> {
        let number = self.found.len() as u32;
        if self.found.insert(set, (from, ()))? {
            let more = self.open.needs(distance);
            if more > 0 {
                self.room.hold(self.open.bytes() + more)?;
            }
            self.open.push(distance, number);
        }
        Ok(())
    }

    /// The set to expand next: of those that are nearest the one found last.
    fn next(&mut self) -> Option<(W, u32)> {
        let nearest = self.open.least()?;
        let number = self.open.pop_last(nearest)?;
        Some((self.found.at(number)?.0, number))
    }

    /// A set, the one that it was found from, and so on.
    fn way(&self, number: u32) -> Vec<W> {
        self.found.back(number).map(|(set, ())| set).collect()
    }

    fn all(self) -> Vec<W> {
        self.found.iter().collect()
    }
}

/// Searches. From the goal sets are peeled: a coin with two beside it need not be there, since it can be put
/// there at any time (1.20).
///
/// # Errors
/// A limit was reached.
pub fn search<'a, W: Word>(field: &'a Field<W>, meter: &'a Meter<'a>) -> Result<End<W>, Halted> {
    let mut start = Side::new(meter);
    start.insert(field.start, 0, (field.goal & !field.start).count())?;
    let mut taken = Table::new(meter);
    let mut goal = Side::new(meter);
    let core = peeled(field, field.goal);
    goal.insert(core, 0, far(field, core))?;
    loop {
        let forward = start.found.len() <= goal.found.len();
        for _ in 0..TURN {
            if forward {
                let Some((coins, number)) = start.next() else { return Ok(End::Start(start.all())) };
                if core.within(coins) {
                    let mut way = start.way(number);
                    way.reverse();
                    return Ok(End::Plan(way, puts(field, &[core])));
                }
                step(field, &mut start, &mut taken, coins, number)?;
            } else {
                let Some((coins, number)) = goal.next() else { return Ok(End::Goal(goal.all())) };
                if coins.within(field.start) {
                    return Ok(End::Plan(vec![field.start], puts(field, &goal.way(number))));
                }
                meter.expanded(1)?;
                for set in before(field, coins) {
                    let set = peeled(field, set);
                    goal.insert(set, number, far(field, set))?;
                }
            }
        }
        let all = start.found.len() + goal.found.len();
        meter.seen(all.saturating_sub(usize::try_from(meter.statistics().states).unwrap_or(all)));
    }
}

fn far<W: Word>(field: &Field<W>, set: W) -> usize {
    field.distance(set) as usize
}

/// Makes all moves from a configuration.
fn step<W: Word>(
    field: &Field<W>,
    side: &mut Side<'_, W>,
    taken: &mut Table<'_, W>,
    coins: W,
    number: u32,
) -> Result<(), Halted> {
    taken.meter().expanded(1)?;
    for coin in coins.each() {
        let rest = coins & !coin;
        if !taken.insert(rest, ())? || !field.spans(rest, field.goal) {
            continue;
        }
        for cell in (field.supported(rest) & !rest).each() {
            let made = rest | cell;
            side.insert(made, number, (field.goal & !made).count())?;
        }
    }
    Ok(())
}

/// The coins that remain when again and again the first of those with two beside them is taken away.
fn peeled<W: Word>(field: &Field<W>, coins: W) -> W {
    peels(field, coins).fold(coins, |left, coin| left & !coin)
}

fn peels<W: Word>(field: &Field<W>, mut coins: W) -> impl Iterator<Item = W> {
    std::iter::from_fn(move || {
        let coin = (coins & field.supported(coins)).each().next()?;
        coins = coins & !coin;
        Some(coin)
    })
}

/// The coins to put, from a set that leads to the goal and those after it.
fn puts<W: Word>(field: &Field<W>, way: &[W]) -> Vec<Put<W>> {
    let mut puts = Vec::new();
    for pair in way.windows(2) {
        let [coins, next] = pair else { continue };
        let found = before(field, *next).find(|set| peeled(field, *set) == *coins);
        let Some(set) = found else { break };
        unpeel(field, set, &mut puts);
        let cell = *next & !set;
        puts.push(Put { coins: set, cell });
    }
    unpeel(field, field.goal, &mut puts);
    puts
}

/// Puts back what was peeled from a set.
fn unpeel<W: Word>(field: &Field<W>, set: W, puts: &mut Vec<Put<W>>) {
    let mut coins = peeled(field, set);
    let peels: Vec<W> = peels(field, set).collect();
    for cell in peels.into_iter().rev() {
        puts.push(Put { coins, cell });
        coins = coins | cell;
    }
}
