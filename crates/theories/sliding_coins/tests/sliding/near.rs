//! Rules near the rule of the game, at random: those are recognized whose moves are the game's, by the rule as written.

use std::collections::BTreeSet;

use puzzlec_base::Budget;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_proofs::sliding_coins::check::Checker;
use puzzlec_sliding_coins::read::Game;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::TheoryProof;
use serde_json::json;

use super::brute::{Cells, Rule, moves};
use crate::games::{self, Random};

static CHECKER: &dyn ProofChecker = &Checker;

/// Cells of the bounded line.
const LINE: usize = 6;
/// Of the endless line the cells with coins, and those that moves are compared on, on either side.
const MIDDLE: usize = 6;
const ROOM: usize = 5;

/// The rule with up to three changes, and whether it says that the cells that it empties hold coins. A rule that moves free
/// cells, too, is not read, also where nothing changes by that.
fn rule(random: &mut Random) -> (String, bool) {
    let k = 1 + random.below(3);
    let mut runs = [k; 4];
    let (mut from, mut to) = ("right", "right");
    let mut over = random.below(3) == 0;
    let mut variables = ["x", "y"].map(str::to_owned);
    let mut guards = [true, true];
    let mut more: Vec<String> = Vec::new();
    let (mut first, mut split, mut words) = ("x", false, 0);
    for _ in 0..random.below(4) {
        match random.below(13) {
            0 => runs[random.below(4)] = 1 + random.below(3),
            1 => to = "left",
            2 => (from, to) = ("left", "left"),
            3 => guards[random.below(2)] = false,
            4 => over = !over,
            5 => split = true,
            6 => variables.swap(0, 1),
            7 => first = ["step(x, right)", "step(x, left)"][random.below(2)],
            8 => variables[random.below(2)].push_str([": piece", ": empty", ": nickel"][random.below(3)]),
            9 => words = 1 + random.below(3),
            10 => {
                let op = [">=", ">", "!=", "<=", "=="][random.below(5)];
                more.push(format!("distance(x, y) {op} {}", random.below(4)));
            }
            11 => more.push("x != y".to_owned()),
            _ => {
                let cell = ["x", "y"][random.below(2)];
                let (way, held) = (["right", "left"][random.below(2)], ["piece", "empty"][random.below(2)]);
                more.push(format!("step({cell}, {way}, {}) is {held}", random.below(3)));
            }
        }
    }
    let asks = guards[0];
    let lifted = |n: usize| format!("run({first}, {from}, {n})");
    let covered = |n: usize| format!("run(y, {to}, {n})");
    let mut all = Vec::new();
    if guards[0] {
        let cells = lifted(runs[0]);
        all.push(match words {
            0 => format!("occupied({cells})"),
            1 => format!("count(piece, {cells}) == {}", runs[0]),
            2 => format!("all c in {cells}: c is piece"),
            _ => format!("not any c in {cells}: c is empty"),
        });
    }
    if guards[1] {
        let but = if over { format!(" except {}", lifted(runs[0])) } else { String::new() };
        let cells = format!("{}{but}", covered(runs[1]));
        all.push(if words == 3 { format!("count(piece, {cells}) < 1") } else { format!("empty({cells})") });
    }
    all.extend(more);
    let guards: String = all.iter().map(|guard| format!("  when {guard}\n")).collect();
    let effects: String = if split {
        let step = |cell: &str, way: &str, n: usize| format!("step({cell}, {way}, {n})");
        let each = |n| format!("  move {} to {}\n", step(first, from, n), step("y", to, n));
        (0..runs[2]).map(each).collect()
    } else {
        format!("  move {} to {}\n", lifted(runs[2]), covered(runs[2]))
    };
    (format!("rule go({}, {}) {{\n{guards}{effects}}}\n", variables[0], variables[1]), asks)
}

fn model(rule: &str, board: &str, start: &str) -> Option<Model> {
    let text = format!(
        "edition 2\npiece nickel \"W\"\npiece penny \"B\"\nboard Tape = line unbounded\n{rule}\
         puzzle P {{\n  board {board}\n  rules go\n  start row {start}\n  goal anywhere row WBWB\n}}\n"
    );
    let analysis = games::load(text);
    analysis.model(analysis.puzzles().first()?, &[]).ok()
}

/// Cells as a position, the first of them at this column.
fn position(cells: &[u8], left: i32) -> Configuration {
    let held = (left..).zip(cells).filter(|(_, held)| **held > 0);
    held.map(|(x, held)| (Coord::new(x, 0), u16::from(*held))).collect()
}

fn every(cells: usize) -> impl Iterator<Item = Cells> {
    let number = 3_usize.pow(u32::try_from(cells).unwrap());
    (0..number).map(move |mut word| {
        let mut next = || {
            let held = u8::try_from(word % 3).unwrap();
            word /= 3;
            held
        };
        (0..cells).map(|_| next()).collect()
    })
}

fn pairs(low: i32, high: i32) -> Vec<Vec<(i32, i32)>> {
    (low..high).flat_map(|x| (low..high).map(move |y| vec![(x, 0), (y, 0)])).collect()
}

/// The games whose moves these positions have, each once.
fn is_game(model: &Model, bindings: &[Vec<(i32, i32)>], all: &[(Cells, i32)], rule: Rule) -> bool {
    all.iter().all(|(cells, left)| {
        let inside = |after: &Configuration| {
            let ends = *left..*left + i32::try_from(cells.len()).unwrap();
            after.keys().all(|cell| ends.contains(&cell.x))
        };
        let mut told = games::successors(model, &position(cells, *left), bindings);
        told.retain(inside);
        let moved = |(_, _, after): &(usize, usize, Cells)| position(after, *left);
        let mut wanted: Vec<Configuration> = moves(cells, rule).iter().map(moved).collect();
        told.sort();
        wanted.sort();
        told == wanted
    })
}

const GAMES: [Rule; 6] = [
    Rule { k: 1, over: false },
    Rule { k: 2, over: false },
    Rule { k: 2, over: true },
    Rule { k: 3, over: false },
    Rule { k: 3, over: true },
    Rule { k: 4, over: false },
];

/// Whether the checker takes a puzzle for the game.
fn is_checked(model: &Model) -> bool {
    let find = |name: &str| (name == "sliding_coins").then_some(CHECKER);
    let body = json!({"goals": [{"kind": "pairs"}]});
    let proof = TheoryProof { theory: "sliding_coins".to_owned(), body };
    let context = SearchContext::from(puzzlec_base::Budget::unlimited());
    check_claim(model, None, (&proof, Claim::AtLeast(0)), Checkers(&find), &context).is_ok()
}

#[test]
fn rules_near_the_game() {
    let mut random = Random(7);
    let (mut known, mut others, mut checked) = (0, 0, 0);
    let line: Vec<(Cells, i32)> = every(LINE).map(|cells| (cells, 0)).collect();
    let mut seen = BTreeSet::new();
    while seen.len() < 250 {
        let (text, asks) = rule(&mut random);
        if !seen.insert(text.clone()) {
            continue;
        }
        let Some(bounded) = model(&text, &format!("line {LINE}"), "WWBB..") else { continue };
        let read = Game::read(&bounded, &Budget::unlimited()).map(|game| (game.problem.k, game.problem.over));
        let bindings = pairs(0, i32::try_from(LINE).unwrap());
        // A rule that never moves anything is no game.
        let same = GAMES.iter().find(|game| is_game(&bounded, &bindings, &line, **game));
        let same = same.filter(|game| 2 * game.k <= LINE || game.over).map(|game| (game.k, game.over));
        let same = same.filter(|_| asks || read.is_some());
        assert_eq!(read, same, "on a line of {LINE} cells\n{text}");
        if is_checked(&bounded) {
            checked += 1;
            let moved = |game: &Rule| {
                line.iter().all(|(cells, _)| {
                    let told = games::successors(&bounded, &position(cells, 0), &bindings);
                    let all: Vec<Configuration> =
                        moves(cells, *game).iter().map(|(_, _, after)| position(after, 0)).collect();
                    told.iter().all(|after| all.contains(after))
                })
            };
            assert!(GAMES.iter().any(moved), "{text}");
        } else {
            assert_eq!(read, None, "the checker knows what the theory knows\n{text}");
        }
        // On the endless line: some positions in the middle of cells that are compared.
        let endless = model(&text, "Tape", "WWBB").unwrap();
        let read = Game::read(&endless, &Budget::unlimited())
            .map(|game| Rule { k: game.problem.k, over: game.problem.over });
        let bindings = pairs(-10, 16);
        // Some with blocks that are not the same from both sides.
        let fixed = [[1, 1, 2, 0, 0, 0], [0, 1, 2, 2, 0, 1], [1, 2, 1, 1, 0, 2], [2, 1, 0, 1, 2, 0]];
        let some: Vec<(Cells, i32)> = (0..12)
            .map(|number| {
                let mut middle = || std::array::from_fn(|_| u8::try_from(random.below(3)).unwrap());
                let middle: [u8; MIDDLE] = fixed.get(number).copied().unwrap_or_else(&mut middle);
                let room = || std::iter::repeat_n(0, ROOM);
                (room().chain(middle).chain(room()).collect(), -i32::try_from(ROOM).unwrap())
            })
            .collect();
        match read {
            Some(game) => {
                known += 1;
                assert!(is_game(&endless, &bindings, &some, game), "on the endless line\n{text}");
                assert!(is_checked(&endless), "{text}");
            }
            None => {
                others += 1;
                let same = GAMES.iter().find(|game| asks && is_game(&endless, &bindings, &some, **game));
                assert_eq!(same.map(|game| (game.k, game.over)), None, "on the endless line\n{text}");
            }
        }
    }
    assert!(known > 30 && others > 60 && checked > known / 2, "{known} {others} {checked}");
}
