//! Round cells at any points: hex and triangle boards, rings and graphs.

use super::{Glyph, Grid, Ink, SIDES, cell_width, ink};
use puzzlec_analysis::{PieceForm, Point, Scene};

/// The distance of two rows of a lattice of triangles.
const ROW: f64 = 0.866_025_403_784_438_6;
/// Rows for the distance of neighbours of a lattice.
const LATTICE_ROWS: f64 = 2.0;
/// The scales that are tried for other boards, in columns for the distance of neighbours.
const SCALES: [f64; 6] = [5.0, 6.0, 7.0, 8.0, 10.0, 12.0];
/// The scale where cells overlap at each of them.
const WIDEST: f64 = 14.0;
/// Maximum number of cells that are compared with each other.
const MOST_COMPARED: usize = 600;

/// The grid of a scene with round cells.
pub(super) fn grid(scene: &Scene) -> Grid {
    let points: Vec<Point> = scene.cells.iter().map(|cell| cell.at).collect();
    let wide = cell_width(scene);
    let middles = if is_lattice(&points) {
        // Even, so that a row may begin half a cell further.
        let columns = (wide + 1).next_multiple_of(2) as f64;
        placed(&points, (columns, LATTICE_ROWS / ROW))
    } else {
        let scaled = |scale: &f64| placed(&points, (*scale, scale / 2.0));
        let apart = SCALES.iter().map(scaled).find(|middles| are_apart(middles, wide));
        apart.unwrap_or_else(|| scaled(&WIDEST))
    };
    let width = middles.iter().map(|m| m.0 + wide - 1).max().unwrap_or(0);
    let height = middles.iter().map(|m| m.1 + 1).max().unwrap_or(0);
    let mut grid = Grid::blank(width, height, wide, middles);
    for (a, b) in &scene.links {
        join(&mut grid, (*a, *b), Ink::Line, ['─', '│']);
    }
    for (a, b) in &scene.walls {
        join(&mut grid, (*a, *b), Ink::Wall, ['║', '═']);
    }
    for piece in scene.pieces.iter().filter(|piece| matches!(piece.form, PieceForm::Chain | PieceForm::Block))
    {
        for pair in piece.cells.windows(2) {
            if let [a, b] = pair {
                join(&mut grid, (*a, *b), ink(piece), ['═', '║']);
            }
        }
    }
    grid.fill(scene, true, false);
    grid
}

/// Whether all points are those of a lattice of triangles.
fn is_lattice(points: &[Point]) -> bool {
    let whole = |n: f64| (n - n.round()).abs() < 0.01;
    points.iter().all(|p| whole(p.x * 2.0) && whole(p.y / ROW))
}

/// Columns and rows of points; the first column of brackets is 0.
fn placed(points: &[Point], (wide, high): (f64, f64)) -> Vec<(usize, usize)> {
    let low = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (low(|p| p.x), low(|p| p.y));
    // Differences to the least are not negative.
    let place =
        |p: &Point| (((p.x - left) * wide).round() as usize + 1, ((p.y - top) * high).round() as usize);
    points.iter().map(place).collect()
}

fn are_apart(middles: &[(usize, usize)], wide: usize) -> bool {
    if middles.len() > MOST_COMPARED {
        return true;
    }
    let apart = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) > wide || a.1 != b.1;
    middles.iter().enumerate().all(|(i, a)| middles.iter().skip(i + 1).all(|b| apart(a, b)))
}

/// Draws a line between two cells.
fn join(grid: &mut Grid, (a, b): (usize, usize), ink: Ink, [across, down]: [char; 2]) {
    let (Some(from), Some(to)) = (grid.middle(a), grid.middle(b)) else { return };
    let (dx, dy) = (to.0 as f64 - from.0 as f64, to.1 as f64 - from.1 as f64);
    let steps = dx.abs().max(dy.abs()).round() as usize;
    let mark = match (dx.abs() >= 2.0 * dy.abs() && dx != 0.0, dx.abs() * 3.0 <= dy.abs()) {
        (true, _) if dy == 0.0 => across,
        (_, true) => down,
        _ if (dx > 0.0) == (dy > 0.0) => '╲',
        _ => '╱',
    };
    let beyond = grid.cell_width - SIDES;
    for step in 1..steps {
        let part = step as f64 / steps as f64;
        let (x, y) = (from.0 as f64 + dx * part, from.1 as f64 + dy * part);
        let (x, y) = (x.round() as usize, y.round() as usize);
        let covers = |m: (usize, usize)| m.1 == y && (m.0..=m.0 + beyond + 1).contains(&(x + 1));
        if !covers(from) && !covers(to) {
            grid.put(x, y, Glyph { mark, ink, cell: None });
        }
    }
}
