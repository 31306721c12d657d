//! Puzzles with floor pieces below the others.

use super::field::Field;
use super::words::{Maker, Pieces};

const BOARDS: &[&str] = &["line", "ring", "square", "diagonal", "hex", "triangle", "graph"];
const UPPER: &Pieces = &[("coin", 'o'), ("stone", '#')];
const LOWER: &[&str] = &["ice", "mud", "tint"];
/// Those of which one may be put.
const CERTAIN: &[&str] = &["ice", "mud"];
const ALL: &Pieces = &[("coin", 'o'), ("stone", '#'), ("tint", 'b'), ("ice", 'i'), ("mud", 'm')];
const NAMED: &Pieces = &[("coin", 'o'), ("stone", '#'), ("ice", 'i'), ("mud", 'm')];

pub fn declare(maker: &mut Maker) {
    maker.pieces(UPPER);
    maker.items.push("piece ice \"i\" { floor }".into());
    maker.items.push("piece mud \"m\" { floor }".into());
    maker.items.push("piece tint \"ab\" { floor }".into());
}

pub fn floors(maker: &mut Maker) -> String {
    declare(maker);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, BOARDS, 6, mirror);
    let changes = maker.dice.once_in(2);
    maker.after = maker.dice.once_in(3);
    maker.priced = maker.dice.once_in(4);
    let kind = maker.dice.below(3);
    if kind != 0 {
        let patterns = (0..maker.dice.between(1, 2)).map(|_| pattern(maker, &field, changes)).collect();
        maker.patterns("r", patterns);
    }
    if kind != 1 {
        written(maker, "w", &field, changes);
    }
    let start = start(maker, &field);
    let goal = goal(maker, &field);
    let mut statements = vec![format!("board {}", field.text()), format!("start {start}"), goal];
    match maker.dice.below(6) {
        0 => statements.push("measure steps = pieces moved".into()),
        1 => statements.push("measure steps = runs of one piece".into()),
        2 => {
            statements.pop();
            statements.push("players 2, last to move wins".into());
        }
        _ if maker.priced => statements.push("measure coins = cost".into()),
        _ => {}
    }
    if maker.after && maker.dice.once_in(2) {
        let floor = maker.dice.pick(LOWER);
        maker.legal.push(match maker.dice.below(3) {
            0 => format!("legal after count({floor}) <= {}", maker.dice.between(1, 3)),
            1 => format!("legal after all q in cells: q is not {floor} or q is not stone"),
            _ => format!("legal after any q in cells: q is {floor} or q is coin"),
        });
    }
    maker.text(&statements)
}

/// Floors that no piece of the puzzle is: the file declares some, and rules ask only whether there is none.
pub fn bare(maker: &mut Maker) -> String {
    declare(maker);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, BOARDS, 6, mirror);
    let number = maker.dice.between(1, 2);
    let mut patterns = Vec::new();
    for _ in 0..number {
        let plain = maker.pattern(&field, UPPER, true);
        let (before, rest) = plain.trim_start_matches("[ ").split_once(" ] -> [ ").unwrap();
        let (after, along) = rest.split_once(" ]").unwrap();
        let mut below = |side: &str| {
            let cell = |cell: &str| {
                if maker.dice.once_in(2) { format!("{cell} on empty") } else { cell.to_owned() }
            };
            side.split(" | ").map(cell).collect::<Vec<_>>().join(" | ")
        };
        let (before, after) = (below(before), below(after));
        patterns.push(format!("[ {before} ] -> [ {after} ]{along}"));
    }
    maker.patterns("r", patterns);
    let marks = maker.marks(&field, UPPER, 4);
    let start = field.config(&mut maker.dice, &marks);
    let goal = maker.goal(&field, UPPER);
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

/// A pattern that asks for floors, and changes them if wanted.
pub fn pattern(maker: &mut Maker, field: &Field, changes: bool) -> String {
    let plain = maker.pattern(field, UPPER, true);
    let (before, rest) = plain.trim_start_matches("[ ").split_once(" ] -> [ ").unwrap();
    let (after, along) = rest.split_once(" ]").unwrap();
    let below = |maker: &mut Maker, cell: &str, pool: &[&str], rare: usize| {
        if !maker.dice.once_in(rare) {
            return cell.to_owned();
        }
        let floor = maker.dice.pick(pool);
        match cell {
            "?" if floor != "empty" && maker.dice.once_in(2) => floor.to_owned(),
            _ => format!("{cell} on {floor}"),
        }
    };
    let asked = ["empty", "ice", "ice", "mud", "tint"];
    let left = ["empty", "ice", "mud"];
    let before: Vec<String> = before.split(" | ").map(|cell| below(maker, cell, &asked, 2)).collect();
    let after: Vec<String> = match changes {
        true => after.split(" | ").map(|cell| below(maker, cell, &left, 3)).collect(),
        false => after.split(" | ").map(str::to_owned).collect(),
    };
    format!("[ {} ] -> [ {} ]{along}", before.join(" | "), after.join(" | "))
}

pub fn written(maker: &mut Maker, name: &str, field: &Field, changes: bool) {
    let pieces = if changes { NAMED } else { UPPER };
    maker.written(name, field, pieces);
    let floor = maker.dice.pick(LOWER);
    let (one, other) = (maker.dice.pick(CERTAIN), maker.dice.pick(CERTAIN));
    let guard = match maker.dice.below(5) {
        0 => format!("when x is {floor}"),
        1 => format!("when x is not {floor}"),
        2 => format!("when count({floor}, around x) >= 1"),
        3 => format!("when any q in cells: q is {floor} and q is not empty"),
        _ => format!("when count({floor}) != 2"),
    };
    let effect = match maker.dice.below(4) {
        _ if !changes => String::new(),
        0 => format!("    clear {floor} at x, around x\n"),
        1 => "    flip ice <-> mud at cells\n".to_owned(),
        2 if one != other => format!("    flip {one} <-> {other} at x\n"),
        _ => format!("    put {one} at x\n"),
    };
    let item = maker.items.last_mut().unwrap();
    let body = item.trim_end_matches('}').to_owned();
    let (head, rest) = body.split_once("{\n").unwrap();
    *item = format!("{head}{{\n    {guard}\n{rest}{effect}}}");
    // A variable may be of floor pieces.
    if maker.dice.once_in(3) {
        let item = maker.items.last_mut().unwrap();
        *item = item.replacen("(x", "(f: ice or mud, x", 1);
    }
}

/// Marks, where nothing lies on a floor, or a list for both layers.
pub fn start(maker: &mut Maker, field: &Field) -> String {
    if maker.dice.once_in(3) {
        let marks = maker.marks(field, ALL, 3);
        return field.config(&mut maker.dice, &marks);
    }
    let mut places = Vec::new();
    for (name, _) in NAMED {
        let cells: Vec<String> = (0..field.count())
            .filter(|_| maker.dice.once_in(if *name == "stone" { 5 } else { 3 }))
            .map(|at| field.cell(at))
            .collect();
        if !cells.is_empty() {
            places.push(format!("{name} at {}", cells.join(", ")));
        }
    }
    if places.is_empty() { format!("coin at {}", field.cell(0)) } else { places.join(" and ") }
}

pub fn goal(maker: &mut Maker, field: &Field) -> String {
    match maker.dice.below(6) {
        0 => "goal coin at every ice".into(),
        1 => format!("goal coin at every ice, {}", field.some_cell(&mut maker.dice)),
        2 => "goal only coin at every mud".into(),
        3 => "goal where all q in cells: q is not ice or q is piece".into(),
        4 => format!("goal {} at {}", maker.dice.pick(LOWER), field.some_cell(&mut maker.dice)),
        _ => maker.goal(field, ALL),
    }
}
