//! Placements on plane boards by Pfaffians.
//!
//! The Pfaffian of a Kasteleyn matrix (Kasteleyn 1961) is, up to its sign, the sum over all perfect matchings of the product of the
//! weights of their pairs. Its coefficient that belongs to the supply is interpolated modulo primes whose product is above twice the
//! number of matchings. This takes polynomial time for a fixed number of entries and of empty cells.
//!
//! Only with it `puzzlec count` counts the placements of a board that is too wide for a sweep, as 288 dominoes
//! on 24 by 24 cells, or proves that there are none.

mod embed;

use num_bigint::BigUint;

use super::order::Order;
use super::packing::Packing;
use super::pairs::front::{Graph, pfaffian};
use super::pairs::interpolate::Grid;
use super::pairs::{Edge, Pairs, Rest, Term};
use embed::oriented;
use puzzlec_algebra::montgomery::{Field, absolute, fields};
use puzzlec_theory::meter::{Halted, Meter};

/// Sets of empty cells that are tried.
const MOST_SETS: u64 = 1 << 20;

/// A packing of pieces of two cells on a plane board, with one goal.
pub struct Plane<'p>(Pairs<'p>);

impl<'p> Plane<'p> {
    /// Nothing if there is no drawing, there are several goals, pieces of one cell, or too many sets of empty cells.
    pub fn new(packing: &'p Packing, order: &'p Order) -> Option<Self> {
        let drawn = packing.drawing().len() == packing.cells() as usize;
        let plane = Plane(Pairs::new(packing, order).filter(|_| drawn)?);
        (plane.sets() <= MOST_SETS).then_some(plane)
    }

    /// The number of sets of cells that may be empty together.
    fn sets(&self) -> u64 {
        let (n, k) = (self.0.open.len() as u64, u64::from(self.empties()));
        (0..k)
            .try_fold(1_u64, |sets, at| Some(sets.checked_mul(n.saturating_sub(at))? / (at + 1)))
            .unwrap_or(u64::MAX)
    }

    fn empties(&self) -> u32 {
        self.0.packing.supply().first().copied().unwrap_or(0)
    }

    /// An estimate of the multiplications that a count takes.
    pub fn cost(&self) -> f64 {
        let term = self.0.term(&self.0.all());
        let points: f64 = term.map_or(0.0, |term| term.powers.iter().map(|p| p.points() as f64).product());
        let front = (self.0.order.width + 4) as f64;
        let one = f64::from(self.0.packing.cells()) / 2.0 * front * front;
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
            if let Some((term, graph)) = self.graph(rest) {
                let remainders =
                    fields.iter().map(|field| self.coefficient(&graph, &term, rest, *field, meter));
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
            let Some((term, graph)) = self.graph(rest) else { return Ok(false) };
            for field in fields {
                if self.coefficient(&graph, &term, rest, *field, meter)? != 0 {
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
        laid.extend(self.0.open.iter().filter(|(_, cell)| !rest.is_free(*cell)).map(|(way, _)| *way));
        let by_cell = self.0.by_cell();
        for cell in &self.0.order.cells {
            if !rest.is_free(*cell) {
                continue;
            }
            let ways = by_cell.get(*cell as usize).into_iter().flatten();
            let mut next = None;
            for (number, way) in ways.filter(|(_, way)| rest.fits(way)) {
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

    /// Calls a function with each set of empty cells that leaves the right number of cells of each colour, until it returns
    /// true.
    fn each(&self, visit: &mut dyn FnMut(&Rest) -> Result<bool, Halted>) -> Result<(), Halted> {
        self.choose(&self.0.open, self.empties(), &mut self.0.all(), visit).map(|_| ())
    }

    fn choose(
        &self,
        open: &[(u32, u32)],
        more: u32,
        rest: &mut Rest,
        visit: &mut dyn FnMut(&Rest) -> Result<bool, Halted>,
    ) -> Result<bool, Halted> {
        if more == 0 {
            return if self.term(rest).is_some() { visit(rest) } else { Ok(false) };
        }
        let mut open = open;
        while let Some(((_, cell), later)) = open.split_first().filter(|_| open.len() >= more as usize) {
            rest.cover(*cell, true);
            let done = self.choose(later, more - 1, rest, visit)?;
            rest.cover(*cell, false);
            if done {
                return Ok(true);
            }
            open = later;
        }
        Ok(false)
    }

    /// The term of a supply that covers all free cells.
    fn term(&self, rest: &Rest) -> Option<Term> {
        self.0.term(rest).filter(|term| term.empty.iter().all(|empty| *empty == 0))
    }

    /// The term of the supply and the oriented graph of the free cells; nothing if it has no perfect matching for a simple
    /// reason.
    fn graph(&self, rest: &Rest) -> Option<(Term, Graph)> {
        let term = self.term(rest)?;
        Some((term, oriented(self.0.packing.drawing(), &self.0.cells(rest), &self.0.edges)?))
    }

    /// The coefficient of the supply in the Pfaffian, modulo a prime. Its sign depends on the graph only.
    fn coefficient(
        &self,
        graph: &Graph,
        term: &Term,
        rest: &Rest,
        field: Field,
        meter: &Meter<'_>,
    ) -> Result<u64, Halted> {
        let grid = Grid::new(&term.powers, field);
        let mut sum = 0;
        for point in 0..grid.points() {
            meter.poll()?;
            let (values, weight) = self.0.point(rest, &grid, point, field);
            let value = |edge: &Edge| {
                let values = edge.ways.iter().filter_map(|(_, entry)| values.get(*entry as usize));
                values.fold(0, |sum, value| field.sum(sum, *value))
            };
            let weights: Vec<u64> = self.0.edges.iter().map(value).collect();
            sum = field.sum(sum, field.product(weight, pfaffian(graph, &weights, field)));
        }
        Ok(field.number(sum))
    }

    /// Bits of twice the greatest number of placements: a graph has at most as many perfect matchings as the product of d!^(1/2d)
    /// over its degrees d (Alon and Friedland 2008), and each pair at most as many pieces as its ways.
    fn bits(&self) -> u64 {
        let mut degrees = vec![0_u32; self.0.packing.cells() as usize];
        for cell in self.0.edges.iter().flat_map(|edge| edge.cells) {
            if let Some(degree) = degrees.get_mut(cell as usize) {
                *degree += 1;
            }
        }
        let matchings = degrees.iter().filter(|d| **d > 0).map(|degree| {
            let factorial: f64 = (1..=*degree).map(|n| f64::from(n).log2()).sum();
            factorial / (2.0 * f64::from(*degree))
        });
        let ways = self.0.edges.iter().map(|edge| edge.ways.len()).max().unwrap_or(1).max(1) as f64;
        let pieces = f64::from(self.0.packing.cells() / 2) * ways.log2();
        (matchings.sum::<f64>() + pieces) as u64 + 3
    }
}
