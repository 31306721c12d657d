//! The near-perfect matchings that moves lead to, and the gourds as moves carry them there.
//!
//! A move does not depend on which gourd makes it. So let c(M) be the position with matching M to which the moves of a tree of
//! matchings lead from the start. A move from M to M' takes c(M) to c(M') with the gourds exchanged and turned by some
//! permutation h of the ends, and c(M) with the ends permuted by g to c(M') with the ends permuted by h g. So the positions that
//! moves lead to are the c(M) permuted by the elements of the group that all these h generate.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::game::Start;
use super::grid::{Cell, Grid};
use super::group::Permutation;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// An end of a gourd: twice the number of the gourd, and one more for its second end.
pub(super) type End = u16;

const NONE: u16 = u16::MAX;

/// Where the ends of all gourds are.
#[derive(Clone)]
pub(super) struct Position {
    /// By end its cell.
    pub(super) ends: Box<[u16]>,
    /// By cell its end.
    held: Box<[End]>,
    pub(super) empty: Cell,
}

impl Position {
    /// The start.
    ///
    /// # Errors
    /// The board is too large.
    pub(super) fn of(start: &Start, grid: &Grid<'_>) -> Result<Self, Unproved> {
        let number = |cell: Cell| {
            u16::try_from(cell)
                .ok()
                .filter(|cell| *cell < NONE)
                .ok_or_else(|| Unproved::too_large("the board is too large"))
        };
        let cells = start.gourds.iter().flat_map(|gourd| gourd.cells);
        let ends = cells.map(number).collect::<Result<Box<[u16]>, _>>()?;
        Ok(Position::with(ends, grid.len(), start.empty))
    }

    fn with(ends: Box<[u16]>, cells: usize, empty: Cell) -> Self {
        let mut held = vec![NONE; cells];
        for (end, cell) in (0..).zip(&ends) {
            held.iter_mut().skip(usize::from(*cell)).take(1).for_each(|held| *held = end);
        }
        Position { ends, held: held.into(), empty }
    }

    /// The cell of an end.
    pub(super) fn cell(&self, end: End) -> Cell {
        self.ends.get(usize::from(end)).copied().map_or(usize::MAX, usize::from)
    }

    /// The end on a cell.
    pub(super) fn end(&self, cell: Cell) -> Option<End> {
        self.held.get(cell).copied().filter(|end| *end != NONE)
    }

    /// The cell of the other end of the gourd on a cell.
    fn mate(&self, cell: Cell) -> Option<Cell> {
        self.end(cell).map(|end| self.cell(end ^ 1))
    }

    /// The move through a neighbour u of the empty cell. Returns the cell that is empty then.
    pub(super) fn play(&mut self, grid: &Grid<'_>, u: Cell) -> Option<Cell> {
        let (end, e) = (self.end(u)?, self.empty);
        let w = self.cell(end ^ 1);
        if grid.adjacent(e, w) {
            self.put(end ^ 1, e);
        } else {
            self.put(end, e);
            self.put(end ^ 1, u);
        }
        self.held.iter_mut().skip(w).take(1).for_each(|held| *held = NONE);
        self.empty = w;
        Some(w)
    }

    fn put(&mut self, end: End, cell: Cell) {
        let place = u16::try_from(cell).unwrap_or(NONE);
        self.ends.iter_mut().skip(usize::from(end)).take(1).for_each(|own| *own = place);
        self.held.iter_mut().skip(cell).take(1).for_each(|held| *held = end);
    }

    /// By cell the cell of the other end; the empty cell itself.
    fn matching(&self) -> Box<[u16]> {
        let mate = |cell: Cell| u16::try_from(self.mate(cell).unwrap_or(cell)).unwrap_or(NONE);
        (0..self.held.len()).map(mate).collect()
    }
}

/// A move between two matchings.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// The cell moved through.
    pub(super) through: Cell,
    /// The cell that becomes empty.
    pub(super) left: Cell,
    /// The matching after it.
    pub(super) to: usize,
}

/// All matchings that moves lead to from a start.
pub(super) struct Matchings {
    /// By matching the position to which the gourds are carried.
    pub(super) carried: Vec<Position>,
    /// By matching its moves.
    pub(super) links: Vec<Vec<Link>>,
    /// Generators of the group, each once.
    pub(super) permutations: BTreeSet<Permutation>,
}

impl Matchings {
    /// Lists the matchings. Time and memory are proportional to their number times the cells.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn list(start: &Start, grid: &Grid<'_>, budget: &Budget) -> Result<Self, Unproved> {
        let first = Position::of(start, grid)?;
        let mut index: FxHashMap<Box<[u16]>, usize> = FxHashMap::from_iter([(first.matching(), 0)]);
        let mut all = Matchings { carried: vec![first], links: Vec::new(), permutations: BTreeSet::new() };
        let mut at = 0;
        while let Some(position) = all.carried.get(at).cloned() {
            if at.is_multiple_of(64) {
                let each = 8 * grid.len() as u64 + 8 * size_of::<Link>() as u64 + 160;
                let permutations = all.permutations.len() as u64 * (2 * grid.len() as u64 + 48);
                let bytes = all.carried.len() as u64 * each + permutations;
                budget.poll(&Progress { bytes, states: all.carried.len() as u64, ..Progress::default() })?;
            }
            let mut links = Vec::new();
            for through in grid.neighbours(position.empty) {
                let mut next = position.clone();
                let Some(left) = next.play(grid, through) else { continue };
                let fresh = all.carried.len();
                let to = *index.entry(next.matching()).or_insert(fresh);
                links.push(Link { through, left, to });
                match all.carried.get(to) {
                    None => all.carried.push(next),
                    Some(carried) => {
                        // The end on a cell is h of the end that is carried there: the carried position with the ends permuted by h.
                        let end = |cell: &u16| carried.end(usize::from(*cell)).unwrap_or(NONE);
                        let permutation: Permutation = next.ends.iter().map(end).collect();
                        all.permutations.insert(permutation);
                    }
                }
            }
            all.links.push(links);
            at += 1;
        }
        Ok(all)
    }

    pub(super) fn len(&self) -> usize {
        self.carried.len()
    }
}
