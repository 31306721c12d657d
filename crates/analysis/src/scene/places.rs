//! Where cells are drawn.

use serde::Serialize;

use super::CellShape;
use super::crossings::fewest;
use super::layout::petersen;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_syntax::ast::Lattice;

/// A point of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// The places of cells.
pub(crate) struct Places {
    pub shape: CellShape,
    pub centres: Vec<Point>,
    /// Neighbours to be joined by a line.
    pub links: Vec<(usize, usize)>,
}

/// The distance of two rows of hexagons.
const ROW: f64 = 0.866_025_403_784_438_6;

/// The place of a cell of a lattice, from another one at this distance.
pub(crate) fn offset(board: &Board, (x, y): (i32, i32)) -> Point {
    match board.shape {
        Shape::Lattice(Lattice::Hex | Lattice::Triangle) => {
            Point { x: rounded(f64::from(x) + f64::from(y) / 2.0), y: rounded(f64::from(y) * ROW) }
        }
        Shape::Lattice(_) | Shape::Ring(_) | Shape::Graph => Point { x: f64::from(x), y: f64::from(y) },
    }
}

/// The places of these cells of a board.
pub(crate) fn places(board: &Board, cells: &[Coord]) -> Places {
    let centres = |centre: &dyn Fn(&Coord) -> Point| cells.iter().map(centre).collect::<Vec<Point>>();
    match board.shape {
        Shape::Lattice(Lattice::Square | Lattice::SquareDiagonal | Lattice::Line) => {
            // On a board with edges, faces are at distance 2.
            let step = if board.has_edges() { 0.5 } else { 1.0 };
            let centre = |c: &Coord| Point { x: f64::from(c.x) * step, y: f64::from(c.y) * step };
            Places { shape: CellShape::Square, centres: centres(&centre), links: Vec::new() }
        }
        Shape::Lattice(lattice @ (Lattice::Hex | Lattice::Triangle)) => {
            let centre = |c: &Coord| offset(board, (c.x, c.y));
            let shape = if lattice == Lattice::Hex { CellShape::Hexagon } else { CellShape::Circle };
            let links = if lattice == Lattice::Hex { Vec::new() } else { links(board, cells) };
            Places { shape, centres: centres(&centre), links }
        }
        Shape::Ring(_) => Places {
            shape: CellShape::Circle,
            centres: circle(cells.len(), &(0..cells.len()).collect::<Vec<_>>()),
            links: links(board, cells),
        },
        Shape::Graph => {
            let links = links(board, cells);
            let order = || order(cells.len(), &links);
            let points = petersen(cells.len(), &links)
                .unwrap_or_else(|| fewest(&circle(cells.len(), &order()), &links));
            let centres = points.iter().map(|p| Point { x: rounded(p.x), y: rounded(p.y) }).collect();
            Places { shape: CellShape::Circle, centres, links }
        }
    }
}

/// The pairs of neighbours among the cells.
fn links(board: &Board, cells: &[Coord]) -> Vec<(usize, usize)> {
    let place = |cell: &Coord| cells.binary_search(cell).ok();
    let mut found = Vec::new();
    for (from, cell) in cells.iter().enumerate() {
        let near = board.neighbours(*cell).into_iter().filter_map(|next| place(&next));
        found.extend(near.filter(|to| from < *to).map(|to| (from, to)));
    }
    found
}

/// Points on a circle, neighbours at distance 1; `order` lists the cells around it.
fn circle(count: usize, order: &[usize]) -> Vec<Point> {
    let n = count as f64;
    let radius = match count {
        0 | 1 => 0.0,
        2 => 0.5,
        _ => 0.5 / (std::f64::consts::PI / n).sin(),
    };
    let mut points = vec![Point { x: 0.0, y: 0.0 }; count];
    for (turn, cell) in order.iter().enumerate() {
        let angle = std::f64::consts::TAU * turn as f64 / n - std::f64::consts::FRAC_PI_2;
        if let Some(point) = points.get_mut(*cell) {
            *point = Point { x: rounded(radius * angle.cos()), y: rounded(radius * angle.sin()) };
        }
    }
    points
}

/// An order of the vertices in which neighbours follow each other where a walk can go on.
fn order(count: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let mut near = vec![Vec::new(); count];
    for (a, b) in links {
        if let Some(list) = near.get_mut(*a) {
            list.push(*b);
        }
        if let Some(list) = near.get_mut(*b) {
            list.push(*a);
        }
    }
    let mut order: Vec<usize> = Vec::new();
    let mut seen = vec![false; count];
    for first in 0..count {
        let mut at = Some(first);
        while let Some(vertex) = at.filter(|vertex| seen.get(*vertex) == Some(&false)) {
            order.push(vertex);
            if let Some(mark) = seen.get_mut(vertex) {
                *mark = true;
            }
            let next = near.get(vertex).into_iter().flatten();
            at = next.copied().find(|next| seen.get(*next) == Some(&false));
        }
    }
    order
}

/// To a thousandth, so that pictures are the same on every machine.
fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0 + 0.0
}

/// All cells of the smallest rectangle around some.
pub(in super::super) fn rectangle<'c>(cells: impl Iterator<Item = &'c Coord> + Clone) -> Vec<Coord> {
    let xs = || cells.clone().map(|c| c.x);
    let ys = || cells.clone().map(|c| c.y);
    let (Some(left), Some(right)) = (xs().min(), xs().max()) else { return Vec::new() };
    let (Some(top), Some(bottom)) = (ys().min(), ys().max()) else { return Vec::new() };
    (top..=bottom).flat_map(|y| (left..=right).map(move |x| Coord::new(x, y))).collect()
}

/// The number of cells of the smallest rectangle around some.
pub(in super::super) fn area<'c>(cells: impl Iterator<Item = &'c Coord> + Clone) -> u64 {
    let side = |of: fn(&Coord) -> i32| {
        let (low, high) = (cells.clone().map(of).min(), cells.clone().map(of).max());
        low.zip(high).map_or(0, |(low, high)| u64::from(high.abs_diff(low)) + 1)
    };
    side(|cell| cell.x).saturating_mul(side(|cell| cell.y))
}
