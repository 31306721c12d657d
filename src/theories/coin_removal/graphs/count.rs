//! Numbers of removal orders.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::super::problem::Graph;
use super::bits::Bits;
use crate::theories::meter::{Halted, Meter, Room};

/// The number of orders in which the coins on a graph can be removed.
///
/// Each coin that can be removed first leaves connected parts that are counted on their own and interleaved. The time
/// is bounded by the number of connected sets of vertices.
///
/// # Errors
/// A limit was reached, or the graph has more than 1,024 vertices.
pub fn orders(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<BigUint, Halted> {
    match graph.vertices() {
        0..=64 => Count::<1>::new(graph, meter).run(heads),
        65..=256 => Count::<4>::new(graph, meter).run(heads),
        257..=1024 => Count::<16>::new(graph, meter).run(heads),
        _ => Err(Halted),
    }
}

struct Count<'m, const W: usize> {
    rows: Vec<Bits<W>>,
    meter: &'m Meter<'m>,
    room: Room<'m>,
    bytes: usize,
    /// By connected set whose neighbours are all removed, which determines its heads.
    known: FxHashMap<Bits<W>, BigUint>,
}

impl<'m, const W: usize> Count<'m, W> {
    fn new(graph: &Graph, meter: &'m Meter<'m>) -> Self {
        let rows = (0..graph.vertices()).map(|v| Bits::of(graph.neighbours(v).iter().copied())).collect();
        Count { rows, meter, room: Room::new(meter), bytes: 0, known: FxHashMap::default() }
    }

    fn run(mut self, heads: &[bool]) -> Result<BigUint, Halted> {
        let heads = Bits::of((0u32..).zip(heads).filter(|(_, heads)| **heads).map(|(v, _)| v));
        let all = Bits::of(0..self.rows.len() as u32);
        self.parts(all, heads)
    }

    fn row(&self, v: u32) -> Bits<W> {
        self.rows.get(v as usize).copied().unwrap_or(Bits::NONE)
    }

    /// The connected set of a vertex within others.
    fn component(&self, of: u32, within: &Bits<W>) -> Bits<W> {
        let mut all = Bits::of([of]);
        let mut fresh = all;
        while let Some(v) = fresh.first() {
            fresh.remove(v);
            let more = self.row(v).and(within).without(&all);
            all = all.or(&more);
            fresh = fresh.or(&more);
        }
        all
    }

    fn parts(&mut self, mut left: Bits<W>, heads: Bits<W>) -> Result<BigUint, Halted> {
        let mut orders = BigUint::from(1u8);
        let mut parts = Vec::new();
        while let Some(v) = left.first() {
            let part = self.component(v, &left);
            left = left.without(&part);
            let ends: u32 = part.numbers().map(|v| self.row(v).and(&part).len()).sum();
            if (heads.and(&part).len() + part.len() + ends / 2) % 2 == 1 {
                return Ok(BigUint::ZERO);
            }
            parts.push(part);
        }
        let mut length = 0;
        for part in parts {
            let inner = self.connected(part, heads.and(&part))?;
            if inner == BigUint::ZERO {
                return Ok(inner);
            }
            length += part.len();
            orders *= inner * binomial(length, part.len());
        }
        Ok(orders)
    }

    fn connected(&mut self, left: Bits<W>, heads: Bits<W>) -> Result<BigUint, Halted> {
        if left.len() <= 1 {
            return Ok(BigUint::from(heads.len()));
        }
        if let Some(known) = self.known.get(&left) {
            return Ok(known.clone());
        }
        self.meter.expanded(1)?;
        let mut orders = BigUint::ZERO;
        for v in heads.numbers() {
            let mut left = left;
            left.remove(v);
            let mut heads = heads.xor(&self.row(v).and(&left));
            heads.remove(v);
            orders += self.parts(left, heads)?;
        }
        self.meter.seen(1);
        self.bytes += 2 * size_of::<(Bits<W>, BigUint)>() + orders.bits().div_ceil(8) as usize;
        self.room.hold(self.bytes)?;
        self.known.insert(left, orders.clone());
        Ok(orders)
    }
}

fn binomial(n: u32, k: u32) -> BigUint {
    let k = k.min(n - k);
    (1..=k).fold(BigUint::from(1u8), |all, at| all * (n - k + at) / at)
}
