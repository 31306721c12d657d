//! What rules mean: which actions there are, what closing up does, which piece a name means.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;

use proptest::prelude::*;
use puzzlec_analysis::{Analysis, Answer, Outcome};
use puzzlec_base::Budget;
use puzzlec_checker as verify;
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_model::Model;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::{self, Count, Options};
use puzzlec_task::Bounds;
use puzzlec_task::certificate::CertificateFile;

pub(super) fn load(text: &str) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text.to_owned())]));
    Analysis::load(&files, &["a.puzzle".to_owned()])
}

fn budget() -> Budget {
    Budget::unlimited()
}

/// Whether every expectation of the text holds.
fn passes(text: &str) {
    let analysis = load(text);
    assert!(!analysis.puzzles().is_empty());
    for puzzle in analysis.puzzles() {
        for result in analysis.test(puzzle, &|| budget().into()).unwrap() {
            assert!(matches!(result.outcome, Outcome::Held), "{}: {result:?}", puzzle.name);
        }
    }
}

fn count(model: &Model) -> Count {
    let made = ground(model, None, &budget()).unwrap();
    let count = puzzlec_search::count(
        &made.task,
        &puzzlec_search::CountOptions::new(NonZero::new(2).unwrap(), true),
        budget(),
    );
    assert_eq!(count.stopped, None);
    count
}

fn counted(text: &str) -> Count {
    let analysis = load(text);
    count(&analysis.model(&analysis.puzzles()[0], &[]).unwrap())
}

/// The length of a shortest solution, whose certificate is accepted; nothing if there is none, which is proved, too.
pub(super) fn least(text: &str) -> Option<u64> {
    let analysis = load(text);
    let puzzle = &analysis.puzzles()[0];
    let (report, document) = analysis
        .certify(puzzle, &[], &Options::default(), budget())
        .unwrap_or_else(|why| panic!("{text}\n{why:?}"));
    let checked = analysis.verify(puzzle, &document.unwrap(), budget()).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{text}\n{checked:?}");
    match report.answer {
        Answer::Solved(plan) => Some(plan.length),
        Answer::Unsolvable { .. } => None,
        other => panic!("{text}\n{other:?}"),
    }
}

#[test]
fn rules_that_do_the_same_stay_apart() {
    passes(include_str!("legal-merged.puzzle"));
    passes(include_str!("pieces-merged.puzzle"));
    let text = include_str!("runs-merged.puzzle");
    assert_eq!(least(text), Some(1));
    assert_eq!(least(&text.replace("hop, step", "step, hop")), Some(1));
    let document: CertificateFile = read(include_str!("runs-merged-1-sweep.json"), &budget()).unwrap();
    let analysis = load(text);
    let checked = analysis.verify(&analysis.puzzles()[0], &document, budget()).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    // Three rules, two steps.
    let found = counted(include_str!("count-merged.puzzle"));
    assert_eq!(found.shortest.unwrap().solutions.exact(), Some(9));
}

#[test]
fn bindings_count_and_ways_to_lay_a_pattern_do_not() {
    let puzzle = |rule: &str, start: &str, goal: &str| {
        let text = format!(
            "piece coin \"o\"\n{rule}\npuzzle P {{ board line 4; rules r; start row {start}; goal row {goal} }}"
        );
        counted(&text).shortest.unwrap().solutions.exact()
    };
    // `y` may be any cell and does nothing.
    assert_eq!(puzzle("rule r(x: coin, y: cell) { remove x }", "o...", "...."), Some(4));
    // Either of the two may be `x`.
    assert_eq!(puzzle("rule r(x: coin, y: coin) { when x != y\n remove x, y }", "oo..", "...."), Some(2));
    // Laid from the left and from the right it is the same on the same two cells.
    assert_eq!(puzzle("rule r { [ coin | coin ] -> [ empty | empty ] }", "oo..", "...."), Some(1));
    // Cells that it leaves alone are part of where it lies: to the left and to the right.
    assert_eq!(puzzle("rule r { [ coin | ? ] -> [ empty | ? ] }", ".o..", "...."), Some(2));
    // Two patterns of one rule are two actions.
    assert_eq!(puzzle("rule r { [ coin ] -> [ empty ]\n [ coin ] -> [ empty ] }", ".o..", "...."), Some(2));
}

#[test]
fn names_of_two_cell_pieces_mean_the_same_on_both_sides() {
    passes(include_str!("gourd-swap.puzzle"));
    passes(include_str!("gourd-swap2.puzzle"));
    // A piece that stays does not move; one that turns round does.
    let text = "piece gourd { cells 2 }\n\
        rule creep { [ g.1 | g.2 | empty | h.1 | h.2 ] -> [ empty | g.1 | g.2 | h.1 | h.2 ] along right }\n\
        rule turn { [ g.1 | g.2 | h.1 | h.2 ] -> [ g.2 | g.1 | h.1 | h.2 ] along right }\n";
    let creep = "puzzle P { board line 5; rules creep; start row 12.34; goal row .1234; measure gourds = pieces moved }";
    let turn =
        "puzzle P { board line 4; rules turn; start row 1234; goal row 2134; measure gourds = pieces moved }";
    assert_eq!(least(&format!("{text}{creep}")), Some(1));
    assert_eq!(least(&format!("{text}{turn}")), Some(1));
}

#[test]
fn what_changes_nothing_is_no_move() {
    passes(include_str!("game-noop-draw.puzzle"));
    // The exchange of two like coins would hand the run on from the first coin to the second.
    let text = "piece coin \"o\"\n\
        rule step { [ coin | empty ] -> [ empty | coin ] along right }\n\
        rule swap_(x: coin, y: coin) { swap x with y }\n\
        puzzle P { board line 6; rules step, swap_; start row o.o...; goal row .o.o..; \
        measure sweeps = runs of one piece }";
    assert_eq!(least(text), Some(2));
}

#[test]
fn rows_with_gaps_close_up() {
    // The circle of `GapRing` has no solution: of the two coins side by side one turns the other over,
    // and no third coin comes near.
    let text = include_str!("close-start.puzzle");
    let (most, ring) = text.split_once("puzzle GapRing").unwrap();
    passes(most);
    let ring = ring.replace("expect solvable", "expect unsolvable");
    passes(&format!("use removal\npuzzle GapRing{ring}"));
    passes(include_str!("close-p0703.puzzle"));
    let found = counted(include_str!("close-count.puzzle"));
    assert_eq!(found.shortest.unwrap().solutions.exact(), Some(32));
    // Coins that are moved stand one cell nearer after a cell before them is gone: one run.
    let text = "piece coin \"o\"\n\
        rule pull(x: empty, y: coin) { when step(x, right) == y\n move y to step(y, right)\n close x }\n\
        puzzle P { board ring 6; rules pull; start row .o...o; goal row .o.o..; measure sweeps = runs of one piece }";
    assert_eq!(least(text), Some(1));
}

/// Coins on a line or a ring, of which as many cells are left as the vector has.
type Row = Vec<u8>;

/// By the words of the manual: every action of `take`, `shut`, `step` and `drop`.
fn successors(row: &Row, ring: bool) -> Vec<Row> {
    let n = row.len();
    let around = |x: usize| -> BTreeSet<usize> {
        let (left, right) = if ring {
            (Some((x + n - 1) % n), Some((x + 1) % n))
        } else {
            (x.checked_sub(1), Some(x + 1).filter(|y| *y < n))
        };
        [left, right].into_iter().flatten().filter(|y| *y != x).collect()
    };
    let closed = |mut row: Row, x: usize| {
        row.remove(x);
        if !ring {
            row.push(b'.');
        }
        row
    };
    let mut all = Vec::new();
    for x in 0..n {
        if row[x] == b'1' {
            let mut next = row.clone();
            next[x] = b'.';
            for y in around(x) {
                next[y] = match next[y] {
                    b'1' => b'0',
                    b'0' => b'1',
                    other => other,
                };
            }
            all.push(next.clone());
            all.push(closed(next, x));
            let right = if ring { (x + 1) % n } else { x + 1 };
            if right != x && row.get(right) == Some(&b'.') {
                let mut next = row.clone();
                (next[x], next[right]) = (b'.', b'1');
                all.push(next);
            }
        }
        if row[x] == b'.' {
            all.push(closed(row.clone(), x));
        }
    }
    all.retain(|next| next != row);
    all
}

/// The sizes of the levels, and the number of shortest sequences to an empty row.
fn naively(start: &Row, ring: bool) -> (Vec<u64>, Option<u128>) {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut level = BTreeMap::from([(start.clone(), 1_u128)]);
    let (mut levels, mut solutions) = (Vec::new(), None);
    while !level.is_empty() {
        levels.push(level.len() as u64);
        let goals = level.iter().filter(|(row, _)| row.iter().all(|c| *c == b'.'));
        let ways: u128 = goals.map(|(_, ways)| *ways).sum();
        if solutions.is_none() && ways > 0 {
            solutions = Some(ways);
        }
        let mut next: BTreeMap<Row, u128> = BTreeMap::new();
        for (row, ways) in &level {
            for after in successors(row, ring).into_iter().filter(|a| !seen.contains(a)) {
                *next.entry(after).or_default() += ways;
            }
        }
        seen.extend(next.keys().cloned());
        level = next;
    }
    (levels, solutions)
}

const COINS: &str = r#"
piece heads "1"
piece tails "0"
rule take(x: heads) { remove x; flip heads <-> tails at around x }
rule shut(x: heads) { close x; remove x; flip heads <-> tails at around x }
rule step_ { [ heads | empty ] -> [ empty | heads ] along right }
rule drop(x: empty) { close x }
"#;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    /// Start, moves and counts of rows that close up: search, checker and a reading of the manual.
    #[test]
    fn closing_up_agrees(cells in proptest::collection::vec(0..3_usize, 2..6), ring: bool) {
        let row: Row = cells.iter().map(|c| b".10"[*c]).collect();
        let (shape, start) = (if ring { "ring" } else { "line" }, String::from_utf8(row.clone()).unwrap());
        let text = format!(
            "{COINS}puzzle P {{ board {shape} {}; rules take, shut, step_, drop; start row {start}; goal empty }}",
            row.len()
        );
        let analysis = load(&text);
        let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
        let (levels, solutions) = naively(&row, ring);
        let found = count(&model);
        prop_assert_eq!(&found.levels, &levels, "{}", text);
        prop_assert_eq!(found.shortest.map(|s| s.solutions.exact().unwrap()), solutions, "{}", text);
        let walk = verify::explore(&model, 10_000).unwrap();
        prop_assert_eq!(&walk.levels, &levels, "{}", text);
        prop_assert_eq!(walk.goal_at, found.shortest.map(|s| s.length));
        prop_assert_eq!(least(&text), walk.goal_at);
    }
}

/// Rules of which some do the same now and then, with the same piece or with another.
const POOL: &str = r#"
piece coin "o"
piece stone "x"
rule walk { [ coin | empty ] -> [ empty | coin ] along right }
rule roll { [ coin | empty ] -> [ empty | coin ] }
rule hop { [ coin | coin | empty ] -> [ empty | empty | coin ] }
rule slide { [ coin | coin | empty ] -> [ empty | coin | coin ] }
rule leap(x: coin, y: coin, z: empty) { when adjacent(x, y) and adjacent(y, z)
    move x to z }
rule push(x: coin, y: coin, z: empty) { when adjacent(x, y) and adjacent(y, z)
    move y to z; move x to y }
rule over { [ coin | stone | empty ] -> [ empty | stone | coin ] }
rule trade(x: coin, y: stone) { when adjacent(x, y)
    swap x with y }
rule like(x: coin, y: piece) { swap x with y }
rule idle(x: stone, y: cell) { remove x; put coin at x }
rule turn(x: coin) { flip coin <-> stone at x }
"#;
const RULES: [&str; 11] =
    ["walk", "roll", "hop", "slide", "leap", "push", "over", "trade", "like", "idle", "turn"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    /// No answer depends on the order of rules.
    #[test]
    fn order_does_not_matter(
        rules in proptest::sample::subsequence(&RULES[..], 2..5).prop_shuffle(),
        shape in 0..3_usize,
        start in "[.ox]{6}",
        goal in "[.ox]{6}",
    ) {
        let board = ["line 6", "ring 6", "hex 3 by 2"][shape];
        let mut other = rules.clone();
        other.reverse();
        let mut sorted = rules.clone();
        sorted.sort_unstable();
        for measure in ["jumps = actions", "sweeps = runs of one piece", "coins = pieces moved"] {
            let text = |rules: &[&str]| format!(
                "{POOL}puzzle P {{ board {board}; rules {}; start row {start}; goal row {goal}; measure {measure} }}",
                rules.join(", ")
            );
            let first = least(&text(&rules));
            prop_assert_eq!(first, least(&text(&other)), "{}", text(&rules));
            prop_assert_eq!(first, least(&text(&sorted)), "{}", text(&rules));
            let (one, two) = (counted(&text(&rules)), counted(&text(&other)));
            prop_assert_eq!(one.clone(), two, "{}", text(&rules));
            let analysis = load(&text(&sorted));
            let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
            prop_assert_eq!(ground(&model, None, &budget()).unwrap().bounds, Bounds::Exact);
            prop_assert_eq!(verify::explore(&model, 10_000).unwrap().levels, one.levels);
        }
    }
}

#[test]
fn a_bent_block_and_its_mirror_image_move_alike() {
    let puzzle = |board: &str, rows: &str| {
        format!(
            "piece block \"AB\" {{ rigid }}\n\
             rule r(x: block, d: direction) {{\nwhen aligned(x, d)\nshift x towards d }}\n\
             puzzle P {{ board {board}; rules r; goal empty; start \"\"\"\n{rows}\n\"\"\" }}"
        )
    };
    for board in ["square 3 by 3", "square diagonal 3 by 3"] {
        let one = counted(&puzzle(board, "BAA\n..A\n..."));
        let other = counted(&puzzle(board, "AAB\nA..\n..."));
        assert_eq!((one.levels.clone(), one.all), (other.levels, other.all), "{board}");
        assert!(one.levels.len() > 1, "{board}: {:?}", one.levels);
    }
}

/// A pursuer makes one step after each move, to the left as to the right.
#[test]
fn one_application_is_not_taken_up_by_the_next() {
    let text = include_str!("once-runs-one-way.puzzle");
    let (rules, puzzles) = text.split_once("puzzle RightWards").unwrap();
    let (right, left) = puzzles.split_once("puzzle LeftWards").unwrap();
    for (puzzle, near, far) in [(right, "b1", "c1"), (left, "f1", "e1")] {
        let (puzzle, _) = puzzle.split_once("goal").unwrap();
        let least = |cell: &str| least(&format!("{rules}puzzle P{puzzle}goal minotaur at {cell} }}"));
        assert_eq!((least(near), least(far)), (Some(1), Some(2)), "{puzzle}");
    }
}
