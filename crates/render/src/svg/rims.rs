//! Edges and corners of boards, and the pieces on them.

use svg::node::element::{Circle, Group, Path};

use super::looks;
use super::pieces::ink_of;
use super::shapes::px;
use puzzlec_analysis::{CellShape, CellSort, Point, Scene, ScenePiece};
use puzzlec_base::Outline;

/// The width of a line, in steps.
const WIDTH: f64 = 0.1;
/// The size of other pieces on edges and corners, of that in a cell.
const SMALL: f64 = 0.42;

/// What an edge or a corner looks like without a piece; an edge is a side of a cell, which is drawn already.
pub(crate) fn ground(sort: CellSort, at: Point) -> Group {
    match sort {
        CellSort::Corner => Group::new().add(
            Circle::new().set("cx", px(at.x)).set("cy", px(at.y)).set("r", px(0.05)).set("class", "edge"),
        ),
        _ => Group::new(),
    }
}

/// The sort of the first cell of a piece.
pub(super) fn sort(board: &Scene, piece: &ScenePiece) -> CellSort {
    let cell = piece.cells.first().and_then(|cell| board.cells.get(*cell));
    cell.map_or(CellSort::Face, |cell| cell.sort)
}

/// The turn that an edge needs to lie from left to right.
pub(super) fn turn(sort: CellSort) -> &'static str {
    if sort == CellSort::Upright { " rotate(90)" } else { "" }
}

/// A piece on an edge from left to right, around the origin.
pub(crate) fn body(piece: &ScenePiece, colour: &str) -> Group {
    let lines: &[[f64; 4]] = match (piece.outline, piece.mark.as_str()) {
        (Outline::Line | Outline::Fence | Outline::Wall | Outline::Stick, _) => &[[-0.5, 0.0, 0.5, 0.0]],
        (Outline::Bridge, "2" | "=") => &[[-0.1, -0.5, -0.1, 0.5], [0.1, -0.5, 0.1, 0.5]],
        (Outline::Link | Outline::Bridge, _) => &[[0.0, -0.5, 0.0, 0.5]],
        _ => {
            let small = Group::new().set("transform", format!("scale({SMALL})"));
            let drawn = looks::body((piece.outline, &piece.mark), (CellShape::Circle, piece.size), colour);
            return small.add(drawn);
        }
    };
    let data: String = lines
        .iter()
        .map(|[x, y, to_x, to_y]| format!("M{} {}L{} {}", px(*x), px(*y), px(*to_x), px(*to_y)))
        .collect();
    Group::new().add(stroke(piece, &data, colour, WIDTH))
}

/// A line of the colour of a piece, or of ink.
pub(super) fn stroke(piece: &ScenePiece, data: &str, colour: &str, width: f64) -> Path {
    let path = Path::new().set("d", data).set("stroke-width", px(width)).set("stroke-linecap", "round");
    match ink_of(piece) {
        true => path.set("class", "border"),
        false => path.set("fill", "none").set("stroke", colour),
    }
}

/// Where the mark of a piece on an edge is written, and its size.
pub(crate) fn label(piece: &ScenePiece) -> Option<(Point, f64)> {
    let drawn = matches!(
        piece.outline,
        Outline::Line | Outline::Link | Outline::Fence | Outline::Bridge | Outline::Wall | Outline::Stick
    );
    let (at, size) = looks::label(piece.outline);
    let at = Point { x: at.x * SMALL, y: at.y * SMALL };
    (piece.written && !drawn).then_some((at, (size * SMALL).max(0.22)))
}

/// A line in a cell, as its mark.
pub(super) fn line(piece: &ScenePiece, colour: &str) -> Path {
    let data = match piece.mark.as_str() {
        "/" | "╱" => "M-20 20L20 -20",
        "\\" | "╲" => "M-20 -20L20 20",
        "|" | "│" => "M0 -20L0 20",
        _ => "M-20 0L20 0",
    };
    stroke(piece, data, colour, WIDTH)
}
