//! Pictures: rows of marks become marks on the points of a lattice.

use puzzlec::syntax::ast::Picture;

use super::board::{Cell, Kind};

/// The marks in reading order. The first is at its place in the lattice, wherever that is: only the
/// places relative to each other mean something.
pub fn marks(picture: &Picture, kind: Kind) -> Result<Vec<(Cell, char)>, String> {
    let rows: Vec<Vec<char>> = picture.rows.iter().map(|r| r.text.chars().collect()).collect();
    let drawn = |c: char| c != ' ';
    let mut found = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, mark) in row.iter().enumerate().filter(|(_, c)| drawn(**c)) {
            found.push(((x as i32, y as i32), *mark));
        }
    }
    let touch = rows.iter().any(|r| r.windows(2).any(|w| drawn(w[0]) && drawn(w[1])));
    match kind {
        Kind::Ring | Kind::Graph => {
            Ok(found.into_iter().enumerate().map(|(i, (_, mark))| ((i as i32, 0), mark)).collect())
        }
        Kind::Hex => {
            let Some(((x, y), _)) = found.first().copied() else { return Ok(found) };
            let halves = |c: Cell| c.0 - c.1 - (x - y);
            if touch || found.iter().any(|(c, _)| halves(*c).rem_euclid(2) != 0) {
                return Err("a mark between two columns".into());
            }
            Ok(found.into_iter().map(|(c, mark)| ((halves(c).div_euclid(2), c.1), mark)).collect())
        }
        _ if touch => Ok(found),
        _ => {
            if found.iter().any(|(c, _)| c.0 % 2 != 0) {
                return Err("a mark between two columns".into());
            }
            Ok(found.into_iter().map(|((x, y), mark)| ((x / 2, y), mark)).collect())
        }
    }
}

/// The marks, moved so that the first in reading order lies at `to`.
pub fn moved(marks: Vec<(Cell, char)>, to: Cell) -> Vec<(Cell, char)> {
    let Some((first, _)) = marks.first().copied() else { return marks };
    let by = (to.0 - first.0, to.1 - first.1);
    marks.into_iter().map(|(c, mark)| ((c.0 + by.0, c.1 + by.1), mark)).collect()
}
