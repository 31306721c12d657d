//! Boards with edges, and pieces on some of their cells.

use super::words::Maker;
use crate::reading::board::{Board, Cell, Kind};

/// The faces of the boards: by rows, whether there is one.
const FACES: &[&[&str]] = &[&["."], &[".."], &[".", "."], &["..", ". "], &[" .", ".."], &["..."]];

/// Fences on edges, and stones on faces, on corners or anywhere.
pub fn placed(maker: &mut Maker) -> String {
    let faces = FACES[maker.dice.below(FACES.len())];
    let cells: Vec<Cell> = (0..)
        .zip(faces)
        .flat_map(|(y, row)| (0..).zip(row.chars()).filter(|(_, c)| *c == '.').map(move |(x, _)| (x, y)))
        .collect();
    let drawn: Vec<String> = faces.iter().map(|row| format!("    {row}\n")).collect();
    let (wide, high) = (faces[0].len(), faces.len());
    let board = match maker.dice.once_in(2) && cells.len() == wide * high {
        true => format!("square {wide} by {high} edges"),
        false => format!("square edges \"\"\"\n{}\"\"\"", drawn.concat()),
    };
    let board = (board, Board::new(Kind::Square, cells).with_edges());
    maker.piece("fence", "-");
    maker.piece("stone", "12");
    let on = maker.dice.pick(&[
        "",
        " on faces",
        " on corners",
        " on cells except edges",
        " on around a1 union a1",
        " on faces where x: rowof(x) == 1",
    ]);
    let number = maker.dice.pick(&["", " * 1..2", " * 2", " 2"]);
    let fences = maker.dice.pick(&["1..2", "2", "0..3"]);
    let edges = maker.dice.pick(&["edges", "edges except a1-left", "edges where x: rowof(x) >= 1"]);
    let entries = maker.any_order(vec![format!("fence * {fences} on {edges}"), format!("stone{number}{on}")]);
    let tests: Vec<String> = (0..2).map(|_| test(maker)).collect();
    let join = maker.dice.pick(&["and", "or"]);
    let picture = match maker.dice.below(4) {
        0 => format!("{} and ", picture(maker, &board.1, 2)),
        1 => format!("{} and ", picture(maker, &board.1, 3)),
        _ => String::new(),
    };
    maker.text(&[
        format!("board {}", board.0),
        format!("place {}", entries.join(", ")),
        format!("goal {picture}where ({}) {join} ({})", tests[0], tests[1]),
    ])
}

fn test(maker: &mut Maker) -> String {
    let set = maker.dice.pick(&["faces", "edges", "corners", "cells", "around a1", "ray(a1-left, right)"]);
    let place = maker.dice.pick(&[
        "a1",
        "a1-left",
        "a1-up",
        "a1-down-right",
        "a1-up-left",
        "step(a1, down)",
        "a1-right",
    ]);
    let piece = maker.dice.pick(&["fence", "stone", "stone 2", "piece"]);
    let (sign, number) = (maker.comparison(), maker.dice.below(3));
    match maker.dice.below(9) {
        0 => format!("{place} is {piece}"),
        1 => format!("{place} is not {piece}"),
        2 => format!("count({piece}, {set}) {sign} {number}"),
        3 => format!("all x in {set}: count({piece}, around x) {sign} {number}"),
        4 => format!("any x in {set}: rowof(x) {sign} columnof(x) and x is {piece}"),
        5 => format!("any x in {set}: not (rowof(x) > {number}) and x is {piece}"),
        6 => format!(
            "all line in {}: count({piece}, line) {sign} {number}",
            maker.dice.pick(&["rows", "columns", "diagonals"])
        ),
        7 => format!("any x in {set}: distance(x, {place}) == {number} and x is {piece}"),
        _ => format!("any x in {set}: x == {place} and count({piece}, ray(x, right)) {sign} {number}"),
    }
}

/// A picture of the faces, or of all cells.
fn picture(maker: &mut Maker, board: &Board, odd: usize) -> String {
    let (step, from) = if odd == 2 { (2, 1) } else { (1, 0) };
    let ends = |of: fn(&Cell) -> i32| board.cells.iter().map(of).max().unwrap_or(0);
    let mut text = String::from("\"\"\"\n");
    for y in (from..=ends(|c| c.1)).step_by(step) {
        text.push_str("    ");
        for x in (from..=ends(|c| c.0)).step_by(step) {
            let mark = maker.dice.pick(&["?", "?", "?", "?", "?", ".", "1"]);
            text.push_str(if board.has((x, y)) { mark } else { " " });
        }
        text.push('\n');
    }
    format!("{text}\"\"\"")
}
