//! Certificates, as `puzzlec-worlds-check` reads them.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::Bits;
use crate::game::{Game, Level};
use crate::search::{Answer, Searched};

/// The certificate of an answer about a level: its keys, and the boards by which no shorter ones win, or none at all. Boards are
/// packed until they are written.
#[derive(Debug, Serialize)]
pub struct Certificate<'a> {
    format: &'static str,
    version: u32,
    puzzle: &'a str,
    claim: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Levels::is_empty")]
    levels: Levels<'a>,
}

impl<'a> Certificate<'a> {
    /// The certificate of an answer to a level of this name.
    pub fn new(game: &'a Game, (name, level): (&'a str, &Level), searched: &'a Searched) -> Self {
        let (claim, keys, shown) = match &searched.answer {
            Answer::Won(keys) => {
                let words = keys.iter().map(|key| key.word()).collect();
                ("least", words, keys.len().saturating_sub(1))
            }
            Answer::Never => ("unsolvable", Vec::new(), searched.levels.len()),
        };
        let sizes = searched.levels.get(..shown).unwrap_or(&searched.levels);
        let mut levels = Levels { searched, sizes, height: level.height, numbers: BTreeMap::new(), width: 1 };
        for board in 0..sizes.iter().sum() {
            for cell in levels.cells(board) {
                let new = levels.numbers.len();
                levels.numbers.entry(cell).or_insert(new);
            }
        }
        while 62_usize.pow(levels.width) < levels.numbers.len() {
            levels.width += 1;
        }
        let mut cells = vec![Vec::new(); levels.numbers.len()];
        for (cell, number) in &levels.numbers {
            if let Some(names) = cells.get_mut(*number) {
                let objects = cell.iter().filter_map(|object| game.objects.get(object));
                *names = objects.map(|object| object.name.as_str()).collect();
            }
        }
        Certificate {
            format: "puzzlec-world-certificate",
            version: 1,
            puzzle: name,
            claim,
            keys,
            cells,
            levels,
        }
    }
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The boards that are listed, level by level.
#[derive(Debug)]
struct Levels<'a> {
    searched: &'a Searched,
    /// The number of boards of each level.
    sizes: &'a [usize],
    height: usize,
    /// Contents of cells by their places in the list of contents.
    numbers: BTreeMap<Bits, usize>,
    /// Characters of a cell.
    width: u32,
}

impl Levels<'_> {
    fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The cells of a board, and of the restart point that goes with it, row by row.
    fn cells(&self, board: usize) -> Vec<Bits> {
        let both = [Some(self.searched.board(board)), self.searched.restart(board)];
        let rows = |cells: Vec<Bits>| -> Vec<Bits> {
            let row = |y| cells.iter().skip(y).step_by(self.height).cloned();
            (0..self.height).flat_map(row).collect()
        };
        both.into_iter().flatten().flat_map(rows).collect()
    }

    fn text(&self, board: usize) -> String {
        let digit =
            |code: usize, place: u32| DIGITS.get(code / 62_usize.pow(place) % 62).copied().unwrap_or(b'?');
        let code = |cell: &Bits| self.numbers.get(cell).copied().unwrap_or(0);
        let codes = self.cells(board);
        let digits =
            codes.iter().flat_map(|cell| (0..self.width).rev().map(move |place| (code(cell), place)));
        digits.map(|(code, place)| char::from(digit(code, place))).collect()
    }
}

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut levels = serializer.serialize_seq(Some(self.sizes.len()))?;
        let mut begin = 0;
        for size in self.sizes {
            levels.serialize_element(&Boards { levels: self, boards: begin..begin + size })?;
            begin += size;
        }
        levels.end()
    }
}

/// The boards of a level.
struct Boards<'a> {
    levels: &'a Levels<'a>,
    boards: Range<usize>,
}

impl Serialize for Boards<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.boards.clone().map(|board| self.levels.text(board)))
    }
}
