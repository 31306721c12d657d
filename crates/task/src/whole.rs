//! Pieces of several cells stay whole: an effect concerns all cells of such a piece or none. The tests are about one
//! cell and the cells beside it in its piece, so that all of them together are about the whole piece. The checker has
//! tests of its own.

use puzzlec_model::board::{Board, Coord};
use puzzlec_model::piece::{Content, Pieces};

/// Whether a content is a cell of a piece that has others.
pub fn is_part(pieces: &Pieces, content: &Content) -> bool {
    match content {
        Content::Empty | Content::Unit(..) => false,
        Content::Part(..) => true,
        Content::Block(_, shape, _) => pieces.shapes.get(usize::from(*shape)).is_some_and(|s| s.len() > 1),
    }
}

/// Whether there are pieces of several cells.
pub fn several(pieces: &Pieces) -> bool {
    pieces.contents().any(|(_, content)| is_part(pieces, content))
}

/// Whether all cells beside a cell in its piece are in a list.
pub fn is_within(board: &Board, pieces: &Pieces, content: &Content, cell: Coord, list: &[Coord]) -> bool {
    match content {
        Content::Empty | Content::Unit(..) => true,
        Content::Part(_, part) => part
            .directions()
            .all(|direction| board.step(cell, direction).is_some_and(|next| list.contains(&next))),
        Content::Block(_, shape, part) => {
            offsets(pieces, *shape, *part).all(|(x, y)| list.contains(&Coord::new(cell.x + x, cell.y + y)))
        }
    }
}

/// Whether all cells beside a cell in its piece move with it: from each cell of the first list to its partner.
pub fn goes(
    board: &Board,
    pieces: &Pieces,
    content: &Content,
    cell: Coord,
    (from, to): (&[Coord], &[Coord]),
) -> bool {
    let image = |cell: Coord| from.iter().position(|other| *other == cell).and_then(|at| to.get(at)).copied();
    let Some(target) = image(cell) else { return false };
    match content {
        Content::Empty | Content::Unit(..) => true,
        Content::Part(_, part) => part.directions().all(|direction| {
            let next = board.step(target, direction);
            next.is_some() && board.step(cell, direction).and_then(image) == next
        }),
        Content::Block(_, shape, part) => offsets(pieces, *shape, *part).all(|(x, y)| {
            image(Coord::new(cell.x + x, cell.y + y)) == Some(Coord::new(target.x + x, target.y + y))
        }),
    }
}

/// The cells of a rigid piece, as seen from one of them.
fn offsets(pieces: &Pieces, shape: u16, part: u16) -> impl Iterator<Item = (i32, i32)> {
    let all = pieces.shapes.get(usize::from(shape)).map_or(&[][..], Vec::as_slice);
    let (left, up) = all.get(usize::from(part)).copied().unwrap_or((0, 0));
    all.iter().map(move |(x, y)| (x - left, y - up))
}
