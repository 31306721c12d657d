//! Exact search: positions are sets of coins that are left, one block at a time.

use super::super::problem::Graph;
use super::bits::Bits;
use super::blocks::{self, Block};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An acyclic orientation of all edges, each from the coin that is removed first to the other.
    Orientation(Vec<(u32, u32)>),
    /// There is none; so many positions were searched.
    Exhausted(u64),
}

/// The most coins of a graph that is searched.
pub(super) const LARGEST: usize = 1 << 14;

/// An orientation by which a graph can be removed, one of at most 16,384 coins; a larger one is not searched.
///
/// # Errors
/// A limit was reached.
pub(super) fn orient(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<Found, Halted> {
    match graph.vertices() {
        0..=64 => OrientationSearch::<1>::new(graph, meter).run(heads),
        65..=256 => OrientationSearch::<4>::new(graph, meter).run(heads),
        257..=2048 => OrientationSearch::<32>::new(graph, meter).run(heads),
        2049..=16384 => OrientationSearch::<256>::new(graph, meter).run(heads),
        _ => Err(Halted),
    }
}

/// Coins that are left and touch each other, and the heads among them.
type Position<const W: usize> = (Bits<W>, Bits<W>);

/// A block whose removal is tried.
struct Frame<const W: usize> {
    block: Position<W>,
    /// Heads that were not yet removed first.
    untried: Bits<W>,
    /// Blocks that the removal of a head leaves and that remain to be removed.
    pending: Vec<Position<W>>,
    /// The directed edges before this block.
    directed: usize,
}

struct OrientationSearch<'m, const W: usize> {
    graph: &'m Graph,
    rows: Vec<Bits<W>>,
    /// Positions that cannot be removed.
    dead: Table<'m, Position<W>>,
    directed: Vec<(u32, u32)>,
}

impl<'m, const W: usize> OrientationSearch<'m, W> {
    fn new(graph: &'m Graph, meter: &'m Meter<'m>) -> Self {
        let n = graph.vertices();
        let rows = (0..n).map(|v| Bits::of(graph.neighbours(v).iter().copied())).collect();
        OrientationSearch { graph, rows, dead: Table::new(meter), directed: Vec::new() }
    }

    fn run(mut self, heads: &[bool]) -> Result<Found, Halted> {
        let heads = Bits::of((0u32..).zip(heads).filter(|(_, heads)| **heads).map(|(v, _)| v));
        let all = Bits::of(0..self.graph.vertices() as u32);
        let found = match self.split(all, heads) {
            Some(pending) => self.all(pending)?,
            None => false,
        };
        Ok(if found {
            Found::Orientation(self.directed)
        } else {
            Found::Exhausted((self.dead.len() as u64).max(1))
        })
    }

    fn row(&self, v: u32) -> Bits<W> {
        self.rows.get(v as usize).copied().unwrap_or(Bits::NONE)
    }

    /// Directs the edges of some blocks if all can be removed.
    fn all(&mut self, mut pending: Vec<Position<W>>) -> Result<bool, Halted> {
        let mut frames: Vec<Frame<W>> = Vec::new();
        loop {
            let blocks = frames.last_mut().map_or(&mut pending, |frame| &mut frame.pending);
            let Some(block) = blocks.pop() else {
                // The block on top is removed.
                if frames.pop().is_none() {
                    return Ok(true);
                }
                continue;
            };
            if !self.is_lost(&block) {
                self.dead.meter().expanded(1)?;
                let directed = self.directed.len();
                frames.push(Frame { block, untried: block.1, pending: Vec::new(), directed });
            }
            // A block is lost, or new and without a head to remove first.
            loop {
                let Some(frame) = frames.last_mut() else {
                    return Ok(false);
                };
                self.directed.truncate(frame.directed);
                let Some(v) = frame.untried.first() else {
                    let lost = frame.block;
                    frames.pop();
                    self.lose(lost)?;
                    continue;
                };
                frame.untried.remove(v);
                if let Some(pending) = self.remove(v, frame.block) {
                    frame.pending = pending;
                    break;
                }
            }
        }
    }

    /// The blocks that the removal of a head leaves, with the edges outside them directed; nothing if a part has the wrong
    /// number of heads.
    fn remove(&mut self, v: u32, (mut left, mut heads): Position<W>) -> Option<Vec<Position<W>>> {
        left.remove(v);
        let turned = self.row(v).and(&left);
        heads = heads.xor(&turned);
        heads.remove(v);
        self.directed.extend(turned.numbers().map(|to| (v, to)));
        self.split(left, heads)
    }

    fn split(&mut self, left: Bits<W>, heads: Bits<W>) -> Option<Vec<Position<W>>> {
        let split = blocks::split(self.graph, |v| left.contains(v), |v| heads.contains(v))?;
        self.directed.extend(split.forced);
        let position = |block: &Block| {
            let heads = block.coins.iter().filter(|(_, heads)| *heads);
            (Bits::of(block.coins.iter().map(|&(v, _)| v)), Bits::of(heads.map(|&(v, _)| v)))
        };
        let blocks: Vec<Position<W>> = split.blocks.iter().map(position).collect();
        (!blocks.iter().any(|block| self.is_lost(block))).then_some(blocks)
    }

    /// Whether a block is known not to be removable: no coin can be first, or none last, or it was searched.
    fn is_lost(&self, (left, heads): &Position<W>) -> bool {
        // A last coin has odd indegree if it shows tails, and even indegree otherwise.
        let is_last = |v| (self.row(v).and(left).len() % 2 == 1) != heads.contains(v);
        heads.is_empty() || !left.numbers().any(is_last) || self.dead.contains((*left, *heads))
    }

    fn lose(&mut self, block: Position<W>) -> Result<(), Halted> {
        self.dead.insert(block, ())?;
        self.dead.meter().seen(1);
        Ok(())
    }
}
