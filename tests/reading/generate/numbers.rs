//! Numbers of pieces, also where there are none: empty cells, pieces with other marks, cells off the board.

use super::field::Field;
use super::words::{Maker, Pieces};

const TILES: &Pieces = &[("tile", '1'), ("tile", '2'), ("tile", '4'), ("coin", 'o')];
const RULES: &Pieces = &[("tile 2", '2'), ("coin", 'o')];

impl Maker {
    /// A number that is that of a piece, or made of such.
    pub fn borne(&mut self, field: &Field, cells: &[&str]) -> String {
        let one = format!("number({})", self.cell(field, cells, &[]));
        let set = self.set(field, cells, 1);
        match self.dice.below(8) {
            0..=2 => one,
            3 => format!("(sum v in {set}: number(v))"),
            4 => format!("({} v in {set}: number(v))", self.dice.pick(&["min", "max"])),
            5 => format!("abs({one} - number({}))", self.cell(field, cells, &[])),
            6 => {
                let (op, sign) = (self.dice.pick(&["*", "-", "+", "/", "%"]), self.dice.pick(&["", "-"]));
                format!("({sign}{one} {op} number({}))", self.cell(field, cells, &[]))
            }
            _ => format!("{one} + count({})", self.dice.pick(&["tile", "coin", "empty"])),
        }
    }
}

fn comparison(maker: &mut Maker, field: &Field, cells: &[&str]) -> String {
    let (one, sign) = (maker.borne(field, cells), maker.comparison());
    match maker.dice.below(3) {
        0 => format!("{one} {sign} {}", maker.dice.below(6)),
        1 => format!("{one} {sign} {}", maker.borne(field, cells)),
        _ => format!("{one} {sign} number({})", maker.cell(field, cells, &[])),
    }
}

fn test(maker: &mut Maker, field: &Field, cells: &[&str], depth: usize) -> String {
    match maker.dice.below(8) {
        0 if depth > 0 => format!("not ({})", test(maker, field, cells, depth - 1)),
        1 | 2 if depth > 0 => {
            let word = maker.dice.pick(&["and", "or"]);
            format!(
                "({} {word} {})",
                test(maker, field, cells, depth - 1),
                test(maker, field, cells, depth - 1)
            )
        }
        3 | 4 if depth > 0 => {
            let (word, set) = (maker.dice.pick(&["all", "any"]), maker.set(field, cells, 1));
            let inner: Vec<&str> = cells.iter().copied().chain(["w"]).collect();
            format!("({word} w in {set}: {})", test(maker, field, &inner, depth - 1))
        }
        5 if field.directed() => {
            let (cell, direction) = (maker.cell(field, cells, &[]), field.direction(&mut maker.dice));
            let stop =
                maker.dice.pick(&["until coin", "until u: number(u) > 1", "until u: not (number(u) < 2)"]);
            let end = maker.dice.pick(&["first", "last"]);
            format!("number({end}(ray({cell}, {direction}) {stop})) {} 2", maker.comparison())
        }
        6 => {
            let (set, sign) = (maker.set(field, cells, 1), maker.comparison());
            format!("count({set} where u: number(u) {sign} {}) {} 1", maker.dice.below(5), maker.comparison())
        }
        _ => comparison(maker, field, cells),
    }
}

/// Tiles, coins and perhaps dominoes under tests of their numbers.
pub fn placed(maker: &mut Maker) -> String {
    let two = maker.dice.once_in(3);
    let boards =
        if two { &["line", "square", "hex"][..] } else { &["line", "ring", "square", "hex", "graph"] };
    // A mirror would need mirrored directions of rays.
    let field = Field::any(&mut maker.dice, boards, if two { 6 } else { 5 }, false);
    let mut entries = Vec::new();
    if two {
        maker.items.push("piece domino { cells 2 }".into());
        entries.push(format!("domino {}", maker.dice.pick(&["0-1", "2-2", "3-R", "R-G"])));
    } else if maker.dice.once_in(3) {
        maker.items.push("piece card { members 9..11 }".into());
        entries.push("card 10".to_owned());
    }
    let marks = maker.dice.pick(&["124", "123", "1x3"]);
    maker.piece("tile", marks);
    entries.push(format!("tile * {}", maker.dice.between(1, 2)));
    let mark = maker.dice.pick(&["o", "5"]);
    maker.piece("coin", mark);
    if maker.dice.once_in(2) {
        entries.push("coin".to_owned());
    }
    let entries = maker.any_order(entries).join(", ");
    let goal = test(maker, &field, &[], 3);
    maker.text(&[format!("board {}", field.text()), format!("place {entries}"), format!("goal where {goal}")])
}

/// An entry of `place` with a number of pieces that is a range, or any.
fn amount(maker: &mut Maker, piece: &str) -> String {
    let least = maker.dice.below(2);
    let range = match maker.dice.below(5) {
        0 => String::new(),
        1 => format!("{least}.."),
        2 => format!("(1 + {least})"),
        _ => format!("{least}..{}", least + maker.dice.below(2)),
    };
    format!("{piece} *{}{range}", if range.is_empty() { "" } else { " " })
}

/// Pieces of which any number is placed, or one within a range.
pub fn open(maker: &mut Maker) -> String {
    let field = Field::any(&mut maker.dice, &["line", "square", "hex", "graph"], 5, false);
    maker.piece("tile", "12");
    maker.piece("coin", "o");
    let two = field.directed() && maker.dice.once_in(2);
    let other = match two {
        true => {
            maker.items.push("piece domino { cells 2 }".into());
            maker.dice.pick(&["domino", "domino R-G", "domino 1-2"])
        }
        false => maker.dice.pick(&["tile", "tile 2"]),
    };
    let entries = vec![amount(maker, "coin"), amount(maker, other)];
    let entries = maker.any_order(entries).join(", ");
    let pieces: &Pieces =
        if two { &[("coin", 'o'), ("domino", 'd')] } else { &[("coin", 'o'), ("tile", '1')] };
    let (name, cell) = (pieces[1].0, field.some_cell(&mut maker.dice));
    let goal = match maker.dice.below(6) {
        0 => "all x in cells: occupied(x) or any y in around x: y is coin".to_owned(),
        1 => format!("count({name}) >= {} and {cell} is piece", maker.dice.below(3)),
        2 => format!("all x in cells: x is coin or count({name}, around x) <= 1"),
        3 => format!("count(piece) >= {}", maker.dice.between(1, 3)),
        4 => test(maker, &field, &[], 1),
        _ => maker.test(&field, pieces, &[], &[], 2),
    };
    maker.text(&[format!("board {}", field.text()), format!("place {entries}"), format!("goal where {goal}")])
}

/// Written rules whose guards, costs and tests after moves name numbers.
pub fn moved(maker: &mut Maker) -> String {
    maker.piece("tile", "124");
    maker.piece("coin", "o");
    maker.numbered = true;
    maker.after = maker.dice.once_in(2);
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "ring", "square", "hex", "graph"], 6, mirror);
    for name in ["w", "v"].into_iter().take(maker.dice.between(1, 2)) {
        maker.written(name, &field, RULES);
    }
    let empty = maker.dice.between(3, 7);
    let marks = maker.marks(&field, TILES, empty);
    let start = field.config(&mut maker.dice, &marks);
    let goal = format!("goal where {}", maker.test(&field, RULES, &[], &[], 2));
    maker.text(&[format!("board {}", field.text()), format!("start {start}"), goal])
}

/// Games that end by numbers.
pub fn games(maker: &mut Maker) -> String {
    maker.piece("tile", "124");
    maker.piece("coin", "o");
    maker.numbered = true;
    let mirror = maker.mirror;
    let field = Field::any(&mut maker.dice, &["line", "ring", "square", "graph"], 5, mirror);
    maker.written("w", &field, RULES);
    let empty = maker.dice.between(3, 7);
    let marks = maker.marks(&field, TILES, empty);
    let start = format!("start {}", field.config(&mut maker.dice, &marks));
    let players = maker.players(|maker| format!("goal where {}", maker.test(&field, RULES, &[], &[], 2)));
    maker.text(&[format!("board {}", field.text()), start, players])
}
