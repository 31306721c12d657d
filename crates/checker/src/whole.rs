//! An effect concerns all cells of a piece of several cells, or none.
//!
//! Both questions are about one cell of a piece and the cells that its content names beside it; asked for every cell of
//! an effect they are about the whole piece.

use super::linked;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::piece::{Content, Pieces};
use puzzlec_model::rule::{Pattern, PatternCell};

/// The cells that a content on a cell belongs together with; nothing if one of them is off the board.
fn together(board: &Board, pieces: &Pieces, at: Coord, content: &Content) -> Option<Vec<Coord>> {
    match content {
        Content::Empty | Content::Unit(..) => Some(Vec::new()),
        Content::Part(_, part) => Some(linked::cells(board, at, part)?.into_iter().collect()),
        Content::Block(_, shape, own) => {
            let offsets = pieces.shapes.get(usize::from(*shape))?;
            let (left, up) = offsets.get(usize::from(*own))?;
            Some(offsets.iter().map(|(x, y)| Coord::new(at.x + x - left, at.y + y - up)).collect())
        }
    }
}

/// The cells of a laid pattern whose content it does not know, and replaces.
pub(super) fn covered(pattern: &Pattern, cells: &[Coord]) -> Vec<Coord> {
    let unknown = |(before, after): &(PatternCell, PatternCell)| {
        *before == PatternCell::Any && *after != PatternCell::Any
    };
    cells.iter().zip(&pattern.cells).filter(|(_, both)| unknown(both)).map(|(cell, _)| *cell).collect()
}

/// Whether no cell of the piece on a cell stays behind when the cells of a list are emptied or covered.
pub(super) fn all_of(
    (board, pieces): (&Board, &Pieces),
    at: Coord,
    content: &Content,
    list: &[Coord],
) -> bool {
    together(board, pieces, at, content).is_some_and(|cells| cells.iter().all(|cell| list.contains(cell)))
}

/// Whether the piece on a cell keeps its form when each cell of a list moves to its partner.
pub(super) fn all_go(
    (board, pieces): (&Board, &Pieces),
    at: Coord,
    content: &Content,
    pairs: &[(Coord, Coord)],
) -> bool {
    let to = |cell: Coord| pairs.iter().find(|(from, _)| *from == cell).map(|(_, to)| *to);
    let Some(target) = to(at) else { return false };
    let follows = |direction| match (board.step(at, direction), board.step(target, direction)) {
        (Some(cell), Some(place)) => to(cell) == Some(place),
        _ => false,
    };
    match content {
        Content::Part(_, part) => part.directions().all(follows),
        _ => together(board, pieces, at, content).is_some_and(|cells| {
            let place = |cell: &Coord| Coord::new(target.x + cell.x - at.x, target.y + cell.y - at.y);
            cells.iter().all(|cell| to(*cell) == Some(place(cell)))
        }),
    }
}
