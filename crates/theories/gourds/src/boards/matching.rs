//! Matchings of neighbouring cells, and alternating paths by Edmonds' algorithm.

use std::collections::VecDeque;

use super::super::problem::{Board, Cell, NONE};
use puzzlec_theory::meter::{Halted, Meter};

/// Pairs of neighbours, no two with a common cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// By cell its partner, [`NONE`] where it is free.
    mates: Vec<Cell>,
    /// The cells that were to be matched.
    within: Vec<bool>,
}

impl Matching {
    /// A matching by the partner of each cell, [`NONE`] for free cells.
    pub fn new(mates: Vec<Cell>) -> Self {
        let within = vec![true; mates.len()];
        Matching { mates, within }
    }

    /// A largest matching of the cells of a set. Quadratic at worst.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn maximum(board: &Board, within: impl Fn(Cell) -> bool, meter: &Meter<'_>) -> Result<Self, Halted> {
        let within: Vec<bool> = (0..board.len() as Cell).map(within).collect();
        let mut matching = Matching { mates: vec![NONE; board.len()], within };
        // Cells with few neighbours first: they have the fewest chances.
        let mut order: Vec<Cell> = matching.exposed().collect();
        order.sort_by_key(|cell| (board.neighbours(*cell).count(), *cell));
        for cell in order {
            let near = board.neighbours(cell).find(|near| matching.is_free(*near));
            if let Some(near) = near.filter(|_| matching.is_free(cell)) {
                matching.join(cell, near);
            }
        }
        let free: Vec<Cell> = matching.exposed().collect();
        for root in free {
            if matching.is_free(root) {
                matching.augment(board, root, meter)?;
            }
        }
        Ok(matching)
    }

    /// The partner of a cell, [`NONE`] if it is free.
    #[inline]
    pub fn mate(&self, cell: Cell) -> Cell {
        self.mates.get(cell as usize).copied().unwrap_or(NONE)
    }

    /// The cells without partner, in order.
    pub fn exposed(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.mates.len() as Cell).filter(|cell| self.is_free(*cell))
    }

    /// The partners of all cells.
    pub fn mates(&self) -> &[Cell] {
        &self.mates
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.has(cell) && self.mate(cell) == NONE
    }

    fn has(&self, cell: Cell) -> bool {
        self.within.get(cell as usize).copied().unwrap_or(false)
    }

    fn join(&mut self, a: Cell, b: Cell) {
        for (cell, mate) in [(a, b), (b, a)] {
            self.mates.get_mut(cell as usize).into_iter().for_each(|slot| *slot = mate);
        }
    }

    /// Makes the matching larger by an alternating path from a free cell, if there is one.
    fn augment(&mut self, board: &Board, root: Cell, meter: &Meter<'_>) -> Result<(), Halted> {
        let tree = self.tree(board, root, meter)?;
        let mut at = tree.free;
        while at != NONE {
            let outer = tree.parent(at);
            let next = self.mate(outer);
            self.join(at, outer);
            at = next;
        }
        Ok(())
    }

    /// Leaves a pair of partners out of the cells.
    pub fn leave_out(&mut self, pair: [Cell; 2]) {
        for cell in pair {
            self.mates.get_mut(cell as usize).into_iter().for_each(|slot| *slot = NONE);
            self.within.get_mut(cell as usize).into_iter().for_each(|slot| *slot = false);
        }
    }

    /// Removes a cell from the set; its partner, if any, becomes free and gets another one if that is possible.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn remove(&mut self, board: &Board, cell: Cell, meter: &Meter<'_>) -> Result<(), Halted> {
        let mate = self.mate(cell);
        for cell in [cell, mate] {
            self.mates.get_mut(cell as usize).into_iter().for_each(|slot| *slot = NONE);
        }
        self.within.get_mut(cell as usize).into_iter().for_each(|slot| *slot = false);
        if mate == NONE { Ok(()) } else { self.augment(board, mate, meter) }
    }

    /// The cells at the ends of alternating paths of even length from a free cell. If another free cell can be reached the
    /// tree ends there.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn tree(&self, board: &Board, root: Cell, meter: &Meter<'_>) -> Result<AlternatingTree, Halted> {
        let size = self.mates.len();
        let mut grown = Growing {
            matching: self,
            tree: AlternatingTree {
                root,
                outer: vec![false; size],
                parents: vec![NONE; size],
                mates: self.mates.clone(),
                free: NONE,
            },
            base: (0..size as Cell).collect(),
            members: (0..size as Cell).map(|cell| vec![cell]).collect(),
            queue: VecDeque::from([root]),
        };
        grown.tree.outer.get_mut(root as usize).into_iter().for_each(|slot| *slot = true);
        while let Some(cell) = grown.queue.pop_front() {
            meter.expanded(1)?;
            for near in board.neighbours(cell) {
                if !self.has(near) || self.mate(cell) == near {
                    continue;
                }
                if grown.base(cell) == grown.base(near) {
                    continue;
                }
                if near == root || grown.tree.parent(self.mate(near)) != NONE {
                    grown.blossom(cell, near);
                } else if grown.tree.parent(near) == NONE {
                    grown.set_parent(near, cell);
                    let mate = self.mate(near);
                    if mate == NONE {
                        grown.tree.free = near;
                        return Ok(grown.tree);
                    }
                    grown.reach(mate);
                }
            }
        }
        Ok(grown.tree)
    }
}

/// Alternating paths from a free cell.
#[derive(Clone, Debug)]
pub struct AlternatingTree {
    root: Cell,
    outer: Vec<bool>,
    /// By partner of an outer cell, the outer cell before it.
    parents: Vec<Cell>,
    mates: Vec<Cell>,
    /// Another free cell, if the tree ended there.
    free: Cell,
}

impl AlternatingTree {
    fn parent(&self, cell: Cell) -> Cell {
        self.parents.get(cell as usize).copied().unwrap_or(NONE)
    }

    /// Whether there is an alternating path of even length to a cell: gourds that lie as the matching can move so that this
    /// cell is empty instead of the root.
    pub fn reaches(&self, cell: Cell) -> bool {
        self.outer.get(cell as usize).copied().unwrap_or(false)
    }

    /// The cells to move through so that this cell is empty instead of the root; nothing if it cannot be reached.
    pub fn path(&self, to: Cell) -> Option<Vec<Cell>> {
        if !self.reaches(to) {
            return None;
        }
        let mut through = Vec::new();
        let mut at = to;
        while at != self.root {
            let mate = self.mates.get(at as usize).copied()?;
            through.push(mate);
            at = self.parent(mate);
            if through.len() > self.mates.len() {
                return None;
            }
        }
        through.reverse();
        Some(through)
    }
}

/// A tree while it grows.
struct Growing<'m> {
    matching: &'m Matching,
    tree: AlternatingTree,
    /// By cell the base of its blossom.
    base: Vec<Cell>,
    /// By base the cells of its blossom.
    members: Vec<Vec<Cell>>,
    queue: VecDeque<Cell>,
}

impl Growing<'_> {
    fn base(&self, cell: Cell) -> Cell {
        self.base.get(cell as usize).copied().unwrap_or(cell)
    }

    fn set_parent(&mut self, cell: Cell, parent: Cell) {
        self.tree.parents.get_mut(cell as usize).into_iter().for_each(|slot| *slot = parent);
    }

    /// Makes a cell outer.
    fn reach(&mut self, cell: Cell) {
        if let Some(slot) = self.tree.outer.get_mut(cell as usize).filter(|slot| !**slot) {
            *slot = true;
            self.queue.push_back(cell);
        }
    }

    /// Shrinks the odd cycle that an edge between two outer cells closes.
    fn blossom(&mut self, a: Cell, b: Cell) {
        let base = self.common(a, b);
        let mut inside = Vec::new();
        self.mark(a, b, base, &mut inside);
        self.mark(b, a, base, &mut inside);
        for blossom in inside.into_iter().filter(|blossom| *blossom != base) {
            let members = self.members.get_mut(blossom as usize).map(std::mem::take).unwrap_or_default();
            for cell in &members {
                self.base.get_mut(*cell as usize).into_iter().for_each(|slot| *slot = base);
                self.reach(*cell);
            }
            self.members.get_mut(base as usize).into_iter().for_each(|all| all.extend(&members));
        }
    }

    /// The base of the last blossom on both ways to the root.
    fn common(&self, a: Cell, b: Cell) -> Cell {
        let mut on = vec![false; self.base.len()];
        let up = |base: Cell| self.tree.parent(self.matching.mate(base));
        let mut at = self.base(a);
        loop {
            on.get_mut(at as usize).into_iter().for_each(|slot| *slot = true);
            match up(at) {
                NONE => break,
                outer => at = self.base(outer),
            }
        }
        at = self.base(b);
        while !on.get(at as usize).copied().unwrap_or(true) {
            at = self.base(up(at));
        }
        at
    }

    fn mark(&mut self, from: Cell, child: Cell, base: Cell, inside: &mut Vec<Cell>) {
        let (mut at, mut child) = (from, child);
        while self.base(at) != base {
            let mate = self.matching.mate(at);
            inside.extend([self.base(at), self.base(mate)]);
            self.set_parent(at, child);
            child = mate;
            at = self.tree.parent(mate);
        }
    }
}
