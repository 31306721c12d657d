//! Coins on a graph.
//!
//! **Orientations.** Direct every edge from the coin that is removed first to the other. A coin shows heads when it is
//! removed if and only if the number of edges into it is even where it showed heads at the start, and odd where it
//! showed tails. So removal orders are the topological orders of the acyclic orientations whose indegrees have these
//! parities. Each edge is directed into one coin: a connected graph of n coins and m edges can only be removed if the
//! number of heads has the parity of n + m ([`Answer::Parity`]).
//!
//! **Blocks.** An orientation is acyclic if and only if it is acyclic in each block (a maximal subgraph without a cut
//! vertex). The edges of a block determine the parity of the indegree that a cut vertex has within it, from the leaves
//! of the tree of blocks upwards. So the blocks are problems of their own (`blocks`), and a tree is removable if and
//! only if its number of heads is odd.

pub(crate) mod bits;
mod blocks;
mod count;
mod field;
mod grid;
mod local;
mod orient;
mod potential;
mod random;
mod search;
mod table;

pub use count::orders;

use super::problem::Graph;
use puzzlec_theory::meter::{Halted, Meter};

/// Whether the coins on a graph can be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They can be removed in this order.
    Order(Vec<u32>),
    /// They cannot: in a connected part the number of heads does not have the parity of vertices plus edges.
    Parity,
    /// They cannot: a block is a grid with even sides and a pattern that cannot be removed.
    Exception(Packing),
    /// They cannot: in a block, edge-disjoint subgraphs outnumber what an orientation allows.
    Packed(Packing),
    /// They cannot: in a block, the heads are exactly the coins with an odd number of neighbours. The last coin is turned over
    /// once for each of its neighbours, and none of these coins then shows heads.
    NoLast {
        /// The vertices of the block.
        block: Vec<u32>,
    },
    /// They cannot: every way to begin with a block ends before all of it is removed.
    Exhausted {
        /// The vertices of the block.
        block: Vec<u32>,
        /// Positions that were searched.
        subsets: u64,
    },
}

/// Edge-disjoint subgraphs that no removal order allows.
///
/// Let B be a block with m edges and t tails (of the coins as the block needs them), and let a further vertex s be
/// joined to each of
/// its heads. If B can be removed, edge-disjoint connected subgraphs of this graph with cyclomatic numbers d1, d2, …
/// satisfy ⌈d1/2⌉ + ⌈d2/2⌉ + … ≤ (m - t)/2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The vertices of the block.
    pub block: Vec<u32>,
    /// The edges of each subgraph; a pair (v, v) is the edge from s to the head v.
    pub members: Vec<Vec<(u32, u32)>>,
}

impl Answer {
    /// The answer for a block, from that for the block as a graph of its own.
    fn within(self, block: &blocks::Block) -> Self {
        let edge = |(a, b)| block.outer(a).zip(block.outer(b));
        let outer = |vertices: Vec<u32>| vertices.into_iter().filter_map(|v| block.outer(v)).collect();
        let packing = |Packing { block, members }| Packing {
            block: outer(block),
            members: members.into_iter().map(|m: Vec<_>| m.into_iter().filter_map(edge).collect()).collect(),
        };
        match self {
            Answer::Order(order) => Answer::Order(outer(order)),
            Answer::Parity => Answer::Parity,
            Answer::Exception(found) => Answer::Exception(packing(found)),
            Answer::Packed(found) => Answer::Packed(packing(found)),
            Answer::NoLast { block } => Answer::NoLast { block: outer(block) },
            Answer::Exhausted { block, subsets } => Answer::Exhausted { block: outer(block), subsets },
        }
    }
}

/// The orders from which a local search starts.
const SEEDS: u64 = 4;

/// The steps of a local search for each coin.
const STEPS: usize = 40;

/// The most vertices of a block for which the [polynomial test](potential) is made.
const TESTED: usize = 1 << 11;

/// Decides whether the coins on a graph can be removed. Coins beyond the end of `heads` show tails.
///
/// Linear time for forests and cycles; grids are removed by construction. In another block a local search comes first,
/// then a polynomial test that may prove that there is no removal, and then an exact search, whose time may be
/// exponential. A block of more
/// than 16,384 coins has only the local search, which goes on until a limit is reached.
///
/// # Errors
/// A limit was reached.
pub fn removal(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<Answer, Halted> {
    let shows_heads = |v: u32| heads.get(v as usize) == Some(&true);
    let Some(split) = blocks::split(graph, |_| true, shows_heads) else {
        return Ok(Answer::Parity);
    };
    let mut edges = split.forced;
    for block in &split.blocks {
        let (inner, inner_heads) = block.alone();
        let directed = match self::block(&inner, &inner_heads, meter)? {
            Block::Orientation(directed) => directed,
            Block::No(answer) => return Ok(answer.within(block)),
        };
        edges.extend(directed.iter().filter_map(|&(a, b)| block.outer(a).zip(block.outer(b))));
    }
    Ok(Answer::Order(orient::order(graph.vertices(), &edges)))
}

/// The outcome for a block.
enum Block {
    /// An acyclic orientation of its edges, each from the coin that is removed first to the other.
    Orientation(Vec<(u32, u32)>),
    /// It cannot be removed.
    No(Answer),
}

/// A block whose number of heads has the right parity.
fn block(graph: &Graph, heads: &[bool], meter: &Meter<'_>) -> Result<Block, Halted> {
    if let Some(grid) = grid::Grid::of(graph) {
        return Ok(grid::construct(graph, &grid, heads, meter)?.map_or_else(
            || Block::No(Answer::Exception(packing(graph, grid.packing(heads)))),
            |order| Block::Orientation(orient::orientation(graph, &order)),
        ));
    }
    if graph.edges() == graph.vertices() {
        return Ok(cycle(graph, heads));
    }
    if !heads.contains(&true) {
        return Ok(whole(graph));
    }
    let is_odd = |v: usize| graph.neighbours(v).len() % 2 == 1;
    if (0..graph.vertices()).all(|v| is_odd(v) == (heads.get(v) == Some(&true))) {
        return Ok(Block::No(Answer::NoLast { block: all(graph) }));
    }
    for seed in 0..SEEDS {
        if let Some(order) = local::order(graph, heads, seed, STEPS, meter)? {
            return Ok(Block::Orientation(orient::orientation(graph, &order)));
        }
    }
    if graph.vertices() <= TESTED {
        let field = field::Field::new();
        for seed in 0..SEEDS {
            match potential::test(graph, heads, &field, seed, meter)? {
                potential::TestOutcome::Removable => break,
                potential::TestOutcome::Packed(members) => {
                    return Ok(Block::No(Answer::Packed(packing(graph, members))));
                }
                potential::TestOutcome::Doubtful => {}
            }
        }
    }
    let mut seed = SEEDS;
    while graph.vertices() > search::LARGEST {
        meter.poll()?;
        if let Some(order) = local::order(graph, heads, seed, STEPS, meter)? {
            return Ok(Block::Orientation(orient::orientation(graph, &order)));
        }
        seed += 1;
    }
    Ok(match search::orient(graph, heads, meter)? {
        search::Found::Orientation(edges) => Block::Orientation(edges),
        search::Found::Exhausted(subsets) => Block::No(Answer::Exhausted { block: all(graph), subsets }),
    })
}

/// A cycle with an even number of heads: any of them is removed first, and leaves a path with an odd number.
fn cycle(graph: &Graph, heads: &[bool]) -> Block {
    let shows_heads = |v: u32| heads.get(v as usize) == Some(&true);
    let Some(first) = (0..graph.vertices() as u32).find(|&v| shows_heads(v)) else {
        return whole(graph);
    };
    let turned = graph.neighbours(first as usize);
    let rest = blocks::split(graph, |v| v != first, |v| shows_heads(v) != turned.contains(&v));
    let mut edges = rest.map(|rest| rest.forced).unwrap_or_default();
    edges.extend(turned.iter().map(|&v| (first, v)));
    Block::Orientation(edges)
}

fn all(graph: &Graph) -> Vec<u32> {
    (0..graph.vertices() as u32).collect()
}

fn packing(graph: &Graph, members: Vec<Vec<(u32, u32)>>) -> Packing {
    Packing { block: all(graph), members }
}

/// A block without heads: the m - n + 1 cycles of the whole are more than the m - n that m edges and n tails allow.
fn whole(graph: &Graph) -> Block {
    Block::No(Answer::Packed(packing(graph, vec![orient::orientation(graph, &all(graph))])))
}
