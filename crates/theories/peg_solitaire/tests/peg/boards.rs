//! Boards of the tests.

use puzzlec_base::Budget;
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_theory::meter::Meter;

pub const SQUARE: [(i32, i32); 2] = [(0, 1), (1, 0)];

/// A board of square cells chosen by row and column.
pub fn chosen(rows: i32, columns: i32, inside: impl Fn(i32, i32) -> bool) -> PegBoard {
    let line = |r| (0..columns).map(|c| if inside(r, c) { '.' } else { ' ' }).collect::<String>();
    let lines: Vec<String> = (0..rows).map(line).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    PegBoard::drawn(&lines, &SQUARE).unwrap()
}

pub fn english() -> PegBoard {
    chosen(7, 7, |r, c| (2..5).contains(&r) || (2..5).contains(&c))
}

pub fn french() -> PegBoard {
    chosen(7, 7, |r, c| (r - 3).abs() + (c - 3).abs() <= 4)
}

pub fn german() -> PegBoard {
    chosen(8, 8, |r, c| (3..6).contains(&r) || (3..6).contains(&c))
}

pub fn diamond() -> PegBoard {
    chosen(9, 9, |r, c| (r - 4).abs() + (c - 4).abs() <= 4)
}

pub fn wiegleb() -> PegBoard {
    chosen(9, 9, |r, c| (3..6).contains(&r) || (3..6).contains(&c))
}

pub fn rectangle(rows: i32, columns: i32) -> PegBoard {
    chosen(rows, columns, |_, _| true)
}

pub fn triangle(rows: usize) -> PegBoard {
    let lines: Vec<String> = (1..=rows).map(|width| ".".repeat(width)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    PegBoard::drawn(&lines, &[(0, 1), (1, 0), (1, 1)]).unwrap()
}

/// The pegs of a picture that has the cells of the board: 'o' is a peg, blanks are no cells.
pub fn pegs(picture: &[&str]) -> Cells {
    let marks = picture.iter().flat_map(|line| line.chars()).filter(|mark| !mark.is_whitespace());
    marks.enumerate().fold(0, |sum, (cell, mark)| if mark == 'o' { sum | 1 << cell } else { sum })
}

/// A meter without limits, for as long as the tests run.
pub fn unlimited() -> &'static Meter<'static> {
    Box::leak(Box::new(Meter::new(Box::leak(Box::new(Budget::unlimited())))))
}
