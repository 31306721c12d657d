//! One gourd is carried to a place: a search over matchings in which all other gourds are alike.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::field::{Field, Lie};
use crate::problem::{Cell, Configuration, NONE};
use puzzlec_theory::meter::{Halted, Meter};

/// Weights of the moves made and of half the estimate of those to come: together 10 : 16.
const MADE: u32 = 10;
const HALF: u32 = 8;
/// The direction of no gourd.
const FREE: u8 = 6;

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    /// The cell moved through.
    through: Cell,
    hole: Cell,
    lie: Lie,
    moves: u32,
    /// Of the matching, without the gourd.
    hash: u64,
}

/// The memory of a search, used for one after the other.
#[derive(Default)]
pub struct Carrier {
    nodes: Vec<Node>,
    /// By node and cell the direction of the other end there.
    sides: Vec<u8>,
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    seen: FxHashMap<u64, u32>,
}

struct Search<'s, 'b, D> {
    field: &'s Field<'b>,
    distance: D,
    memory: &'s mut Carrier,
}

impl Carrier {
    /// A short sequence of moves after which a gourd lies where its distance is 0; nothing if more than `limit` positions
    /// would have to be expanded.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn carry(
        &mut self,
        field: &Field<'_>,
        at: &Configuration,
        gourd: u32,
        distance: impl Fn(Lie) -> u16,
        limit: usize,
        meter: &Meter<'_>,
    ) -> Result<Option<Vec<Cell>>, Halted> {
        let Some(lie) = field.lie(at, gourd) else { return Ok(None) };
        self.nodes.clear();
        self.sides.clear();
        self.open.clear();
        self.seen.clear();
        self.sides.extend((0..).take(field.board.len()).map(|cell| {
            let side = field.near(cell).iter().position(|near| *near != NONE && *near == at.partner(cell));
            side.and_then(|side| u8::try_from(side).ok()).unwrap_or(FREE)
        }));
        let first = Node { parent: NONE, through: NONE, hole: at.empty(), lie, moves: 0, hash: 0 };
        self.nodes.push(first);
        let mut search = Search { field, distance, memory: self };
        search.queue(0, first);
        let mut expanded = 0;
        while let Some(Reverse((_, _, index))) = search.memory.open.pop() {
            let Some(node) = search.memory.nodes.get(index as usize).copied() else { break };
            if (search.distance)(node.lie) == 0 {
                return Ok(Some(search.moves(index)));
            }
            if expanded == limit {
                return Ok(None);
            }
            expanded += 1;
            meter.expanded(1)?;
            search.expand(index, node);
        }
        Ok(None)
    }
}

fn mixed(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// The hash of a gourd on a cell, with its other end in a direction.
fn edge(cell: Cell, side: usize, other: Cell) -> u64 {
    let (cell, side) = if side < 3 { (cell, side) } else { (other, side - 3) };
    mixed(u64::from(cell) << 2 | side as u64)
}

impl<D: Fn(Lie) -> u16> Search<'_, '_, D> {
    fn queue(&mut self, index: u32, node: Node) {
        let estimate = self.estimate(node);
        self.memory.open.push(Reverse((MADE * node.moves + HALF * estimate, estimate, index)));
    }

    /// Twice the number of moves to come: about three for each move of the gourd, and the way of the empty cell to it.
    fn estimate(&self, node: Node) -> u32 {
        let distance = (self.distance)(node.lie);
        if distance == 0 {
            return 0;
        }
        let useful = self.field.moved(node.lie).filter(|(lie, _)| (self.distance)(*lie) < distance);
        let way = useful.map(|(_, cell)| self.apart(node.hole, cell)).min().unwrap_or(0);
        6 * (u32::from(distance) - 1) + 2 + way
    }

    /// The number of steps between two cells.
    fn apart(&self, a: Cell, b: Cell) -> u32 {
        let place = |cell: Cell| self.field.board.cells().get(cell as usize).copied().unwrap_or_default();
        let ((q, r), (other_q, other_r)) = (place(a), place(b));
        let (q, r) = (q - other_q, r - other_r);
        q.abs().max(r.abs()).max((q + r).abs()).unsigned_abs()
    }

    fn expand(&mut self, index: u32, node: Node) {
        let cells = self.field.board.len();
        let from = index as usize * cells;
        for (towards, through) in self.field.near(node.hole).iter().copied().enumerate() {
            if through == NONE || through == node.through {
                continue;
            }
            let side = usize::from(self.memory.sides.get(from + through as usize).copied().unwrap_or(FREE));
            let left = self.field.near(through).get(side).copied().unwrap_or(NONE);
            if left == NONE {
                continue;
            }
            let hash = node.hash ^ edge(through, side, left) ^ edge(node.hole, towards, through);
            let lie = self.carried(node, through, left, towards);
            let key = hash ^ mixed(!(lie.index() as u64));
            let moves = node.moves + 1;
            match self.memory.seen.get_mut(&key) {
                Some(known) if *known <= moves => continue,
                Some(known) => *known = moves,
                None => {
                    self.memory.seen.insert(key, moves);
                }
            }
            let new = self.memory.nodes.len();
            self.memory.sides.extend_from_within(from..from + cells);
            for (cell, side) in
                [(node.hole, towards), (through, (towards + 3) % 6), (left, usize::from(FREE))]
            {
                if let (Some(slot), Ok(side)) =
                    (self.memory.sides.get_mut(new * cells + cell as usize), u8::try_from(side))
                {
                    *slot = side;
                }
            }
            let next = Node { parent: index, through, hole: left, lie, moves, hash };
            self.memory.nodes.push(next);
            self.queue(u32::try_from(new).unwrap_or(NONE), next);
        }
    }

    /// How the gourd lies after the move through a cell whose other end is on `left`; `towards` leads there from the
    /// empty cell.
    fn carried(&self, node: Node, through: Cell, left: Cell, towards: usize) -> Lie {
        let first = node.lie.cell;
        if first != through && first != left {
            return node.lie;
        }
        let back = (towards + 3) % 6;
        let pivots = self.field.adjacent(node.hole, left);
        // The first end comes to lie on the empty cell, or on the cell moved through.
        if (first == through) == pivots {
            Lie { cell: through, side: back }
        } else {
            Lie { cell: node.hole, side: towards }
        }
    }

    fn moves(&self, mut index: u32) -> Vec<Cell> {
        let mut moves = Vec::new();
        while let Some(node) = self.memory.nodes.get(index as usize).filter(|node| node.parent != NONE) {
            moves.push(node.through);
            index = node.parent;
        }
        moves.reverse();
        moves
    }
}
