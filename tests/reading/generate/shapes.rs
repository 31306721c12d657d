//! Random puzzles of pieces with shapes, and of tests of lines.

use super::field::Field;
use super::words::Maker;

/// Rows of marks; those of hexagonal boards are spaced and shifted.
const SHAPES: &[&str] = &["ss", "sss", "ss/s.", "sss/s..", ".ss/ss.", "sss/.s."];

fn shape(maker: &mut Maker, field: &Field) -> String {
    let hex = field.text().starts_with("hex") || field.text().starts_with("triangle");
    let line = field.text().starts_with("line");
    let shape = if line { maker.dice.pick(&["s", "ss", "sss"]) } else { maker.dice.pick(SHAPES) };
    let spread = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = shape
        .split('/')
        .enumerate()
        .map(|(y, row)| if hex { format!("{}{}", " ".repeat(y), spread(row)) } else { row.to_owned() })
        .collect();
    let rows: Vec<String> = rows.iter().map(|row| format!("    {row}\n")).collect();
    format!("\"\"\"\n{}\"\"\"", rows.concat())
}

/// Rigid pieces, perhaps with coins, under a goal.
pub fn shapes(maker: &mut Maker) -> String {
    // A mirror would need mirrored shapes.
    let field = Field::any(&mut maker.dice, &["square", "hex", "diagonal", "line"], 9, false);
    let mut names = Vec::new();
    for name in ["p", "q"].into_iter().take(maker.dice.between(1, 2)) {
        let turns = if maker.dice.once_in(2) { "turns; " } else { "" };
        let flips = if maker.dice.once_in(2) { "flips; " } else { "" };
        let shape = shape(maker, &field);
        maker.items.push(format!("piece {name} \"{name}\" {{ rigid; {turns}{flips}shape {shape} }}"));
        names.push(name);
    }
    let mut entries: Vec<String> =
        names.iter().map(|name| format!("{name} * {}", maker.dice.between(1, 2))).collect();
    if maker.dice.once_in(3) {
        maker.piece("coin", "o");
        entries.push(format!("coin * {}", maker.dice.between(1, 2)));
    }
    let cell = field.some_cell(&mut maker.dice);
    let other = field.some_cell(&mut maker.dice);
    let name = names[0];
    let goal = match maker.dice.below(7) {
        0 => "where all x in cells: occupied(x)".to_owned(),
        1 => format!("where {cell} is {name}"),
        2 => format!("where {cell} is empty and all line in rows: count({name}, line) <= 3"),
        3 => format!("where all x in cells: x is not {name} or count({name}, around x) >= 1"),
        4 => format!("where {cell} is piece or {other} is piece"),
        5 => format!("where different({cell}, {other})"),
        _ => "where count(piece) >= 0".to_owned(),
    };
    let entries = maker.any_order(entries).join(", ");
    maker.text(&[format!("board {}", field.text()), format!("place {entries}"), format!("goal {goal}")])
}

/// Pieces of one or two cells under tests of lines.
pub fn lines(maker: &mut Maker) -> String {
    let two = maker.dice.once_in(3);
    let kinds: &[&str] =
        if two { &["square", "hex", "diagonal"] } else { &["square", "hex", "diagonal", "graph"] };
    let field = Field::any(&mut maker.dice, kinds, 6, false);
    let graph = field.text().starts_with("graph");
    let mut words = String::new();
    let (piece, entry) = if two {
        maker.items.push("piece domino { cells 2 }".into());
        let label = maker.dice.pick(&["", " R-G", " R-R"]);
        ("domino", format!("domino{label} * {}", maker.dice.between(1, 2)))
    } else {
        let marks = maker.dice.pick(&["1", "12", "123"]);
        maker.piece("tile", marks);
        for _ in 0..8 {
            for _ in 0..maker.dice.between(1, 4) {
                let letters: Vec<&str> = marks.split("").filter(|letter| !letter.is_empty()).collect();
                words.push_str(maker.dice.pick(&letters));
            }
            words.push(' ');
        }
        ("tile", format!("tile * {}", maker.dice.between(1, field.count().min(5))))
    };
    let lines = ["rows", "columns", "diagonals", "rows, columns", "rows, columns, diagonals", "cells"];
    let lines = maker.dice.pick(&lines);
    let all = maker.dice.pick(&["all", "all", "any"]);
    let n = maker.dice.between(0, 2);
    let goal = match maker.dice.below(7) {
        _ if graph => "all x in cells: all y in around x: different(x, y)".to_owned(),
        0 | 1 => format!("{all} line in {lines}: different(line)"),
        2 => format!("{all} line in {lines}: count({piece}, line) <= {n}"),
        3 => format!("{all} line in {lines}: count({piece}, line) == {n}"),
        4 => format!("not {all} line in {lines}: count({piece}, line) > {n}"),
        5 if !two && lines != "cells" => {
            let mut listed = format!("\"{}\"", words.trim());
            if maker.dice.once_in(2) {
                maker.items.push(format!("list words = {listed}"));
                listed = "words".into();
            }
            format!("{all} line in {lines}: spells(line, {listed})")
        }
        _ => "all x in cells: x is empty or different(x, around x)".to_owned(),
    };
    maker.text(&[format!("board {}", field.text()), format!("place {entry}"), format!("goal where {goal}")])
}
