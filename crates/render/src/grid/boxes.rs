//! Square cells: boxes with lines, or close together without lines.

use std::collections::{BTreeMap, BTreeSet};

use super::{Glyph, Grid, Ink, cell_width, ink, joined, owners};
use puzzlec_analysis::{CellShape, PieceForm, Scene};

/// The grid of a scene with square cells.
pub(super) fn grid(scene: &Scene, room: (usize, usize)) -> Option<Grid> {
    if scene.shape != CellShape::Square {
        return None;
    }
    let low = |of: fn(&puzzlec_analysis::Point) -> f64| {
        scene.cells.iter().map(|cell| of(&cell.at)).fold(f64::INFINITY, f64::min)
    };
    let (left, top) = (low(|p| p.x), low(|p| p.y));
    // Columns and rows are small whole numbers.
    let places: Vec<(usize, usize)> =
        scene.cells.iter().map(|cell| ((cell.at.x - left) as usize, (cell.at.y - top) as usize)).collect();
    let columns = places.iter().map(|p| p.0 + 1).max().unwrap_or(0);
    let rows = places.iter().map(|p| p.1 + 1).max().unwrap_or(0);
    let wide = cell_width(scene);
    let fits = columns * (wide + 1) < room.0 && rows * 2 < room.1;
    // Walls, chains and the rims of blocks with one mark are drawn between cells.
    let blocks = || scene.pieces.iter().filter(|piece| piece.form == PieceForm::Block);
    let mut marks = BTreeSet::new();
    let needed = !scene.walls.is_empty()
        || scene.pieces.iter().any(|piece| piece.form == PieceForm::Chain)
        || blocks().any(|block| !marks.insert(&block.mark)) && blocks().any(|block| block.cells.len() > 1);
    if fits || needed {
        return Some(lined(scene, &places, (columns, rows)));
    }
    let middles = places.iter().map(|(x, y)| (x * wide + 1, *y)).collect();
    let mut grid = Grid::blank(columns * wide, rows, wide, middles);
    grid.fill(scene, false, true);
    Some(grid)
}

fn lined(scene: &Scene, places: &[(usize, usize)], (columns, rows): (usize, usize)) -> Grid {
    let wide = cell_width(scene) + 1;
    let middles: Vec<(usize, usize)> = places.iter().map(|(x, y)| (x * wide + 2, y * 2 + 1)).collect();
    let mut grid = Grid::blank(columns * wide + 1, rows * 2 + 1, wide - 1, middles);
    let cells: BTreeMap<(usize, usize), usize> =
        places.iter().enumerate().map(|(cell, place)| (*place, cell)).collect();
    let owner = owners(scene);
    let at = |x: usize, y: usize| cells.get(&(x.wrapping_sub(1), y.wrapping_sub(1))).copied();
    // The line between two places, each of which is a cell or none.
    let line = |a: Option<usize>, b: Option<usize>| match (a, b) {
        (None, None) => None,
        (Some(a), Some(b)) if joined(scene, a, b, &owner) => Some(Line::Inside(a)),
        (Some(a), Some(b)) if scene.walls.iter().any(|w| *w == (a, b) || *w == (b, a)) => Some(Line::Wall),
        _ => Some(Line::Thin),
    };
    // Places are counted from 1, so that the one before the first is none.
    for y in 0..=rows {
        for x in 0..=columns {
            let across = line(at(x + 1, y), at(x + 1, y + 1));
            let down = line(at(x, y + 1), at(x + 1, y + 1));
            for step in 1..wide {
                grid.put(x * wide + step, y * 2, segment(scene, across, &owner, ['─', '━']));
            }
            grid.put(x * wide, y * 2 + 1, segment(scene, down, &owner, ['│', '┃']));
            let left = line(at(x, y), at(x, y + 1));
            let up = line(at(x, y), at(x + 1, y));
            let glyph = match [up, across, down, left] {
                [
                    Some(Line::Inside(a)),
                    Some(Line::Inside(_)),
                    Some(Line::Inside(_)),
                    Some(Line::Inside(_)),
                ] => segment(scene, Some(Line::Inside(a)), &owner, [' ', ' ']),
                arms => Glyph {
                    mark: corner(arms.map(|arm| arm.is_some_and(|l| l.is_drawn()))),
                    ink: Ink::Line,
                    cell: None,
                },
            };
            grid.put(x * wide, y * 2, glyph);
        }
    }
    grid.fill(scene, false, false);
    grid
}

/// A line between two places.
#[derive(Clone, Copy)]
enum Line {
    Thin,
    Wall,
    /// Within a piece, of which this is a cell.
    Inside(usize),
}

impl Line {
    fn is_drawn(self) -> bool {
        !matches!(self, Line::Inside(_))
    }
}

fn segment(scene: &Scene, line: Option<Line>, owner: &[Option<usize>], [thin, wall]: [char; 2]) -> Glyph {
    match line {
        None => Glyph::BLANK,
        Some(Line::Thin) => Glyph { mark: thin, ink: Ink::Line, cell: None },
        Some(Line::Wall) => Glyph { mark: wall, ink: Ink::Wall, cell: None },
        Some(Line::Inside(cell)) => {
            let piece = owner.get(cell).copied().flatten().and_then(|number| scene.pieces.get(number));
            Glyph { mark: ' ', ink: piece.map_or(Ink::Blank, ink), cell: Some(cell) }
        }
    }
}

/// The character where lines meet: up, right, down, left.
pub(super) fn corner(arms: [bool; 4]) -> char {
    match arms {
        [true, true, true, true] => '┼',
        [true, true, true, false] => '├',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, true] => '┴',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, true, false, true] => '─',
        [true, false, true, false] => '│',
        [false, true, false, false] => '╶',
        [false, false, false, true] => '╴',
        [true, false, false, false] => '╵',
        [false, false, true, false] => '╷',
        [false, false, false, false] => ' ',
    }
}
