//! Puzzles with keys on hexagons, triangular grids, rows, rings and boards with gaps: both interpreters agree.

use std::collections::BTreeSet;

use puzzlec_base::{Budget, FileId};
use puzzlec_syntax::format::format;
use puzzlec_worlds::game::{Game, Shape};
use puzzlec_worlds::search::{Answer, Wanted, search, search_with};
use puzzlec_worlds::{Key, World, read_keys};
use puzzlec_worlds_check::{self as check, Certificate, verify};

use crate::agree::{count, first, least, level, light, play, random};
use crate::certificates::written;
use crate::generate::Random;

const SQUARE: [(char, Key); 4] = [('U', Key::Up), ('D', Key::Down), ('L', Key::Left), ('R', Key::Right)];
const HEX: [(char, Key); 6] = [
    ('R', Key::Right),
    ('9', Key::UpRight),
    ('7', Key::UpLeft),
    ('L', Key::Left),
    ('1', Key::DownLeft),
    ('3', Key::DownRight),
];
const ROW: [(char, Key); 2] = [('R', Key::Right), ('L', Key::Left)];
const OTHERS: [(char, Key); 2] = [('X', Key::Action), ('T', Key::Tick)];

/// A board: its words, its rows with `o` for cells, its keys and the marks that depend on it.
struct Ground {
    words: String,
    rows: Vec<String>,
    keys: Vec<(char, Key)>,
    marks: Vec<&'static str>,
}

const HEX_MARKS: [&str; 9] =
    ["^", "v", "right", "left", "up-right", "up-left", "down-left", "down-right", "horizontal"];

fn ground(random: &mut Random) -> Ground {
    let of = |words: &str, rows: &[&str], keys: &[(char, Key)], marks: &[&'static str]| Ground {
        words: words.to_owned(),
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        keys: keys.iter().chain(&OTHERS).copied().collect(),
        marks: marks.to_vec(),
    };
    let drawn = |lattice: &str, rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("        {}", row.replace('o', "."))).collect();
        format!("{lattice} \"\"\"\n{}\n    \"\"\"", rows.join("\n"))
    };
    match random.below(9) {
        0 => of("hex side 2", &[" o o", "o o o", " o o"], &HEX, &HEX_MARKS),
        1 => of("hex side 3", &["  o o o", " o o o o", "o o o o o", " o o o o", "  o o o"], &HEX, &HEX_MARKS),
        2 => of("hex 3 by 3", &["o o o", " o o o", "  o o o"], &HEX, &HEX_MARKS),
        3 => of("triangle side 4", &["   o", "  o o", " o o o", "o o o o"], &HEX, &HEX_MARKS),
        4 => {
            let rows = ["o o   o", " o o o o", "o   o o", " o o o"];
            of(&drawn("hex", &rows), &rows, &HEX, &HEX_MARKS)
        }
        5 => of("line 7", &["o o o o o o o"], &ROW, &["right", "left", "horizontal"]),
        6 => of("ring 6", &["o o o o o o"], &ROW, &["right", "left", "horizontal"]),
        7 => of("ring 3", &["o o o"], &ROW, &["right", "left"]),
        _ => {
            let rows = ["o o   o", "o o o o", "o   o o", "  o o"];
            let marks = ["^", "v", "up", "down", "left", "right", "vertical", "perpendicular"];
            of(&drawn("square", &rows), &rows, &SQUARE, &marks)
        }
    }
}

const MARKS: [char; 6] = ['m', 'b', 'w', 'f', 'i', 'g'];
const NAMES: [&str; 9] = ["man", "box", "wall", "flag", "ice", "gem", "solid", "thing", "things"];

/// A cell of a side: what it holds is likely to be what the other side holds.
fn cell(random: &mut Random, marks: &[&str], right: bool, late: bool) -> String {
    if random.percent(12) {
        return if random.percent(50) { "?" } else { "empty" }.to_owned();
    }
    let mut terms = Vec::new();
    for _ in 0..1 + usize::from(random.percent(25)) {
        let name = *random.of(&NAMES);
        let mark = match random.below(100) {
            0..45 => "",
            45..60 if !late => ">",
            60..90 if !late => *random.of(marks),
            90..94 if right && !late => "randomly",
            94..100 if !right => "not",
            _ => "",
        };
        terms.push(format!("{mark} {name}").trim().to_owned());
    }
    terms.join(" and ")
}

fn rule(random: &mut Random, marks: &[&str], late: bool) -> String {
    let mut sides = [String::new(), String::new()];
    for row in 0..1 + usize::from(random.percent(15)) {
        let cells = 1 + random.below(3);
        let gap = (cells > 1 && random.percent(25)).then(|| 1 + random.below(cells - 1));
        let same = random.percent(60);
        let mut left: Vec<String> = Vec::new();
        let mut right: Vec<String> = Vec::new();
        for at in 0..cells {
            if gap == Some(at) {
                left.push("..".into());
                right.push("..".into());
            }
            let one = cell(random, marks, false, late);
            let again = one.replace("not ", "");
            right.push(if same && random.percent(60) { again } else { cell(random, marks, true, late) });
            left.push(one);
        }
        for (side, cells) in sides.iter_mut().zip([left, right]) {
            let blank = if row > 0 { " " } else { "" };
            *side += &format!("{blank}[ {} ]", cells.join(" | "));
        }
    }
    let before = match random.below(20) {
        0 => "rigid ",
        1 => "random ",
        _ => "",
    };
    let command = match random.below(24) {
        0 => ", again",
        1 => ", cancel",
        2 => ", win",
        3 => ", checkpoint",
        4 => ", restart",
        _ => "",
    };
    format!("{before}{} -> {}{command}", sides[0], sides[1])
}

/// A random puzzle that both read, and its keys.
pub fn agreed(random: &mut Random) -> ((String, Game, check::Game), Vec<(char, Key)>) {
    loop {
        let ground = ground(random);
        let common = ["<", ">", "action", "moving", "orthogonal", "parallel", "still"];
        let marks: Vec<&str> = ground.marks.iter().copied().chain(common).collect();
        let mut early: Vec<String> = vec!["[ > man | box ] -> [ > man | > box ]".into()];
        early.retain(|_| random.percent(60));
        early.extend((0..1 + random.below(4)).map(|_| rule(random, &marks, false)));
        let late: Vec<String> = (0..random.below(2)).map(|_| rule(random, &marks, true)).collect();
        let rows: Vec<String> = ground
            .rows
            .iter()
            .map(|row| {
                let mark = |c: char| match c {
                    'o' if random.percent(55) => '.',
                    'o' => *random.of(&MARKS),
                    c => c,
                };
                format!("        {}", row.chars().map(mark).collect::<String>())
            })
            .collect();
        let goal =
            *random.of(&["all box on flag", "no gem", "some man on ice", "no gem and all box on flag"]);
        let words: Vec<&str> = ground.keys.iter().map(|key| key.1.word()).collect();
        for _ in 0..8 {
            let rules = |name: &str, rules: &[String]| match rules {
                [] => String::new(),
                rules => format!("rule {name} {{\n    {}\n}}\n", rules.join("\n    ")),
            };
            let mut text = String::from(
                "edition 2\npiece man \"m\"\npiece box \"b\"\npiece wall \"w\"\npiece flag \"f\" { floor }\n\
                 piece ice \"i\" { floor }\npiece gem \"g\" { layer 3 }\nkind solid = man or box or wall\n\
                 kind thing = box or gem\nkind things = flag and gem\n",
            );
            text += &rules("early", &early);
            text += &rules("late", &late);
            text +=
                &format!("puzzle P {{\n    board {}\n    keys {} move man\n", ground.words, words.join(", "));
            text += if early.is_empty() { "" } else { "    rules early\n" };
            text += if late.is_empty() { "" } else { "    then late\n" };
            text += &format!("    start \"\"\"\n{}\n    \"\"\"\n    goal {goal}\n}}\n", rows.join("\n"));
            let (mut games, diagnostics) = read_keys(FileId(0), &text);
            if let (Some(game), true) = (games.pop(), games.is_empty()) {
                let second = check::read_keys(&text, "P").unwrap_or_else(|why| panic!("{why}\n{text}"));
                assert!(format(FileId(0), &text).is_ok(), "{text}");
                return ((text, game, second), ground.keys);
            }
            let lines: BTreeSet<&str> = diagnostics
                .iter()
                .filter(|d| d.is_error())
                .filter_map(|d| {
                    let start = text[..d.primary.span.start as usize].rfind('\n').map_or(0, |i| i + 1);
                    text[start..].lines().next().map(str::trim)
                })
                .collect();
            let before = early.len();
            early.retain(|rule| !lines.contains(&**rule));
            if early.len() == before {
                break;
            }
        }
    }
}

#[test]
fn the_same_boards() {
    let mut random = random(71);
    let mut played = 0;
    let mut shapes = [0; 5];
    while played < count(400, 4000) {
        let (game, keys) = agreed(&mut random);
        let shape = [Shape::Square, Shape::Hex, Shape::Triangle, Shape::Line, Shape::Ring];
        shapes[shape.iter().position(|shape| *shape == game.1.shape).unwrap()] += 1;
        played += usize::from(play(&mut random, &game, (&keys, 40)));
    }
    assert!(shapes.iter().all(|shape| *shape > 20), "{shapes:?}");
}

/// The same least numbers of keys; certificates hold, and those without a board do not.
#[test]
fn the_same_answers() {
    let mut random = random(73);
    let (mut won, mut never, mut certified) = (0, 0, 0);
    while won < count(25, 150) || never < count(25, 150) {
        let ((text, game, second_game), _) = agreed(&mut random);
        let mut world = World::new(&game, level(&game)).with_fuel(20_000);
        let (board, restart) = (world.drawn().clone(), world.drawn().clone());
        let heavy = |key| first(&game, &mut world, (&board, &restart), Some(key)).is_none();
        if Key::of(game.shape).any(heavy) {
            continue;
        }
        let budget = Budget::unlimited();
        let Ok(found) = search(&game, level(&game), Wanted::Least, &budget.clone().with_states(300)) else {
            continue;
        };
        let Some(least) = least(&second_game) else { continue };
        let ours = match &found.answer {
            Answer::Won(keys) => Some(keys.len()),
            Answer::Never => None,
        };
        assert_eq!(ours, least, "{text}");
        let part = search_with((&game, level(&game)), (Wanted::Least, false), &budget, &mut |_| {}).unwrap();
        let aimed = if let Answer::Won(keys) = &part.answer { Some(keys.len()) } else { None };
        assert_eq!(aimed, ours, "{text}");
        let counted = match ours {
            Some(keys) if keys > 1 => &mut won,
            None if found.states() > 2 => &mut never,
            _ => continue,
        };
        *counted += 1;
        if game.has_chance() || found.states() > 60 || !light(&game, &found) {
            continue;
        }
        let file = written(&game, ("P", level(&game)), &found);
        let mut file: Certificate = serde_json::from_str(&file).unwrap();
        verify(&text, &file, &budget).unwrap_or_else(|why| panic!("{why:?}\n{text}\n{file:?}"));
        let at = random.below(file.levels.len());
        file.levels[at].pop();
        assert!(verify(&text, &file, &budget).is_err(), "{text}\n{file:?}");
        certified += 1;
    }
    assert!(certified > 20, "{certified}");
}
