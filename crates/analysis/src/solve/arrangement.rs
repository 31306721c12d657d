//! Placed pieces in pictures that tell them apart.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_checker::Change;
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, draw};
use puzzlec_model::piece::{Content, ContentId};

/// The letters of pieces, as in configurations.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Pieces that were placed one by one.
#[derive(Default)]
pub(super) struct Arrangement {
    /// A letter for each piece on its cells.
    letters: BTreeMap<Coord, char>,
    /// What the cells hold.
    held: BTreeMap<Coord, ContentId>,
    pieces: usize,
    /// Some piece has more than one cell.
    several: bool,
}

impl Arrangement {
    /// Takes in the piece that a step places.
    pub fn place(&mut self, model: &Model, changes: &[Change]) {
        let cells: Vec<Coord> = changes
            .iter()
            .filter(|(cell, _, held)| *held != 0 && !cell.is_counter() && model.board.contains(*cell))
            .map(|change| change.0)
            .collect();
        self.several |= cells.len() > 1;
        let near = |cell: &Coord| {
            let around = |x: i32| (-1..=1).map(move |y| (x, y));
            let around = (-1..=1).flat_map(around).map(|(x, y)| Coord::new(cell.x + x, cell.y + y));
            around.filter_map(|cell| self.letters.get(&cell).copied()).collect::<Vec<_>>()
        };
        let taken: BTreeSet<char> = cells.iter().flat_map(near).collect();
        let letters = LETTERS.iter().cycle().skip(self.pieces % LETTERS.len()).take(LETTERS.len());
        let letter = letters.map(|letter| char::from(*letter)).find(|letter| !taken.contains(letter));
        self.letters.extend(cells.iter().map(|cell| (*cell, letter.unwrap_or('#'))));
        self.held.extend(changes.iter().map(|(cell, _, held)| (*cell, *held)));
        self.pieces += 1;
    }

    /// The pictures: of the pieces, each as a letter on all its cells, if some have several cells; and of the marks,
    /// as `end` draws them.
    pub fn pictures(&self, model: &Model, end: &[String]) -> Vec<(String, Vec<String>)> {
        if end.is_empty() {
            return Vec::new();
        }
        if !self.several {
            return vec![(String::new(), end.to_vec())];
        }
        let cells = model.board.cells();
        let mark = |i: usize| cells.get(i).and_then(|cell| self.letters.get(cell)).copied().unwrap_or('.');
        let pieces = draw(&model.board, cells, mark);
        let held = || self.held.values().filter(|held| **held != 0);
        let marks: BTreeSet<char> = held().map(|held| model.pieces.glyph(*held)).collect();
        let rigid = held().all(|held| matches!(model.pieces.content(*held), Content::Block(..)));
        match marks.len() {
            // A mark for each piece says the same.
            n if rigid && n == self.pieces => vec![(String::new(), end.to_vec())],
            0 | 1 => vec![(String::new(), pieces)],
            _ => vec![("pieces".to_owned(), pieces), ("marks".to_owned(), end.to_vec())],
        }
    }
}
