//! Members of families, legends and walls.

use super::field::Field;
use super::words::{Maker, Pieces};

/// The last members have marks of their own by a legend.
const MEMBERS: &Pieces = &[("tile 1", '1'), ("tile 2", 'x'), ("tile", '3'), ("coin", '+')];

fn declare(maker: &mut Maker) {
    maker.piece("tile", "123");
    maker.items.push("piece coin".into());
    maker.items.push("marks { \"x\" = tile 2; \"+\" = coin }".into());
}

pub fn members(maker: &mut Maker) -> String {
    declare(maker);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "ring", "square", "hex", "graph"], 6, mirror);
    // Families are no new pieces.
    let rules: &Pieces = if maker.dice.once_in(2) { MEMBERS } else { &[MEMBERS[0], MEMBERS[1], MEMBERS[3]] };
    let fresh = rules.len() == 3;
    let patterns = (0..maker.dice.between(1, 2)).map(|_| maker.pattern(&field, rules, fresh)).collect();
    maker.patterns("r", patterns);
    if maker.dice.once_in(2) {
        maker.written("w", &field, rules);
    }
    let empty = maker.dice.between(3, 7);
    let marks = maker.marks(&field, MEMBERS, empty);
    let start = field.config(&mut maker.dice, &marks);
    let goal = maker.goal(&field, MEMBERS);
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

/// Pieces, members and families that flips exchange, on floors and above.
pub fn exchanges(maker: &mut Maker) -> String {
    let upper: &Pieces =
        &[("coin", 'o'), ("tile 1", '1'), ("tile 2", '2'), ("card \"a\"", 'a'), ("card \"b\"", 'b')];
    maker.piece("coin", "o");
    maker.piece("tile", "12");
    maker.piece("card", "ab");
    let low = maker.dice.once_in(3);
    if low {
        maker.items.push("piece ice \"i\" { floor }".into());
        maker.items.push("piece tint \"xy\" { floor }".into());
    }
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "ring", "square", "hex", "graph"], 5, mirror);
    let above = ["coin", "tile 1", "tile 2", "card \"a\"", "card \"b\"", "empty"];
    let below = ["ice", "tint \"x\"", "tint \"y\"", "empty"];
    for name in ["f", "g"] {
        let pool: &[&str] = if low && name == "g" { &below } else { &above };
        let (one, other) = match maker.dice.below(4) {
            0 if name == "f" => ("tile", "card"),
            _ => (maker.dice.pick(pool), maker.dice.pick(pool)),
        };
        // A flip of a content with itself does nothing, and of two empty cells says nothing.
        let other = if one == other { if one == "empty" { pool[0] } else { "empty" } } else { other };
        let at = ["x", "x, around x", "around x", "cells"][maker.dice.below(4)];
        let kind = ["", ": piece", ": empty", ": tile", ": coin or card"][maker.dice.below(5)];
        maker.rule(&format!("{name}(x{kind})"), vec![format!("flip {one} <-> {other} at {at}")]);
    }
    if maker.dice.once_in(2) {
        maker.rule("m(x: piece, y: cell)", vec!["when adjacent(x, y)".into(), "swap x with y".into()]);
    }
    let empty = maker.dice.between(2, 6);
    // Members that no cell holds at the start come into being.
    let few = &upper[..maker.dice.between(1, upper.len())];
    let marks = maker.marks(&field, few, empty);
    let start = field.config(&mut maker.dice, &marks);
    let goal = maker.goal(&field, &upper[..3]);
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

/// A board of squares with walls between some of its cells.
pub fn walled(maker: &mut Maker, field: &Field) -> String {
    let mut pairs = Vec::new();
    for (i, a) in field.board.cells.iter().enumerate() {
        for (j, b) in field.board.cells.iter().enumerate().skip(i) {
            if (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1 {
                pairs.push(format!("{}-{}", field.cell(i), field.cell(j)));
            }
        }
    }
    let walls: Vec<String> = pairs.into_iter().filter(|_| maker.dice.once_in(3)).collect();
    match walls.is_empty() {
        true => field.text(),
        false => format!("{} walls {}", field.text(), walls.join(", ")),
    }
}

pub fn walls(maker: &mut Maker) -> String {
    let pieces: &Pieces = &[("coin", 'o'), ("stone", '#')];
    maker.pieces(pieces);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "square", "diagonal"], 9, mirror);
    let patterns = (0..maker.dice.between(1, 2)).map(|_| maker.pattern(&field, pieces, true)).collect();
    maker.patterns("r", patterns);
    if maker.dice.once_in(2) {
        maker.written("w", &field, pieces);
    }
    let board = walled(maker, &field);
    let empty = maker.dice.between(3, 7);
    let marks = maker.marks(&field, pieces, empty);
    let start = field.config(&mut maker.dice, &marks);
    let goal = maker.goal(&field, pieces);
    maker.text(&[format!("board {board}"), format!("start {start}"), goal])
}

pub fn placed(maker: &mut Maker) -> String {
    declare(maker);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "square", "graph"], 6, mirror);
    let mut entries = vec![format!("tile 1 * {}", maker.dice.between(1, 2)), "tile 3".into()];
    if maker.dice.once_in(2) {
        entries.push("coin".into());
    }
    let entries = maker.any_order(entries).join(", ");
    let goal = maker.goal(&field, MEMBERS);
    maker.text(&[format!("board {}", field.text()), format!("place {entries}"), goal])
}
