//! Numbers of removal orders.

mod tree;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::super::problem::Graph;
use super::bits::Bits;
use super::blocks;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The number of orders in which the coins on a graph can be removed; nothing for more than 16,384 vertices.
///
/// A tree of n coins takes O(n²) products. Otherwise each coin that can be removed first leaves connected parts, which are
/// counted on their own and interleaved: the time is bounded by the number of connected sets of vertices. Coins
/// beyond the end of `heads` show tails.
///
/// # Errors
/// A limit was reached.
pub fn orders(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
    let found = match graph.vertices() {
        0..=64 => Count::<1>::new(graph, meter).run(heads),
        65..=256 => Count::<4>::new(graph, meter).run(heads),
        257..=2048 => Count::<32>::new(graph, meter).run(heads),
        2049..=16384 => Count::<256>::new(graph, meter).run(heads),
        _ => return Ok(None),
    };
    found.map(Some)
}

/// Coins that are left and touch each other, and the heads among them.
type Position<const W: usize> = (Bits<W>, Bits<W>);

struct Count<'m, const W: usize> {
    graph: &'m Graph,
    rows: Vec<Bits<W>>,
    meter: &'m Meter<'m>,
    room: Room<'m>,
    bytes: usize,
    /// By connected set whose neighbours are all removed, which determines its heads.
    known: FxHashMap<Bits<W>, BigUint>,
}

impl<'m, const W: usize> Count<'m, W> {
    fn new(graph: &'m Graph, meter: &'m Meter<'m>) -> Self {
        let rows = (0..graph.vertices()).map(|v| Bits::of(graph.neighbours(v).iter().copied())).collect();
        Count { graph, rows, meter, room: Room::new(meter), bytes: 0, known: FxHashMap::default() }
    }

    fn run(mut self, heads: &[bool]) -> Result<BigUint, Halted> {
        let heads = Bits::of((0u32..).zip(heads).filter(|(_, heads)| **heads).map(|(v, _)| v));
        let Some(parts) = self.parts(Bits::of(0..self.rows.len() as u32), heads) else {
            return Ok(BigUint::ZERO);
        };
        let mut open = parts.clone();
        while let Some(position) = open.last() {
            if self.known.contains_key(&position.0) {
                open.pop();
                continue;
            }
            self.meter.expanded(1)?;
            let position = *position;
            let choices = self.choices(position);
            let unknown = choices.iter().flatten().filter(|(part, _)| !self.known.contains_key(part));
            let before = open.len();
            open.extend(unknown);
            if open.len() == before {
                let orders = match self.tree(position)? {
                    Some(orders) => orders,
                    None => choices.iter().map(|parts| self.interleaved(parts)).sum(),
                };
                self.keep(position.0, orders)?;
            }
        }
        Ok(self.interleaved(&parts))
    }

    fn row(&self, v: u32) -> Bits<W> {
        self.rows.get(v as usize).copied().unwrap_or(Bits::NONE)
    }

    /// Twice the number of edges among some vertices.
    fn ends(&self, among: &Bits<W>) -> u32 {
        among.numbers().map(|v| self.row(v).and(among).len()).sum()
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

    /// The connected parts of what is left; nothing if one has the wrong number of heads.
    fn parts(&self, mut left: Bits<W>, heads: Bits<W>) -> Option<Vec<Position<W>>> {
        let mut parts = Vec::new();
        while let Some(v) = left.first() {
            let part = self.component(v, &left);
            left = left.without(&part);
            let heads = heads.and(&part);
            if (heads.len() + part.len() + self.ends(&part) / 2) % 2 == 1 {
                return None;
            }
            parts.push((part, heads));
        }
        Some(parts)
    }

    fn is_tree(&self, part: &Bits<W>) -> bool {
        self.ends(part) / 2 + 1 == part.len()
    }

    /// The parts that each coin that may be removed first leaves; none for a tree, which is counted directly.
    fn choices(&self, (left, heads): Position<W>) -> Vec<Vec<Position<W>>> {
        if self.is_tree(&left) {
            return Vec::new();
        }
        let after = |v: u32| {
            let mut left = left;
            left.remove(v);
            let mut heads = heads.xor(&self.row(v).and(&left));
            heads.remove(v);
            self.parts(left, heads)
        };
        heads.numbers().filter_map(after).collect()
    }

    fn tree(&self, (left, heads): Position<W>) -> Result<Option<BigUint>, Halted> {
        if !self.is_tree(&left) {
            return Ok(None);
        }
        blocks::split(self.graph, |v| left.contains(v), |v| heads.contains(v))
            .map(|split| tree::orders(&split.forced, self.meter))
            .transpose()
    }

    /// The orders of several parts together.
    fn interleaved(&self, parts: &[Position<W>]) -> BigUint {
        let mut orders = BigUint::from(1u8);
        let mut length = 0;
        for (part, _) in parts {
            length += part.len();
            orders *= self.known.get(part).unwrap_or(&BigUint::ZERO);
            orders *= binomial(length, part.len());
        }
        orders
    }

    fn keep(&mut self, part: Bits<W>, orders: BigUint) -> Result<(), Halted> {
        self.meter.seen(1);
        self.bytes += 2 * size_of::<(Bits<W>, BigUint)>() + orders.bits().div_ceil(8) as usize;
        self.room.hold(self.bytes)?;
        self.known.insert(part, orders);
        Ok(())
    }
}

fn binomial(n: u32, k: u32) -> BigUint {
    let k = k.min(n - k);
    (1..=k).fold(BigUint::from(1u8), |all, at| all * (n - k + at) / at)
}
