//! Shapes of sets of cells, in goals of placements and in rules.

use super::field::Field;
use super::words::{Maker, Pieces};

const TWO: &Pieces = &[("coin", 'o'), ("stone", '#')];

/// A set that depends on the position, or does not.
fn set(maker: &mut Maker, field: &Field, cells: &[&str], depth: usize) -> String {
    match maker.dice.below(9) {
        0..=2 => maker.dice.pick(&["coin", "stone", "piece", "empty"]).to_owned(),
        3 | 4 => {
            let inner: Vec<&str> = cells.iter().copied().chain(["s"]).collect();
            let list = if maker.dice.once_in(3) { maker.set(field, cells, 1) } else { "cells".into() };
            format!("({list} where s: {})", maker.test(field, TWO, &inner, &[], 0))
        }
        5 | 6 if depth > 0 => {
            let word = maker.dice.pick(&["union", "except", "and"]);
            let list = |maker: &mut Maker| {
                let kind = maker.dice.pick(&["coin", "stone", "empty"]);
                match maker.dice.below(3) {
                    0 => component(maker, field, cells, depth - 1),
                    1 => maker.set(field, cells, 1),
                    _ => format!("(cells where t: t is {kind})"),
                }
            };
            format!("({} {word} {})", list(maker), list(maker))
        }
        7 if depth > 0 => component(maker, field, cells, depth - 1),
        _ => maker.set(field, cells, 1),
    }
}

fn component(maker: &mut Maker, field: &Field, cells: &[&str], depth: usize) -> String {
    let cell = maker.cell(field, cells, &[]);
    format!("component({cell}, {})", set(maker, field, cells, depth))
}

fn number(maker: &mut Maker, field: &Field, cells: &[&str]) -> String {
    let kind = maker.dice.pick(&["coin", "stone", "piece", "empty"]);
    match maker.dice.below(6) {
        0 | 1 => format!("components({})", set(maker, field, cells, 1)),
        2 => format!("count({kind}, {})", component(maker, field, cells, 1)),
        3 => {
            let inner: Vec<&str> = cells.iter().copied().chain(["s"]).collect();
            let part = component(maker, field, cells, 1);
            format!("count({part} where s: {})", maker.test(field, TWO, &inner, &[], 1))
        }
        _ => format!("count({})", component(maker, field, cells, 1)),
    }
}

fn test(maker: &mut Maker, field: &Field, cells: &[&str], depth: usize) -> String {
    let rows = field.text().starts_with("square") || field.text().starts_with("line");
    match maker.dice.below(14) {
        0 if depth > 0 => format!("not ({})", test(maker, field, cells, depth - 1)),
        1 | 2 if depth > 0 => {
            let word = maker.dice.pick(&["and", "or"]);
            let (one, other) = (test(maker, field, cells, depth - 1), test(maker, field, cells, depth - 1));
            format!("({one} {word} {other})")
        }
        3 if depth > 0 => {
            let inner: Vec<&str> = cells.iter().copied().chain(["w"]).collect();
            let (word, kind) = (maker.dice.pick(&["all", "any"]), maker.dice.pick(&["coin", "stone"]));
            format!("({word} w in cells: w is not {kind} or {})", test(maker, field, &inner, depth - 1))
        }
        4 => {
            let inner: Vec<&str> = cells.iter().copied().chain(["w"]).collect();
            let (word, part) = (maker.dice.pick(&["all", "any"]), component(maker, field, cells, 1));
            format!("({word} w in {part}: {})", maker.test(field, TWO, &inner, &[], 1))
        }
        5 => format!("{}({})", maker.dice.pick(&["occupied", "empty"]), component(maker, field, cells, 0)),
        6 => format!("loop({})", set(maker, field, cells, 1)),
        7 => format!("tree({})", set(maker, field, cells, 1)),
        8 => {
            let set = set(maker, field, cells, 1);
            let (a, b) = (maker.cell(field, cells, &[]), maker.cell(field, cells, &[]));
            format!("path({set}, {a}, {b})")
        }
        9 if rows => format!("rectangle({})", set(maker, field, cells, 1)),
        10 => format!("connected({})", set(maker, field, cells, 1)),
        11 => {
            let (one, other) = (number(maker, field, cells), number(maker, field, cells));
            let by = maker.dice.pick(&["", " + 1", " * 2"]);
            format!("{one}{by} {} {other}", maker.comparison())
        }
        12 => {
            let kind = maker.dice.pick(&["coin", "stone"]);
            let (one, other) = (number(maker, field, cells), maker.number(field, TWO, cells, 1));
            let other = if maker.dice.once_in(2) { format!("count({kind})") } else { other };
            format!("{one} {} {other}", maker.comparison())
        }
        _ => format!("{} {} {}", number(maker, field, cells), maker.comparison(), maker.dice.below(4)),
    }
}

/// Coins and stones, any number of some, under tests of sets.
pub fn placed(maker: &mut Maker) -> String {
    let boards = ["square", "square", "square", "hex", "diagonal", "line", "ring", "graph"];
    let field = Field::any(&mut maker.dice, &boards, 9, false);
    maker.pieces(TWO);
    let amount = |maker: &mut Maker| match maker.dice.below(4) {
        0 => format!(" * 0..{}", maker.dice.between(1, 4)),
        1 => format!(" * {}", maker.dice.between(1, 3)),
        _ => " *".to_owned(),
    };
    let mut entries = vec![format!("coin{}", amount(maker))];
    if maker.dice.once_in(3) {
        entries.push(format!("stone * {}", maker.dice.between(1, 2)));
    }
    let goal = test(maker, &field, &[], 2);
    let more =
        if maker.dice.once_in(2) { format!(" and {}", test(maker, &field, &[], 1)) } else { String::new() };
    let entries = maker.any_order(entries).join(", ");
    maker.text(&[
        format!("board {}", field.text()),
        format!("place {entries}"),
        format!("goal where {goal}{more}"),
    ])
}

/// Tests of sets in rules, after moves and in goals.
pub fn moved(maker: &mut Maker) -> String {
    maker.pieces(TWO);
    let mirror = maker.mirror;
    let boards = ["square", "square", "hex", "diagonal", "line", "ring", "graph"];
    let field = Field::any(&mut maker.dice, &boards, 8, mirror);
    for name in ["w", "v"].into_iter().take(maker.dice.between(1, 2)) {
        let mut statements = Vec::new();
        if !maker.dice.once_in(4) {
            statements.push(format!("when {}", test(maker, &field, &["x", "y"], 1)));
        }
        if maker.dice.once_in(3) {
            statements.push(format!("when after {}", test(maker, &field, &["x", "y"], 1)));
        }
        // Each component that there may be is a move of its own.
        let (cell, kind) = (maker.dice.pick(&["x", "y"]), maker.dice.pick(&["coin", "stone", "piece"]));
        let effect = match maker.dice.below(6) {
            0 => format!("remove component({cell}, {kind})"),
            1 => format!("flip coin <-> stone at component({cell}, {kind})"),
            _ => "move x to y".to_owned(),
        };
        let mut statements = maker.any_order(statements);
        statements.push(effect);
        maker.rule(&format!("{name}(x: piece, y: empty)"), statements);
    }
    let empty = maker.dice.between(4, 7);
    let marks = maker.marks(&field, TWO, empty);
    let start = field.config(&mut maker.dice, &marks);
    let mut all = vec![format!("board {}", field.text()), format!("start {start}")];
    if maker.dice.once_in(4) {
        let test = test(maker, &field, &[], 1);
        maker.legal.push(format!("legal after {test}"));
    }
    if maker.dice.once_in(6) {
        let players = maker.players(|maker| format!("goal where {}", test(maker, &field, &[], 1)));
        all.push(players);
    } else {
        all.push(format!("goal where {}", test(maker, &field, &[], 1)));
    }
    maker.text(&all)
}

/// Tests of sets in consequences. Rules are tried in order, so there is one look.
pub fn followed(maker: &mut Maker) -> String {
    maker.mirror = false;
    maker.order = None;
    maker.pieces(TWO);
    let field =
        Field::any(&mut maker.dice, &["square", "hex", "diagonal", "line", "ring", "graph"], 6, false);
    let mut statements = Vec::new();
    if maker.dice.once_in(2) {
        statements.push(format!("when {}", test(maker, &field, &["x", "y"], 1)));
    }
    statements.push("move x to y".to_owned());
    maker.rule("w(x: piece, y: empty)", statements);
    let effect = maker.dice.pick(&["remove x", "remove x", "flip coin <-> stone at x"]);
    let kind = maker.dice.pick(&["coin", "stone", "piece"]);
    let guard = match maker.dice.below(3) {
        0 => format!("count(component(x, {kind})) >= {}", maker.dice.between(2, 3)),
        _ => test(maker, &field, &["x"], 1),
    };
    maker.rule(&format!("f(x: {kind})"), vec![format!("when {guard}"), effect.to_owned()]);
    let empty = maker.dice.between(4, 7);
    let marks = maker.marks(&field, TWO, empty);
    let start = field.config(&mut maker.dice, &marks);
    let goal = test(maker, &field, &[], 1);
    maker.rules.retain(|rule| rule != "f");
    let then = format!("then f{}", maker.dice.pick(&["", " once", " each"]));
    maker.text(&[
        format!("board {}", field.text()),
        format!("start {start}"),
        format!("goal where {goal}"),
        then,
    ])
}
