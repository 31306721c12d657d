//! Gourds along a cycle through all cells.
//!
//! Let H be the cycle, and let every other pair of neighbouring cells be one of these:
//!
//! * *short*: the neighbours p and q on H of a cell m that touches no other cell;
//! * *useless*: in no near-perfect matching. Every matching leaves three cells or more of the others uncovered.
//!
//! Then in a position the gourds lie along H, or one lies on p and q, and m is empty, as it touches no other cell; the others lie
//! along H, since there is only one empty cell. So the gourds have an order along H, as a circle. A move through a neighbour
//! of the empty cell E on H takes the gourd next to E along H, and the order stays. If it is a pivot, then the cell between E and the
//! cell that is left touches no others: a short pair. A move through another neighbour u of E makes a gourd on E and u, so that
//! these are a short pair with some m between; m touched no other covered cell than u, so its gourd is the one that moves, and it is the next
//! one to E along H. From p and q moves lead back to m in the same way. Only pivots change the sense in which a gourd lies
//! along H, and without short pairs there are none.

use super::game::Start;
use super::goal::Target;
use super::grid::{Cell, Grid};
use super::matching::lacking;
use super::places::Place;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// A cycle on which the order of gourds never changes.
pub(super) struct Ring<'a> {
    grid: &'a Grid<'a>,
    cells: Vec<Cell>,
    /// Places of cells on the cycle whose neighbours on it touch, and that touch no other cell.
    short: Vec<usize>,
}

impl<'a> Ring<'a> {
    /// Reads a cycle.
    ///
    /// # Errors
    /// It is none through all cells, or has other pairs of neighbouring cells.
    pub(super) fn read(
        grid: &'a Grid<'a>,
        start: &Start,
        names: &[String],
        budget: &Budget,
    ) -> Result<Self, Unproved> {
        let cells = grid.cells(names)?;
        let n = cells.len();
        let next = cells.iter().cycle().skip(1);
        if n != grid.len() || n < 3 || !cells.iter().zip(next).all(|(a, b)| grid.adjacent(*a, *b)) {
            return Err(Unproved::wrong("it is no cycle through all cells"));
        }
        let mut place = vec![0; n];
        for (at, cell) in cells.iter().enumerate() {
            place.iter_mut().skip(*cell).take(1).for_each(|own| *own = at);
        }
        let at = |cell: Cell| place.get(cell).copied().unwrap_or(0);
        let mates = start.mates(grid.len());
        let mut short = Vec::new();
        for p in 0..n {
            for q in grid.neighbours(p).filter(|q| p < *q) {
                let way = (at(q) + n - at(p)) % n;
                let between = match way {
                    1 => continue,
                    _ if way == n - 1 => continue,
                    2 => Some((at(p) + 1) % n),
                    _ if way == n - 2 => Some((at(q) + 1) % n),
                    _ => None,
                };
                let middle =
                    between.filter(|m| cells.get(*m).is_some_and(|m| grid.neighbours(*m).count() == 2));
                budget.poll(&Progress::default())?;
                match middle {
                    Some(middle) => short.push(middle),
                    None if lacking(grid, &mates, &[p, q]) >= 2 => {}
                    None => return Err(Unproved::wrong("gourds may leave the cycle")),
                }
            }
        }
        // On three cells every pair is next to each other, and the one gourd pivots.
        if n == 3 {
            short = vec![0, 1, 2];
        }
        Ok(Ring { grid, cells, short })
    }

    fn cell(&self, at: usize) -> Cell {
        self.cells.get(at % self.cells.len().max(1)).copied().unwrap_or(0)
    }

    /// The places of the gourds along the cycle from the empty cell on, where it is at this place of the cycle.
    fn places(&self, empty: usize) -> Vec<Place> {
        let gourds = self.cells.len() / 2;
        (0..gourds).map(|g| [self.cell(empty + 2 * g + 1), self.cell(empty + 2 * g + 2)]).collect()
    }

    /// The same where a gourd lies on the neighbours of the empty cell, and is the first.
    fn around(&self, empty: usize) -> Vec<Place> {
        let n = self.cells.len();
        let ends = [self.cell(empty + n - 1), self.cell(empty + 1)];
        let rest = (1..n / 2).map(|g| [self.cell(empty + 2 * g), self.cell(empty + 2 * g + 1)]);
        std::iter::once(ends).chain(rest).collect()
    }

    /// Whether gourds may come to a goal as far as their order tells.
    pub(super) fn may_reach(
        &self,
        start: &Start,
        target: &Target,
        budget: &Budget,
    ) -> Result<bool, Unproved> {
        let n = self.cells.len();
        let empty = self.cells.iter().position(|cell| *cell == start.empty).unwrap_or(0);
        let straight =
            [self.places(empty)].into_iter().chain(self.short.contains(&empty).then(|| self.around(empty)));
        // The gourds in their order, and whether each lies the other way.
        let mut order = Vec::new();
        for places in straight {
            let gourd = |place: &Place| {
                let lies = |cells: &Place| start.gourds.iter().position(|gourd| gourd.cells == *cells);
                lies(place).map(|g| (g, false)).or_else(|| lies(&[place[1], place[0]]).map(|g| (g, true)))
            };
            let found: Option<Vec<_>> = places.iter().map(gourd).collect();
            order = found.unwrap_or(order);
        }
        if order.len() != start.gourds.len() {
            return Err(Unproved::wrong("the gourds do not lie along the cycle"));
        }
        let turns = !self.short.is_empty();
        for empty in 0..n {
            if !target.may_be_empty(self.cell(empty)) {
                continue;
            }
            budget.poll(&Progress::default())?;
            let around = self.short.contains(&empty).then(|| self.around(empty));
            for places in [Some(self.places(empty)), around].into_iter().flatten() {
                for by in 0..order.len() {
                    let shifted = order.iter().cycle().skip(by);
                    if shifted
                        .zip(&places)
                        .all(|(gourd, place)| self.fits(start, target, *gourd, *place, turns))
                    {
                        return Ok(true);
                    }
                }
                // Without gourds there is nothing else to look at.
                if order.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn fits(
        &self,
        start: &Start,
        target: &Target,
        (gourd, reversed): (usize, bool),
        [a, b]: Place,
        turns: bool,
    ) -> bool {
        let kind = start.gourds.get(gourd).and_then(|gourd| start.kinds.get(gourd.kind));
        let lies = |place| kind.is_some_and(|kind| target.fits(self.grid, kind, place));
        let (own, other) = if reversed { ([b, a], [a, b]) } else { ([a, b], [b, a]) };
        lies(own) || turns && lies(other)
    }
}
