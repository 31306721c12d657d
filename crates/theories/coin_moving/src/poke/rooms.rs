//! Rooms of the poking game: the rectangles in which chains move, and the coins that never do.
//!
//! Join coins at distance 2. From either coin of the pair a path of joined coins leads on to an end, a coin from
//! which none leads further. Any such path through the pair is a chain that spans the rectangle between its ends, its
//! *room*, and pokes turn it into every other chain between these ends (5.9), while the coins outside stay. A coin
//! outside at distance 2 from a cell s of the room is a *door*: some chain of the room has its pair at s, and a
//! poke of s towards the door makes chains with other ends. [`Rooms::of`] follows every door of every room from the
//! first chain that it meets in the room.
//!
//! Every room found is one. That none is missing is not proved: a door is looked for with one choice of the
//! coins outside. It was compared with the whole class for every minimum configuration with a pair of every
//! odd rectangle of half-perimeter up to 15 (docs/theories.md), so no answer rests on it.

use std::collections::{BTreeMap, BTreeSet};

use super::chain::through;
use super::{Minimum, beside, distance};
use crate::coins::Move;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

/// The ends of a chain, in order.
pub type Ends = [Coord; 2];

/// The rooms of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// The ends of their chains: the active pairs of ends.
    pub ends: BTreeSet<Ends>,
    /// F: the coins that no poke ever moves.
    pub fixed: Vec<Coord>,
}

impl Rooms {
    /// The rooms that pokes reach. There are at most as many as pairs of coins; each costs time in proportion to
    /// the coins and its doors.
    ///
    /// # Errors
    /// A limit.
    pub fn of(minimum: &Minimum, meter: &Meter<'_>) -> Result<Self, Halted> {
        let mut rooms = BTreeSet::new();
        let mut open = vec![minimum.clone()];
        while let Some(from) = open.pop() {
            for (ends, chain) in chains(&from) {
                if rooms.insert(ends) {
                    meter.expanded(1)?;
                    open.extend(behind_doors(&from, ends, &chain));
                }
            }
        }
        let inside =
            |cell: &Coord| rooms.iter().any(|e: &Ends| area(*e).contains(*cell) && !e.contains(cell));
        let fixed = minimum.coins.iter().filter(|cell| !inside(cell)).collect();
        Ok(Rooms { ends: rooms, fixed })
    }

    /// The cells of all rooms, in order.
    pub fn cells(&self) -> BTreeSet<Coord> {
        self.ends.iter().flat_map(|ends| area(*ends).cells()).collect()
    }

    /// U: the cells that some configuration of the class covers, in order.
    pub fn reached(&self) -> BTreeSet<Coord> {
        let mut cells = self.cells();
        cells.extend(&self.fixed);
        cells
    }
}

/// The rectangle between two ends.
pub(crate) fn area(ends: Ends) -> Rectangle {
    let [one, other] = ends.map(Rectangle::cell);
    one.join(other)
}

/// The chains through the pair from end to end, by their ends.
fn chains(minimum: &Minimum) -> BTreeMap<Ends, Vec<Coord>> {
    let [one, other] = minimum.pair.map(|coin| paths(minimum, coin));
    let mut chains = BTreeMap::new();
    for (end, path) in &one {
        for (far, rest) in &other {
            let ends = [*end.min(far), *end.max(far)];
            chains.insert(ends, path.iter().chain(rest).copied().collect());
        }
    }
    chains
}

/// The paths of joined coins from a coin of the pair to where no coin leads further.
fn paths(minimum: &Minimum, coin: Coord) -> Vec<(Coord, Vec<Coord>)> {
    let mut found = Vec::new();
    let mut open = vec![(coin, vec![coin])];
    while let Some((last, path)) = open.pop() {
        let next: Vec<Coord> = minimum.apart(last).filter(|cell| !path.contains(cell)).collect();
        if next.is_empty() {
            found.push((last, path));
            continue;
        }
        for cell in next {
            let longer = path.iter().copied().chain([cell]).collect();
            open.push((cell, longer));
        }
    }
    found
}

/// By door one configuration after a poke through it.
fn behind_doors(minimum: &Minimum, ends: Ends, chain: &[Coord]) -> Vec<Minimum> {
    let mut found = Vec::new();
    let room = area(ends);
    for door in minimum.coins.iter().filter(|cell| !chain.contains(cell)) {
        let facing = super::APART.iter().map(|(x, y)| Coord::new(door.x + x, door.y + y));
        for cell in facing.filter(|cell| room.contains(*cell)) {
            let [one, other] = ends;
            let (from, to) = if distance(one, cell).is_multiple_of(2) { (one, other) } else { (other, one) };
            let coins = through(from, cell, to);
            let mut at = minimum.coins.clone();
            chain.iter().for_each(|coin| {
                at.remove(*coin);
            });
            coins.iter().for_each(|coin| {
                at.insert(*coin);
            });
            let Some(pair) = super::pair(&at) else { continue };
            let at = Minimum { coins: at, pair, rectangle: minimum.rectangle };
            let between = beside(cell).filter(|to| distance(*to, door) == 1);
            found.extend(between.filter_map(|to| at.after(Move { from: cell, to })));
        }
    }
    found
}
