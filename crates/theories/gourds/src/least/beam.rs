//! Short plans by beam search.

use crate::problem::{Cell, Configuration, NONE, Problem};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter, Room};

use super::goals::is_reached;
use super::nearest::Nearest;

/// A position of the beam.
struct Kept {
    position: Configuration,
    estimate: u64,
    digest: u64,
}

/// A position one move from one of the beam.
struct Child {
    estimate: u64,
    digest: u64,
    /// The place in the beam.
    parent: u32,
    through: Cell,
}

/// A plan through the positions that are nearest to a goal by estimate, at most so many after each number of moves; nothing
/// if none of them leads to a goal in fewer than `below` moves.
pub(super) fn plan(
    problem: &Problem,
    near: &Nearest,
    width: usize,
    below: u64,
    meter: &Meter,
) -> Result<Option<Vec<Cell>>, Halted> {
    let board = &problem.board;
    let mut room = Room::new(meter);
    let Some(estimate) = near.sum(board, &problem.start) else { return Ok(None) };
    let mut beam = vec![Kept { position: problem.start.clone(), estimate, digest: 0 }];
    // By digest the number of the position before, and the cell moved through.
    let mut known: Table<u64, (u32, Cell)> = Table::new(meter);
    known.insert(0, (0, NONE))?;
    let (mut moves, mut first) = (0, 0);
    loop {
        if let Some(end) = (first..).zip(&beam).find(|(_, kept)| is_reached(problem, &kept.position)) {
            return Ok(Some(known.way(end.0)));
        }
        moves += 1;
        if beam.is_empty() || moves >= below {
            return Ok(None);
        }
        meter.expanded(beam.len())?;
        let mut children = Vec::with_capacity(beam.len() * 6);
        for (kept, parent) in beam.iter().zip(0..) {
            expand(problem, near, kept, parent, &mut children);
        }
        children.sort_unstable_by_key(|child| (child.estimate, child.digest, child.parent));
        children.retain(|child| moves + child.estimate < below);
        let mut next = Vec::with_capacity(width.min(children.len()));
        let level = known.len() as u32;
        for child in children {
            let Some(parent) = beam.get(child.parent as usize) else { continue };
            if next.len() < width && known.insert(child.digest, (first + child.parent, child.through))? {
                let mut position = parent.position.clone();
                position.play(board, child.through);
                next.push(Kept { position, estimate: child.estimate, digest: child.digest });
            }
        }
        meter.seen(next.len());
        room.hold(2 * width * board.len() * 8)?;
        (beam, first) = (next, level);
    }
}

/// All positions one move from one.
fn expand(problem: &Problem, near: &Nearest, kept: &Kept, parent: u32, children: &mut Vec<Child>) {
    let Kept { position, estimate, digest } = kept;
    let (board, empty) = (&problem.board, position.empty());
    for through in board.neighbours(empty) {
        let end = position.end(through);
        let left = position.partner(through);
        if end == NONE {
            continue;
        }
        let gourd = end / 2;
        let before = position.gourd(gourd);
        let pivots = board.adjacent(empty, left);
        let place = |cell: Cell| match (cell == through, pivots) {
            (true, false) | (false, true) => empty,
            _ => through,
        };
        let after = before.map(place);
        let change = near.of(board, gourd, before, empty).zip(near.of(board, gourd, after, left));
        let Some((old, new)) = change else { continue };
        children.push(Child {
            estimate: estimate + u64::from(new) - u64::from(old),
            digest: digest ^ mixed(problem, gourd, before) ^ mixed(problem, gourd, after),
            parent,
            through,
        });
    }
}

/// A number for a gourd on a place, the same for alike gourds.
fn mixed(problem: &Problem, gourd: u32, place: [Cell; 2]) -> u64 {
    let label = |end: u32| problem.labels.get(end as usize).copied().unwrap_or(NONE);
    let ends = [(label(2 * gourd), place[0]), (label(2 * gourd + 1), place[1])];
    let mut mixed = 0u64;
    for (label, cell) in [ends[0].min(ends[1]), ends[0].max(ends[1])] {
        mixed = (mixed ^ u64::from(label) << 32 ^ u64::from(cell)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^= mixed >> 29;
    }
    mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ mixed >> 32
}
