//! Rays, selections, sums over cells, lists in effects and variables for numbers.

use super::field::Field;
use super::floors;
use super::marks::walled;
use super::words::{Maker, Pieces};

use crate::reading::board::Kind;

const DIRECTED: &[&str] = &["line", "ring", "square", "diagonal", "hex", "triangle"];
const TWO: &Pieces = &[("coin", 'o'), ("stone", '#')];

/// What stops a ray.
fn kinds(maker: &mut Maker) -> &'static str {
    maker.dice.pick(&["piece", "coin", "stone", "coin or stone", "empty", "empty or stone"])
}

fn direction(maker: &mut Maker, field: &Field) -> String {
    if maker.dice.once_in(4) { field.direction(&mut maker.dice) } else { "d".into() }
}

/// A list in an order that a mirror keeps.
fn ray(maker: &mut Maker, field: &Field, from: &str) -> String {
    let d = direction(maker, field);
    match maker.dice.below(5) {
        0 => format!("ray({from}, {d})"),
        1 => {
            let test = maker.test(field, TWO, &["u", "x"], &["d"], 1);
            format!("(ray({from}, {d}) until u: {test})")
        }
        _ => format!("(ray({from}, {d}) until {})", kinds(maker)),
    }
}

/// A set whose order must not matter.
fn set(maker: &mut Maker, field: &Field, depth: usize) -> String {
    match maker.dice.below(7) {
        0 | 1 => ray(maker, field, "x"),
        2 if depth > 0 => {
            let test = maker.test(field, TWO, &["s", "x"], &["d"], 1);
            format!("({} where s: {test})", set(maker, field, depth - 1))
        }
        3 if depth > 0 => {
            let word = maker.dice.pick(&["union", "except", "and"]);
            format!("({} {word} {})", set(maker, field, depth - 1), set(maker, field, depth - 1))
        }
        4 => "rim".into(),
        5 if depth > 0 => format!("around last({})", ray(maker, field, "x")),
        _ => maker.set(field, &["x", "y"], 1),
    }
}

fn cell(maker: &mut Maker, field: &Field) -> String {
    let end = maker.dice.pick(&["first", "last", "last"]);
    match maker.dice.below(6) {
        0 => maker.dice.pick(&["x", "y"]).to_owned(),
        1 => {
            let inner = format!("last({})", ray(maker, field, "x"));
            format!("{end}({})", ray(maker, field, &inner))
        }
        2 => {
            let (d, ray) = (direction(maker, field), ray(maker, field, "v"));
            format!("step(x, {d}, (sum v in x: count({ray})))")
        }
        _ => format!("{end}({})", ray(maker, field, "x")),
    }
}

fn number(maker: &mut Maker, field: &Field) -> String {
    let set = set(maker, field, 1);
    let kind = maker.dice.pick(&["coin", "stone", "piece", "empty"]);
    match maker.dice.below(7) {
        0 => format!("count({kind}, {set})"),
        1 | 2 => format!("count(({set}))"),
        3 | 4 => format!("(sum v in {set}: {})", of_each(maker, field)),
        5 => format!("({} v in {set}: {})", maker.dice.pick(&["min", "max"]), of_each(maker, field)),
        _ => format!("(sum v in {set}: rowof(v)) - 2 ^ {}", maker.dice.below(3)),
    }
}

/// A number of a cell `v`, which perhaps not every cell has.
fn of_each(maker: &mut Maker, field: &Field) -> String {
    let kind = maker.dice.pick(&["coin", "stone", "piece", "empty"]);
    match maker.dice.below(8) {
        0..=2 => format!("count({kind}, around v)"),
        3 | 4 => format!("count({kind}, step(v, {}))", direction(maker, field)),
        5 => format!("rowof(step(v, {}))", direction(maker, field)),
        6 => format!("count({kind}, {})", ray(maker, field, "v")),
        _ => format!("count({})", ray(maker, field, "v")),
    }
}

fn guard(maker: &mut Maker, field: &Field) -> String {
    match maker.dice.below(6) {
        0 => {
            let (word, set) = (maker.dice.pick(&["all", "any"]), set(maker, field, 1));
            format!("({word} w in {set}: {})", maker.test(field, TWO, &["w", "x"], &["d"], 1))
        }
        1 => format!(
            "{} is {}",
            cell(maker, field),
            maker.dice.pick(&["coin", "stone", "empty", "piece", "rim"])
        ),
        2 => format!("{} != {}", cell(maker, field), cell(maker, field)),
        3 => format!("{}({})", maker.dice.pick(&["occupied", "empty"]), set(maker, field, 1)),
        _ => format!("{} {} {}", number(maker, field), maker.comparison(), maker.dice.below(4)),
    }
}

fn effect(maker: &mut Maker, field: &Field) -> String {
    match maker.dice.below(8) {
        0..=2 => format!("move x to {}", cell(maker, field)),
        3 => format!("move {} to {}", cell(maker, field), cell(maker, field)),
        4 => format!("move x, {} to {}, y", cell(maker, field), cell(maker, field)),
        5 => format!("remove {}", set(maker, field, 1)),
        6 => format!("put {} at {}", maker.dice.pick(&["coin", "stone"]), cell(maker, field)),
        _ => format!("flip coin <-> stone at {}, {}", cell(maker, field), set(maker, field, 0)),
    }
}

pub fn rim(maker: &mut Maker, field: &Field) {
    let test = match maker.dice.below(3) {
        0 => "count(around r) < 3".to_owned(),
        1 => "r is coin".to_owned(),
        _ => maker.test(field, TWO, &["r"], &[], 1),
    };
    maker.items.push(format!("set rim = cells where r: {test}"));
}

/// A goal with selections, or a usual one.
pub fn goal(maker: &mut Maker, field: &Field) -> String {
    match maker.dice.below(4) {
        0 => {
            let test = maker.test(field, TWO, &["g"], &[], 0);
            let op = maker.comparison();
            format!("goal where count(cells where g: {test}) {op} {}", maker.dice.below(4))
        }
        1 => format!("goal where (sum g in rim: count(coin, around g)) {} 2", maker.comparison()),
        _ => maker.goal(field, TWO),
    }
}

fn asked(maker: &mut Maker, field: &Field) -> Vec<String> {
    let empty = maker.dice.between(4, 7);
    let marks = maker.marks(field, TWO, empty);
    let start = field.config(&mut maker.dice, &marks);
    let square = matches!(field.board.kind, Kind::Line | Kind::Square | Kind::Diagonal);
    let board = if square && maker.dice.once_in(3) { walled(maker, field) } else { field.text() };
    vec![format!("board {board}"), format!("start {start}")]
}

pub fn rule(maker: &mut Maker, name: &str, field: &Field, more: &str) {
    let kinds = maker.dice.pick(&["coin", "piece", "stone", "coin or empty"]);
    let other = maker.dice.pick(&["y", "y: empty", "y: piece"]);
    let mut statements: Vec<String> = Vec::new();
    for _ in 0..maker.dice.between(0, 2) {
        let guard = guard(maker, field);
        statements.push(format!("when {guard}"));
    }
    if !more.is_empty() {
        let low = maker.dice.pick(&["k < 3", "k == 1 or x is coin", "2 ^ k <= 4", "k != 2"]);
        statements.push(format!("when {low}"));
    }
    let effect = match more {
        "" => effect(maker, field),
        _ => {
            let d = direction(maker, field);
            match maker.dice.below(4) {
                0 => format!("move run(x, {d}, k) to run(step(x, {d}), {d}, k)"),
                1 => format!("remove run(x, {d}, k)"),
                2 => format!("move x to step(x, {d}, k)"),
                _ => format!("flip coin <-> stone at run(x, {d}, k)"),
            }
        }
    };
    if maker.after && maker.dice.once_in(2) {
        let guard = guard(maker, field);
        statements.push(format!("when after {guard}"));
    }
    if maker.priced && !maker.dice.once_in(4) {
        let number = number(maker, field);
        statements.push(format!("cost max(0, {number})"));
    }
    let settings = maker.settings(|maker| number(maker, field));
    statements.extend(settings);
    let mut statements = maker.any_order(statements);
    statements.push(effect);
    maker.rule(&format!("{name}(x: {kinds}, {other}, d: direction{more})"), statements);
}

pub fn lists(maker: &mut Maker) -> String {
    maker.pieces(TWO);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, DIRECTED, 6, mirror);
    rim(maker, &field);
    rule(maker, "w", &field, "");
    if maker.dice.once_in(3) {
        rule(maker, "v", &field, "");
    }
    let mut statements = asked(maker, &field);
    if !maker.priced && maker.dice.once_in(5) {
        let players = maker.players(|maker| goal(maker, &field));
        statements.push(players);
    } else {
        statements.push(goal(maker, &field));
    }
    maker.text(&statements)
}

pub fn numbers(maker: &mut Maker) -> String {
    maker.pieces(TWO);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, DIRECTED, 6, mirror);
    rim(maker, &field);
    let range = maker.dice.pick(&[", k in 1..", ", k in 0..2", ", k in 1..3"]);
    rule(maker, "w", &field, range);
    let mut statements = asked(maker, &field);
    statements.push(goal(maker, &field));
    maker.text(&statements)
}

/// Tests after moves and costs with rays and sets.
pub fn judged(maker: &mut Maker) -> String {
    maker.after = maker.dice.once_in(2);
    maker.priced = !maker.after || maker.dice.once_in(2);
    let text = if maker.dice.once_in(2) { lists(maker) } else { numbers(maker) };
    match maker.priced {
        true => format!("{}    measure coins = cost\n}}\n", text.trim_end().trim_end_matches('}')),
        false => text,
    }
}

/// Rays and sets in consequences. Rules are tried in order, so there is one look.
pub fn followed(maker: &mut Maker) -> String {
    maker.mirror = false;
    maker.order = None;
    maker.pieces(TWO);
    let field = Field::any(&mut maker.dice, DIRECTED, 5, false);
    rim(maker, &field);
    let more = maker.dice.pick(&["", ", k in 1..2"]);
    rule(maker, "w", &field, more);
    let more = maker.dice.pick(&["", "", ", k in 1.."]);
    rule(maker, "f", &field, more);
    let mut statements = asked(maker, &field);
    statements.push(goal(maker, &field));
    maker.rules.retain(|rule| rule != "f");
    statements.push(format!("then f{}", maker.dice.pick(&["", " once", " each"])));
    maker.text(&statements)
}

/// Rays and sets that ask for floor pieces, and change them.
pub fn layered(maker: &mut Maker) -> String {
    floors::declare(maker);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, DIRECTED, 5, mirror);
    let sorts = ["ice", "mud", "ice or mud", "tint", "coin", "piece"];
    let (end, among) = (maker.dice.pick(&sorts), maker.dice.pick(&["ice", "mud", "tint"]));
    let guard = match maker.dice.below(4) {
        0 => format!("when count(ray(x, d) until {end}) >= 1"),
        1 => format!("when count(cells where c: c is {among}) != 2"),
        2 => format!("when any c in (ray(x, d) until {end}): c is {among}"),
        _ => format!("when first(ray(x, d)) is not {among}"),
    };
    let effect = match maker.dice.below(5) {
        0 => format!("put ice at x union (ray(x, d) until {end})"),
        1 => format!("clear {among} at cells where c: c is {among} and c is empty"),
        2 => "flip ice <-> mud at ray(x, d) until piece".to_owned(),
        3 => format!("put mud at last(ray(x, d) until {end})"),
        _ => String::new(),
    };
    let mut statements = vec![guard, format!("move x to last(ray(x, d) until {end} or {end})")];
    if !effect.is_empty() {
        statements.push(effect);
    }
    if maker.dice.once_in(3) {
        statements.push(format!("when after count({among}) < 3"));
    }
    maker.rule("w(x: coin, d: direction)", statements);
    let start = floors::start(maker, &field);
    let goal = floors::goal(maker, &field);
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}
