//! Pictures: rows of marks become marks on the points of a lattice.

use puzzlec_syntax::ast::Picture;

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

/// A picture without the walls that are drawn in it, and the cells on both sides of each wall.
pub fn maze(picture: &Picture) -> Result<(Picture, Vec<(Cell, Cell)>), String> {
    let (mut rows, mut walls, mut left) = (Vec::new(), Vec::new(), None);
    for row in &picture.rows {
        let y = rows.len() as i32;
        if row.text.chars().all(|c| c == '-' || c == ' ') {
            let places = row.text.chars().enumerate().filter(|(_, c)| *c == '-').map(|(x, _)| x as i32);
            walls.extend(places.map(|x| ((x, y - 1), (x, y))));
            continue;
        }
        left = left.or(row.text.find(|c| c != ' ' && c != '|').map(|x| x as i32));
        let places = row.text.chars().enumerate().filter(|(_, c)| *c == '|').map(|(x, _)| x as i32);
        walls.extend(places.map(|x| ((x - 1, y), (x + 1, y))));
        let mut row = row.clone();
        row.text = row.text.replace('|', " ").trim_end().to_owned();
        rows.push(row);
    }
    let left = left.ok_or("no cell")?;
    let cell = |(x, y): Cell| ((x - left) / 2, y);
    let least = rows.iter().filter_map(|r| r.text.find(|c| c != ' ')).min().unwrap_or(0);
    for row in &mut rows {
        row.text = row.text.get(least..).unwrap_or("").to_owned();
    }
    let by = (least as i32 - left) / 2;
    let walls = walls.into_iter().map(|(a, b)| (cell(a), cell(b)));
    let walls = walls.map(|(a, b)| ((a.0 - by, a.1), (b.0 - by, b.1)));
    Ok((Picture { rows, odd_indent: None, span: picture.span }, walls.collect()))
}

/// The marks of a picture in which blanks separate them, by the mark of a text. Its columns are as wide as its longest mark.
pub fn words(picture: &Picture, mark: &dyn Fn(&str) -> Option<char>) -> Result<Vec<(Cell, char)>, String> {
    let mut found: Vec<(usize, usize, i32, String)> = Vec::new();
    for (y, row) in picture.rows.iter().enumerate() {
        let mut from = 0;
        for word in row.text.split(' ') {
            if !word.is_empty() {
                let end = from + word.chars().count();
                found.push((from, end, y as i32, word.to_owned()));
            }
            from += word.chars().count() + 1;
        }
    }
    let wide = found.iter().map(|f| f.1 - f.0).max().unwrap_or(1) + 1;
    for edge in [|f: &(usize, usize, i32, String)| f.1, |f: &(usize, usize, i32, String)| f.0] {
        let least = found.iter().map(edge).min().unwrap_or(0);
        if found.iter().all(|f| (edge(f) - least) % wide == 0) {
            let placed = found.iter().map(|f| {
                let at = ((edge(f) - least) / wide) as i32;
                mark(&f.3).map(|mark| ((at, f.2), mark)).ok_or(format!("no mark {}", f.3))
            });
            return placed.collect();
        }
    }
    Err("a mark between two columns".into())
}

/// The marks, moved so that the first in reading order lies at `to`.
pub fn moved(marks: Vec<(Cell, char)>, to: Cell) -> Vec<(Cell, char)> {
    let Some((first, _)) = marks.first().copied() else { return marks };
    let by = (to.0 - first.0, to.1 - first.1);
    marks.into_iter().map(|(c, mark)| ((c.0 + by.0, c.1 + by.1), mark)).collect()
}
