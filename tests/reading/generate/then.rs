//! Puzzles whose moves have consequences. Their rules are tried in order, so no look changes that order, and there
//! are no mirror images.

use super::field::Field;
use super::floors;
use super::marks::walled;
use super::words::{Maker, Pieces};

const TWO: &Pieces = &[("coin", 'o'), ("stone", '#')];

/// Rules that follow: most of them end.
fn following(maker: &mut Maker, field: &Field) -> String {
    let mut then = Vec::new();
    for name in ["f", "g"].into_iter().take(maker.dice.between(1, 2)) {
        let once = maker.dice.once_in(3);
        if maker.dice.once_in(3) {
            maker.written(name, field, TWO);
        } else {
            let patterns = (0..maker.dice.between(1, 2)).map(|_| match maker.dice.below(6) {
                0 => "[ coin | stone ] -> [ stone | empty ]".to_owned(),
                1 => "[ coin | coin ] -> [ empty | stone ]".to_owned(),
                2 => "[ coin | empty ] -> [ coin | stone ]".to_owned(),
                3 => "[ stone | coin ] -> [ stone | stone ]".to_owned(),
                4 if field.directed() => "[ coin | empty ] -> [ empty | coin ] along right".to_owned(),
                _ => maker.pattern(field, TWO, true),
            });
            let patterns = patterns.collect();
            maker.patterns(name, patterns);
        }
        let repeat = maker.dice.pick(&["once", "each"]);
        then.push(if once { format!("{name} {repeat}") } else { name.to_owned() });
    }
    format!("then {}", then.join(", "))
}

const BOARDS: &[&str] = &["line", "ring", "square", "diagonal", "hex", "graph"];

fn base(maker: &mut Maker, boards: &[&str]) -> (Field, Vec<String>) {
    maker.mirror = false;
    maker.order = None;
    maker.after = maker.dice.once_in(3);
    maker.pieces(TWO);
    let field = Field::any(&mut maker.dice, boards, 8, false);
    for name in ["r", "s"].into_iter().take(maker.dice.between(1, 2)) {
        if maker.dice.once_in(3) {
            maker.written(name, &field, TWO);
        } else {
            let patterns = vec![maker.pattern(&field, TWO, true)];
            maker.patterns(name, patterns);
        }
    }
    let empty = maker.dice.between(3, 7);
    let marks = maker.marks(&field, TWO, empty);
    let start = field.config(&mut maker.dice, &marks);
    (field.clone(), vec![format!("board {}", field.text()), format!("start {start}")])
}

/// The text, in which rules that follow are no moves.
fn text(maker: &mut Maker, mut statements: Vec<String>, then: String) -> String {
    maker.rules.retain(|rule| !["f", "g", "fall"].contains(&rule.as_str()));
    statements.push(then);
    maker.text(&statements)
}

pub fn followed(maker: &mut Maker) -> String {
    let (field, mut statements) = base(maker, BOARDS);
    statements.push(maker.goal(&field, TWO));
    if maker.dice.once_in(4) {
        statements.push("measure coins = pieces moved".to_owned());
    }
    let then = following(maker, &field);
    text(maker, statements, then)
}

/// Consequences have no cost of their own.
pub fn priced(maker: &mut Maker) -> String {
    maker.priced = true;
    let (field, mut statements) = base(maker, BOARDS);
    statements.push(maker.goal(&field, TWO));
    let rules: Vec<String> = maker.rules.clone();
    let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
    let measure = if maker.dice.once_in(3) { maker.dice.pick(&rules) } else { "cost" };
    statements.push(format!("measure coins = {measure}"));
    let then = following(maker, &field);
    text(maker, statements, then)
}

pub fn walls(maker: &mut Maker) -> String {
    let (field, mut statements) = base(maker, &["line", "square", "diagonal"]);
    statements[0] = format!("board {}", walled(maker, &field));
    statements.push(maker.goal(&field, TWO));
    let then = following(maker, &field);
    text(maker, statements, then)
}

pub fn layers(maker: &mut Maker) -> String {
    maker.mirror = false;
    maker.order = None;
    floors::declare(maker);
    let field = Field::any(&mut maker.dice, BOARDS, 6, false);
    let changes = maker.dice.once_in(3);
    if maker.dice.once_in(3) {
        floors::written(maker, "r", &field, changes);
    } else {
        let patterns = vec![floors::pattern(maker, &field, changes)];
        maker.patterns("r", patterns);
    }
    let changes = !maker.dice.once_in(3);
    if maker.dice.once_in(3) {
        floors::written(maker, "f", &field, changes);
    } else {
        let patterns =
            (0..maker.dice.between(1, 2)).map(|_| floors::pattern(maker, &field, changes)).collect();
        maker.patterns("f", patterns);
    }
    let then = format!("then f{}", maker.dice.pick(&["", " once", " each"]));
    let start = floors::start(maker, &field);
    let goal = floors::goal(maker, &field);
    text(maker, vec![format!("board {}", field.text()), format!("start {start}"), goal], then)
}

pub fn games(maker: &mut Maker) -> String {
    let (field, mut statements) = base(maker, BOARDS);
    let players = maker.players(|maker| maker.goal(&field, TWO));
    statements.push(players);
    let then = following(maker, &field);
    text(maker, statements, then)
}

/// A rule that gives its direction to one that follows.
pub fn tilted(maker: &mut Maker) -> String {
    maker.mirror = false;
    maker.order = None;
    maker.pieces(TWO);
    let field = Field::any(&mut maker.dice, &["square", "diagonal", "hex"], 9, false);
    let free = maker.dice.pick(&["empty", "empty", "empty or stone"]);
    maker.items.push(format!(
        "rule fall(x: coin, d: direction, y: {free}) {{\n    when y == step(x, d)\n    move x to y\n}}"
    ));
    let once = maker.dice.pick(&["", "", " once", " each"]);
    let turn = maker.dice.pick(&["", "", "+1", "-2"]);
    maker.rule("tilt(d: direction)", vec![format!("then fall(d{turn}){once}")]);
    if maker.dice.once_in(2) {
        let pattern = maker.pattern(&field, TWO, true);
        maker.rule("r", vec![pattern]);
    }
    let marks = maker.marks(&field, TWO, 5);
    let start = field.config(&mut maker.dice, &marks);
    let mut statements = vec![format!("board {}", field.text()), format!("start {start}")];
    statements.push(maker.goal(&field, TWO));
    let then = match maker.dice.below(3) {
        0 => following(maker, &field),
        1 => format!("then fall({})", field.board.directions().first().map_or("right", |d| d.0)),
        _ => return maker.text(&statements),
    };
    text(maker, statements, then)
}
