//! Placements on any board by Pfaffians with random weights.
//!
//! The matrix of a graph with an indeterminate for each edge is singular exactly if the graph has no perfect matching (Tutte 1947). With
//! random numbers modulo a large prime for the indeterminates this is decided with high probability (Lovász 1979), and with one
//! more indeterminate for each entry whose number is prescribed also whether a placement uses up the supply (Mulmuley, Vazirani and
//! Vazirani 1987): it has a term in the Pfaffian, whose coefficient is interpolated as on plane boards. A vertex for each empty
//! cell is joined to all cells of its colour that may be empty.
//!
//! A coefficient other than 0 proves that there is a placement. One that is 0 by chance, with a probability of at most the degree over the prime,
//! hides it: that none is found proves nothing.
//!
//! Only with it `puzzlec solve` finds placements with prescribed numbers on wide boards that are not plane, as in
//! `examples/placing/diagonal.puzzle`.

mod batch;
mod prepare;

use super::order::Order;
use super::packing::{NONE, Packing, Way};
use super::pairs::{Pairs, Rest};
use batch::Batch;
use puzzlec_algebra::montgomery::{Field, fields};
use puzzlec_theory::meter::{Halted, Meter};

/// The seed of the random weights, so that the answer is the same on every run.
const SEED: u64 = 1947;

/// A packing of pieces of two cells on any board, with one goal.
pub struct Tutte<'p> {
    pairs: Pairs<'p>,
    /// By cell the ways to cover it, as a piece or as an empty cell.
    by_cell: Vec<Vec<(u32, Way)>>,
}

impl<'p> Tutte<'p> {
    /// Nothing if there are several goals or pieces of one cell.
    pub fn new(packing: &'p Packing, order: &'p Order) -> Option<Self> {
        let pairs = Pairs::new(packing, order)?;
        let mut by_cell = pairs.by_cell();
        for (number, cell) in &pairs.open {
            if let (Some(ways), Some(way)) =
                (by_cell.get_mut(*cell as usize), packing.ways().get(*number as usize))
            {
                ways.push((*number, *way));
            }
        }
        Some(Tutte { pairs, by_cell })
    }

    /// An estimate of the multiplications that [`Tutte::find`] takes: for the first batch one elimination at each
    /// point, and for later ones ever fewer.
    pub fn cost(&self) -> f64 {
        let rest = self.pairs.all();
        let Some(term) = self.pairs.term(&rest) else { return 0.0 };
        let points: f64 = term.powers.iter().map(|powers| powers.points() as f64).product();
        let empty = term.empty.iter().sum::<u64>() as f64;
        let (cells, width) = (f64::from(self.pairs.packing.cells()), self.pairs.order.width as f64);
        let front = width + empty + 4.0;
        let batches = cells / prepare::length(self.pairs.order.width) as f64 + 1.0;
        let one = cells / 2.0 * front * front + (2.0 * front).powi(3);
        points * one * (batches / (term.powers.len() as f64 + 2.0) + 1.0)
    }

    /// The ways of a placement, the empty cells among them. Nothing if none was found, though there may be one. Takes
    /// time in proportion to the product of the numbers of points of all indeterminates; cell by cell, a way is taken after
    /// which the rest can be covered, and a batch of cells shares the eliminations.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn find(&self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        let Some(field) = fields(0).first().copied() else { return Ok(None) };
        let (mut rest, mut laid) = (self.pairs.all(), Vec::new());
        loop {
            let cells = self.pairs.cells(&rest);
            if cells.is_empty() {
                return Ok(Some(laid));
            }
            let Some(mut batch) = Batch::new(self, &rest, &cells, field, meter)? else { return Ok(None) };
            if !batch.lay(self, &mut rest, &mut laid, meter)? {
                return Ok(None);
            }
        }
    }

    /// The ways to cover a cell that fit.
    fn ways(&self, cell: u32, rest: &Rest) -> Vec<(u32, Way)> {
        let ways = self.by_cell.get(cell as usize).into_iter().flatten();
        ways.filter(|(_, way)| rest.fits(way)).copied().collect()
    }
}

/// The random weight of a way, or of an empty cell at one of the vertices for these; not 0 (the finalizer of Steele, Lea and
/// Flood 2014).
fn weight(way: u32, vertex: u32, field: Field) -> u64 {
    let mut bits = SEED;
    for part in [way, vertex] {
        bits = bits.wrapping_add(u64::from(part)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
    }
    field.of(bits % (field.prime() - 1) + 1)
}

/// The other cell of a way.
fn other(way: &Way, cell: u32) -> u32 {
    way.cells.into_iter().find(|other| *other != cell).unwrap_or(NONE)
}
