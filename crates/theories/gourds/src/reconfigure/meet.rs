//! Fewest moves on boards of a few cells: breadth first from both ends.

use std::ops::Range;

use crate::problem::{Board, Cell, Configuration, NONE};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The most cells: the ends of all fit a word of 64 bits.
pub const MOST: usize = 15;
/// The empty cell, among the ends of cells.
const EMPTY: u64 = 15;

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

    /// The position after the move through a neighbour of the empty cell.
    fn play(self, board: &Board, hole: Cell, through: Cell) -> Option<Self> {
        let end = self.end(through);
        let left = board.neighbours(through).find(|cell| self.end(*cell) == end ^ 1)?;
        let put = |bits: u64, cell: Cell, end: u64| bits & !(15 << (4 * cell)) | end << (4 * cell);
        let bits = if board.adjacent(hole, left) {
            put(self.0, hole, end ^ 1)
        } else {
            put(put(self.0, hole, end), through, end ^ 1)
        };
        Some(Packed(put(bits, left, EMPTY)))
    }

    /// The empty cell, the only one with four bits set.
    fn hole(self) -> Cell {
        let pairs = self.0 & self.0 >> 1;
        (pairs & pairs >> 2 & (u64::MAX / 15)).trailing_zeros() / 4
    }
}

/// The positions from one end, each with the cell moved through to it, and the numbers of the last level.
struct Half<'m> {
    found: Table<'m, Packed, (u32, Cell)>,
    level: Range<u32>,
}

impl<'m> Half<'m> {
    fn new(at: &Configuration, meter: &'m Meter<'m>) -> Result<Self, Halted> {
        let mut found = Table::new(meter);
        found.insert(Packed::new(at), (0, NONE))?;
        Ok(Half { found, level: 0..1 })
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
    let mut halves = [Half::new(start, meter)?, Half::new(target, meter)?];
    while halves.iter().all(|half| !half.level.is_empty()) {
        let forward = halves[0].level.len() <= halves[1].level.len();
        let [near, far] = &mut halves;
        let (near, far) = if forward { (near, far) } else { (far, near) };
        for from in near.level.clone() {
            meter.expanded(1)?;
            let Some((at, _)) = near.found.at(from) else { break };
            let hole = at.hole();
            for through in board.neighbours(hole) {
                let Some(next) = at.play(board, hole, through) else { continue };
                if near.found.insert(next, (from, through))? && far.found.contains(next) {
                    let way = |half: &Half| half.found.number(next).map(|number| half.found.way(number));
                    let [plan, back] = halves.each_ref().map(|half| way(half).unwrap_or_default());
                    // Each move is undone through the same cell.
                    return Ok(Some(plan.into_iter().chain(back.into_iter().rev()).collect()));
                }
            }
        }
        near.level = near.level.end..near.found.len() as u32;
        meter.seen(near.level.len());
    }
    Ok(None)
}
