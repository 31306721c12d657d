//! The boards of puzzles with keys.

use std::collections::BTreeSet;

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BoardExpr, BoardKind, Expr, Lattice};
use puzzlec_syntax::layout;

use super::puzzle::MOST_CELLS;
use super::{DEEPEST, Notation};
use crate::game::Shape;

/// Places in the box of a board: columns and rows.
pub(super) type Places = BTreeSet<(usize, usize)>;

/// A board that a puzzle names.
pub(super) struct Ground {
    pub(super) shape: Shape,
    pub(super) places: Places,
    pub(super) span: Span,
}

pub(super) fn lattice(shape: Shape) -> Lattice {
    match shape {
        Shape::Square => Lattice::Square,
        Shape::Hex => Lattice::Hex,
        Shape::Triangle => Lattice::Triangle,
        Shape::Line | Shape::Ring => Lattice::Line,
    }
}

/// The columns of coordinates as pictures have them, from 0: hexagons of neighbouring rows are in columns of opposite parity.
pub(super) fn columns(shape: Shape, cells: &[(i32, i32)]) -> Vec<(usize, usize)> {
    let slanted = matches!(shape, Shape::Hex | Shape::Triangle);
    let column =
        |(x, y): &(i32, i32)| if slanted { 2 * i64::from(*x) + i64::from(*y) } else { i64::from(*x) };
    let left = cells.iter().map(column).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let place = |cell: &(i32, i32)| {
        let at = (usize::try_from(column(cell) - left), usize::try_from(cell.1 - top));
        (at.0.unwrap_or(usize::MAX), at.1.unwrap_or(usize::MAX))
    };
    cells.iter().map(place).collect()
}

impl Notation<'_> {
    /// What the board of a puzzle is; an error if keys do not fit it.
    pub(super) fn ground(&mut self, board: &BoardExpr, depth: usize) -> Option<Ground> {
        let span = board.span;
        let unfit = |code, headline: &str| Diagnostic::new(code, span, headline.to_owned());
        if !board.walls.is_empty() {
            self.reader.error(unfit(Code::NoWalls, "walls between cells do not fit a puzzle with keys"));
            return None;
        }
        if let Some(word) = board.edges {
            let headline = "edges as places do not fit a puzzle with keys";
            let found = Diagnostic::new(Code::NoEdges, word, headline);
            self.reader.error(found.help("draw the board without `edges`, with a cell for each place"));
            return None;
        }
        let sized = |lattice: &Lattice| match lattice {
            Lattice::Square => Some(Shape::Square),
            Lattice::Hex => Some(Shape::Hex),
            Lattice::Triangle => Some(Shape::Triangle),
            Lattice::Line => Some(Shape::Line),
            Lattice::SquareDiagonal => None,
        };
        let help = "keys fit boards `square`, `hex`, `triangle`, `line` and `ring`";
        let (shape, cells) = match &board.kind {
            BoardKind::Drawn(lattice, picture) if sized(lattice).is_some() => {
                let (marks, problems) = layout(picture, *lattice);
                let sound = problems.is_empty();
                problems.into_iter().for_each(|problem| self.reader.error(problem));
                let cells = marks.iter().map(|mark| (mark.x, mark.y)).collect();
                (sized(lattice).filter(|_| sound)?, cells)
            }
            BoardKind::Rectangle(lattice, width, height) if sized(lattice).is_some() => {
                let (width, height) = (self.size(width)?, self.size(height)?);
                let cells = if i64::from(width) * i64::from(height) > MOST_CELLS as i64 {
                    Vec::new()
                } else {
                    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
                };
                (sized(lattice)?, cells)
            }
            BoardKind::Side(lattice, side) if sized(lattice).is_some() => {
                let side = self.size(side)?;
                let hex = *lattice == Lattice::Hex;
                let cell = |y: i32| -> Vec<(i32, i32)> {
                    let (from, to) = if hex {
                        ((side - 1 - y).max(0), (3 * side - 2 - y).min(2 * side - 1))
                    } else {
                        (side - 1 - y, side)
                    };
                    (from..to).map(|x| (x, y)).collect()
                };
                let rows = if hex { 2 * side - 1 } else { side };
                let cells = if rows > 256 { Vec::new() } else { (0..rows).flat_map(cell).collect() };
                (sized(lattice)?, cells)
            }
            BoardKind::Line(length) | BoardKind::Ring(length) => {
                let length = self.size(length)?;
                let ring = matches!(board.kind, BoardKind::Ring(_));
                let cells = if length > MOST_CELLS as i32 {
                    Vec::new()
                } else {
                    (0..length).map(|x| (x, 0)).collect()
                };
                (if ring { Shape::Ring } else { Shape::Line }, cells)
            }
            BoardKind::Named(path, args) if args.is_empty() && depth < DEEPEST => {
                let named = path.single().and_then(|name| self.boards.get(&*name.text).copied());
                let Some(named) = named else {
                    let text = path.text();
                    let found =
                        Diagnostic::new(Code::UnknownName, path.span, format!("there is no board `{text}`"));
                    self.reader.error(found.suggest(&text, path.span, self.boards.keys().copied()));
                    return None;
                };
                return self.ground(named, depth + 1).map(|ground| Ground { span, ..ground });
            }
            BoardKind::Error => return None,
            BoardKind::Graph(_) => {
                self.reader
                    .error(unfit(Code::WrongKind, "a graph has no directions, so it has no keys").help(help));
                return None;
            }
            _ => {
                self.reader.error(unfit(Code::WrongKind, "keys do not fit this board").help(help));
                return None;
            }
        };
        if cells.is_empty() {
            self.error(Code::BoardTooLarge, span, format!("a board with keys has 1 to {MOST_CELLS} cells"));
            return None;
        }
        Some(Ground { shape, places: columns(shape, &cells).into_iter().collect(), span })
    }

    fn size(&mut self, expr: &Expr) -> Option<i32> {
        let number = self.number(expr)?;
        if number < 1 {
            let headline = format!("a board size must be at least 1, found {number}");
            self.error(Code::EmptyBoard, expr.span, headline);
            return None;
        }
        Some(i32::try_from(number).unwrap_or(i32::MAX).min(1 << 20))
    }
}
