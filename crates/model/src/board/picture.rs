//! Cells of a board as rows of text.

use std::collections::BTreeMap;

use super::{Board, Coord, Shape};
use crate::mark;
use puzzlec_syntax::ast::Lattice;

/// Cells as rows of text, each as the character that its place among them gives.
pub fn draw(board: &Board, cells: &[Coord], glyph: impl Fn(usize) -> char) -> Vec<String> {
    let marks: Vec<char> = (0..cells.len()).map(glyph).collect();
    if !marks.iter().any(|m| mark::is_word(*m)) {
        return words(board, cells, 1, |i, row| row.extend(marks.get(i)));
    }
    let texts: Vec<String> = marks.into_iter().map(mark::text).collect();
    let wide = texts.iter().map(|t| t.chars().count()).max().unwrap_or(1);
    words(board, cells, wide, |i, row| row.extend(texts.get(i).map(|text| format!("{text:>wide$}"))))
}

/// Cells as rows of numbers, all as wide as the widest.
pub fn numbers(board: &Board, cells: &[Coord], number: impl Fn(usize) -> i64) -> Vec<String> {
    let wide = (0..cells.len()).map(|i| number(i).to_string().len()).max().unwrap_or(1);
    words(board, cells, wide, |i, row| row.push_str(&format!("{:>wide$}", number(i))))
}

/// Cells as rows of text, each as the word of this width that is written for its place among them.
fn words(board: &Board, cells: &[Coord], wide: usize, word: impl Fn(usize, &mut String)) -> Vec<String> {
    if board.shape == Shape::Graph {
        let one = |(i, cell): (usize, &Coord)| {
            let mut text = String::new();
            word(i, &mut text);
            format!("{}={}", board.name(*cell), text.trim())
        };
        return vec![cells.iter().enumerate().map(one).collect::<Vec<_>>().join(" ")];
    }
    let slanted = matches!(board.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
    // Half a step to the right a row, where rows are shifted.
    let step = if slanted { (wide + 2) & !1 } else { wide + 1 };
    let step = i64::try_from(step).unwrap_or(2);
    let shift = if slanted { step / 2 } else { 0 };
    // Faces alone lie close together.
    let apart = if board.has_edges() && cells.iter().all(|cell| !board.is_rim(*cell)) { 2 } else { 1 };
    let column = |c: &Coord| step * i64::from(c.x / apart) + shift * i64::from(c.y);
    let left = cells.iter().map(column).min().unwrap_or(0);
    let mut rows: BTreeMap<i32, (usize, String)> = BTreeMap::new();
    let mut number = 0;
    for run in cells.chunk_by(|a, b| a.y == b.y) {
        let Some(first) = run.first() else { continue };
        let (drawn, row) = rows.entry(first.y).or_default();
        for cell in run {
            let at = usize::try_from(column(cell) - left).unwrap_or(0);
            while *drawn < at {
                row.push(' ');
                *drawn += 1;
            }
            word(number, row);
            *drawn += wide;
            number += 1;
        }
    }
    if board.walls().is_empty() {
        return rows.into_values().map(|(_, row)| row).collect();
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
