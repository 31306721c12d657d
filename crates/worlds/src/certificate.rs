//! Certificates, as `puzzlec-worlds-check` reads them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Bits;
use crate::game::{Game, Level};
use crate::search::{Answer, Searched};

/// The text of a certificate.
#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    version: u32,
    puzzle: &'a str,
    claim: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<Vec<String>>,
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The certificate of an answer about a level as JSON: its keys, and the boards by which no shorter ones win, or none at
/// all.
pub fn text(game: &Game, (name, level): (&str, &Level), searched: &Searched) -> String {
    let (claim, keys, shown) = match &searched.answer {
        Answer::Won(keys) => {
            let words = keys.iter().map(|key| key.word()).collect();
            ("least", words, keys.len().saturating_sub(1))
        }
        Answer::Never => ("unsolvable", Vec::new(), searched.levels.len()),
    };
    let mut numbers: BTreeMap<Bits, usize> = BTreeMap::new();
    let mut boards: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut board = 0;
    for count in searched.levels.iter().take(shown) {
        let mut listed = Vec::with_capacity(*count);
        for _ in 0..*count {
            let mut codes = Vec::new();
            let cells = [Some(searched.board(board)), searched.restart(board)];
            for cells in cells.into_iter().flatten() {
                for y in 0..level.height {
                    for cell in cells.iter().skip(y).step_by(level.height) {
                        let new = numbers.len();
                        codes.push(*numbers.entry(cell.clone()).or_insert(new));
                    }
                }
            }
            listed.push(codes);
            board += 1;
        }
        boards.push(listed);
    }
    let mut cells = vec![Vec::new(); numbers.len()];
    for (cell, number) in &numbers {
        if let Some(names) = cells.get_mut(*number) {
            *names =
                cell.iter().filter_map(|o| game.objects.get(o)).map(|object| object.name.as_str()).collect();
        }
    }
    let mut width = 1;
    while 62_usize.pow(width) < numbers.len() {
        width += 1;
    }
    let digit = |code: usize, place: u32| {
        char::from(DIGITS.get(code / 62_usize.pow(place) % 62).copied().unwrap_or(b'?'))
    };
    let coded = |codes: &Vec<usize>| -> String {
        codes.iter().flat_map(|code| (0..width).rev().map(move |place| digit(*code, place))).collect()
    };
    let levels = boards.iter().map(|level| level.iter().map(coded).collect()).collect();
    let file =
        File { format: "puzzlec-world-certificate", version: 1, puzzle: name, claim, keys, cells, levels };
    // No key of it is anything but a text.
    serde_json::to_string(&file).unwrap_or_default()
}
