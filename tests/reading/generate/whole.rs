//! Pieces of several cells among effects that could tear them.

use super::field::Field;
use super::words::Maker;

/// The pieces and their cells, as `at` lists them.
fn laid(maker: &mut Maker, field: &Field, kinds: &[(&str, usize)]) -> Vec<String> {
    let mut free: Vec<bool> = vec![true; field.count()];
    let mut places = Vec::new();
    for _ in 0..maker.dice.between(2, 4) {
        let (name, length) = kinds[maker.dice.below(kinds.len())];
        let mut walk = vec![maker.dice.below(field.count())];
        while walk.len() < length {
            let around = field.board.neighbours(field.board.cells[*walk.last().unwrap()]);
            if around.is_empty() {
                break;
            }
            let next = around[maker.dice.below(around.len())];
            let next = field.board.cells.iter().position(|c| *c == next).unwrap();
            if walk.contains(&next) {
                break;
            }
            walk.push(next);
        }
        if walk.len() == length && walk.iter().all(|at| free[*at]) {
            walk.iter().for_each(|at| free[*at] = false);
            let cells: Vec<String> = walk.iter().map(|at| field.cell(*at)).collect();
            places.push(format!("{name} at {}", cells.join(", ")));
        }
    }
    places
}

fn guard(maker: &mut Maker, field: &Field) -> String {
    match maker.dice.below(5) {
        0 => "adjacent(x, y)".into(),
        1 => "x is coin or y is coin".into(),
        2 => "x is not block".into(),
        3 => "distance(x, y) <= 2".into(),
        _ => format!("x != {}", field.some_cell(&mut maker.dice)),
    }
}

fn effect(maker: &mut Maker, field: &Field, direction: &str) -> String {
    let some = |maker: &mut Maker| field.some_cell(&mut maker.dice);
    match maker.dice.below(14) {
        0 | 1 => "move x to y".into(),
        2 => "swap x with y".into(),
        3 => "remove x".into(),
        4 => "remove x, y".into(),
        5 => "put coin at y".into(),
        6 => format!("put coin at x, y, {}", some(maker)),
        7 => format!("remove {}, {}", some(maker), some(maker)),
        8 => format!("move run(x, {direction}, 2) to run(y, {direction}, 2)"),
        9 => format!("move run(x, {direction}, 2) to run(step(x, {direction}), {direction}, 2)"),
        10 => format!("shift x towards {direction}"),
        11 => "flip coin <-> empty at x, y".into(),
        12 => "remove around x".into(),
        _ => format!("move {}, x to x, {}", some(maker), some(maker)),
    }
}

fn rules(maker: &mut Maker, field: &Field) {
    let direction = field.direction(&mut maker.dice);
    let variables = ["x, y", "x: piece, y", "x: piece, y: empty", "x, y: coin", "x: coin, y"];
    let variables = maker.dice.pick(&variables);
    let mut statements = vec![format!("when {}", guard(maker, field))];
    for _ in 0..maker.dice.between(1, 2) {
        statements.push(effect(maker, field, &direction));
    }
    maker.rule(&format!("w({variables})"), statements);
    maker.rule("push(x: piece, d: direction)", vec!["shift x towards d".into()]);
    let pattern = match maker.dice.below(5) {
        0 => "[ ? ] -> [ empty ]",
        1 => "[ ? | coin ] -> [ coin | empty ]",
        2 => "[ ? | ? ] -> [ empty | coin ]",
        3 => "[ ? | ? ] -> [ ? | empty ]",
        _ => "[ ? | empty ] -> [ coin | ? ]",
    };
    if maker.dice.once_in(2) {
        maker.patterns("p", vec![pattern.to_owned()]);
    }
}

fn goal(maker: &mut Maker, field: &Field) -> String {
    let cell = field.some_cell(&mut maker.dice);
    match maker.dice.below(4) {
        0 => format!("goal where {cell} is empty and count(coin) == {}", maker.dice.below(3)),
        1 => format!("goal block at {cell}"),
        2 => format!("goal where count(piece) == {}", maker.dice.below(4)),
        _ => format!("goal where {cell} is coin"),
    }
}

fn pieces(maker: &mut Maker) {
    maker.items.push("piece coin \"o\"".into());
    maker.items.push("piece block \"AB\" { rigid }".into());
    maker.items.push("piece pair { cells 2 }".into());
    maker.items.push("piece worm { cells 3 }".into());
    maker.items.push("piece ice \"i\" { floor }".into());
}

const KINDS: &[(&str, usize)] =
    &[("coin", 1), ("block", 1), ("block", 2), ("block", 3), ("pair", 2), ("worm", 3)];

fn start(maker: &mut Maker, field: &Field, kinds: &[(&str, usize)]) -> String {
    let mut places = laid(maker, field, kinds);
    if places.is_empty() {
        places.push(format!("coin at {}", field.some_cell(&mut maker.dice)));
    }
    if maker.dice.once_in(2) {
        places.push(format!("ice at {}", field.some_cell(&mut maker.dice)));
    }
    places.join(" and ")
}

pub fn mixed(maker: &mut Maker) -> String {
    pieces(maker);
    // A variable stands for the first cell of a block, which is another one in a mirror.
    let mirror = false;
    let field = Field::any(&mut maker.dice, &["square", "hex", "diagonal", "line", "triangle"], 7, mirror);
    rules(maker, &field);
    let start = start(maker, &field, KINDS);
    let goal = goal(maker, &field);
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

pub fn followed(maker: &mut Maker) -> String {
    let text = mixed(maker);
    let word = maker.dice.pick(&["fall once", "fall each", "fall"]);
    let rule = match maker.dice.below(3) {
        0 => "rule fall { [ ? | empty ] -> [ empty | ? ] }",
        1 => "rule fall(f: piece) { when f is coin; remove f }",
        _ => "rule fall(f: coin, g) { when adjacent(f, g); swap f with g; remove f }",
    };
    format!("{rule}\n{}", text.replacen("    goal", &format!("    then {word}\n    goal"), 1))
}

pub fn closing(maker: &mut Maker) -> String {
    pieces(maker);
    maker.items.pop();
    let mirror = false;
    let field = Field::any(&mut maker.dice, &["line", "ring"], 6, mirror);
    let direction = field.direction(&mut maker.dice);
    let mut statements = vec![format!("when {}", guard(maker, &field).replace("y", "x"))];
    if maker.dice.once_in(3) {
        statements.push(format!("shift x towards {direction}"));
    }
    statements.push("close x".into());
    let variable = maker.dice.pick(&["x", "x: piece", "x: coin", "x: empty"]);
    maker.rule(&format!("c({variable})"), statements);
    maker.rule("push(x: piece, d: direction)", vec!["shift x towards d".into()]);
    let rings: &[(&str, usize)] = &[("coin", 1), ("block", 1), ("pair", 2), ("worm", 3)];
    let mut places = laid(maker, &field, rings);
    places.push(format!("coin at {}", field.some_cell(&mut maker.dice)));
    let goal = goal(maker, &field);
    maker.text(&[format!("board {}", field.text()), format!("start {}", places.join(" and ")), goal])
}
