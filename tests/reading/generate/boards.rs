//! Puzzles of pieces of one cell on boards of every kind.

use super::field::Field;
use super::words::{Maker, Pieces};

const ALL: &[&str] = &["line", "ring", "square", "diagonal", "hex", "triangle", "graph"];
const TWO: &Pieces = &[("coin", 'o'), ("stone", '#')];

fn pieces(maker: &mut Maker) -> &'static Pieces {
    let pieces = if maker.dice.once_in(2) { &TWO[..1] } else { TWO };
    maker.pieces(pieces);
    pieces
}

fn board(maker: &mut Maker, most: usize) -> Field {
    let mirror = maker.mirror;
    Field::any(&mut maker.dice, ALL, most, mirror)
}

/// Start and goal.
fn asked(maker: &mut Maker, field: &Field, pieces: &Pieces) -> Vec<String> {
    let empty = maker.dice.between(3, 7);
    let marks = maker.marks(field, pieces, empty);
    let start = field.config(&mut maker.dice, &marks);
    vec![format!("board {}", field.text()), format!("start {start}"), maker.goal(field, pieces)]
}

fn drawn_rules(maker: &mut Maker, field: &Field, pieces: &Pieces, fresh: bool) {
    for name in ["r", "s", "q"].into_iter().take(maker.dice.between(1, 2)) {
        let patterns = (0..maker.dice.between(1, 2)).map(|_| maker.pattern(field, pieces, fresh)).collect();
        maker.patterns(name, patterns);
    }
}

pub fn drawn(maker: &mut Maker) -> String {
    let pieces = pieces(maker);
    let field = board(maker, 9);
    drawn_rules(maker, &field, pieces, true);
    let statements = asked(maker, &field, pieces);
    maker.text(&statements)
}

pub fn families(maker: &mut Maker) -> String {
    let family: &Pieces = &[("tile", '1'), ("tile", '2'), ("tile", '3'), ("coin", 'o')];
    maker.piece("tile", "123");
    maker.piece("coin", "o");
    let field = board(maker, 6);
    drawn_rules(maker, &field, &family[2..], false);
    let statements = asked(maker, &field, family);
    maker.text(&statements)
}

fn written_rules(maker: &mut Maker, field: &Field, pieces: &Pieces) {
    for name in ["w", "v"].into_iter().take(maker.dice.between(1, 2)) {
        maker.written(name, field, pieces);
    }
}

pub fn written(maker: &mut Maker) -> String {
    let pieces = pieces(maker);
    let field = board(maker, 6);
    written_rules(maker, &field, pieces);
    let statements = asked(maker, &field, pieces);
    maker.text(&statements)
}

pub fn both(maker: &mut Maker) -> String {
    let pieces = pieces(maker);
    let field = board(maker, 6);
    drawn_rules(maker, &field, pieces, true);
    maker.written("w", &field, pieces);
    let statements = asked(maker, &field, pieces);
    maker.text(&statements)
}

/// A board and pieces with drawn rules, often with a written one, and what is asked of them.
fn mixed(maker: &mut Maker, cells: usize) -> (Field, &'static Pieces, Vec<String>) {
    let pieces = pieces(maker);
    let field = board(maker, cells);
    drawn_rules(maker, &field, pieces, true);
    if maker.dice.once_in(2) {
        maker.written("w", &field, pieces);
    }
    let statements = asked(maker, &field, pieces);
    (field, pieces, statements)
}

pub fn measures(maker: &mut Maker) -> String {
    let (.., mut statements) = mixed(maker, 7);
    let measure = maker.dice.pick(&["runs of one piece", "runs of one piece", "pieces moved", "actions"]);
    statements.push(format!("measure steps = {measure}"));
    maker.text(&statements)
}

/// Puzzles and games whose goal asks whether a move is possible.
pub fn stuck(maker: &mut Maker) -> String {
    let (.., mut statements) = mixed(maker, 6);
    let goal = statements.pop().unwrap_or_default();
    let goal = goal.strip_prefix("goal ").map(str::to_owned).unwrap_or_default();
    let goal = match maker.dice.below(4) {
        0 => "goal stuck".to_owned(),
        1 => format!("goal ({goal}) or (stuck)"),
        2 => format!("goal (({goal}) and (stuck)) or (count(coin) == 1)"),
        _ => format!("goal (stuck) and ({goal})"),
    };
    if maker.dice.once_in(2) {
        statements.push(goal);
    } else {
        let last = maker.dice.pick(&["wins", "loses", "draws"]);
        let ends = maker.dice.pick(&["", ", goal wins", ", goal loses"]);
        statements.push(format!("players 2{ends}, last to move {last}; {goal}"));
    }
    maker.text(&statements)
}

pub fn games(maker: &mut Maker) -> String {
    let (field, pieces, mut statements) = mixed(maker, 6);
    statements.pop();
    statements.push(maker.players(|maker| maker.goal(&field, pieces)));
    maker.text(&statements)
}

/// Games with tests of which player has won, sometimes with a goal, too.
pub fn winners(maker: &mut Maker) -> String {
    let (field, pieces, mut statements) = mixed(maker, 6);
    statements.pop();
    let goal = |maker: &mut Maker| match maker.dice.below(8) {
        0 => "stuck".to_owned(),
        1 => "turn == 1 and count(coin) >= 1".to_owned(),
        _ => maker.goal(&field, pieces).replacen("goal ", "", 1),
    };
    let mut tests: Vec<String> = Vec::new();
    let which = maker.dice.below(4);
    if which != 1 {
        tests.push(format!("win first: {}", goal(maker)));
    }
    if which != 2 {
        tests.push(format!("win second: {}", goal(maker)));
    }
    let last = maker.dice.pick(&["wins", "loses", "draws"]);
    let mut ends = "";
    if maker.dice.once_in(3) {
        ends = maker.dice.pick(&["", ", goal wins", ", goal loses"]);
        tests.push(format!("goal {}", goal(maker)));
    }
    statements.push(format!("players 2{ends}, last to move {last}"));
    statements.extend(maker.any_order(tests));
    maker.text(&statements)
}
