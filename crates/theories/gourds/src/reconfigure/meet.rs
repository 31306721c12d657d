//! Fewest moves on boards of a few cells: breadth first from both ends.

use rustc_hash::FxHashMap;

use crate::problem::{Board, Cell, Configuration, NONE};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The most cells: the ends of all fit a word of 64 bits.
pub const MOST: usize = 15;
/// The empty cell, among the ends of cells.
const EMPTY: u64 = 15;
/// Bytes of a position in a table, about.
const BYTES: usize = 32;

/// By cell four bits with its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Packed(u64);

impl Packed {
    fn new(at: &Configuration) -> Self {
        let ends = (0..)
            .take(2 * at.gourds() + 1)
            .map(|cell| if at.empty() == cell { EMPTY } else { at.end(cell).into() });
        Packed(ends.zip(0..).fold(0, |bits, (end, cell)| bits | end << (4 * cell)))
    }

    fn end(self, cell: Cell) -> u64 {
        self.0 >> (4 * cell) & 15
    }

    /// The position after the move through a neighbour of the empty cell, and the cell that is empty then.
    fn play(self, board: &Board, hole: Cell, through: Cell) -> Option<(Self, Cell)> {
        let end = self.end(through);
        let left = board.neighbours(through).find(|cell| self.end(*cell) == end ^ 1)?;
        let put = |bits: u64, cell: Cell, end: u64| bits & !(15 << (4 * cell)) | end << (4 * cell);
        let bits = if board.adjacent(hole, left) {
            put(self.0, hole, end ^ 1)
        } else {
            put(put(self.0, hole, end), through, end ^ 1)
        };
        Some((Packed(put(bits, left, EMPTY)), left))
    }

    fn hole(self, board: &Board) -> Cell {
        (0..).take(board.len()).find(|cell| self.end(*cell) == EMPTY).unwrap_or(NONE)
    }
}

/// The cells moved through on the way to each position, and the positions of the last level.
struct Half {
    seen: FxHashMap<Packed, Cell>,
    level: Vec<(Packed, Cell)>,
}

impl Half {
    fn new(at: &Configuration) -> Self {
        let first = Packed::new(at);
        Half { seen: [(first, NONE)].into_iter().collect(), level: vec![(first, at.empty())] }
    }

    /// The moves back to the first position: each is undone through the same cell.
    fn back(&self, board: &Board, mut at: Packed) -> Vec<Cell> {
        let mut moves = Vec::new();
        while let Some(through) = self.seen.get(&at).copied().filter(|through| *through != NONE) {
            moves.push(through);
            let Some((before, _)) = at.play(board, at.hole(board), through) else { break };
            at = before;
        }
        moves
    }
}

/// A plan of the fewest moves; nothing if there is none, or the board has more than [`MOST`] cells.
///
/// # Errors
/// A limit was reached.
pub fn least(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    if board.len() > MOST {
        return Ok(None);
    }
    if start == target {
        return Ok(Some(Vec::new()));
    }
    let mut room = Room::new(meter);
    let mut halves = [Half::new(start), Half::new(target)];
    while halves.iter().all(|half| !half.level.is_empty()) {
        let forward = halves[0].level.len() <= halves[1].level.len();
        let [near, far] = &mut halves;
        let (near, far) = if forward { (near, far) } else { (far, near) };
        for (at, hole) in std::mem::take(&mut near.level) {
            meter.expanded(1)?;
            for through in board.neighbours(hole) {
                let Some((next, left)) = at.play(board, hole, through) else { continue };
                if near.seen.contains_key(&next) {
                    continue;
                }
                near.seen.insert(next, through);
                near.level.push((next, left));
                if far.seen.contains_key(&next) {
                    let [start, target] = &halves;
                    let mut plan = start.back(board, next);
                    plan.reverse();
                    plan.extend(target.back(board, next));
                    return Ok(Some(plan));
                }
            }
        }
        meter.seen(near.level.len());
        room.hold(halves.iter().map(|half| half.seen.len() * BYTES).sum())?;
    }
    Ok(None)
}
