//! Where gourds may come to lie, and what that says of all of them together.
//!
//! Give each cell a potential y. The gourds of a position that fits a goal cover all cells but the empty ones, so that the
//! potentials of their places add up to that of all cells without these. If each gourd has a number d(p) for each place p that
//! it may come to, then for all gourds g of such a position in places p(g)
//!
//! sum of d(p(g)) = sum of (d(p(g)) - y(p(g))) + y(all cells) - y(empty cells),
//!
//! which is at least what the best place of each gourd by itself gives, without the largest potentials that cells which may be empty
//! have. With d = 0 for all places, a sum above 0 says that there is no such position. If d(p) is the number of moves that the
//! gourd needs for its way to p, every plan has as many moves.
//!
//! A gourd alone on (u, w) moves through u into an empty cell e. Then a matching covers all cells but e, u and w. If there is one,
//! other gourds can make way: E comes to e along an alternating path of that matching and theirs without moving this gourd,
//! which is why these are all moves.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;

use super::game::Kind;
use super::goal::Target;
use super::grid::{Cell, Grid, TURN};
use super::matching::lacking;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// The cells of the first and of the second end of a gourd.
pub(super) type Place = [Cell; 2];

/// The largest potential.
const MOST: i64 = 1 << 32;

/// By cell its potential.
pub(super) struct Potentials(Vec<i64>);

impl Potentials {
    /// Reads potentials by the names of cells.
    ///
    /// # Errors
    /// There is no such cell, or a number is too large.
    pub(super) fn read(grid: &Grid<'_>, named: &BTreeMap<String, i64>) -> Result<Self, Unproved> {
        let names: Vec<String> = named.keys().cloned().collect();
        let mut all = vec![0; grid.len()];
        for (cell, value) in grid.cells(&names)?.into_iter().zip(named.values()) {
            if *value == 0 || value.unsigned_abs() > MOST.unsigned_abs() {
                return Err(Unproved::wrong("a potential is 0 or too large"));
            }
            all.iter_mut().skip(cell).take(1).for_each(|own| *own = *value);
        }
        Ok(Potentials(all))
    }

    fn of(&self, cell: Cell) -> i64 {
        self.0.get(cell).copied().unwrap_or(0)
    }
}

/// Adds up the gourds of a position that fits a goal.
pub(super) struct Sum<'a> {
    grid: &'a Grid<'a>,
    target: &'a Target,
    potentials: &'a Potentials,
    sum: i64,
    impossible: bool,
}

impl<'a> Sum<'a> {
    /// No gourd yet; this many cells are empty.
    pub(super) fn new(
        grid: &'a Grid<'a>,
        target: &'a Target,
        potentials: &'a Potentials,
        empty: usize,
    ) -> Self {
        let cells = (0..grid.len()).filter(|cell| target.may_be_empty(*cell));
        let mut largest: Vec<i64> = cells.map(|cell| potentials.of(cell)).collect();
        largest.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
        let free: i64 = largest.iter().take(empty).sum();
        let sum = potentials.0.iter().sum::<i64>() - free;
        Sum { grid, target, potentials, sum, impossible: largest.len() < empty }
    }

    /// Adds gourds of a kind, a number of them, with the places that each may come to and their numbers.
    pub(super) fn add(&mut self, kind: &Kind, times: usize, places: impl Iterator<Item = (Place, u32)>) {
        if times == 0 {
            return;
        }
        let fitting = places.filter(|(place, _)| self.target.fits(self.grid, kind, *place));
        let worth = |[a, b]: Place| self.potentials.of(a) + self.potentials.of(b);
        match fitting.map(|(place, number)| i64::from(number) - worth(place)).min() {
            Some(least) => self.sum += least * i64::try_from(times).unwrap_or(i64::MAX),
            None => self.impossible = true,
        }
    }

    /// What the numbers of all gourds add up to at least; nothing if there is no such position.
    pub(super) fn least(self) -> Option<i64> {
        (!self.impossible).then_some(self.sum)
    }
}

/// All places on a board.
pub(super) fn everywhere<'g>(grid: &'g Grid<'_>) -> impl Iterator<Item = (Place, u32)> + 'g {
    (0..grid.len()).flat_map(|cell| grid.neighbours(cell).map(move |next| ([cell, next], 0)))
}

/// The moves of a gourd alone among others that are alike.
pub(super) struct Alone<'a> {
    grid: &'a Grid<'a>,
    /// Near-perfect matching of the start; none if all moves that the cells allow count.
    mates: Option<Vec<Option<Cell>>>,
    /// By three cells whether a matching may cover all others.
    known: FxHashMap<[Cell; 3], bool>,
    budget: &'a Budget,
}

impl<'a> Alone<'a> {
    pub(super) fn new(grid: &'a Grid<'a>, mates: Option<Vec<Option<Cell>>>, budget: &'a Budget) -> Self {
        Alone { grid, mates, known: FxHashMap::default(), budget }
    }

    /// Whether a matching may cover all cells but these; in doubt there is one.
    fn may(&mut self, mut cells: [Cell; 3]) -> Result<bool, Unproved> {
        let Some(mates) = &self.mates else { return Ok(true) };
        cells.sort_unstable();
        if let Some(known) = self.known.get(&cells) {
            return Ok(*known);
        }
        self.budget.poll(&Progress::default())?;
        let may = lacking(self.grid, mates, &cells) == 0;
        self.known.insert(cells, may);
        Ok(may)
    }

    /// The places that a gourd can come to, with the least number of its own moves.
    pub(super) fn reach(&mut self, from: Place) -> Result<Vec<(Place, u32)>, Unproved> {
        self.budget.poll(&Progress::default())?;
        let mut seen = vec![false; self.grid.len() * TURN];
        let mut first = |grid: &Grid<'_>, [a, b]: Place| {
            let place = grid.direction(a, b).and_then(|direction| seen.get_mut(a * TURN + direction));
            place.is_some_and(|seen| !std::mem::replace(seen, true))
        };
        let mut found = Vec::new();
        let mut queue = VecDeque::from([(from, 0)]);
        first(self.grid, from);
        while let Some((place, moves)) = queue.pop_front() {
            found.push((place, moves));
            for (after, cells) in steps(self.grid, place) {
                if self.may(cells)? && first(self.grid, after) {
                    queue.push_back((after, moves + 1));
                }
            }
        }
        Ok(found)
    }

    /// Whether no pivot is ever possible: no triangle can be left by a matching of all other cells.
    pub(super) fn never_pivots(&mut self) -> Result<bool, Unproved> {
        for [u, v, w] in self.grid.triples() {
            if self.grid.adjacent(u, w) && self.may([u, v, w])? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The places of a gourd after a move, each with the three cells that it and the empty cell have before and after.
fn steps(grid: &Grid<'_>, [a, b]: Place) -> Vec<(Place, [Cell; 3])> {
    let mut all = Vec::with_capacity(2 * TURN);
    for (u, w, first) in [(a, b, true), (b, a, false)] {
        for e in grid.neighbours(u).filter(|e| *e != w) {
            // The end on u stays in a pivot, and goes to e otherwise.
            let stays = grid.adjacent(e, w);
            let after = if stays == first { [u, e] } else { [e, u] };
            all.push((after, [e, u, w]));
        }
    }
    all
}
