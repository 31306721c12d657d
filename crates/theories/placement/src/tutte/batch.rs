//! Cells that are covered one after the other with the same eliminations.
//!
//! At each point of the grid all but a few rows of the matrix are eliminated, which leaves its inverse for the cells of the batch and their
//! neighbours. The Pfaffian without two of these cells is, up to a sign, the Pfaffian times an entry of the inverse (Rabin and
//! Vazirani 1989), and the inverse without their rows follows by one more elimination.

use super::prepare::{Prepared, Row};
use super::{Tutte, other, weight};
use crate::packing::{EMPTY, NONE};
use crate::pairs::Rest;
use crate::pairs::front::complement;
use crate::pairs::interpolate::Grid;
use puzzlec_algebra::montgomery::Field;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The cells of a batch with their inverses.
pub struct Batch<'m> {
    field: Field,
    /// The cells to cover.
    cells: Vec<u32>,
    /// By row of the inverses its cell, or the colour of a vertex for an empty cell.
    rows: Vec<Row>,
    points: Vec<Point>,
    /// Holds the memory.
    _room: Room<'m>,
}

/// A point of the grid.
struct Point {
    /// By entry its value.
    values: Vec<u64>,
    /// The Pfaffian without what was laid, times the values of what was laid, times the weight of the point.
    value: u64,
    /// The inverse, row by row.
    inverse: Vec<u64>,
}

impl<'m> Batch<'m> {
    /// The first of the free cells, which are given in order. Nothing if no placement covers them, as far as the random
    /// weights show. Takes time in proportion to the points times an elimination.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(
        tutte: &Tutte<'_>,
        rest: &Rest,
        free: &[u32],
        field: Field,
        meter: &'m Meter<'m>,
    ) -> Result<Option<Self>, Halted> {
        let Some(term) = tutte.pairs.term(rest) else { return Ok(None) };
        let mut room = Room::new(meter);
        let grid = Grid::new(&term.powers, field);
        let Some(prepared) = Prepared::new(tutte, rest, free, &term.empty, grid.points(), field) else {
            return Ok(None);
        };
        let row = tutte.pairs.packing.supply().len() + prepared.rows.len() * prepared.rows.len();
        room.hold(grid.points().saturating_mul(row + 8).saturating_mul(size_of::<u64>()))?;
        let mut points = Vec::with_capacity(grid.points());
        for point in 0..grid.points() {
            meter.poll()?;
            let (values, factor) = tutte.pairs.point(rest, &grid, point, field);
            let value = |(way, entry): &(u32, u32)| {
                let value = values.get(*entry as usize).copied().unwrap_or(0);
                field.product(value, weight(*way, NONE, field))
            };
            let pair = |ways: &[(u32, u32)]| ways.iter().fold(0, |sum, way| field.sum(sum, value(way)));
            let pairs = tutte.pairs.edges.iter().map(|edge| pair(&edge.ways));
            let weights: Vec<u64> = pairs.chain(prepared.constant.iter().copied()).collect();
            let (pfaffian, inverse) = complement(&prepared.graph, prepared.first, &weights, field);
            if pfaffian == 0 {
                return Ok(None);
            }
            points.push(Point { values, value: field.product(factor, pfaffian), inverse });
        }
        let Prepared { rows, cells, .. } = prepared;
        Ok(Some(Batch { field, cells, rows, points, _room: room }))
    }

    /// Covers the cells of the batch, and appends the ways. Returns false if a cell has no way, as far as the random
    /// weights show. Takes time in proportion to the points times the square of the rows for each piece.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn lay(
        &mut self,
        tutte: &Tutte<'_>,
        rest: &mut Rest,
        laid: &mut Vec<u32>,
        meter: &Meter<'_>,
    ) -> Result<bool, Halted> {
        for cell in std::mem::take(&mut self.cells) {
            if !rest.is_free(cell) {
                continue;
            }
            meter.poll()?;
            let Some(row) = self.row(Row::Cell(cell)) else { return Ok(false) };
            let colour = tutte.pairs.colours.get(cell as usize).copied().unwrap_or(NONE);
            let ways = tutte.ways(cell, rest).into_iter().filter_map(|(number, way)| {
                let end = if way.entry == EMPTY { Row::Empty(colour) } else { Row::Cell(other(&way, cell)) };
                Some((number, way, self.row(end)?))
            });
            let Some((number, way, end)) =
                ways.into_iter().find(|(_, way, end)| self.is_possible(row, *end, way.entry))
            else {
                return Ok(false);
            };
            if !self.take(row, end, way.entry) {
                return Ok(false);
            }
            rest.lay(&way);
            laid.push(number);
        }
        Ok(true)
    }

    fn row(&self, of: Row) -> Option<usize> {
        self.rows.iter().position(|row| *row == of)
    }

    fn width(&self) -> usize {
        self.rows.len()
    }

    /// Whether the rest has a placement, as far as the random weights show, after a piece of an entry was laid on the
    /// cells of two rows.
    fn is_possible(&self, row: usize, end: usize, entry: u32) -> bool {
        let at = row * self.width() + end;
        let sum = self.points.iter().fold(0, |sum, point| {
            let value = self.field.product(point.value, point.of(entry));
            let inverse = point.inverse.get(at).copied().unwrap_or(0);
            self.field.sum(sum, self.field.product(value, inverse))
        });
        sum != 0
    }

    /// Lays a piece of an entry. Returns false if the matrix is singular at a point by chance.
    fn take(&mut self, row: usize, end: usize, entry: u32) -> bool {
        let (field, width) = (self.field, self.width());
        for point in &mut self.points {
            let line = |at: usize| point.inverse.get(at * width..(at + 1) * width).map(<[u64]>::to_vec);
            let (Some(v), Some(u)) = (line(row), line(end)) else { return false };
            let pivot = v.get(end).copied().unwrap_or(0);
            if pivot == 0 {
                return false;
            }
            let value = field.product(point.value, point.of(entry));
            point.value = field.product(value, pivot);
            let inverse = field.inverse(pivot);
            for (line, (ui, vi)) in point.inverse.chunks_mut(width).zip(u.iter().zip(&v)) {
                let (x, y) = (field.product(*ui, inverse), field.minus(field.product(*vi, inverse)));
                for (slot, (uj, vj)) in line.iter_mut().zip(u.iter().zip(&v)) {
                    *slot = field.sum(*slot, field.products((x, *vj), (y, *uj)));
                }
            }
        }
        self.remove(row.max(end));
        self.remove(row.min(end));
        true
    }

    /// Removes a row and its column.
    fn remove(&mut self, row: usize) {
        let width = self.width();
        for point in &mut self.points {
            let mut at = 0;
            point.inverse.retain(|_| {
                let keep = at / width != row && at % width != row;
                at += 1;
                keep
            });
        }
        self.rows.remove(row);
    }
}

impl Point {
    fn of(&self, entry: u32) -> u64 {
        self.values.get(entry as usize).copied().unwrap_or(0)
    }
}
