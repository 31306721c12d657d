//! Packings of pieces of two cells as graphs with a budget for each entry: what both methods with Pfaffians, [`plane`](super::plane)
//! and [`tutte`](super::tutte), share.
//!
//! With an indeterminate for each entry a Pfaffian has a term for each placement; the coefficient that belongs to the supply is
//! interpolated. Ends of one colour lie on cells of one colour where the goal gives each cell a colour. Then the numbers of
//! pieces with two different colours determine the others, and only the former need indeterminates.

pub(super) mod front;
pub(super) mod interpolate;

use rustc_hash::FxHashMap;

use super::order::Order;
use super::packing::{EMPTY, NONE, Packing, Way};
use interpolate::{Grid, Powers};
use puzzlec_algebra::UnionFind;
use puzzlec_algebra::montgomery::Field;

/// Two cells that one piece can cover.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The cells.
    pub cells: [u32; 2],
    /// The ways, with the entries of their pieces.
    pub ways: Vec<(u32, u32)>,
}

/// A packing of pieces of two cells, with one goal.
pub(super) struct Pairs<'p> {
    pub packing: &'p Packing,
    pub order: &'p Order,
    pub edges: Vec<Edge>,
    /// The ways to leave a cell empty, with their cells.
    pub open: Vec<(u32, u32)>,
    /// By cell its colour, as far as the ways show it.
    pub colours: Vec<u32>,
    /// By entry the colours of its ends.
    ends: Vec<Option<[u32; 2]>>,
    /// The entries with indeterminates, and whether the others tell the parity of their number.
    free: Vec<(u32, bool)>,
}

/// What is left to cover.
#[derive(Clone)]
pub(super) struct Rest {
    covered: Vec<bool>,
    supply: Vec<u32>,
}

impl Rest {
    /// Whether a cell is still to be covered.
    pub fn is_free(&self, cell: u32) -> bool {
        self.covered.get(cell as usize) == Some(&false)
    }

    /// Covers a cell, or uncovers it.
    pub fn cover(&mut self, cell: u32, covered: bool) {
        if let Some(slot) = self.covered.get_mut(cell as usize) {
            *slot = covered;
        }
    }

    /// The pieces of an entry that are left.
    pub fn left(&self, entry: u32) -> u32 {
        self.supply.get(entry as usize).copied().unwrap_or(0)
    }

    /// Whether the cells of a way are free, and a piece is left for it.
    pub fn fits(&self, way: &Way) -> bool {
        self.left(way.entry) > 0 && way.cells.into_iter().all(|cell| cell == NONE || self.is_free(cell))
    }

    /// Lays a piece.
    pub fn lay(&mut self, way: &Way) {
        way.cells.into_iter().filter(|cell| *cell != NONE).for_each(|cell| self.cover(cell, true));
        if let Some(left) = self.supply.get_mut(way.entry as usize) {
            *left = left.saturating_sub(1);
        }
    }
}

/// The term of a supply.
pub(super) struct Term {
    /// The powers of the indeterminates.
    pub powers: Vec<Powers>,
    /// By colour the number of cells that stay empty.
    pub empty: Vec<u64>,
}

impl<'p> Pairs<'p> {
    /// Nothing if there are several goals or pieces of one cell.
    pub fn new(packing: &'p Packing, order: &'p Order) -> Option<Self> {
        let units = |way: &Way| way.entry != EMPTY && way.cells.contains(&NONE);
        if packing.goals().count() != 1 || packing.overfull() || packing.ways().iter().any(units) {
            return None;
        }
        let empties = (0..).zip(packing.ways()).filter(|(_, way)| way.entry == EMPTY);
        let open = empties.map(|(number, way)| (number, way.cells.into_iter().min().unwrap_or(NONE)));
        let open = open.collect();
        let (colours, ends) = colours(packing);
        let free = free(packing, &ends);
        Some(Pairs { packing, order, edges: edges(packing), open, colours, ends, free })
    }

    /// Nothing is covered.
    pub fn all(&self) -> Rest {
        Rest { covered: vec![false; self.packing.cells() as usize], supply: self.packing.supply().to_vec() }
    }

    /// The free cells, in order.
    pub fn cells(&self, rest: &Rest) -> Vec<u32> {
        self.order.cells.iter().copied().filter(|cell| rest.is_free(*cell)).collect()
    }

    /// By cell the ways to cover it with a piece.
    pub fn by_cell(&self) -> Vec<Vec<(u32, Way)>> {
        let mut by_cell = vec![Vec::new(); self.packing.cells() as usize];
        for (number, way) in (0..).zip(self.packing.ways()).filter(|(_, way)| way.entry != EMPTY) {
            for cell in way.cells {
                if let Some(ways) = by_cell.get_mut(cell as usize) {
                    ways.push((number, *way));
                }
            }
        }
        by_cell
    }

    /// The term of the supply that is left; nothing if the numbers of colours do not fit.
    pub fn term(&self, rest: &Rest) -> Option<Term> {
        let mut cells = vec![0_u64; self.colours.len()];
        for (colour, _) in self.colours.iter().zip(&rest.covered).filter(|(_, covered)| !**covered) {
            *cells.get_mut(*colour as usize)? += 1;
        }
        let mut empty = cells.clone();
        for ((ends, left), entry) in self.ends.iter().zip(&rest.supply).zip(0..) {
            // Entries without a way have no colours, and cannot be laid.
            if ends.is_none() && *left > 0 && entry != EMPTY {
                return None;
            }
            for colour in ends.iter().flatten() {
                let empty = empty.get_mut(*colour as usize)?;
                *empty = empty.checked_sub(u64::from(*left))?;
            }
        }
        cells.iter_mut().zip(&empty).for_each(|(cells, empty)| *cells -= empty);
        let at = |colour: u32| cells.get(colour as usize).copied().unwrap_or(0);
        let power = |(entry, even): &(u32, bool)| {
            let left = u64::from(rest.left(*entry));
            let most = match self.ends.get(*entry as usize).copied().flatten()? {
                _ if left == 0 => 0,
                [a, b] if a == b => at(a) / 2,
                [a, b] => at(a).min(at(b)),
            };
            Powers::new(left, most, *even)
        };
        let powers = self.free.iter().map(power).collect::<Option<Vec<Powers>>>()?;
        Some(Term { powers, empty })
    }

    /// By entry its value at a point of a grid, and the weight of the point.
    pub fn point(&self, rest: &Rest, grid: &Grid, point: usize, field: Field) -> (Vec<u64>, u64) {
        let mut values: Vec<u64> = rest.supply.iter().map(|left| field.of(u64::from(*left > 0))).collect();
        let mut weight = field.of(1);
        for ((entry, _), (value, factor)) in self.free.iter().zip(grid.point(point)) {
            weight = field.product(weight, factor);
            if let Some(slot) = values.get_mut(*entry as usize).filter(|_| rest.left(*entry) > 0) {
                *slot = value;
            }
        }
        (values, weight)
    }
}

/// The pairs of cells, in order.
fn edges(packing: &Packing) -> Vec<Edge> {
    let pieces = (0..).zip(packing.ways()).filter(|(_, way)| way.entry != EMPTY);
    let pair = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    let mut ways: Vec<([u32; 2], u32, u32)> =
        pieces.map(|(number, way)| (pair(way.cells), number, way.entry)).collect();
    ways.sort_unstable();
    let edge = |group: &[([u32; 2], u32, u32)]| {
        let cells = group.first()?.0;
        Some(Edge { cells, ways: group.iter().map(|way| (way.1, way.2)).collect() })
    };
    ways.chunk_by(|a, b| a.0 == b.0).filter_map(edge).collect()
}

/// The finest colours such that each end of an entry lies on cells of one colour only: those of the cells, and those of the
/// ends of the entries that have ways.
fn colours(packing: &Packing) -> (Vec<u32>, Vec<Option<[u32; 2]>>) {
    let cells = packing.cells() as usize;
    let mut sets = UnionFind::new(cells + 2 * packing.supply().len());
    let mut used = vec![false; packing.supply().len()];
    for way in packing.ways().iter().filter(|way| way.entry != EMPTY) {
        for (cell, end) in way.cells.into_iter().zip(0..) {
            sets.join(cell, packing.cells() + 2 * way.entry + end);
        }
        if let Some(used) = used.get_mut(way.entry as usize) {
            *used = true;
        }
    }
    // A class has a cell, which is its least member.
    let of_cells: Vec<u32> = (0..packing.cells()).map(|cell| sets.root(cell)).collect();
    let ends = used.iter().zip(0..).map(|(used, entry)| {
        let first = packing.cells() + 2 * entry;
        used.then(|| [sets.root(first), sets.root(first + 1)])
    });
    (of_cells, ends.collect())
}

/// The entries that need indeterminates: for each colour all but one of those with both ends of it are determined by
/// the others. The pieces on the cells of a colour tell whether those with just one end of it are even in number, so the entries
/// along a forest of the colours have the parities that the other numbers give them.
fn free(packing: &Packing, ends: &[Option<[u32; 2]>]) -> Vec<(u32, bool)> {
    let mut largest: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    for ((ends, count), entry) in ends.iter().zip(packing.supply()).zip(0_u32..) {
        if let Some([a, b]) = ends
            && a == b
        {
            let best = largest.entry(*a).or_insert((*count, entry));
            if *count > best.0 {
                *best = (*count, entry);
            }
        }
    }
    let determined: Vec<u32> = largest.values().map(|(_, entry)| *entry).collect();
    let mut forest = UnionFind::new(packing.cells() as usize);
    let entries = ends.iter().zip(0_u32..).filter_map(|(ends, entry)| Some(((*ends)?, entry)));
    let entries = entries.filter(|(_, entry)| !determined.contains(entry));
    entries.map(|([a, b], entry)| (entry, forest.join(a, b))).collect()
}
