//! The triangles inside a ring through all cells of a board without holes.

use super::super::problem::{Board, Cell};

/// The tree of triangles inside a ring of m cells: m - 2 triangles, neighbours where they share a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DualTree {
    /// The cells of each triangle.
    pub triangles: Vec<[Cell; 3]>,
    /// The pairs of triangles with a common side.
    pub edges: Vec<[usize; 2]>,
}

impl DualTree {
    /// The number of triangles with 1, 2 and 3 neighbours.
    pub fn degrees(&self) -> [usize; 3] {
        let mut degree = vec![0_usize; self.triangles.len()];
        for end in self.edges.as_flattened() {
            degree.get_mut(*end).into_iter().for_each(|degree| *degree += 1);
        }
        [1, 2, 3].map(|wanted| degree.iter().filter(|degree| **degree == wanted).count())
    }

    /// By edge of the tree the two cells of the common side.
    pub fn sides(&self) -> Vec<Vec<Cell>> {
        let side = |ends: &[usize; 2]| {
            let [a, b] = ends.map(|node| self.triangles.get(node).copied().unwrap_or_default());
            a.into_iter().filter(|cell| b.contains(cell)).collect()
        };
        self.edges.iter().map(side).collect()
    }

    /// The most sides of one cell on which edges of the tree lie, of a board of this many cells (Observation 6).
    pub fn most_sides(&self, cells: usize) -> usize {
        let mut sides = vec![0; cells];
        for cell in self.sides().into_iter().flatten() {
            sides.get_mut(cell as usize).into_iter().for_each(|sides| *sides += 1);
        }
        sides.into_iter().max().unwrap_or(0)
    }
}

/// The triangles inside a ring, whose cells are in counterclockwise order; nothing where the inside holds anything else
/// than triangles. Linear.
pub fn dual_tree(board: &Board, ring: &[Cell]) -> Option<DualTree> {
    let mut place = vec![usize::MAX; board.len()];
    for (at, cell) in ring.iter().enumerate() {
        *place.get_mut(*cell as usize)? = at;
    }
    let mut tree = DualTree { triangles: Vec::new(), edges: Vec::new() };
    if ring.len() < 3 {
        return Some(tree);
    }
    // Sides to cross, with the triangle on their right: the first side is crossed from outside.
    let mut sides = vec![(*ring.first()?, *ring.get(1)?, usize::MAX)];
    while let Some((from, to, before)) = sides.pop() {
        let towards = board.direction(from, to)?;
        let apex = *board.near(from).get((towards + 1) % 6)?;
        let at = |cell: Cell| place.get(cell as usize).copied().filter(|at| *at != usize::MAX);
        let (a, b, c) = (at(from)?, at(to)?, at(apex)?);
        let this = tree.triangles.len();
        if this + 2 >= ring.len() {
            return None;
        }
        tree.triangles.push([from, to, apex]);
        if before != usize::MAX {
            tree.edges.push([before, this]);
        }
        let follows = |a: usize, b: usize| (a + 1) % ring.len() == b;
        if !follows(c, a) {
            sides.push((from, apex, this));
        }
        if !follows(b, c) {
            sides.push((apex, to, this));
        }
    }
    (tree.triangles.len() + 2 == ring.len()).then_some(tree)
}
