//! Puzzles that draw from all constructs at once: families, floor pieces, walls, counters, drawn and written rules, rays
//! and sets, exchanges, consequences, tests after moves, costs.

use super::field::Field;
use super::marks::walled;
use super::words::{Maker, Pieces};
use super::{floors, lists};
use crate::reading::board::Kind;

const BOARDS: &[&str] = &["line", "ring", "square", "diagonal", "hex", "triangle", "graph"];
const UPPER: &[&str] = &["coin", "stone", "tile 1", "tile 2"];
const LOWER: &[&str] = &["ice", "mud", "tint \"a\"", "tint \"b\""];
const ALL: &Pieces = &[("coin", 'o'), ("stone", '#'), ("tile 1", '1'), ("ice", 'i'), ("tint", 'b')];

fn declare(maker: &mut Maker) {
    floors::declare(maker);
    maker.piece("tile", "12");
    for counter in ["fuel", "keys"].into_iter().take(maker.dice.below(3)) {
        let high = maker.dice.between(1, 3);
        let start = maker.dice.below(high + 1);
        maker.items.push(format!("counter {counter} in 0..{high} = {start}"));
        maker.counters.push(counter);
    }
}

fn rule(maker: &mut Maker, name: &str, field: &Field) {
    let changes = maker.dice.once_in(2);
    match maker.dice.below(6) {
        0 => {
            let patterns =
                (0..maker.dice.between(1, 2)).map(|_| floors::pattern(maker, field, changes)).collect();
            maker.patterns(name, patterns);
        }
        1 => floors::written(maker, name, field, changes),
        2 => maker.written(name, field, ALL),
        3 if field.directed() => {
            let more = maker.dice.pick(&["", "", ", k in 1..2"]);
            lists::rule(maker, name, field, more);
        }
        4 => {
            let (one, other) =
                (maker.dice.pick(UPPER), maker.dice.pick(&["empty", "stone", "tile 2", "tile"]));
            let other =
                if one == other || other == "tile" && one.starts_with("tile") { "empty" } else { other };
            let other = if other == "tile" { "tile 1" } else { other };
            let at = maker.dice.pick(&["x", "x, around x", "around x", "cells"]);
            let kind = maker.dice.pick(&["", ": piece", ": empty", ": tile", ": ice"]);
            let guard = maker.test(field, ALL, &["x"], &[], 2);
            let statements = vec![format!("when {guard}"), format!("flip {one} <-> {other} at {at}")];
            maker.rule(&format!("{name}(x{kind})"), statements);
        }
        _ => {
            let pattern = maker.pattern(field, ALL.get(..3).unwrap(), true);
            maker.patterns(name, vec![pattern]);
        }
    }
}

/// What lies on each cell and below it.
fn start(maker: &mut Maker, field: &Field) -> String {
    let mut places = std::collections::BTreeMap::<&str, Vec<String>>::new();
    for at in 0..field.count() {
        if maker.dice.once_in(2) {
            places.entry(maker.dice.pick(UPPER)).or_default().push(field.cell(at));
        }
        if maker.dice.once_in(3) {
            places.entry(maker.dice.pick(LOWER)).or_default().push(field.cell(at));
        }
    }
    if places.is_empty() {
        places.insert("coin", vec![field.cell(0)]);
    }
    let places = places.iter().map(|(name, cells)| format!("{name} at {}", cells.join(", ")));
    places.collect::<Vec<_>>().join(" and ")
}

/// A puzzle of everything.
pub fn combined(maker: &mut Maker) -> String {
    maker.mirror = false;
    maker.order = None;
    maker.after = maker.dice.once_in(2);
    maker.priced = maker.dice.once_in(3);
    declare(maker);
    let field = Field::any(&mut maker.dice, BOARDS, 6, false);
    lists::rim(maker, &field);
    let then = maker.dice.once_in(2);
    for name in ["r", "s", "t"].into_iter().take(maker.dice.between(1, 3)) {
        rule(maker, name, &field);
    }
    if then {
        rule(maker, "f", &field);
        maker.rules.retain(|rule| rule != "f");
    }
    let square = matches!(field.board.kind, Kind::Line | Kind::Square | Kind::Diagonal);
    let board = if square && maker.dice.once_in(2) { walled(maker, &field) } else { field.text() };
    if maker.after {
        let (one, other) = (maker.test(&field, ALL, &[], &[], 2), maker.test(&field, ALL, &[], &[], 1));
        maker.legal.push(format!("legal after {one} or {other}"));
    }
    let mut statements = vec![format!("board {board}"), format!("start {}", start(maker, &field))];
    statements.push(match maker.dice.below(8) {
        0 => maker.players(|maker| maker.goal(&field, ALL)),
        1 | 2 => floors::goal(maker, &field),
        3 if field.directed() => lists::goal(maker, &field),
        _ => maker.goal(&field, ALL),
    });
    if maker.priced {
        statements.push("measure coins = cost".to_owned());
    } else if maker.dice.once_in(3) {
        statements
            .push(format!("measure steps = {}", maker.dice.pick(&["pieces moved", "runs of one piece"])));
    }
    if then {
        statements.push(format!("then f{}", maker.dice.pick(&["", " once", " each"])));
    }
    maker.text(&statements)
}
