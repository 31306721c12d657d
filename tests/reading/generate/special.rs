//! Puzzles of what only some boards or pieces know.

use super::field::Field;
use super::words::{Maker, Pieces};

const COINS: &Pieces = &[("heads", '1'), ("tails", '0')];

fn statements(maker: &mut Maker, field: &Field, pieces: &Pieces, empty: usize) -> Vec<String> {
    let marks = maker.marks(field, pieces, empty);
    let start = field.config(&mut maker.dice, &marks);
    vec![format!("board {}", field.text()), format!("start {start}"), maker.goal(field, pieces)]
}

/// Unions in unions, parameters, rules listed twice.
pub fn unions(maker: &mut Maker) -> String {
    let pieces: &Pieces = &[("coin", 'o'), ("stone", '#')];
    maker.pieces(pieces);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "ring", "square", "hex"], 7, mirror);
    let pattern = maker.pattern(&field, pieces, true);
    maker.patterns("r", vec![pattern]);
    let direction = field.direction(&mut maker.dice);
    let far = maker.dice.between(1, 2);
    maker.rule(
        &format!("far(x: coin, y: empty; k: 1..3 = {far}, j = k + 1)"),
        vec!["when distance(x, y) == k or distance(x, y) == j".into(), "move x to y".into()],
    );
    maker.rule(
        "lift(x, y; k: int)",
        vec![
            format!("when occupied(run(x, {direction}, k)) and empty(run(y, {direction}, k))"),
            format!("move run(x, {direction}, k) to run(y, {direction}, k)"),
        ],
    );
    let uses =
        ["r", "far", "far(1)", "far(2, 2)", "far(1, 2)", "lift(1)", "lift(2)", "lift(n)", "all", "some"];
    let inner: Vec<String> = (0..2).map(|_| uses[maker.dice.below(7)].to_owned()).collect();
    let inner = maker.any_order(inner).join(", ");
    maker.items.push(format!("rule some = {inner}"));
    let outer = vec!["some".to_owned(), uses[maker.dice.below(7)].to_owned()];
    let outer = maker.any_order(outer).join(", ");
    maker.items.push(format!("rule all = {outer}"));
    maker.rules =
        (0..maker.dice.between(1, 3)).map(|_| uses[maker.dice.below(uses.len())].to_owned()).collect();
    let statements = statements(maker, &field, pieces, 6);
    let n = maker.dice.between(1, 2);
    maker.text(&statements).replace("puzzle P {", &format!("puzzle P(n: 1..3 = {n}) {{"))
}

/// Rows and rings that close up over cells.
pub fn closing(maker: &mut Maker) -> String {
    maker.pieces(COINS);
    let mirror = false;
    let field = Field::any(&mut maker.dice, &["line", "ring"], 6, mirror);
    for name in ["w", "v"].into_iter().take(maker.dice.between(1, 2)) {
        let mut effects = Vec::new();
        let cells = ["x", "y"];
        let variables = match maker.dice.below(3) {
            0 => vec!["x: heads", "y: tails"],
            1 => vec!["x: heads", "y: empty"],
            _ => vec!["x: heads"],
        };
        let cells = &cells[..variables.len()];
        if cells.len() > 1 {
            effects.push(format!("when {}", maker.test(&field, COINS, cells, &[], 1)));
        }
        match maker.dice.below(4) {
            0 => effects.push("remove x".into()),
            1 => effects.extend(["remove x".into(), "flip heads <-> tails at around x".into()]),
            2 => effects.push("flip heads <-> tails at around x".into()),
            _ => effects.push(maker.effect(&field, COINS, cells, &[])),
        }
        if !maker.dice.once_in(5) {
            effects.push(format!("close {}", maker.dice.pick(cells)));
        }
        maker.rule(&format!("{name}({})", variables.join(", ")), effects);
    }
    if maker.dice.once_in(3) {
        let pattern = maker.pattern(&field, COINS, true);
        maker.patterns("r", vec![pattern]);
    }
    let empty = maker.dice.below(5);
    let mut statements = statements(maker, &field, COINS, empty);
    if maker.dice.once_in(3) {
        statements.pop();
        statements.push(format!("players 2, last to move {}", maker.dice.pick(&["wins", "loses"])));
    } else if maker.dice.once_in(2) {
        statements.pop();
        statements.push("goal empty".into());
    }
    maker.text(&statements)
}

/// Dominoes on a field: by cell the number of the piece that lies there.
fn dominoes(maker: &mut Maker, field: &Field, most: usize) -> Vec<Option<usize>> {
    let mut lies: Vec<Option<usize>> = vec![None; field.count()];
    for number in 0..most {
        let at = maker.dice.below(field.count());
        let around = field.board.neighbours(field.board.cells[at]);
        if around.is_empty() {
            continue;
        }
        let other = around[maker.dice.below(around.len())];
        let other = field.board.cells.iter().position(|c| *c == other).unwrap();
        if lies[at].is_none() && lies[other].is_none() {
            (lies[at], lies[other]) = (Some(number), Some(number));
        }
    }
    lies
}

/// The labels of a field of dominoes: numbers, or letters that may repeat.
fn labelled(maker: &mut Maker, field: &Field, lies: &[Option<usize>], colours: bool) -> String {
    let mut numbers: Vec<usize> = lies.iter().flatten().copied().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut seen: Vec<usize> = Vec::new();
    let (mut pieces, mut labels) = (Vec::new(), Vec::new());
    for one in lies {
        let Some(number) = one else {
            pieces.push('.');
            labels.push('.');
            continue;
        };
        let place = numbers.iter().position(|n| n == number).unwrap();
        let end = usize::from(seen.contains(number));
        seen.push(*number);
        pieces.push((b'a' + place as u8) as char);
        labels.push(match colours {
            true => ['R', 'G'][maker.dice.below(2)],
            false => (b'1' + (2 * place + end) as u8) as char,
        });
    }
    match colours {
        true => format!("pieces {} colours {}", field.picture(&pieces), field.picture(&labels)),
        false => field.config(&mut maker.dice, &labels),
    }
}

pub fn two_cells(maker: &mut Maker) -> String {
    maker.items.push("piece gourd { cells 2 }".into());
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "ring", "square", "hex", "diagonal"], 7, mirror);
    for name in ["r", "s"].into_iter().take(maker.dice.between(1, 2)) {
        let (before, length) = match maker.dice.below(6) {
            0 => (vec!["g.1 | g.2", "h.1 | h.2"], 4),
            1 => (vec!["g.1 | g.2", "empty", "h.1 | h.2"], 5),
            2 => (vec!["?", "g.1 | g.2", "empty"], 4),
            3 => (vec!["g.1 | g.2", "empty", "empty"], 4),
            _ => (vec!["g.1 | g.2", "empty"], 3),
        };
        let mut after = before.clone();
        let open: Vec<usize> = (0..before.len()).filter(|i| before[*i] != "?").collect();
        let mut moved: Vec<&str> = open.iter().map(|i| before[*i]).collect();
        maker.dice.shuffle(&mut moved);
        for (at, cell) in open.iter().zip(moved) {
            after[*at] = cell;
        }
        let mut after = after.join(" | ");
        if maker.dice.once_in(3) {
            after = after.replace("g.1 | g.2", "g.2 | g.1");
        }
        let along = maker.along(&field, length);
        maker.patterns(name, vec![format!("[ {} ] -> [ {after} ]{along}", before.join(" | "))]);
    }
    let colours = maker.dice.once_in(2);
    let most = maker.dice.between(1, 4);
    let lies = dominoes(maker, &field, most);
    if lies.iter().all(Option::is_none) {
        return two_cells(&mut Maker {
            dice: maker.dice.clone(),
            order: maker.order.clone(),
            mirror: maker.mirror,
            items: Vec::new(),
            rules: Vec::new(),
            after: maker.after,
            priced: maker.priced,
            legal: Vec::new(),
            counters: Vec::new(),
            numbered: false,
        });
    }
    let start = labelled(maker, &field, &lies, colours);
    let goal = match maker.dice.below(4) {
        0 => {
            let cell = field.some_cell(&mut maker.dice);
            format!("goal gourd at {cell}, {}", field.some_cell(&mut maker.dice))
        }
        1 => {
            let cell = field.some_cell(&mut maker.dice);
            format!("goal where {cell} is empty")
        }
        2 => {
            // Colours that some piece has.
            let labels = if colours { "RG" } else { "12" }.chars().filter(|c| start.contains(*c));
            let labels: Vec<char> = labels.chain("???".chars()).collect();
            let marks: Vec<char> =
                (0..field.count()).map(|_| labels[maker.dice.below(labels.len())]).collect();
            let word = maker.dice.pick(&["colours", "colours or empty"]);
            format!("goal {word} {}", field.picture(&marks))
        }
        _ => {
            let pairs = lies.iter().flatten().count() / 2;
            let mut other = dominoes(maker, &field, 8);
            for number in 0..8 {
                let laid = other.iter().flatten().collect::<std::collections::BTreeSet<_>>().len();
                if laid > pairs {
                    other.iter_mut().filter(|o| **o == Some(number)).for_each(|o| *o = None);
                }
            }
            format!("goal {}", labelled(maker, &field, &other, colours))
        }
    };
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

pub fn rigid(maker: &mut Maker) -> String {
    maker.items.push("piece block \"ABCD\" { rigid }".into());
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["square", "hex", "diagonal", "line"], 9, mirror);
    let coin = maker.dice.once_in(3);
    if coin {
        maker.piece("coin", "o");
    }
    let direction = field.direction(&mut maker.dice);
    match maker.dice.below(4) {
        0 => maker
            .rule("r(x: block, d: direction)", vec!["when aligned(x, d)".into(), "shift x towards d".into()]),
        1 => maker.rule("r(x: block)", vec![format!("shift x towards {direction}")]),
        _ => maker.rule("r(x: block, d: direction)", vec!["shift x towards d".into()]),
    }
    if coin {
        match maker.dice.below(3) {
            0 => maker.patterns("s", vec!["[ coin | empty ] -> [ empty | coin ]".into()]),
            1 => maker.rule("s(x: piece, d: direction)", vec!["shift x towards d".into()]),
            _ => maker.rule("s(x: coin, y: empty)", vec!["move x to y".into()]),
        }
    }
    let shape = |maker: &mut Maker| {
        let mut marks = vec!['.'; field.count()];
        for mark in ['A', 'B', 'C'].into_iter().take(maker.dice.between(1, 3)) {
            let mut at = maker.dice.below(field.count());
            for _ in 0..maker.dice.between(1, 3) {
                let around = field.board.neighbours(field.board.cells[at]);
                if marks[at] == '.' {
                    marks[at] = mark;
                }
                if around.is_empty() {
                    break;
                }
                let next = around[maker.dice.below(around.len())];
                at = field.board.cells.iter().position(|c| *c == next).unwrap();
            }
        }
        if coin {
            let at = maker.dice.below(field.count());
            marks[at] = 'o';
        }
        marks
    };
    let marks = shape(maker);
    let start = field.picture(&marks);
    let goal = match maker.dice.below(4) {
        0 => {
            let cell = field.some_cell(&mut maker.dice);
            format!("goal block at {cell}, {}", field.some_cell(&mut maker.dice))
        }
        1 => format!("goal where {} is empty", field.some_cell(&mut maker.dice)),
        2 => {
            let marks: Vec<char> = shape(maker)
                .iter()
                .map(|m| if *m == '.' && maker.dice.once_in(2) { '?' } else { *m })
                .collect();
            format!("goal {}", field.picture(&marks))
        }
        _ => {
            let mut mirrored = marks.clone();
            mirrored.reverse();
            format!("goal {}", field.picture(&mirrored))
        }
    };
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

pub fn placement(maker: &mut Maker) -> String {
    let mirror = maker.mirror;
    let two = maker.dice.once_in(2);
    // Two-cell pieces lie along a direction.
    let boards =
        if two { &["line", "ring", "square", "hex"][..] } else { &["line", "square", "hex", "graph"] };
    let field = Field::any(&mut maker.dice, boards, 7, mirror);
    if two {
        maker.items.push("piece gourd { cells 2 }".into());
        let labels: Vec<&str> =
            (0..maker.dice.between(1, 2)).map(|_| maker.dice.pick(&["R-G", "R-R", "G-G", "G-B"])).collect();
        let entries: Vec<String> =
            labels.iter().map(|label| format!("gourd {label} * {}", maker.dice.between(1, 2))).collect();
        // Colours that some piece has.
        let mut colours: Vec<char> = labels.concat().chars().filter(|c| *c != '-').collect();
        colours.extend("????..".chars());
        let marks: Vec<char> = (0..field.count()).map(|_| colours[maker.dice.below(colours.len())]).collect();
        let word = maker.dice.pick(&["colours", "colours or empty"]);
        let goal = format!("goal {word} {}", field.picture(&marks));
        let entries = maker.any_order(entries).join(", ");
        return maker.text(&[format!("board {}", field.text()), format!("place {entries}"), goal]);
    }
    maker.piece("coin", "o");
    maker.piece("tile", "12");
    let pieces: &Pieces = match maker.dice.below(3) {
        0 => &[("coin", 'o')],
        1 => &[("tile", '1'), ("tile", '2')],
        _ => &[("coin", 'o'), ("tile", '1'), ("tile", '2')],
    };
    let mut names: Vec<&str> = pieces.iter().map(|p| p.0).collect();
    names.dedup();
    let entries: Vec<String> =
        names.iter().map(|name| format!("{name} * {}", maker.dice.between(1, 2))).collect();
    let goal = maker.goal(&field, pieces);
    let entries = maker.any_order(entries).join(", ");
    maker.text(&[format!("board {}", field.text()), format!("place {entries}"), goal])
}

/// The statements of a puzzle on a board without end.
fn endless(maker: &mut Maker, field: &Field, word: &str, pieces: &Pieces) -> Vec<String> {
    let (start, goal) = (maker.marks(field, pieces, 4), maker.marks(field, pieces, 4));
    let start = if word == "line" { field.row(&start) } else { field.picture(&start) };
    let drawn = if word == "line" { field.row(&goal) } else { field.picture(&goal) };
    let name = pieces[maker.dice.below(pieces.len())].0;
    let goal = match maker.dice.below(5) {
        0 => format!("goal count({name}) == {}", maker.dice.below(3)),
        1 => format!("goal anywhere {drawn}"),
        2 => "goal empty".to_owned(),
        3 => format!("goal {name} at {}", field.some_cell(&mut maker.dice)),
        _ => format!("goal {drawn}"),
    };
    vec![format!("board {word} unbounded"), format!("start {start}"), goal]
}

fn endless_rules(maker: &mut Maker, field: &Field, pieces: &Pieces) {
    if !maker.dice.once_in(3) {
        let patterns = (0..maker.dice.between(1, 2)).map(|_| maker.pattern(field, pieces, true)).collect();
        maker.patterns("r", patterns);
    }
    if maker.rules.is_empty() || maker.dice.once_in(3) {
        let (variables, guard): (&str, String) = match maker.dice.below(4) {
            0 => ("x: coin, y: empty", "count(coin, around y except x) >= 2".into()),
            1 => ("x: coin, y: empty", "adjacent(x, y)".into()),
            2 => ("x: coin, y: empty", format!("distance(x, y) == {}", maker.dice.between(1, 2))),
            _ => {
                let test = maker.test(field, pieces, &["x", "y"], &[], 1);
                ("x: coin, y: empty", format!("adjacent(x, y) and {test}"))
            }
        };
        let effect = maker.dice.pick(&["move x to y", "move x to y", "remove x", "swap x with y"]);
        maker.rule(&format!("w({variables})"), vec![format!("when {guard}"), effect.into()]);
    }
}

fn plane(maker: &mut Maker) -> (Field, &'static str) {
    let mirror = maker.mirror;
    match maker.dice.below(3) {
        0 => {
            let cells = (0..2).flat_map(|y| (0..2).map(move |x| (x, y))).collect();
            (Field::new("square", crate::reading::board::Kind::Square, cells, None, mirror), "square")
        }
        _ => (Field::line(maker.dice.between(2, 4) as i32, mirror), "line"),
    }
}

pub fn windows(maker: &mut Maker) -> String {
    let pieces: &Pieces = &[("coin", 'o'), ("stone", '#')];
    maker.pieces(pieces);
    let (field, word) = plane(maker);
    endless_rules(maker, &field, pieces);
    let mut statements = endless(maker, &field, word, pieces);
    let most = if word == "line" { 3 } else { 1 };
    statements.push(format!("window {}", maker.dice.below(most + 1)));
    maker.text(&statements)
}

pub fn unbounded(maker: &mut Maker) -> String {
    let pieces: &Pieces = &[("coin", 'o'), ("stone", '#')];
    maker.pieces(pieces);
    let (field, word) = plane(maker);
    endless_rules(maker, &field, pieces);
    let statements = endless(maker, &field, word, pieces);
    maker.text(&statements)
}

/// Puzzles that are peg solitaire, or that only look like it.
pub fn pegs(maker: &mut Maker) -> String {
    let pieces: &Pieces = &[("peg", 'o')];
    maker.pieces(pieces);
    let mirror = maker.mirror;
    let kinds = &["line", "ring", "square", "diagonal", "hex", "triangle"];
    let field = Field::any(&mut maker.dice, kinds, 10, mirror);
    let mut patterns = Vec::new();
    for _ in 0..maker.dice.between(1, 2) {
        let pattern = match maker.dice.below(12) {
            0 => "[ peg | peg | empty ] -> [ empty | peg | empty ]",
            1 => "[ peg | peg | empty ] -> [ peg | empty | peg ]",
            2 => "[ peg | empty | empty ] -> [ empty | peg | peg ]",
            3 => "[ peg | peg | ? | empty ] -> [ empty | empty | ? | peg ]",
            4 => "[ empty | peg | peg ] -> [ empty | empty | empty ]",
            _ => "[ peg | peg | empty ] -> [ empty | empty | peg ]",
        };
        let along = if maker.dice.once_in(2) { String::new() } else { maker.along(&field, 3) };
        patterns.push(format!("{pattern}{along}"));
    }
    maker.patterns("jump", patterns);
    if maker.dice.once_in(4) {
        let effects = ["move x to z", "remove y"].map(str::to_owned).to_vec();
        let guards = ["when adjacent(x, y) and adjacent(y, z) and distance(x, z) == 2"];
        let guards: Vec<String> = guards.iter().map(|g| (*g).to_owned()).collect();
        maker.rule("leap(x: peg, y: peg, z: empty)", guards.into_iter().chain(effects).collect());
    }
    let empty = maker.dice.between(1, 4);
    let statements = statements(maker, &field, pieces, empty);
    maker.text(&statements)
}
