//! Exact search: positions are sets of coins that are left, one block at a time.

use rustc_hash::FxHashSet;

use super::super::problem::Graph;
use super::bits::Bits;
use super::blocks;
use crate::theories::meter::{Halted, Meter, Room};

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An acyclic orientation of all edges, each from the coin that is removed first to the other.
    Orientation(Vec<(u32, u32)>),
    /// There is none; so many positions were searched.
    Exhausted(u64),
}

/// The dead positions kept before room for more is requested.
const LOT: usize = 1 << 12;

/// An orientation of a graph of at most 1,024 coins by which it can be removed.
///
/// # Errors
/// A limit was reached.
pub(super) fn orient(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<Found, Halted> {
    match graph.vertices() {
        0..=64 => Search::<1>::new(graph, meter).run(heads),
        65..=256 => Search::<4>::new(graph, meter).run(heads),
        257..=1024 => Search::<16>::new(graph, meter).run(heads),
        _ => Err(Halted),
    }
}

/// Coins that are left and touch each other, and the heads among them.
type Position<const W: usize> = (Bits<W>, Bits<W>);

struct Search<'m, const W: usize> {
    graph: &'m Graph,
    rows: Vec<Bits<W>>,
    meter: &'m Meter<'m>,
    room: Room<'m>,
    /// Positions that cannot be removed.
    dead: FxHashSet<Position<W>>,
    directed: Vec<(u32, u32)>,
}

impl<'m, const W: usize> Search<'m, W> {
    fn new(graph: &'m Graph, meter: &'m Meter<'m>) -> Self {
        let n = graph.vertices();
        let rows = (0..n).map(|v| Bits::of(graph.neighbours(v).iter().copied())).collect();
        let room = Room::new(meter);
        Search { graph, rows, meter, room, dead: FxHashSet::default(), directed: Vec::new() }
    }

    fn run(mut self, heads: &[bool]) -> Result<Found, Halted> {
        let heads = Bits::of((0u32..).zip(heads).filter(|(_, heads)| **heads).map(|(v, _)| v));
        let all = Bits::of(0..self.graph.vertices() as u32);
        Ok(if self.split(all, heads)? {
            Found::Orientation(self.directed)
        } else {
            Found::Exhausted((self.dead.len() as u64).max(1))
        })
    }

    fn row(&self, v: u32) -> Bits<W> {
        self.rows.get(v as usize).copied().unwrap_or(Bits::NONE)
    }

    /// Directs the edges among these coins if they can be removed.
    fn split(&mut self, left: Bits<W>, heads: Bits<W>) -> Result<bool, Halted> {
        let Some(split) = blocks::split(self.graph, |v| left.contains(v), |v| heads.contains(v)) else {
            return Ok(false);
        };
        self.directed.extend(split.forced);
        for block in &split.blocks {
            let left = Bits::of(block.coins.iter().map(|&(v, _)| v));
            let heads = Bits::of(block.coins.iter().filter(|(_, heads)| *heads).map(|&(v, _)| v));
            if !self.block(left, heads)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Directs the edges of a block if it can be removed.
    fn block(&mut self, left: Bits<W>, heads: Bits<W>) -> Result<bool, Halted> {
        // The last coin has odd indegree if it shows tails, and even indegree otherwise.
        let has_last = left.numbers().any(|v| (self.row(v).and(&left).len() % 2 == 1) != heads.contains(v));
        if heads.is_empty() || !has_last || self.dead.contains(&(left, heads)) {
            return Ok(false);
        }
        self.meter.expanded(1)?;
        for v in heads.numbers() {
            let directed = self.directed.len();
            let mut left = left;
            left.remove(v);
            let turned = self.row(v).and(&left);
            self.directed.extend(turned.numbers().map(|to| (v, to)));
            let mut heads = heads.xor(&turned);
            heads.remove(v);
            if self.split(left, heads)? {
                return Ok(true);
            }
            self.directed.truncate(directed);
        }
        if self.dead.len().is_multiple_of(LOT) {
            self.room.hold(2 * (self.dead.len() + LOT) * size_of::<Position<W>>())?;
        }
        self.dead.insert((left, heads));
        self.meter.seen(1);
        Ok(false)
    }
}
