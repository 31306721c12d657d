//! Any plan, or that there is none: everything that the start reaches, and everything that leads to the
//! goal, until one of the two has met the other's end or is complete.

use super::backward::before;
use super::field::Field;
use super::plan::Put;
use super::table::Table;
use super::word::Word;
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

/// Sets in the order in which they were found, with the one that each was found from, and those that are
/// not expanded by their distance from the other end.
struct Side<'a, W> {
    seen: Table<'a, W>,
    sets: Vec<(W, usize)>,
    open: Vec<Vec<usize>>,
    room: Room<'a>,
}

impl<'a, W: Word> Side<'a, W> {
    fn new(meter: &'a Meter<'a>) -> Self {
        Side { seen: Table::new(meter), sets: Vec::new(), open: Vec::new(), room: Room::new(meter) }
    }

    fn insert(&mut self, set: W, from: usize, distance: usize) -> Result<(), Halted> {
        if !self.seen.insert(set, 0)? {
            return Ok(());
        }
        if self.sets.len() == self.sets.capacity() {
            let more = self.sets.len().max(TURN);
            self.room.hold((self.sets.len() + more) * (size_of::<(W, usize)>() + 2 * size_of::<usize>()))?;
            self.sets.reserve_exact(more);
        }
        if self.open.len() <= distance {
            self.open.resize_with(distance + 1, Vec::new);
        }
        if let Some(open) = self.open.get_mut(distance) {
            open.push(self.sets.len());
        }
        self.sets.push((set, from));
        Ok(())
    }

    /// The set to expand next: of those that are nearest the one found last.
    fn next(&mut self) -> Option<(W, usize)> {
        let number = self.open.iter_mut().find_map(Vec::pop)?;
        self.sets.get(number).map(|(set, _)| (*set, number))
    }

    /// A set, the one that it was found from, and so on.
    fn way(&self, mut number: usize) -> Vec<W> {
        let mut way = Vec::new();
        while let Some((set, from)) = self.sets.get(number) {
            way.push(*set);
            if *from == number {
                break;
            }
            number = *from;
        }
        way
    }

    fn all(self) -> Vec<W> {
        self.sets.into_iter().map(|(set, _)| set).collect()
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
        let forward = start.sets.len() <= goal.sets.len();
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
        let all = start.sets.len() + goal.sets.len();
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
    number: usize,
) -> Result<(), Halted> {
    taken.meter().expanded(1)?;
    for coin in coins.each() {
        let rest = coins & !coin;
        if !taken.insert(rest, 0)? || !field.spans(rest, field.goal) {
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
