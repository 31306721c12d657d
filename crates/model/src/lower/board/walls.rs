//! Walls between cells.

use super::{Made, marked};
use crate::board::{Board, Coord, Shape};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Lattice, Name, Picture};
use puzzlec_syntax::layout_maze;

/// A board whose walls are drawn.
pub(super) fn drawn(lattice: Lattice, picture: &Picture) -> Made {
    let (marks, walls) = layout_maze(picture).map_err(|d| vec![*d])?;
    let mut board = marked(lattice, picture, &marks)?;
    for wall in walls {
        let [one, other] = [wall.one, wall.other].map(|(x, y)| Coord::new(x, y));
        if !board.contains(one) || !board.contains(other) {
            let text = "wall does not stand between two cells";
            let d = Diagnostic::new(Code::BadWall, wall.span, text);
            return Err(vec![d.help("the edge of the board needs no wall")]);
        }
        board.wall(one, other);
    }
    Ok(board)
}

/// Puts up the wall between two cells that a text names.
pub(super) fn named(board: &mut Board, one: &Name, other: &Name) -> Result<(), Vec<Diagnostic>> {
    let span = one.span.to(other.span);
    let lattice = match board.shape {
        Shape::Lattice(lattice) if !board.unbounded && !board.has_edges() => Some(lattice),
        _ => None,
    };
    if !matches!(lattice, Some(Lattice::Square | Lattice::SquareDiagonal | Lattice::Line)) {
        let text = "walls are possible only on bounded square boards and lines";
        return Err(vec![Diagnostic::new(Code::NoWalls, span, text)]);
    }
    let cell = |name: &Name| match board.find(&name.text).as_deref() {
        Some([cell]) => Ok(*cell),
        Some(_) => {
            let text = format!("`{}` is a region, and a wall is between two cells", name.text);
            Err(vec![Diagnostic::new(Code::BadWall, name.span, text)])
        }
        None => {
            let text = format!("the board has no cell `{}`", name.text);
            Err(vec![Diagnostic::new(Code::OffBoard, name.span, text)])
        }
    };
    let (a, b) = (cell(one)?, cell(other)?);
    if (a.x - b.x).abs() + (a.y - b.y).abs() != 1 {
        let text = format!("`{}` and `{}` do not share an edge", one.text, other.text);
        return Err(vec![Diagnostic::new(Code::BadWall, span, text)]);
    }
    board.wall(a, b);
    Ok(())
}
