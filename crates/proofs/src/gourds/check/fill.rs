//! Gourds that are laid: all ways to fill the cells one after the other.
//!
//! Cells are taken in rows along one of the three lines of the board, so that few cells are open at a time. After each
//! cell all that counts is which later cells are covered and how many gourds of each kind are left. All such states are listed,
//! cell by cell; if none is left, there is no arrangement.

use rustc_hash::FxHashSet;

use super::game::Kind;
use super::goal::Target;
use super::grid::{Cell, Grid};
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Board;

/// The later cells that are covered, the next one as the lowest bit; and the gourds that are left, as a number with one
/// digit for each kind.
type State = (u128, u128);

/// Gourds to be laid on a board.
pub(super) struct Filling<'a> {
    grid: &'a Grid<'a>,
    kinds: &'a [(Kind, usize)],
    target: &'a Target,
    /// The cells in the order in which they are filled, and by cell its place in it.
    order: Vec<Cell>,
    place: Vec<usize>,
    /// By kind the weight of its digit.
    weights: Vec<u128>,
    budget: &'a Budget,
}

impl<'a> Filling<'a> {
    /// # Errors
    /// The board is too wide, or there are too many gourds.
    pub(super) fn new(
        grid: &'a Grid<'a>,
        board: &Board,
        kinds: &'a [(Kind, usize)],
        target: &'a Target,
        budget: &'a Budget,
    ) -> Result<Self, Unproved> {
        let (order, place) =
            order(grid, board).ok_or_else(|| Unproved::too_large("the board is too wide"))?;
        let mut weights = vec![1_u128];
        for (_, count) in kinds {
            let last = weights.last().copied().unwrap_or(1);
            // One digit more, for empty cells.
            let next = last.checked_mul(*count as u128 + 1);
            weights.push(next.ok_or_else(|| Unproved::too_large("there are too many gourds"))?);
        }
        Ok(Filling { grid, kinds, target, order, place, weights, budget })
    }

    fn left(&self, gourds: u128, kind: usize) -> u128 {
        let weight = self.weights.get(kind).copied().unwrap_or(1);
        let digits = self.kinds.get(kind).map_or(1, |(_, count)| *count as u128 + 1);
        gourds / weight % digits
    }

    /// The cells after this one, with which a gourd of each kind may begin here.
    fn choices(&self, cell: Cell) -> Vec<(usize, usize)> {
        let own = self.place.get(cell).copied().unwrap_or(0);
        let mut all = Vec::new();
        for next in self.grid.neighbours(cell) {
            let Some(by) = self.place.get(next).and_then(|place| place.checked_sub(own)).filter(|by| *by > 0)
            else {
                continue;
            };
            for (number, (kind, _)) in self.kinds.iter().enumerate() {
                let fits = |place| self.target.fits(self.grid, kind, place);
                if fits([cell, next]) || fits([next, cell]) {
                    all.push((number, by));
                }
            }
        }
        all
    }

    /// Whether all gourds can be laid so that the goal holds.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn is_possible(&self) -> Result<bool, Unproved> {
        let Some(all) = self.weights.last() else { return Ok(false) };
        let mut states: FxHashSet<State> = FxHashSet::from_iter([(0, all - 1)]);
        // By kind the last cell with which a gourd of it may begin.
        let choices: Vec<_> = self.order.iter().map(|cell| self.choices(*cell)).collect();
        let mut last = vec![None; self.kinds.len()];
        for (at, all) in choices.iter().enumerate() {
            for (kind, _) in all {
                last.iter_mut().skip(*kind).take(1).for_each(|own| *own = Some(at));
            }
        }
        for (at, (cell, choices)) in self.order.iter().zip(&choices).enumerate() {
            let mut next: FxHashSet<State> = FxHashSet::default();
            let ended: Vec<usize> = (0..last.len())
                .filter(|kind| last.get(*kind).is_some_and(|own| own.is_none_or(|own| own <= at)))
                .collect();
            for (number, (covered, gourds)) in states.iter().enumerate() {
                if number.is_multiple_of(1 << 12) {
                    let each = 2 * size_of::<State>() as u64;
                    let bytes = (states.len() + next.len()) as u64 * each;
                    self.budget.poll(&Progress {
                        bytes,
                        states: next.len() as u64,
                        ..Progress::default()
                    })?;
                }
                let mut keep = |covered: u128, gourds: u128| {
                    // Gourds that cannot begin any more must all be laid.
                    if ended.iter().all(|kind| self.left(gourds, *kind) == 0) {
                        next.insert((covered >> 1, gourds));
                    }
                };
                if covered & 1 == 1 {
                    keep(*covered, *gourds);
                    continue;
                }
                if self.target.may_be_empty(*cell) {
                    keep(*covered, *gourds);
                }
                for (kind, by) in choices {
                    if covered >> by & 1 == 0 && self.left(*gourds, *kind) > 0 {
                        let weight = self.weights.get(*kind).copied().unwrap_or(0);
                        keep(covered | 1 << by, gourds - weight);
                    }
                }
            }
            states = next;
        }
        // The gourds are all laid: kinds that may begin nowhere have none.
        Ok(states.contains(&(0, 0)))
    }
}

/// The cells row by row, for rows along the line in which neighbours are least far apart; and by cell its place.
fn order(grid: &Grid<'_>, board: &Board) -> Option<(Vec<Cell>, Vec<usize>)> {
    let coords = board.cells();
    let along = |line: usize| {
        let mut cells: Vec<Cell> = (0..grid.len()).collect();
        cells.sort_by_key(|cell| {
            let (x, y) = coords.get(*cell).map_or((0, 0), |c| (i64::from(c.x), i64::from(c.y)));
            match line {
                0 => (y, x),
                1 => (x, y),
                _ => (x + y, x),
            }
        });
        let mut place = vec![0; cells.len()];
        for (at, cell) in cells.iter().enumerate() {
            place.iter_mut().skip(*cell).take(1).for_each(|own| *own = at);
        }
        let of = |cell: Cell| place.get(cell).copied().unwrap_or(0);
        let far = (0..grid.len()).flat_map(|cell| grid.neighbours(cell).map(move |next| (cell, next)));
        let far = far.map(|(a, b)| of(a).abs_diff(of(b))).max().unwrap_or(0);
        (far, cells, place)
    };
    let (far, cells, place) = (0..3).map(along).min_by_key(|(far, ..)| *far)?;
    (far < 127).then_some((cells, place))
}
