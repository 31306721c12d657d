//! Cells of a board as rows of text.

use std::collections::BTreeMap;

use super::{Board, Coord, Shape};
use crate::model::piece::mark;
use crate::syntax::ast::Lattice;

/// Cells as rows of text, each as the character that its place among them gives.
pub fn draw(board: &Board, cells: &[Coord], glyph: impl Fn(usize) -> char) -> Vec<String> {
    let marks: Vec<char> = (0..cells.len()).map(glyph).collect();
    if !marks.iter().any(|m| mark::is_word(*m)) {
        return words(board, cells, 1, |i| marks.get(i).map_or(String::new(), char::to_string));
    }
    let texts: Vec<String> = marks.into_iter().map(mark::text).collect();
    let wide = texts.iter().map(|t| t.chars().count()).max().unwrap_or(1);
    words(board, cells, wide, |i| texts.get(i).map_or(String::new(), |text| format!("{text:>wide$}")))
}

/// Cells as rows of numbers, all as wide as the widest.
pub fn numbers(board: &Board, cells: &[Coord], number: impl Fn(usize) -> i64) -> Vec<String> {
    let wide = (0..cells.len()).map(|i| number(i).to_string().len()).max().unwrap_or(1);
    words(board, cells, wide, |i| format!("{:>wide$}", number(i)))
}

/// Cells as rows of text, each as the word of this width that its place among them gives.
fn words(board: &Board, cells: &[Coord], wide: usize, word: impl Fn(usize) -> String) -> Vec<String> {
    if board.shape == Shape::Graph {
        let cells = cells.iter().enumerate().map(|(i, c)| format!("{}={}", board.name(*c), word(i).trim()));
        return vec![cells.collect::<Vec<_>>().join(" ")];
    }
    let slanted = matches!(board.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
    // Half a step to the right a row, where rows are shifted.
    let step = if slanted { (wide + 2) & !1 } else { wide + 1 };
    let step = i64::try_from(step).unwrap_or(2);
    let shift = if slanted { step / 2 } else { 0 };
    let column = |c: &Coord| step * i64::from(c.x) + shift * i64::from(c.y);
    let left = cells.iter().map(column).min().unwrap_or(0);
    let mut rows: BTreeMap<i32, (usize, String)> = BTreeMap::new();
    for (i, cell) in cells.iter().enumerate() {
        let (drawn, row) = rows.entry(cell.y).or_default();
        let at = usize::try_from(column(cell) - left).unwrap_or(0);
        while *drawn < at {
            row.push(' ');
            *drawn += 1;
        }
        row.push_str(&word(i));
        *drawn += wide;
    }
    let mut rows: BTreeMap<i32, Vec<char>> =
        rows.into_iter().map(|(y, (_, row))| (2 * y, row.chars().collect())).collect();
    for (one, other) in board.walls() {
        // Beside the last character of the one cell, or below it.
        let at = usize::try_from(column(one) - left).unwrap_or(0) + wide;
        let (at, mark) = if one.y == other.y { (at, '|') } else { (at - 1, '-') };
        let row = rows.entry(one.y + other.y).or_default();
        if row.len() <= at {
            row.resize(at + 1, ' ');
        }
        if let Some(place) = row.get_mut(at) {
            *place = mark;
        }
    }
    rows.into_values().map(|row| row.into_iter().collect()).collect()
}
