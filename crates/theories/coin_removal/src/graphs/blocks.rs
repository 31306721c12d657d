//! Blocks of a graph, and the heads that each of them needs.

use super::super::problem::Graph;
use super::table::Table;

/// A block of at least three vertices.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Its vertices, in order, each with whether the block alone needs it to show heads.
    pub(super) coins: Vec<(u32, bool)>,
    edges: Vec<(u32, u32)>,
}

impl Block {
    /// The block as a graph of its own, and its heads. Vertices are numbered in their order in the block.
    pub(super) fn alone(&self) -> (Graph, Vec<bool>) {
        let place =
            |v: u32| self.coins.binary_search_by_key(&v, |&(coin, _)| coin).unwrap_or(usize::MAX) as u32;
        let edges = self.edges.iter().map(|&(a, b)| (place(a), place(b)));
        (Graph::new(self.coins.len(), edges), self.coins.iter().map(|&(_, heads)| heads).collect())
    }

    /// The vertex with this number in the graph of the block alone.
    pub(super) fn outer(&self, inner: u32) -> Option<u32> {
        self.coins.get(inner as usize).map(|&(coin, _)| coin)
    }
}

/// The blocks of a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Split {
    /// The bridges, each from the coin that every order removes first to the other.
    pub(super) forced: Vec<(u32, u32)>,
    /// The other blocks.
    pub(super) blocks: Vec<Block>,
}

/// The blocks of the graph that the vertices `within` induce, or nothing if a connected part of it has the wrong
/// number of heads. Linear time (Hopcroft and Tarjan 1973).
pub(super) fn split(
    graph: &Graph,
    within: impl Fn(u32) -> bool,
    heads: impl Fn(u32) -> bool,
) -> Option<Split> {
    let (split, has_parity) = walk(graph, within, heads);
    has_parity.then_some(split)
}

/// The edges of each block of at least three vertices.
pub(super) fn edges(graph: &Graph) -> Vec<Vec<(u32, u32)>> {
    let (split, _) = walk(graph, |_| true, |_| true);
    split.blocks.into_iter().map(|block| block.edges).collect()
}

/// The blocks, and whether the number of heads is right in each connected part.
fn walk(graph: &Graph, within: impl Fn(u32) -> bool, heads: impl Fn(u32) -> bool) -> (Split, bool) {
    let n = graph.vertices();
    let mut walk = BlockWalk {
        graph,
        visited: Table::new(n),
        low: Table::new(n),
        next: Table::new(n),
        parent: Table::new(n),
        odd: Table::from((0..n as u32).map(|v| !heads(v)).collect::<Vec<_>>()),
        edges: Vec::new(),
        path: Vec::new(),
        split: Split::default(),
    };
    let mut visits = 0;
    let mut has_parity = true;
    for root in (0..n as u32).filter(|&v| within(v)) {
        if walk.visited.at(root) == 0 {
            walk.component(root, &within, &mut visits);
            has_parity &= !walk.odd.at(root);
        }
    }
    (walk.split, has_parity)
}

/// A depth-first walk.
struct BlockWalk<'g> {
    graph: &'g Graph,
    /// When a vertex was visited, from 1; 0 before.
    visited: Table<u32>,
    /// The first visited vertex that the walk below a vertex touches.
    low: Table<u32>,
    /// The neighbour of a vertex that is next.
    next: Table<u32>,
    parent: Table<u32>,
    /// Whether the edges into a vertex that are in no block so far must be odd in number.
    odd: Table<bool>,
    /// Edges that are in no block so far.
    edges: Vec<(u32, u32)>,
    path: Vec<u32>,
    split: Split,
}

impl BlockWalk<'_> {
    fn component(&mut self, root: u32, within: &impl Fn(u32) -> bool, visits: &mut u32) {
        let graph = self.graph;
        self.visit(root, root, visits);
        while let Some(&v) = self.path.last() {
            let next = self.next.at(v);
            let Some(&w) = graph.neighbours(v as usize).get(next as usize) else {
                self.path.pop();
                if v != root {
                    self.leave(v);
                }
                continue;
            };
            self.next.set(v, next + 1);
            if !within(w) {
                continue;
            }
            if self.visited.at(w) == 0 {
                self.edges.push((v, w));
                self.visit(w, v, visits);
            } else if w != self.parent.at(v) && self.visited.at(w) < self.visited.at(v) {
                self.edges.push((v, w));
                self.low.set(v, self.low.at(v).min(self.visited.at(w)));
            }
        }
    }

    fn visit(&mut self, v: u32, parent: u32, visits: &mut u32) {
        *visits += 1;
        self.visited.set(v, *visits);
        self.low.set(v, *visits);
        self.parent.set(v, parent);
        self.path.push(v);
    }

    /// Everything below v is done: an edge that nothing below v goes round closes a block.
    fn leave(&mut self, v: u32) {
        let top = self.parent.at(v);
        self.low.set(top, self.low.at(top).min(self.low.at(v)));
        if self.low.at(v) < self.visited.at(top) {
            return;
        }
        let from = self.edges.iter().rposition(|&edge| edge == (top, v)).unwrap_or(0);
        let edges = self.edges.split_off(from);
        if edges.len() == 1 {
            if self.odd.at(v) {
                self.split.forced.push((top, v));
            } else {
                self.split.forced.push((v, top));
                self.odd.set(top, !self.odd.at(top));
            }
            return;
        }
        self.block(top, edges);
    }

    /// The blocks below the vertices of this one are done, except below its top.
    fn block(&mut self, top: u32, edges: Vec<(u32, u32)>) {
        let mut vertices: Vec<u32> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let others = vertices.iter().filter(|&&v| v != top && self.odd.at(v)).count();
        let top_is_odd = (edges.len() + others) % 2 == 1;
        let coins =
            vertices.iter().map(|&v| (v, if v == top { !top_is_odd } else { !self.odd.at(v) })).collect();
        self.odd.set(top, self.odd.at(top) != top_is_odd);
        self.split.blocks.push(Block { coins, edges });
    }
}
