//! Where a gourd can lie on a small board, and how it moves there.

use crate::problem::{Board, Cell};
use puzzlec_search::kernel::by_levels;
use puzzlec_theory::meter::{Halted, Meter};

use super::missed::{bits, missed};

/// The number of a place. A place is a pair of neighbouring cells, of a gourd's first end and of its second.
pub(super) type Place = u8;

/// No place.
pub(super) const NOWHERE: Place = u8::MAX;

/// No node.
pub(super) const LOST: u16 = u16::MAX;

/// The places of a board of at most 63 cells and 127 pairs of neighbours.
///
/// A *node* is a place together with the positions of the empty cell that moves of other gourds may connect while a gourd lies
/// there: two empty cells v and w are connected if for some cell u next to both, a near-perfect matching holds the gourd,
/// covers u and w by another, and misses v. Moves of other gourds do not change the node, so the number of moves that
/// a gourd itself needs depends on nodes alone, whatever labels the others have.
#[derive(Debug)]
pub(super) struct Places {
    cells: usize,
    /// By place its two cells.
    pairs: Vec<[u8; 2]>,
    /// By pair of cells its place.
    numbers: Vec<Place>,
    /// By place its two cells as a set.
    masks: Vec<u64>,
    /// By place the one with the ends exchanged.
    reverse: Vec<Place>,
    /// By cell its neighbours as a set.
    near: Vec<u64>,
    /// By place and empty cell the move through the first and through the second end.
    steps: Vec<[Step; 2]>,
    /// By place and empty cell the node.
    nodes: Vec<u16>,
    /// By node the nodes one move of the gourd away.
    links: Vec<Vec<u16>>,
}

/// A move of a gourd: its new place and the new empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub place: Place,
    pub empty: u8,
}

const NO_STEP: Step = Step { place: NOWHERE, empty: 0 };

impl Places {
    /// Nothing if the board is larger than that. Costs a matching for every two pairs of neighbours.
    pub fn new(board: &Board, meter: &Meter) -> Result<Option<Self>, Halted> {
        let cells = board.len();
        let mut pairs = Vec::new();
        for a in 0..cells as Cell {
            pairs.extend(board.neighbours(a).filter(|b| *b > a).flat_map(|b| [[a, b], [b, a]]));
        }
        if cells > 63 || pairs.len() > usize::from(NOWHERE) {
            return Ok(None);
        }
        let pairs: Vec<[u8; 2]> = pairs.iter().map(|pair| pair.map(|cell| cell as u8)).collect();
        let masks: Vec<u64> = pairs.iter().map(|[a, b]| 1 << a | 1 << b).collect();
        // Both orders of a pair have neighbouring numbers.
        let reverse = (0..pairs.len()).map(|place| (place ^ 1) as Place).collect();
        let near = |cell: Cell| board.neighbours(cell).fold(0u64, |set, near| set | 1 << near);
        let near: Vec<u64> = (0..cells as Cell).map(near).collect();
        let mut numbers = vec![NOWHERE; cells * cells];
        for ([first, second], place) in pairs.iter().zip(0..) {
            if let Some(entry) = numbers.get_mut(usize::from(*first) * cells + usize::from(*second)) {
                *entry = place;
            }
        }
        let number = |first: u8, second: u8| {
            numbers.get(usize::from(first) * cells + usize::from(second)).copied().unwrap_or(NOWHERE)
        };
        let touches = |a: u8, b: u8| near.get(usize::from(a)).is_some_and(|set| set >> b & 1 == 1);
        let mut steps = Vec::with_capacity(pairs.len() * cells);
        for [a, b] in &pairs {
            for empty in 0..cells as u8 {
                // Through u, the other end on w: it pivots if it touches the empty cell, otherwise both follow.
                let through =
                    |u: u8, w: u8| match (empty == u || empty == w, touches(empty, u), touches(empty, w)) {
                        (false, true, true) => Some((u, empty)),
                        (false, true, false) => Some((empty, u)),
                        _ => None,
                    };
                let first = through(*a, *b).map(|(x, y)| Step { place: number(x, y), empty: *b });
                let second = through(*b, *a).map(|(x, y)| Step { place: number(y, x), empty: *a });
                steps.push([first.unwrap_or(NO_STEP), second.unwrap_or(NO_STEP)]);
            }
        }
        let (nodes, links) = (Vec::new(), Vec::new());
        let mut places = Places { cells, pairs, numbers, masks, reverse, near, steps, nodes, links };
        places.connect(meter)?;
        Ok(Some(places))
    }

    /// Finds the nodes and their links.
    fn connect(&mut self, meter: &Meter) -> Result<(), Halted> {
        let cells = self.cells;
        let mut root: Vec<u16> = vec![LOST; self.pairs.len() * cells];
        for (place, mask) in self.masks.iter().enumerate().step_by(2) {
            meter.expanded(self.pairs.len() / 2)?;
            for (v, least) in self.connected(*mask) {
                for place in [place, place + 1] {
                    if let Some(entry) = root.get_mut(place * cells + usize::from(v)) {
                        *entry = (place * cells + usize::from(least)) as u16;
                    }
                }
            }
        }
        let mut roots: Vec<u16> = root.iter().copied().filter(|root| *root != LOST).collect();
        roots.sort_unstable();
        roots.dedup();
        let node = |root: &u16| roots.binary_search(root).map_or(LOST, |node| node as u16);
        self.nodes = root.iter().map(node).collect();
        let mut links = vec![Vec::new(); roots.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            let both = self.steps.get(index).copied().unwrap_or([NO_STEP; 2]);
            for step in both.into_iter().filter(|step| step.place != NOWHERE) {
                let to = self.node(step.place, step.empty);
                if let Some(links) = links.get_mut(usize::from(*node))
                    && !links.contains(&to)
                {
                    links.push(to);
                }
            }
        }
        self.links = links;
        Ok(())
    }

    /// The cells that can be empty while gourds cover some others, each with the least one that moves of the rest may connect it
    /// to. Costs a matching for every pair of neighbours.
    pub fn connected(&self, taken: u64) -> impl Iterator<Item = (u8, u8)> {
        let all = if self.cells == 0 { 0 } else { u64::MAX >> (64 - self.cells) };
        let mut joined: [u8; 64] = std::array::from_fn(|cell| cell as u8);
        for (pair, other) in self.pairs.iter().zip(&self.masks).step_by(2) {
            if taken & other != 0 {
                continue;
            }
            let free = missed(&self.near, all & !taken & !other);
            for [u, w] in [*pair, [pair[1], pair[0]]] {
                for v in bits(free & self.near_of(u)) {
                    let (from, to) = (find(&joined, v), find(&joined, w));
                    if let Some(entry) = joined.get_mut(usize::from(from.max(to))) {
                        *entry = from.min(to);
                    }
                }
            }
        }
        bits(missed(&self.near, all & !taken)).map(move |v| (v, find(&joined, v)))
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The cells of a place.
    #[inline]
    pub fn pair(&self, place: Place) -> [u8; 2] {
        self.pairs.get(usize::from(place)).copied().unwrap_or_default()
    }

    /// The place of a pair of neighbours.
    #[inline]
    pub fn place(&self, first: Cell, second: Cell) -> Option<Place> {
        let place = self.numbers.get(first as usize * self.cells + second as usize)?;
        (*place != NOWHERE).then_some(*place)
    }

    /// The place with the ends exchanged.
    #[inline]
    pub fn reverse(&self, place: Place) -> Place {
        self.reverse.get(usize::from(place)).copied().unwrap_or(NOWHERE)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The cells of a place as a set.
    pub fn mask(&self, place: Place) -> u64 {
        self.masks.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// The neighbours of a cell as a set.
    #[inline]
    pub fn near_of(&self, cell: u8) -> u64 {
        self.near.get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// The cell that gourds on these places leave empty.
    #[inline]
    pub fn empty(&self, places: &[Place]) -> u8 {
        let mask = |place: &Place| self.masks.get(usize::from(*place)).copied().unwrap_or(0);
        (!places.iter().fold(0, |set, place| set | mask(place))).trailing_zeros() as u8
    }

    /// The moves of a gourd through its first and through its second end.
    #[inline]
    pub fn steps(&self, place: Place, empty: u8) -> [Step; 2] {
        let index = usize::from(place) * self.cells + usize::from(empty);
        self.steps.get(index).copied().unwrap_or([NO_STEP; 2])
    }

    /// The node of a gourd on a place; [`LOST`] if no position has the gourd and the empty cell there.
    #[inline]
    pub fn node(&self, place: Place, empty: u8) -> u16 {
        self.nodes.get(usize::from(place) * self.cells + usize::from(empty)).copied().unwrap_or(LOST)
    }

    /// By node the number of moves that a gourd itself needs from some of these; [`u8::MAX`] where there is no way.
    pub fn distances(&self, from: impl IntoIterator<Item = u16>) -> Vec<u8> {
        let mut distances = vec![u8::MAX; self.links.len()];
        by_levels(from.into_iter().collect(), |node, moves, next| {
            let Some(distance) = distances.get_mut(usize::from(node)).filter(|known| **known == u8::MAX)
            else {
                return;
            };
            if let Some(moves) = u8::try_from(moves).ok().filter(|moves| *moves != u8::MAX) {
                *distance = moves;
                next.extend(self.links.get(usize::from(node)).into_iter().flatten());
            }
        });
        distances
    }
}

fn find(joined: &[u8; 64], mut cell: u8) -> u8 {
    while let Some(next) = joined.get(usize::from(cell)).filter(|next| **next != cell) {
        cell = *next;
    }
    cell
}
