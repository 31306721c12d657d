//! Boards with edges: a row of characters for each row of cells and for each row of edges.

use std::collections::BTreeMap;

use super::boxes::corner;
use super::{Glyph, Grid, Ink, cell_width, ink, marks};
use puzzlec_analysis::{CellSort, PieceForm, Scene, ScenePiece};
use puzzlec_base::Outline;

/// What is drawn of a piece on an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stroke {
    /// A line from corner to corner.
    Along,
    /// A line that joins two cells.
    Link,
    /// Two of them.
    Double,
}

/// The grid of a scene with edges.
pub(super) fn grid(scene: &Scene) -> Option<Grid> {
    if scene.cells.iter().all(|cell| cell.sort.is_face()) {
        return None;
    }
    let low = |of: fn(&puzzlec_analysis::Point) -> f64| {
        scene.cells.iter().map(|cell| of(&cell.at)).fold(f64::INFINITY, f64::min)
    };
    let (left, top) = (low(|p| p.x), low(|p| p.y));
    let wide = cell_width(scene);
    // The first column and row are those of corners; differences are small whole numbers.
    let places: Vec<(usize, usize)> = scene
        .cells
        .iter()
        .map(|cell| ((2.0 * (cell.at.x - left)) as usize, (2.0 * (cell.at.y - top)) as usize))
        .collect();
    let column = |x: usize| x / 2 * (wide + 1) + x % 2;
    let middles = places.iter().map(|(x, y)| (column(*x) + x % 2, *y)).collect();
    let columns = places.iter().map(|p| column(p.0) + 1).max().unwrap_or(0);
    let rows = places.iter().map(|p| p.1 + 1).max().unwrap_or(0);
    let mut grid = Grid::blank(columns, rows, wide, middles);
    grid.narrow = places.iter().map(|(x, _)| x % 2 == 0).collect();
    grid.fill(scene, false, false);
    let index: BTreeMap<(usize, usize), usize> =
        places.iter().enumerate().map(|(cell, place)| (*place, cell)).collect();
    let drawing = Drawing { index, pieces: pieces(scene) };
    for (cell, place) in places.iter().enumerate() {
        match scene.cells.get(cell).map(|cell| cell.sort) {
            Some(CellSort::Face) => drawing.face(&mut grid, cell, *place),
            Some(CellSort::Corner) => drawing.corner(&mut grid, cell, *place),
            Some(sort) => drawing.edge(&mut grid, cell, sort),
            None => {}
        }
    }
    Some(grid)
}

/// By cell the uppermost piece of one cell.
fn pieces(scene: &Scene) -> BTreeMap<usize, &ScenePiece> {
    scene.pieces.iter().filter_map(|piece| Some((*piece.cells.first()?, piece))).collect()
}

struct Drawing<'s> {
    index: BTreeMap<(usize, usize), usize>,
    pieces: BTreeMap<usize, &'s ScenePiece>,
}

impl Drawing<'_> {
    /// The strokes beside a place: up, right, down, left; with the ink of one of them.
    fn arms(&self, (x, y): (usize, usize), wanted: &[Stroke]) -> ([bool; 4], Ink) {
        let mut found = Ink::Line;
        let beside = [
            (Some(x), y.checked_sub(1)),
            (Some(x + 1), Some(y)),
            (Some(x), Some(y + 1)),
            (x.checked_sub(1), Some(y)),
        ];
        let arms = beside.map(|(x, y)| {
            let piece = x.zip(y).and_then(|at| self.index.get(&at)).and_then(|cell| self.pieces.get(cell));
            let laid = |p: &&&ScenePiece| {
                p.form != PieceForm::Target && stroke(p).is_some_and(|stroke| wanted.contains(&stroke))
            };
            let Some(piece) = piece.filter(laid) else { return false };
            found = ink(piece);
            true
        });
        (arms, found)
    }

    /// The lines that end in a cell, beside the mark of what lies in it.
    fn face(&self, grid: &mut Grid, cell: usize, place: (usize, usize)) {
        let (arms, ink) = self.arms(place, &[Stroke::Link, Stroke::Double]);
        let Some((first, last, y)) = grid.span(cell).filter(|_| arms.contains(&true)) else { return };
        let middle = first + (last - first) / 2;
        let (double, _) = self.arms(place, &[Stroke::Double]);
        let free = !self.pieces.contains_key(&cell);
        let mut put = |x: usize, mark: char| grid.put(x, y, Glyph { mark, ink, cell: Some(cell) });
        for (side, columns) in [(3, first..middle), (1, middle + 1..last + 1)] {
            for x in columns.filter(|x| arms.get(side) == Some(&true) && (free || *x == first || *x == last))
            {
                put(x, if double.get(side) == Some(&true) { '═' } else { '─' });
            }
        }
        if free {
            put(middle, corner(arms));
        }
    }

    /// A piece on a corner, or the lines that meet there.
    fn corner(&self, grid: &mut Grid, cell: usize, place: (usize, usize)) {
        let Some((x, y)) = grid.middle(cell) else { return };
        let piece = self.pieces.get(&cell);
        let (mark, ink) = match (piece, self.arms(place, &[Stroke::Along])) {
            (Some(piece), _) => (marks(piece, 0).first().copied().unwrap_or(' '), ink(piece)),
            (None, ([false, false, false, false], _)) => ('·', Ink::Line),
            (None, (arms, ink)) => (corner(arms), ink),
        };
        grid.put(x, y, Glyph { mark, ink, cell: Some(cell) });
    }

    fn edge(&self, grid: &mut Grid, cell: usize, sort: CellSort) {
        let Some((first, last, y)) = grid.span(cell) else { return };
        let middle = first + (last - first) / 2;
        let put = |grid: &mut Grid, x: usize, mark: char, ink: Ink| {
            grid.put(x, y, Glyph { mark, ink, cell: Some(cell) });
        };
        (first..=last).for_each(|x| put(grid, x, ' ', Ink::Line));
        let Some(piece) = self.pieces.get(&cell) else { return };
        let across = sort == CellSort::Across;
        let wanted = piece.form == PieceForm::Target;
        match stroke(piece) {
            // A line that the goal wants there is broken.
            Some(stroke) if wanted => {
                let flat = across == (stroke == Stroke::Along);
                put(grid, middle, if flat { '╌' } else { '╎' }, ink(piece));
            }
            Some(Stroke::Along) if across => (first..=last).for_each(|x| put(grid, x, '─', ink(piece))),
            Some(stroke) => {
                let mark = match (stroke, across) {
                    (Stroke::Along, _) | (Stroke::Link, true) => '│',
                    (Stroke::Link, false) => '─',
                    (Stroke::Double, true) => '║',
                    (Stroke::Double, false) => '═',
                };
                put(grid, middle, mark, ink(piece));
            }
            None => {
                let from = if across { first + 1 } else { first };
                let marks = marks(piece, 0);
                for (x, mark) in (from..=last).zip(marks) {
                    put(grid, x, mark, ink(piece));
                }
            }
        }
    }
}

fn stroke(piece: &ScenePiece) -> Option<Stroke> {
    match (piece.outline, piece.mark.as_str()) {
        (Outline::Line | Outline::Fence | Outline::Wall | Outline::Stick, _) => Some(Stroke::Along),
        (Outline::Bridge, "2" | "=") => Some(Stroke::Double),
        (Outline::Link | Outline::Bridge, _) => Some(Stroke::Link),
        _ => None,
    }
}
