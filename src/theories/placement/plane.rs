//! Placements on plane boards by Pfaffians.
//!
//! The Pfaffian of a Kasteleyn matrix (Kasteleyn 1961) is, up to its sign, the sum over all perfect matchings of the product of the
//! weights of their pairs. With an indeterminate for each entry it has a term for each placement; the coefficient that belongs to the
//! supply is interpolated, modulo primes whose product is above twice the number of matchings. This takes polynomial
//! time for a fixed number of entries and of empty cells.
//!
//! Ends of one colour lie on cells of one colour where the goal gives each cell a colour. Then the numbers of pieces with two different
//! colours determine the others, and only the former need indeterminates.

mod embed;
mod front;
mod interpolate;

use num_bigint::BigUint;

use super::order::Order;
use super::packing::{EMPTY, NONE, Packing, Way};
use crate::algebra::UnionFind;
use crate::algebra::montgomery::{Field, absolute, fields};
use crate::theories::meter::{Halted, Meter};
use embed::Graph;
use interpolate::Powers;

/// Sets of empty cells that are tried.
const MOST_SETS: u64 = 1 << 20;

/// Two cells that one piece can cover.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The cells.
    cells: [u32; 2],
    /// The entries of the pieces, one for each way.
    entries: Vec<u32>,
}

/// A packing of pieces of two cells on a plane board, with one goal.
pub struct Plane<'p> {
    packing: &'p Packing,
    order: &'p Order,
    edges: Vec<Edge>,
    /// By cell its colour, as far as the ways show it.
    colours: Vec<u32>,
    /// By entry the colours of its ends.
    ends: Vec<Option<[u32; 2]>>,
    /// The entries with indeterminates.
    free: Vec<u32>,
    /// The cells that can be empty.
    open: Vec<u32>,
}

/// What is left to cover.
#[derive(Clone)]
struct Rest {
    covered: Vec<bool>,
    supply: Vec<u32>,
}

impl Rest {
    fn is_free(&self, cell: u32) -> bool {
        self.covered.get(cell as usize) == Some(&false)
    }

    fn cover(&mut self, cell: u32) {
        if let Some(covered) = self.covered.get_mut(cell as usize) {
            *covered = true;
        }
    }

    fn left(&self, entry: u32) -> u32 {
        self.supply.get(entry as usize).copied().unwrap_or(0)
    }

    fn lay(&mut self, way: &Way) {
        way.cells.into_iter().filter(|cell| *cell != NONE).for_each(|cell| self.cover(cell));
        if let Some(left) = self.supply.get_mut(way.entry as usize) {
            *left = left.saturating_sub(1);
        }
    }
}

impl<'p> Plane<'p> {
    /// Nothing if there is no drawing, there are several goals, pieces of one cell, or too many sets of empty cells.
    pub fn new(packing: &'p Packing, order: &'p Order) -> Option<Self> {
        let units = |way: &Way| way.entry != EMPTY && way.cells.contains(&NONE);
        let drawn = packing.drawing().len() == packing.cells() as usize;
        if !drawn || packing.goals().count() != 1 || packing.overfull() || packing.ways().iter().any(units) {
            return None;
        }
        let empties = packing.ways().iter().filter(|way| way.entry == EMPTY);
        let open: Vec<u32> = empties.map(|way| way.cells.into_iter().min().unwrap_or(NONE)).collect();
        let (colours, ends) = colours(packing);
        let free = free(packing, &ends);
        let plane = Plane { packing, order, edges: edges(packing), colours, ends, free, open };
        (plane.sets() <= MOST_SETS).then_some(plane)
    }

    /// The number of sets of cells that may be empty together.
    fn sets(&self) -> u64 {
        let (n, k) = (self.open.len() as u64, u64::from(self.empties()));
        (0..k)
            .try_fold(1_u64, |sets, at| Some(sets.checked_mul(n.saturating_sub(at))? / (at + 1)))
            .unwrap_or(u64::MAX)
    }

    fn empties(&self) -> u32 {
        self.packing.supply().first().copied().unwrap_or(0)
    }

    /// An estimate of the multiplications that a count takes.
    pub fn cost(&self) -> f64 {
        let rest = self.all();
        let points = self.cells(&rest).map_or(1.0, |cells| {
            let most = self.free.iter().filter_map(|entry| self.most(*entry, &cells));
            most.map(|(most, even)| (most / if even { 2 } else { 1 } + 1) as f64).product()
        });
        let front = (self.order.width + 4) as f64;
        let one = f64::from(self.packing.cells()) / 2.0 * front * front;
        self.sets() as f64 * points * one * (self.bits() / 61 + 1) as f64
    }

    /// The number of placements.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn count(&self, meter: &Meter<'_>) -> Result<BigUint, Halted> {
        let fields = fields(self.bits());
        let mut sum = BigUint::from(0_u32);
        self.each(&mut |rest| {
            if let Some(graph) = self.graph(rest) {
                let remainders = fields.iter().map(|field| self.coefficient(&graph, rest, *field, meter));
                sum += absolute(&fields, &remainders.collect::<Result<Vec<u64>, Halted>>()?);
            }
            Ok(false)
        })?;
        Ok(sum)
    }

    /// The ways of a placement, the empty cells among them; nothing if there is none. Cell by cell, a way is taken after
    /// which the rest can be covered.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn find(&self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        let fields = fields(self.bits());
        let possible = |rest: &Rest, fields: &[Field]| {
            let Some(graph) = self.graph(rest) else { return Ok(false) };
            for field in fields {
                if self.coefficient(&graph, rest, *field, meter)? != 0 {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let mut start = None;
        // The first prime alone finds nearly every one that is possible; the others make sure.
        for fields in
            fields.split_first().map_or([&[][..], &[]], |(first, rest)| [std::slice::from_ref(first), rest])
        {
            if start.is_none() {
                self.each(&mut |rest| {
                    let found = possible(rest, fields)?;
                    start = found.then(|| rest.clone());
                    Ok(found)
                })?;
            }
        }
        let Some(mut rest) = start else { return Ok(None) };
        let mut laid = Vec::new();
        let empties = self.packing.ways().iter().zip(0_u32..).filter(|(way, _)| way.entry == EMPTY);
        laid.extend(
            empties
                .filter(|(way, _)| way.cells.iter().any(|c| *c != NONE && !rest.is_free(*c)))
                .map(|(_, n)| n),
        );
        let mut by_cell = vec![Vec::new(); self.packing.cells() as usize];
        for (way, number) in self.packing.ways().iter().zip(0_u32..).filter(|(way, _)| way.entry != EMPTY) {
            for cell in way.cells {
                if let Some(ways) = by_cell.get_mut(cell as usize) {
                    ways.push((number, *way));
                }
            }
        }
        for cell in &self.order.cells {
            if !rest.is_free(*cell) {
                continue;
            }
            let ways = by_cell.get(*cell as usize).into_iter().flatten();
            let fits =
                |way: &Way| rest.left(way.entry) > 0 && way.cells.iter().all(|cell| rest.is_free(*cell));
            let mut next = None;
            for (number, way) in ways.filter(|(_, way)| fits(way)) {
                let mut after = rest.clone();
                after.lay(way);
                if possible(&after, &fields)? {
                    next = Some((*number, after));
                    break;
                }
            }
            let Some((number, after)) = next else { return Ok(None) };
            laid.push(number);
            rest = after;
        }
        Ok(Some(laid))
    }

    fn all(&self) -> Rest {
        Rest { covered: vec![false; self.packing.cells() as usize], supply: self.packing.supply().to_vec() }
    }

    /// Calls a function with each set of empty cells that leaves the right number of cells of each colour, until it returns
    /// true.
    fn each(&self, visit: &mut dyn FnMut(&Rest) -> Result<bool, Halted>) -> Result<(), Halted> {
        self.choose(&self.open, self.empties(), &mut self.all(), visit).map(|_| ())
    }

    fn choose(
        &self,
        open: &[u32],
        more: u32,
        rest: &mut Rest,
        visit: &mut dyn FnMut(&Rest) -> Result<bool, Halted>,
    ) -> Result<bool, Halted> {
        if more == 0 {
            return if self.powers(rest).is_some() { visit(rest) } else { Ok(false) };
        }
        let mut open = open;
        while let Some((cell, later)) = open.split_first().filter(|_| open.len() >= more as usize) {
            rest.cover(*cell);
            let done = self.choose(later, more - 1, rest, visit)?;
            if let Some(covered) = rest.covered.get_mut(*cell as usize) {
                *covered = false;
            }
            if done {
                return Ok(true);
            }
            open = later;
        }
        Ok(false)
    }

    /// The oriented graph of the free cells; nothing if it has no perfect matching for a simple reason.
    fn graph(&self, rest: &Rest) -> Option<Graph> {
        self.powers(rest)?;
        let free: Vec<u32> = self.order.cells.iter().copied().filter(|cell| rest.is_free(*cell)).collect();
        Graph::new(self.packing.drawing(), &free, &self.edges)
    }

    /// The powers of the indeterminates in the term of the supply; nothing if the numbers of colours do not fit.
    fn powers(&self, rest: &Rest) -> Option<Vec<Powers>> {
        let cells = self.cells(rest)?;
        let powers = self.free.iter().map(|entry| {
            let (most, even) = self.most(*entry, &cells)?;
            Powers::new(u64::from(rest.left(*entry)), most, even)
        });
        let powers = powers.collect::<Option<Vec<Powers>>>()?;
        let mut held = cells;
        for (ends, left) in self.ends.iter().zip(&rest.supply) {
            for colour in ends.iter().flatten() {
                let held = held.get_mut(*colour as usize)?;
                *held = held.checked_sub(u64::from(*left))?;
            }
        }
        // Entries without a way have no colours, and cannot be laid.
        let lost = self.ends.iter().zip(&rest.supply).skip(1).any(|(ends, left)| ends.is_none() && *left > 0);
        (!lost && held.iter().all(|held| *held == 0)).then_some(powers)
    }

    /// By colour the number of free cells.
    fn cells(&self, rest: &Rest) -> Option<Vec<u64>> {
        let mut cells = vec![0; self.colours.len()];
        for (colour, _) in self.colours.iter().zip(&rest.covered).filter(|(_, covered)| !**covered) {
            *cells.get_mut(*colour as usize)? += 1;
        }
        Some(cells)
    }

    /// The most pieces of an entry on these cells by colour, and whether the parity of their number is known: a single pair of
    /// colours leaves an even number of cells of each to pieces of one colour.
    fn most(&self, entry: u32, cells: &[u64]) -> Option<(u64, bool)> {
        let [a, b] = self.ends.get(entry as usize).copied().flatten()?;
        let free = |colour: u32| cells.get(colour as usize).copied().unwrap_or(0);
        let most = if a == b { free(a) / 2 } else { free(a).min(free(b)) };
        Some((most, self.free.len() == 1 && a != b))
    }

    /// The coefficient of the supply in the Pfaffian, modulo a prime. Its sign depends on the graph only.
    fn coefficient(
        &self,
        graph: &Graph,
        rest: &Rest,
        field: Field,
        meter: &Meter<'_>,
    ) -> Result<u64, Halted> {
        let Some(powers) = self.powers(rest) else { return Ok(0) };
        let points: Vec<Vec<(u64, u64)>> = powers.iter().map(|powers| powers.weights(field)).collect();
        let mut at = vec![0_usize; points.len()];
        let mut sum = 0;
        loop {
            meter.poll()?;
            let mut values = vec![field.of(1); rest.supply.len()];
            let mut factor = field.of(1);
            for ((entry, points), at) in self.free.iter().zip(&points).zip(&at) {
                let Some((value, weight)) = points.get(*at) else { continue };
                factor = field.product(factor, *weight);
                if let Some(slot) = values.get_mut(*entry as usize) {
                    *slot = *value;
                }
            }
            let value = |edge: &Edge| {
                let values = edge.entries.iter().filter_map(|entry| values.get(*entry as usize));
                values.fold(0, |sum, value| field.sum(sum, *value))
            };
            let weights: Vec<u64> = self.edges.iter().map(value).collect();
            sum = field.sum(sum, field.product(factor, front::pfaffian(graph, &weights, field)));
            // The next point of the grid.
            let step = at.iter_mut().zip(&points).find_map(|(at, points)| {
                *at = (*at + 1) % points.len();
                (*at != 0).then_some(())
            });
            if step.is_none() {
                return Ok(field.number(sum));
            }
        }
    }

    /// Bits of twice the greatest number of placements: a graph has at most as many perfect matchings as the product of d!^(1/2d)
    /// over its degrees d (Alon and Friedland 2008), and each pair at most as many pieces as its ways.
    fn bits(&self) -> u64 {
        let mut degrees = vec![0_u32; self.packing.cells() as usize];
        for cell in self.edges.iter().flat_map(|edge| edge.cells) {
            if let Some(degree) = degrees.get_mut(cell as usize) {
                *degree += 1;
            }
        }
        let matchings = degrees.iter().filter(|d| **d > 0).map(|degree| {
            let factorial: f64 = (1..=*degree).map(|n| f64::from(n).log2()).sum();
            factorial / (2.0 * f64::from(*degree))
        });
        let ways = self.edges.iter().map(|edge| edge.entries.len()).max().unwrap_or(1).max(1) as f64;
        let pieces = f64::from(self.packing.cells() / 2) * ways.log2();
        (matchings.sum::<f64>() + pieces) as u64 + 3
    }
}

/// The pairs of cells, in order.
fn edges(packing: &Packing) -> Vec<Edge> {
    let mut ways: Vec<([u32; 2], u32)> = packing
        .ways()
        .iter()
        .filter(|way| way.entry != EMPTY)
        .map(|Way { cells: [a, b], entry, .. }| ([*a.min(b), *a.max(b)], *entry))
        .collect();
    ways.sort_unstable();
    let groups = ways.chunk_by(|a, b| a.0 == b.0);
    let edge = |group: &[([u32; 2], u32)]| {
        let cells = group.first()?.0;
        Some(Edge { cells, entries: group.iter().map(|way| way.1).collect() })
    };
    groups.filter_map(edge).collect()
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
/// the others.
fn free(packing: &Packing, ends: &[Option<[u32; 2]>]) -> Vec<u32> {
    let mut largest: rustc_hash::FxHashMap<u32, (u32, u32)> = rustc_hash::FxHashMap::default();
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
    let entries = ends.iter().zip(0_u32..).filter(|(ends, _)| ends.is_some()).map(|(_, entry)| entry);
    entries.filter(|entry| !determined.contains(entry)).collect()
}
