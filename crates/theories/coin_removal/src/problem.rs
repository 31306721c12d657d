//! Coins that remain to be removed, in parts that do not touch.
//!
//! A gap in the start separates coins for good: no rule of the game ever joins what it separates. So a start falls
//! into parts, which are removed one by one, in any order, and of which a game of two players is the sum.

/// The coins of a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether a row or ring closes up behind a coin that is removed. If so, no part is a [`Shape::Graph`].
    pub closing: bool,
    /// The parts.
    pub parts: Vec<Part>,
}

/// Coins that touch each other, directly or by others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which coins are neighbours.
    pub shape: Shape,
    /// By coin whether it shows heads. Never empty.
    pub heads: Vec<bool>,
}

/// Which coins are neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Each coin and the next.
    Row,
    /// Each coin and the next, and the last and the first. With two coins these are neighbours once; a coin alone
    /// has none.
    Ring,
    /// Any; a connected graph that is neither a row nor a ring in this order.
    Graph(Graph),
}

/// A simple graph: no loops, no multiple edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph with these edges between vertices 0 to n - 1. Loops, repeated edges and edges to other vertices are
    /// left out.
    pub fn new(n: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut neighbours = vec![Vec::new(); n];
        for (a, b) in edges {
            if a != b && (a as usize) < n && (b as usize) < n {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(row) = neighbours.get_mut(from as usize) {
                        row.push(to);
                    }
                }
            }
        }
        for row in &mut neighbours {
            row.sort_unstable();
            row.dedup();
        }
        Graph { neighbours }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The neighbours of a vertex, in order.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        self.neighbours.get(vertex).map_or(&[], Vec::as_slice)
    }
}
