//! The facts about random puzzles, beside the definitions on sets of cells.

use puzzlec_analysis::AnalyzeReport;
use puzzlec_model::board::{Board, Coord};
use puzzlec_syntax::ast::Lattice;
use puzzlec_theory::Content;

use crate::games::{self, fact};

use super::decide::truth::{Random, Small};

/// How many cases: those of the default run, or of `PUZZLEC_FUZZ`.
fn cases(usual: usize) -> usize {
    let wanted = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok());
    wanted.map_or(usual, |n: usize| n.min(5_000))
}

fn report(small: &Small, rule: &str, start: u32, goal: u32) -> AnalyzeReport {
    let drawn = |set| small.show(set).replace('X', " o").replace('.', " .").replace('/', "\n   ");
    let text = format!(
        "edition 2\nuse coins\npuzzle P {{\n rules coins.{rule}\n start \"\"\"\n   {}\n\"\"\"\n goal \"\"\"\n   {}\n\"\"\"\n}}",
        drawn(start),
        drawn(goal)
    );
    games::analyzed(&games::load(text), &[], false, None).unwrap()
}

fn rows<'a>(report: &'a AnalyzeReport, title: &str) -> &'a [Vec<String>] {
    let found = report.sections.iter().find(|section| section.title == title);
    match found.map(|section| &section.content) {
        Some(Content::Table { rows, .. }) => rows,
        _ => &[],
    }
}

/// The span by its definition (1.8).
pub fn span(small: &Small, mut set: u32) -> u32 {
    loop {
        let mut more = set;
        for cell in 0..small.cells() {
            if small.coins_beside(set, cell) >= 2 {
                more |= 1 << cell;
            }
        }
        if more == set {
            return set;
        }
        set = more;
    }
}

/// The components of a closed set, each as a set of cells: those that neighbours join.
pub fn components(small: &Small, mut span: u32) -> Vec<u32> {
    let mut found = Vec::new();
    while span != 0 {
        let mut part = span & span.wrapping_neg();
        loop {
            let grown = (0..small.cells()).filter(|c| span >> c & 1 == 1 && small.coins_beside(part, *c) > 0);
            let grown = grown.fold(part, |set, cell| set | 1 << cell);
            if grown == part {
                break;
            }
            part = grown;
        }
        found.push(part);
        span &= !part;
    }
    found
}

/// 1.12, 1.14, 1.15 and 4.1 to 4.5 as they are told.
#[test]
fn facts_are_those_of_the_definitions() {
    let board = Board::unbounded(Lattice::Square);
    let mut random = Random(7);
    let (mut minimal, mut splits) = (0, 0);
    for turn in 0..cases(300) {
        let (width, height) = [(4, 3), (5, 4), (3, 7), (6, 3)][turn % 4];
        let small = Small::new(width, height);
        let coins = 2 + random.below(u64::from(small.cells()) / 2) as u32;
        let (start, goal) = (random.position(&small, coins), random.position(&small, coins));
        let told = format!("{} -> {}", small.show(start), small.show(goal));
        let report = report(&small, "move", start, goal);
        let name = |cell: u32| {
            let at = small.coords(1 << cell)[0];
            board.name(Coord::new(at.x, at.y))
        };
        let names = |set: u32| match small.coords(set).len() {
            0 => "none".to_owned(),
            many => {
                let cells = (0..small.cells()).filter(|cell| set >> cell & 1 == 1).map(name);
                format!("{many}: {}", cells.collect::<Vec<_>>().join(" "))
            }
        };
        for (title, set) in [("start", start), ("goal", goal)] {
            let (mut all, mut keeping) = (0, 0);
            small.moves(set, |after| {
                all += 1;
                keeping += u32::from(span(&small, after) == span(&small, set));
            });
            assert_eq!(
                fact(&report, title, "moves that keep the span"),
                format!("{keeping} of {all}"),
                "{told}"
            );
            let is_minimal = fact(&report, title, "minimal").starts_with("yes");
            minimal += u32::from(is_minimal);
            assert!(!is_minimal || keeping == 0, "{told}");
        }
        let mut parts = components(&small, span(&small, start));
        let corner = |set: u32| name(set.trailing_zeros());
        let all: Vec<String> =
            rows(&report, "outer rows and columns").iter().map(|row| row[0].clone()).collect();
        parts.sort_by_key(|part| {
            all.iter().position(|cells| cells.starts_with(&format!("{} to", corner(*part))))
        });
        for ((part, row), component) in parts
            .iter()
            .zip(rows(&report, "outer rows and columns"))
            .zip(rows(&report, "components of the start"))
        {
            let at = small.coords(*part);
            let lines = |of: fn(&Coord) -> i32| {
                let (first, last) = (at.iter().map(of).min().unwrap(), at.iter().map(of).max().unwrap());
                let held: Vec<u32> = (first..=last)
                    .map(|line| {
                        (0..small.cells())
                            .filter(|c| (start & part) >> c & 1 == 1 && of(&small.coords(1 << c)[0]) == line)
                            .fold(0, |set, cell| set | 1 << cell)
                    })
                    .collect();
                let gap = held.iter().fold((0, 0), |(most, now): (u32, u32), set| {
                    let now = if *set == 0 { now + 1 } else { 0 };
                    (most.max(now), now)
                });
                (names(held[0]), names(held[held.len() - 1]), gap.0)
            };
            let (top, bottom, empty_rows) = lines(|cell| cell.y);
            let (left, right, empty_columns) = lines(|cell| cell.x);
            let wanted = [top, bottom, left, right, empty_rows.to_string(), empty_columns.to_string()];
            assert_eq!(row[1..], wanted, "{told}");
            assert!(
                wanted[..4].iter().all(|coins| coins != "none") && empty_rows < 2 && empty_columns < 2,
                "{told}"
            );
            let pairs = (0..small.cells())
                .filter(|c| (start & part) >> c & 1 == 1)
                .map(|c| small.coins_beside(start & part, c))
                .sum::<u32>()
                / 2;
            let listed = match component[7].as_str() {
                "none" => 0,
                many if many.contains('-') => many.split(' ').count() as u32,
                many => many.parse().unwrap(),
            };
            assert_eq!(listed, pairs, "{told}");
            let [minimum, held] = [4, 5].map(|column| component[column].parse::<u32>().unwrap());
            assert!(held > minimum || pairs <= u32::from(component[3] == "odd"), "1.15: {told}");
        }
        splits += told_splits(&small, [start, goal], rows(&report, "splits"), &told);
    }
    assert!(minimal > 20 && splits > 5, "{minimal} {splits}");
}

/// The pairs of rectangles to be taken apart; tells how many.
fn told_splits(small: &Small, [start, goal]: [u32; 2], rows: &[Vec<String>], told: &str) -> u32 {
    let board = Board::unbounded(Lattice::Square);
    let parts = components(small, span(small, goal));
    let mut wanted = Vec::new();
    for whole in components(small, span(small, start)) {
        let inside: Vec<u32> = parts.iter().copied().filter(|part| part & whole == *part).collect();
        for (at, one) in inside.iter().enumerate() {
            for other in inside.iter().skip(at + 1) {
                let sides = [*one, *other].map(|set| {
                    let cells = small.coords(set);
                    let side = |of: fn(&Coord) -> i32| {
                        let lines = || cells.iter().map(of);
                        (lines().min().unwrap(), lines().max().unwrap())
                    };
                    (side(|c| c.x), side(|c| c.y))
                });
                let between = |(a, b): (i32, i32), (c, d): (i32, i32)| (c - b).max(a - d) - 1;
                let (x, y) = (between(sides[0].0, sides[1].0), between(sides[0].1, sides[1].1));
                let gap = if x < 0 && y >= 2 { Some(y) } else { (y < 0 && x >= 2).then_some(x) };
                let half = |(x, y): ((i32, i32), (i32, i32))| x.1 - x.0 + y.1 - y.0 + 2;
                let mut names = [*one, *other].map(|set| {
                    let cells = small.coords(set);
                    format!("{} to {}", board.name(cells[0]), board.name(*cells.last().unwrap()))
                });
                names.sort();
                let numbers = gap.map(|h| {
                    [
                        h,
                        (half(sides[0]) + half(sides[1]) + h) / 2,
                        (half(sides[0]) + half(sides[1]) + h + 3) / 2,
                    ]
                });
                wanted
                    .push((names, numbers.map_or(["–"; 3].map(str::to_owned), |n| n.map(|n| n.to_string()))));
            }
        }
    }
    let mut listed: Vec<_> = rows
        .iter()
        .map(|row| {
            let mut names = [row[0].clone(), row[1].clone()];
            names.sort();
            (names, [row[2].clone(), row[3].clone(), row[4].clone()])
        })
        .collect();
    listed.sort();
    wanted.sort();
    assert_eq!(listed, wanted, "{told}");
    wanted.len() as u32
}

/// 5.2: in a plan with one coin to spare each coin touches the one that moved last, and below it coins are poked.
#[test]
fn moves_beside_pokes() {
    let mut random = Random(11);
    let mut poked = 0;
    for turn in 0..cases(200) {
        let (width, height) = [(3, 2), (5, 2), (4, 3)][turn % 3];
        let small = Small::new(width, height);
        let coins = (width + height) as u32 / 2 + 2;
        let (start, goal) = (random.position(&small, coins), random.position(&small, coins));
        let report = report(&small, "move", start, goal);
        let rows = rows(&report, "moves beside pokes");
        if rows.is_empty() {
            continue;
        }
        poked += 1;
        let told = format!("{} -> {}", small.show(start), small.show(goal));
        let cell = |name: &str| {
            let x = i32::from(name.as_bytes()[0] - b'a');
            (name[1..].parse::<i32>().unwrap() - 1) * width + x
        };
        let ends = |text: &str| text.split_once('-').map(|(from, to)| (cell(from), cell(to))).unwrap();
        let (mut at, mut below, mut last) = (start, 0, 0);
        for (number, row) in rows.iter().enumerate() {
            let (from, to) = ends(&row[0]);
            let mut legal = false;
            small.moves(at, |after| legal |= after == at & !(1 << from) | 1 << to);
            assert!(legal, "{told}");
            if number > 0 {
                assert_eq!(row[1], "yes", "{told}");
                let apart = (from % width - last % width).abs() + (from / width - last / width).abs();
                assert_eq!(apart, 1, "{told}");
            }
            if number > 1 {
                let (slid, place) = ends(&row[2]);
                assert_eq!((slid, place), (from, last), "{told}");
                // A poke: a coin with a neighbour slides beside another coin.
                let rest = below & !(1 << slid);
                assert!(below >> slid & 1 == 1 && small.coins_beside(below, slid as u32) == 1, "{told}");
                assert!(below >> place & 1 == 0 && small.coins_beside(rest, place as u32) >= 1, "{told}");
            }
            below = at & !(1 << from);
            at = below | 1 << to;
            last = to;
        }
        assert_eq!(at, goal, "{told}");
    }
    assert!(poked > 5, "{poked}");
}
