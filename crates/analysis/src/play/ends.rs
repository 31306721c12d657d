//! The cells by which a player chooses a move.

use crate::solve::{Changes, turned};
use puzzlec_checker::{Change, Player};
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_task::{Bound, Label};

/// Maximum number of cells of a piece that are followed.
const MOST: usize = 1 << 10;

/// Where a move begins and ends on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    /// The cells to pick: those of the moving piece, or the first cell that the move names.
    pub(super) from: Vec<Coord>,
    /// The cells that complete the move: the same as `from` where one cell says everything.
    pub(super) to: Vec<Coord>,
}

/// The cells of the piece on a cell.
pub(super) fn piece(
    model: &Model,
    board: &Board,
    content: &dyn Fn(Coord) -> ContentId,
    cell: Coord,
) -> Vec<Coord> {
    let held = |cell: Coord| model.pieces.content(content(cell));
    match held(cell) {
        Content::Empty | Content::Unit(..) => vec![cell],
        Content::Block(_, shape, part) => block(model, cell, *shape, *part),
        Content::Part(..) => {
            let mut found = vec![cell];
            let mut at = 0;
            while let Some(cell) = found.get(at).copied().filter(|_| found.len() < MOST) {
                at += 1;
                let Content::Part(_, part) = held(cell) else { continue };
                let beside = part.directions().filter_map(|direction| board.step(cell, direction));
                let fresh: Vec<Coord> = beside.filter(|cell| !found.contains(cell)).collect();
                found.extend(fresh);
            }
            found
        }
    }
}

fn block(model: &Model, cell: Coord, shape: u16, part: u16) -> Vec<Coord> {
    let offsets = model.pieces.shapes.get(usize::from(shape)).map_or(&[][..], Vec::as_slice);
    let Some((x, y)) = offsets.get(usize::from(part)) else { return vec![cell] };
    offsets.iter().map(|(dx, dy)| Coord::new(cell.x - x + dx, cell.y - y + dy)).collect()
}

/// The ends of a step of a piece from one cell to another; `after` is the content of the second after the step, if
/// it is known. A block ends on the cells that it newly covers; there is none for other pieces, and for one that turns.
fn moved(model: &Model, player: &Player<'_>, (first, to): (Coord, Coord), after: Option<ContentId>) -> Ends {
    let from = piece(model, player.board(), &|cell| player.content(cell), first);
    // Where the step cannot be played, the block would keep its shape.
    let content = after.unwrap_or_else(|| player.content(first));
    let to = match Some(content).map(|content| model.pieces.content(content)) {
        Some(Content::Block(_, shape, part)) => {
            let new = block(model, to, *shape, *part).into_iter().filter(|cell| !from.contains(cell));
            new.collect()
        }
        _ => Vec::new(),
    };
    Ends { from, to }
}

/// The ends of a step. `player` stands before it; `changes` are the step's, or none where it cannot be played.
pub(super) fn ends(
    model: &Model,
    player: &Player<'_>,
    label: &Label,
    mover: Option<(Coord, Coord)>,
    changes: &[Change],
) -> Ends {
    if let Some(pair) = turned(model, &Changes::Listed(changes)) {
        return Ends { to: vec![pair.1], ..moved(model, player, pair, None) };
    }
    if let Some(pair) = mover {
        let after = changes.iter().find(|(cell, ..)| *cell == pair.1).map(|(_, _, new)| *new);
        let mut ends = moved(model, player, pair, after);
        if ends.to.is_empty() {
            ends.to.push(pair.1);
        }
        if after.is_none_or(|content| content == 0) {
            // Consequences carried the piece on.
            let covered = changes
                .iter()
                .filter(|(cell, old, new)| !cell.is_floor() && !cell.is_counter() && *old == 0 && *new != 0);
            ends.to.extend(covered.map(|(cell, ..)| *cell));
        }
        return ends;
    }
    let cell = |bound: &Bound| match bound {
        Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
        Bound::Direction(_) | Bound::Number(_) => None,
    };
    let mut named: Vec<Coord> = label.binding.iter().filter_map(cell).collect();
    let plain = named.len() == label.binding.len();
    let cells = changes.iter().filter(|(place, ..)| !place.is_counter());
    let changed: Vec<Coord> = cells.map(|(cell, ..)| cell.cell()).collect();
    let Some(first) = named.first().copied() else { return Ends { from: changed.clone(), to: changed } };
    named.remove(0);
    if named.is_empty() && !plain {
        named = changed.into_iter().filter(|cell| *cell != first).collect();
    }
    if named.is_empty() {
        named.push(first);
    }
    Ends { from: vec![first], to: named }
}
