//! Coordinates of cells in pictures of characters.

use std::collections::BTreeMap;

use crate::grid::Grid;
use crate::safe::safe;
use puzzlec_analysis::{CellShape, Scene};

/// A grid with the letters of its columns above and the numbers of its rows on the left, if all cells in a column have one
/// letter and all in a row one number.
pub(super) fn framed(scene: &Scene, grid: &Grid) -> Option<Vec<String>> {
    if scene.shape != CellShape::Square {
        return None;
    }
    let mut columns: BTreeMap<usize, &str> = BTreeMap::new();
    let mut rows: BTreeMap<usize, &str> = BTreeMap::new();
    for (number, cell) in scene.cells.iter().enumerate().filter(|(_, cell)| cell.sort.is_face()) {
        let digits = cell.name.find(|c: char| c.is_ascii_digit()).unwrap_or(cell.name.len());
        let (letters, digits) = (cell.name.get(..digits)?, cell.name.get(digits..)?);
        let (x, y) = grid.middle(number)?;
        if letters.is_empty() && digits.is_empty() || *columns.entry(x).or_insert(letters) != letters {
            return None;
        }
        if *rows.entry(y).or_insert(digits) != digits {
            return None;
        }
    }
    if columns.values().chain(rows.values()).any(|name| name.len() > grid.cell_width()) {
        return None;
    }
    let margin = rows.values().map(|name| name.len()).max().unwrap_or(0);
    let mut head = vec![' '; grid.width()];
    for (x, letters) in columns {
        for (place, letter) in (x..).zip(letters.chars()) {
            if let Some(slot) = head.get_mut(place) {
                *slot = letter;
            }
        }
    }
    let head: String = head.into_iter().collect();
    let mut framed = vec![format!("{:margin$} {}", "", head.trim_end())];
    for (y, row) in grid.text().lines().enumerate() {
        let name = rows.get(&y).copied().unwrap_or("");
        framed.push(format!("{name:>margin$} {row}").trim_end().to_owned());
    }
    Some(framed)
}

/// A grid of empty cells with the name of each cell in it; `None` if a name is too long.
pub(super) fn named(scene: &Scene, grid: &Grid) -> Option<Vec<String>> {
    let mut rows: Vec<Vec<char>> =
        (0..grid.height()).map(|y| grid.row(y).iter().map(|glyph| glyph.mark).collect()).collect();
    for (number, cell) in scene.cells.iter().enumerate() {
        let (x, y) = grid.middle(number)?;
        let name: Vec<char> = safe(&cell.name).chars().collect();
        if name.len() > grid.cell_width() {
            return None;
        }
        // The whole cell, without its brackets.
        let first = x.saturating_sub(1);
        let blanks = std::iter::repeat_n(' ', grid.cell_width() - name.len());
        for (place, letter) in (first..).zip(name.into_iter().chain(blanks)) {
            if let Some(slot) = rows.get_mut(y).and_then(|row| row.get_mut(place)) {
                *slot = letter;
            }
        }
    }
    Some(rows.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect())
}
