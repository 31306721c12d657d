//! Other numbers of neighbours, and the triangular grid: compared with a search of all configurations on a part of
//! the grid; certificates; forged ones.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_coin_moving::adjacency::construct::construct;
use puzzlec_coin_moving::adjacency::decide::Verdict;
use puzzlec_coin_moving::adjacency::game::{Cells, Game, Grid};
use puzzlec_coin_moving::adjacency::read::Goal;
use puzzlec_coin_moving::adjacency::search::{SearchOutcome, fewest, within};
use puzzlec_coin_moving::adjacency::shorten::shorten;
use puzzlec_model::board::Coord;
use puzzlec_search::{Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};
use puzzlec_theory::meter::Meter;
use serde_json::{Value, json};

use super::answer;
use crate::games::{self, accepts};

const SQUARE: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const TRIANGULAR: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// A part of a grid, with bits for its cells: columns and rows in the middle, and so many cells more around them.
struct Part {
    side: i32,
    beside: Vec<u64>,
    /// The cells in the middle.
    middle: Vec<usize>,
    touching: u32,
    game: Game,
}

impl Part {
    fn new(grid: Grid, touching: u32, (width, height): (i32, i32), more: i32) -> Part {
        let steps: &[(i32, i32)] = if grid == Grid::Square { &SQUARE } else { &TRIANGULAR };
        let side = width.max(height) + 2 * more;
        let place = |x: i32, y: i32| (y * side + x) as usize;
        let inside = |at: i32| (0..side).contains(&at);
        let near = |cell: i32| {
            let (x, y) = (cell % side, cell / side);
            let near =
                steps.iter().map(|(dx, dy)| (x + dx, y + dy)).filter(|(x, y)| inside(*x) && inside(*y));
            near.fold(0, |set, (x, y)| set | 1 << place(x, y))
        };
        let middle = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Part {
            side,
            beside: (0..side * side).map(near).collect(),
            middle: middle.map(|(x, y)| place(x + more, y + more)).collect(),
            touching,
            game: Game { grid, touching: touching as usize },
        }
    }

    /// All ways to put so many coins into the middle.
    fn configurations(&self, coins: u32) -> Vec<u64> {
        let cells = |set: u32| (0..self.middle.len()).filter(move |at| set >> at & 1 == 1);
        let sets = (0..1_u32 << self.middle.len()).filter(|set| set.count_ones() == coins);
        sets.map(|set| cells(set).fold(0, |all, at| all | 1 << self.middle[at])).collect()
    }

    fn coins(&self, set: u64) -> Cells {
        let cells = (0..self.side * self.side).filter(|cell| set >> cell & 1 == 1);
        cells.map(|cell| Coord::new(cell % self.side, cell / self.side)).collect()
    }

    /// How far every configuration is that moves within the part reach.
    fn reached(&self, start: u64) -> BTreeMap<u64, usize> {
        let mut far = BTreeMap::from([(start, 0)]);
        let mut open = VecDeque::from([start]);
        let cells = || 0..self.beside.len();
        while let Some(at) = open.pop_front() {
            for from in cells().filter(|cell| at >> cell & 1 == 1) {
                let rest = at & !(1 << from);
                let fits = |to: &usize| (self.beside[*to] & rest).count_ones() >= self.touching;
                for to in cells().filter(|to| at >> to & 1 == 0).filter(fits) {
                    let next = rest | 1 << to;
                    if !far.contains_key(&next) {
                        far.insert(next, far[&at] + 1);
                        open.push_back(next);
                    }
                }
            }
        }
        far
    }
}

/// Compares all that is said of every pair of configurations; how many pairs have a plan, and how many of them need
/// more moves than one.
fn compare(part: &Part, coins: u32, every: usize) -> (usize, usize) {
    let all = part.configurations(coins);
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let game = part.game;
    let (mut solvable, mut longer) = (0, 0);
    for start in all.iter().step_by(every) {
        let reached = part.reached(*start);
        let from = part.coins(*start);
        for (number, goal) in all.iter().enumerate() {
            let (far, to) = (reached.get(goal), part.coins(*goal));
            solvable += usize::from(far.is_some());
            let told = format!("{game:?} {from:?} {to:?}");
            let least = fewest(game, &from, &to);
            // The part has an end, so that a plan without it may be shorter.
            assert!(far.is_none_or(|far| least as usize <= *far), "{told}");
            match (Goal { coins: to.clone(), anywhere: false }).decide(game, &from) {
                Verdict::Same => assert_eq!(far, Some(&0), "{told}"),
                Verdict::OneMove(step) => {
                    assert_eq!(far, Some(&1), "{told}");
                    assert!(game.solves(&from, &to, &[step]), "{told}");
                }
                Verdict::No(_) => assert_eq!(far, None, "{told}"),
                Verdict::Yes => {
                    assert!(far.is_some(), "{told}");
                    longer += 1;
                    // Plans take longer to find than to decide.
                    if number % 11 != 0 {
                        continue;
                    }
                    let moves = construct(game, &from, &to, &meter).unwrap().unwrap();
                    assert!(game.solves(&from, &to, &moves), "{told}");
                    let moves = shorten(game, &from, moves, &meter).unwrap();
                    assert!(game.solves(&from, &to, &moves), "{told}");
                    let most = u32::try_from(moves.len()).unwrap();
                    assert!(moves.len() <= 2 * far.unwrap() + 2, "{told}: {moves:?}");
                    match within(game, &from, std::slice::from_ref(&to), (most, 100_000), &meter).unwrap() {
                        SearchOutcome::Plan(moves) => {
                            assert!(
                                game.solves(&from, &to, &moves) && moves.len() <= *far.unwrap(),
                                "{told}"
                            );
                        }
                        other => panic!("{told}: {other:?}"),
                    }
                }
            }
        }
    }
    (solvable, longer)
}

#[test]
fn two_neighbours_on_the_triangular_grid() {
    assert_eq!(compare(&Part::new(Grid::Triangular, 2, (3, 3), 2), 3, 21), (41, 24));
    compare(&Part::new(Grid::Triangular, 2, (3, 3), 1), 4, 60);
}

#[test]
fn one_neighbour() {
    for grid in [Grid::Square, Grid::Triangular] {
        compare(&Part::new(grid, 1, (3, 2), 2), 2, 1);
        compare(&Part::new(grid, 1, (3, 2), 2), 3, 3);
    }
}

/// Larger ones: a minute or two.
#[test]
#[ignore = "exhaustive"]
fn exhaustive() {
    compare(&Part::new(Grid::Triangular, 2, (4, 4), 1), 3, 1);
    compare(&Part::new(Grid::Triangular, 2, (3, 3), 2), 4, 1);
    compare(&Part::new(Grid::Triangular, 2, (4, 4), 1), 5, 300);
    compare(&Part::new(Grid::Square, 1, (3, 3), 2), 3, 1);
    compare(&Part::new(Grid::Triangular, 1, (3, 3), 2), 3, 1);
}

#[test]
fn anywhere_is_each_place() {
    let part = Part::new(Grid::Triangular, 2, (3, 2), 2);
    for start in part.configurations(3) {
        let from = part.coins(start);
        let reached: BTreeMap<BTreeSet<(i32, i32)>, usize> =
            part.reached(start).into_iter().fold(BTreeMap::new(), |mut all, (set, far)| {
                let least = all.entry(shape(&part.coins(set))).or_insert(far);
                *least = far.min(*least);
                all
            });
        for goal in part.configurations(3) {
            let to = part.coins(goal);
            let far = reached.get(&shape(&to)).copied();
            match (Goal { coins: to.clone(), anywhere: true }).decide(part.game, &from) {
                Verdict::Same => assert_eq!(far, Some(0)),
                Verdict::OneMove(_) => assert_eq!(far, Some(1)),
                Verdict::No(_) => assert_eq!(far, None, "{from:?} {to:?}"),
                Verdict::Yes => assert!(far.is_some_and(|far| far > 1)),
            }
        }
    }
}

/// Coins moved so that the first one lies in the corner.
fn shape(coins: &Cells) -> BTreeSet<(i32, i32)> {
    let first = coins.first().unwrap();
    coins.iter().map(|c| (c.x - first.x, c.y - first.y)).collect()
}

fn load(grid: &str, touching: u32, more: &str) -> Analysis {
    let text = format!(
        "edition 1\npiece coin \"o\"\nboard Plane = {grid} unbounded\nrule go(x: coin, y: empty) on Plane {{\n \
         when count(coin, around y except x) >= {touching}\n move x to y\n}}\npuzzle P {{\n rules go\n {more}\n}}"
    );
    games::load(text)
}

/// Rows parted by `/`, on the triangular grid each half a cell on.
fn drawn(grid: &str, picture: &str) -> String {
    let row = |(at, row): (usize, &str)| {
        let marks: String = row.chars().map(|c| format!(" {c}")).collect();
        let shift = if grid == "hex" { " ".repeat(at) } else { String::new() };
        format!("   {shift}{marks}\n")
    };
    format!("\"\"\"\n{}\"\"\"", picture.split('/').enumerate().map(row).collect::<String>())
}

fn puzzle(grid: &str, touching: u32, start: &str, goal: &str) -> Analysis {
    let goal =
        goal.strip_prefix('?').map_or_else(|| drawn(grid, goal), |g| format!("anywhere {}", drawn(grid, g)));
    load(grid, touching, &format!("start {}\n goal {goal}", drawn(grid, start)))
}

fn certified(analysis: &Analysis) -> CertificateFile {
    games::certified(analysis, &Options::default()).1
}

/// Puzzles with answers: grid, number, start, goal, answer, and the kind of proof.
const PUZZLES: &[(&str, u32, &str, &str, &str, &str)] = &[
    ("hex", 2, "ooo/oo./o..", "?..o/.oo/ooo", "2", "layers"),
    ("hex", 2, "oo./oo.", "oo./oo.", "0", "layers"),
    ("hex", 2, "oo../..o.", "o.../o.o.", "none", "no_last_move"),
    ("hex", 2, "oo./oo.", ".oo/oo.", "1", "layers"),
    ("hex", 2, "oo../oo..", "?..o/oo./.o.", "none", "one_coin"),
    ("hex", 2, "o..o..o", "?oo/o.", "none", "no_move"),
    ("hex", 2, "oo./o..", "oo./oo.", "none", "number"),
    ("square", 1, "oo..../....../....o.", "o.o/.../..o", "none", "no_last_move"),
    ("square", 1, "o..o", "?oo", "1", "layers"),
    // Where coins stay, general search answers.
    ("square", 3, "oo./o.o/.o.", "oo./oo./.o.", "1", ""),
    ("square", 3, "ooo/o.o/...", "ooo/.o./..o", "none", ""),
    ("square", 3, "ooo./o.o./.o..", "ooo./.ooo/....", "none", ""),
    ("hex", 3, "o.o/o.o/o..", ".o./oo./oo.", "5", ""),
    ("hex", 3, "ooo/..o/o..", "ooo/.o./.o.", "none", ""),
];

#[test]
fn answers_and_certificates() {
    for (grid, touching, start, goal, wanted, kind) in PUZZLES {
        let analysis = puzzle(grid, *touching, start, goal);
        let told = format!("{grid} {touching} {start} {goal}");
        assert_eq!(answer(&analysis, &Options::default()), *wanted, "{told}");
        let any = Options { wanted: Wanted::Any, ..Options::default() };
        assert_eq!(answer(&analysis, &any) == "none", *wanted == "none", "{told}");
        let document = certified(&analysis);
        assert!(accepts(&analysis, &document), "{told}: {document:?}");
        let text = serde_json::to_string(&document).unwrap();
        assert!(kind.is_empty() || *wanted == "0" || text.contains(kind), "{told}: {text}");
    }
}

/// All bodies of proofs.
fn bodies() -> Vec<Value> {
    let alone = ["number", "no_move", "no_last_move", "one_coin"];
    let one = |kind: &&str| json!({"kind": "alone", "goals": [{"kind": kind}]});
    let mut all: Vec<Value> = alone.iter().map(one).collect();
    all.push(json!({"kind": "alone", "goals": []}));
    all.push(json!({"kind": "layers"}));
    all.push(json!({"kind": "nonsense"}));
    all.push(json!({"goals": [{"kind": "counts"}]}));
    all
}

#[test]
fn no_proof_shows_a_falsehood() {
    for (grid, touching, start, goal, wanted, _) in PUZZLES.iter().filter(|puzzle| puzzle.4 != "none") {
        let analysis = puzzle(grid, *touching, start, goal);
        let mut document = certified(&analysis);
        let Proof::Plan { .. } = document.proof else { panic!("no plan") };
        for body in bodies() {
            let proof = json!({"theory": "coin_moving", "body": body});
            document.proof = Proof::Theory(serde_json::from_value(proof).unwrap());
            assert!(!accepts(&analysis, &document), "{grid} {touching} {start} {goal} {wanted}: {body}");
        }
    }
}

#[test]
fn a_proof_is_of_its_puzzle() {
    for (grid, touching, start, goal, wanted, kind) in
        PUZZLES.iter().filter(|puzzle| puzzle.4 == "none" && !puzzle.5.is_empty())
    {
        let analysis = puzzle(grid, *touching, start, goal);
        let document = certified(&analysis);
        // The same proof for puzzles that have a plan.
        for (grid, touching, start, goal, answer, _) in PUZZLES.iter().filter(|puzzle| puzzle.4 != "none") {
            let other = puzzle(grid, *touching, start, goal);
            assert!(!accepts(&other, &document), "{wanted} {kind} {answer}");
        }
        // A field changed.
        let Proof::Theory(proof) = &document.proof else { panic!("no proof of the theory") };
        let mut changed = proof.body.clone();
        changed["goals"] = json!([]);
        let mut forged = document.clone();
        let Proof::Theory(proof) = &mut forged.proof else { panic!("no proof of the theory") };
        proof.body = changed;
        assert!(!accepts(&analysis, &forged), "{kind}");
    }
}

/// A star on the triangular grid that no last move reaches where two must touch a coin, and one does where one must.
#[test]
fn another_number_is_another_game() {
    let (start, goal) = ("oo../..o.", "o.../o.o.");
    let document = certified(&puzzle("hex", 2, start, goal));
    let other = puzzle("hex", 1, start, goal);
    assert_ne!(answer(&other, &Options::default()), "none");
    assert!(!accepts(&other, &document));
    // Where more must touch a coin there are less moves.
    assert!(accepts(&puzzle("hex", 3, start, goal), &document));
}

#[test]
fn a_bound_is_not_raised() {
    let analysis = puzzle("hex", 2, "ooo/oo./o..", "?..o/.oo/ooo");
    let document = certified(&analysis);
    let written = serde_json::to_value(&document).unwrap();
    assert_eq!(written["proof"]["least"]["body"], json!({"kind": "layers"}));
    // A plan that comes back once.
    let mut longer = written.clone();
    let steps = longer["proof"]["steps"].as_array_mut().unwrap();
    let first = steps[0].clone();
    let mut back = first.clone();
    back["at"] = json!([first["at"][1], first["at"][0]]);
    steps.splice(0..0, [first, back]);
    longer["proof"]["length"] = json!(4);
    let forged: CertificateFile = serde_json::from_value(longer).unwrap();
    assert!(!accepts(&analysis, &forged));
}

/// A rhombus of four and a coin far away meet at the other side: decided and built though there are many coins.
#[test]
fn many_coins_and_long_ways() {
    let row = |from: usize, to: usize, every: usize| {
        (0..90)
            .map(|x| if (from..to).contains(&x) && (x - from).is_multiple_of(every) { 'o' } else { '.' })
            .collect::<String>()
    };
    let start = format!("{}/{}", row(0, 2, 1), row(4, 24, 3));
    let goal = format!("{}/{}", row(14, 26, 3), row(2, 16, 3));
    let coins = |picture: &str| picture.chars().filter(|c| *c == 'o').count();
    assert_eq!(coins(&start), coins(&goal));
    // Lonely coins only.
    assert_eq!(answer(&puzzle("hex", 2, &start, &goal), &Options::default()), "none");
    let goal = format!("{}/{}", row(14, 24, 3), row(2, 14, 3).replacen("o..", "oo.", 1));
    assert_eq!(coins(&start), coins(&goal));
    let any = Options { wanted: Wanted::Any, ..Options::default() };
    assert_eq!(answer(&puzzle("hex", 1, &start, &goal), &any), "found");
    assert_eq!(answer(&puzzle("square", 1, &start, &goal), &any), "found");
}

/// A search that may hold few positions gives up; it never rules out a plan that there is.
#[test]
fn few_positions_rule_nothing_out() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let (mut solved, mut large) = (0, 0);
    for (grid, touching) in [(Grid::Square, 1), (Grid::Triangular, 1), (Grid::Triangular, 2)] {
        let part = Part::new(grid, touching, (3, 2), 1);
        for start in part.configurations(3) {
            for (goal, far) in part.reached(start).into_iter().step_by(53) {
                let (from, to) = (part.coins(start), part.coins(goal));
                for most in [1, 4, 16, 64, 256] {
                    match within(part.game, &from, std::slice::from_ref(&to), (far as u32, most), &meter)
                        .unwrap()
                    {
                        SearchOutcome::Plan(moves) => {
                            assert!(moves.len() <= far && part.game.solves(&from, &to, &moves));
                            solved += 1;
                        }
                        SearchOutcome::TooLarge => large += 1,
                        SearchOutcome::NoneWithin => panic!("{from:?} to {to:?} in {far}, with {most}"),
                    }
                }
            }
        }
    }
    assert!(solved > 100 && large > 100, "{solved} {large}");
}
