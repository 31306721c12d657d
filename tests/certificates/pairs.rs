//! Sums in which pairs of cells count for what they hold together.

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::{Budget, CancelToken, Limit};
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::invariants::{
    Field, Invariant as TaskInvariant, Pair, refuting, stated, stated_in_pairs,
};
use puzzlec_search::relaxed;
use puzzlec_search::{Method, Options};
use puzzlec_task::certificate::{CertificateFile, Invariant, Proof};

use crate::certificates::cases::Case;

fn invariants(document: &CertificateFile) -> &[Invariant] {
    match &document.proof {
        Proof::Invariants { invariants, .. } => invariants,
        _ => &[],
    }
}

fn has_pairs(document: &CertificateFile) -> bool {
    invariants(document).iter().any(|i| !i.pairs.is_empty())
}

fn with(document: &CertificateFile, sum: Invariant) -> CertificateFile {
    let Proof::Invariants { values, .. } = &document.proof else { panic!() };
    CertificateFile {
        proof: Proof::Invariants { invariants: vec![sum], values: values.clone() },
        ..document.clone()
    }
}

#[test]
fn a_long_row_is_refuted_at_once_and_every_change_of_a_number_is_rejected() {
    let case = Case::of("scripts/flip-two", "Long", &[], Method::Auto);
    assert!(matches!(case.check(&case.document), Checked::Verified(_)));
    let [sum] = invariants(&case.document) else { panic!() };
    assert_eq!(sum.pairs.len(), 4);
    let rejected = |sum: Invariant, what: &str| {
        let found = case.check(&with(&case.document, sum));
        assert!(matches!(found, Checked::Rejected(_)), "{what}: {found:?}");
    };
    for start in [1 - sum.start, -1, 2, 3, i64::MAX, i64::MIN] {
        rejected(Invariant { start, ..sum.clone() }, "start");
    }
    for modulus in [0, 1, 3, 4, 64, 65, u32::MAX] {
        rejected(Invariant { modulus, ..sum.clone() }, "modulus");
    }
    for (held, cells) in &sum.weights {
        for cell in cells.keys() {
            let mut changed = sum.clone();
            changed.weights.get_mut(held).unwrap().remove(cell);
            rejected(changed, "a weight left out");
            for weight in [0, 2, -1, i64::MIN] {
                let mut changed = sum.clone();
                changed.weights.get_mut(held).unwrap().insert(cell.clone(), weight);
                rejected(changed, "a weight");
            }
        }
    }
    for at in 0..sum.pairs.len() {
        for weight in [0, 2, 3, -1, i64::MAX, i64::MIN] {
            let mut changed = sum.clone();
            changed.pairs[at].weight = weight;
            rejected(changed, "a weight of pairs");
        }
        let mut changed = sum.clone();
        changed.pairs.remove(at);
        rejected(changed, "a kind of pairs left out");
        let mut changed = sum.clone();
        changed.pairs.insert(at, sum.pairs[at].clone());
        rejected(changed, "a kind of pairs twice");
        let mut changed = sum.clone();
        changed.pairs[at].cells.clear();
        rejected(changed, "no pairs");
        for pair in 0..sum.pairs[at].cells.len() {
            let mut changed = sum.clone();
            let (first, second) = changed.pairs[at].cells.remove(pair);
            rejected(changed.clone(), "a pair left out");
            changed.pairs[at].cells.insert(pair, (second.clone(), first.clone()));
            rejected(changed.clone(), "a pair the other way round");
            changed.pairs[at].cells[pair] = (first.clone(), first.clone());
            rejected(changed.clone(), "a cell paired with itself");
            changed.pairs[at].cells[pair] = (first, "z9".into());
            rejected(changed, "a cell that is not there");
            let mut changed = sum.clone();
            let twice = sum.pairs[at].cells[pair].clone();
            changed.pairs[at].cells.insert(pair, twice);
            rejected(changed, "a pair twice");
        }
    }
    let mut changed = sum.clone();
    changed.order = vec!["a1".into(), "b1".into()];
    rejected(changed, "pairs and an order");
}

#[test]
fn a_certificate_with_pairs_fits_the_schema_and_can_be_stopped() {
    let case = Case::of("scripts/flip-two", "Even", &[], Method::Auto);
    let schema = std::fs::read_to_string("docs/schema/certificate.schema.json").unwrap();
    let validator = jsonschema::draft202012::new(&serde_json::from_str(&schema).unwrap()).unwrap();
    let document = serde_json::to_value(&case.document).unwrap();
    let faults: Vec<String> = validator.iter_errors(&document).map(|e| e.to_string()).collect();
    assert!(faults.is_empty() && has_pairs(&case.document), "{faults:?}");
    let cancel = CancelToken::default();
    cancel.cancel();
    let budget = Budget::unlimited().with_cancel(cancel);
    assert_eq!(
        check(&case.model, &case.document, Checkers::NONE, &budget),
        Checked::Stopped(Limit::Cancelled.into())
    );
}

/// A file of puzzles with one rule, and an invariant that counts tails and pairs of neighbours.
fn file(rule: &str, board: &dyn Fn(usize) -> String, neighbours: &str, rows: &[String]) -> String {
    let mut text = format!("use removal\n{rule}\n");
    for (i, row) in rows.iter().enumerate() {
        let (name, board) = (format!("P{i}"), board(row.len()));
        text += &format!(
            "puzzle {name} {{ board {board}; rules take; start row {row}; goal empty
             expect solvable
             invariant script \"\"\"
                fn invariant(position) {{
                    let board = position.board;
                    let twice = 0;
                    for c in position.cells(\"piece\") {{
                        for d in {neighbours} {{
                            if d != () && position.holds(d, \"piece\") {{ twice += 1; }}
                        }}
                    }}
                    (position.count(\"tails\") + twice / 2) % 2
                }}
             \"\"\" }}\n"
        );
    }
    text
}

fn load(text: String) -> Analysis {
    Analysis::load(&MemoryFiles([("p.puzzle".to_owned(), text)].into()), &["p.puzzle".to_owned()])
}

/// Whether all coins can be taken, by trying; `heads` and what is there as bits.
fn removable(heads: u32, there: u32, neighbours: &[u32]) -> bool {
    there == 0
        || (0..neighbours.len()).filter(|i| (heads & there) >> i & 1 == 1).any(|i| {
            let left = there & !(1 << i);
            removable((heads ^ neighbours[i]) & left, left, neighbours)
        })
}

/// All rows of so many coins, of two that mirror each other one.
fn rows(coins: std::ops::RangeInclusive<usize>) -> Vec<String> {
    let all = coins.flat_map(|n| (0..1 << n).map(move |row: u32| format!("{row:0n$b}")));
    all.filter(|row| *row <= row.chars().rev().collect::<String>()).collect()
}

/// Solves every row and gives how many were refuted by pairs, and how many cannot be removed.
fn agree(text: String, rows: &[String], beside: &dyn Fn(usize, usize) -> Vec<usize>) -> (usize, usize) {
    let analysis = load(text);
    let (mut refuted, mut hopeless) = (0, 0);
    for (puzzle, row) in analysis.puzzles().iter().zip(rows) {
        let heads = row.bytes().enumerate().fold(0, |all, (i, c)| all | u32::from(c == b'1') << i);
        let near = |i| beside(i, row.len()).iter().fold(0, |all: u32, j| all | 1 << j);
        let neighbours: Vec<u32> = (0..row.len()).map(near).collect();
        let can = removable(heads, (1 << row.len()) - 1, &neighbours);
        let budget = Budget::unlimited();
        let (report, document) = analysis.certify(puzzle, &[], &Options::default(), &budget).unwrap();
        let document = document.unwrap();
        assert_eq!(can, matches!(report.answer, Answer::Solved(_)), "{row}: {:?}", report.answer);
        let checked = analysis.verify(puzzle, &document, &budget).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{row}: {checked:?}");
        refuted += usize::from(has_pairs(&document));
        hopeless += usize::from(!can);
    }
    (refuted, hopeless)
}

const TAKE: &str = "rule take = removal.take";

#[test]
fn rows_agree_with_trying_all() {
    let rows = rows(1..=8);
    let around = "board.neighbours(c)";
    let beside = |i: usize, n: usize| (0..n).filter(|j| i.abs_diff(*j) == 1).collect();
    let text = file(TAKE, &|n| format!("line {n}"), around, &rows);
    let (refuted, hopeless) = agree(text, &rows, &beside);
    // An even number of heads. Where all show tails no move can be made, and nothing need be counted.
    assert!(refuted > 120 && hopeless == refuted + 8, "{refuted} of {hopeless}");
}

#[test]
fn rings_agree_with_trying_all() {
    let rows = rows(3..=8);
    let around = "board.neighbours(c)";
    let beside = |i: usize, n: usize| vec![(i + 1) % n, (i + n - 1) % n];
    let text = file(TAKE, &|n| format!("ring {n}"), around, &rows);
    let (refuted, hopeless) = agree(text, &rows, &beside);
    // An odd number of heads; where all show tails the number is even, and no move can be made.
    assert!(refuted > 120 && hopeless == refuted + 6, "{refuted} of {hopeless}");
}

#[test]
fn coins_two_cells_apart_agree_with_trying_all() {
    let rows = rows(3..=8);
    let rule = r#"rule take = script """
        fn actions(board) {
            let list = [];
            for c in board.cells {
                let made = action().requires(c, "heads").removes(c);
                for by in [-2, 2] {
                    let d = board.at(c.x + by, 0);
                    if d != () { made = made.flips("heads", "tails", d); }
                }
                list.push(made);
            }
            list
        }
    """"#;
    let around = "[board.at(c.x - 2, 0), board.at(c.x + 2, 0)]";
    let beside = |i: usize, n: usize| (0..n).filter(|j| i.abs_diff(*j) == 2).collect();
    let text = file(rule, &|n| format!("line {n}"), around, &rows);
    let (refuted, hopeless) = agree(text, &rows, &beside);
    // One number for both kinds of places sees only half of what is hopeless.
    assert!(refuted > 100 && hopeless > refuted, "{refuted} of {hopeless}");
}

/// What is proved of an invariant's script on a row of coins, and whether it refutes the goal.
fn proved(row: &str, goal: &str, script: &str) -> (usize, usize, bool) {
    let text = format!(
        "use removal\n{TAKE}\npuzzle P {{ board line {}; rules take; start row {row}; goal {goal}
         expect solvable\ninvariant script \"\"\" {script} \"\"\" }}",
        row.len()
    );
    let analysis = load(text);
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    let budget = Budget::unlimited();
    let task = ground(&model, None, &budget).unwrap().task;
    let (relaxed, oracle) = (relaxed(&task), task.oracle.as_ref().unwrap());
    stated(&task, oracle, &relaxed, &budget).unwrap();
    let found = stated_in_pairs(&task, oracle, &relaxed, &budget).unwrap();
    let refuted = refuting(&task, &relaxed, &found.invariants, &budget).unwrap().is_some();
    (found.invariants.len(), found.unproved, refuted)
}

const PAIRS: &str = "
    let board = position.board;
    let n = position.count(\"tails\");
    for c in position.cells(\"piece\") {
        let d = board.at(c.x + 1, 0);
        if d != () && position.holds(d, \"piece\") { n += 1; }
    }";

#[test]
fn a_script_that_is_wrong_on_rare_positions_proves_nothing() {
    // Heads are odd in number, so that the coins can be taken; chance hardly ever does so.
    let row = "100101101001011010011110";
    assert_eq!(row.bytes().filter(|c| *c == b'1').count() % 2, 1);
    let last = "if position.count(\"piece\") == 0 { 1 } else { 0 }";
    // Nothing is left of it near the start.
    assert_eq!(proved(row, "empty", &format!("fn invariant(position) {{ {last} }}")), (0, 1, false));
    // Near the start it is a true invariant, and only that is used.
    let script = format!("fn invariant(position) {{ {PAIRS} (n + {last}) % 2 }}");
    assert_eq!(proved(row, "empty", &script), (1, 0, false));
    // A pair that two moves end which are rarely made together.
    let script = "fn invariant(position) {
        let far = position.board.cells;
        if position.holds(far[1], \"empty\") && position.holds(far[20], \"empty\")
            && position.count(\"piece\") > 20 { 1 } else { 0 }
    }";
    assert_eq!(proved(row, "empty", script), (0, 1, false));
}

#[test]
fn goals_that_leave_cells_open_are_refuted_where_all_they_allow_is() {
    let script = format!("fn invariant(position) {{ {PAIRS} n % 2 }}");
    // Six coins, four heads: tails and pairs are 2 + 5, odd.
    let row = "110110";
    assert_eq!(proved(row, "empty", &script), (1, 0, true));
    assert_eq!(proved(row, "count(piece) == 0", &script), (1, 0, true));
    // Of one coin that is left it would be tails, of two neighbours both alike.
    assert_eq!(proved(row, "row 1.....", &script), (1, 0, true));
    assert_eq!(proved(row, "row 0.....", &script), (1, 0, false));
    assert_eq!(proved(row, "row 11....", &script), (1, 0, false));
    assert_eq!(proved(row, "row 10....", &script), (1, 0, true));
    // Cells that are not spoken of may hold anything.
    assert_eq!(proved(row, "row .?????", &script), (1, 0, false));
}

#[test]
fn what_open_cells_hold_together_is_tried() {
    let text = format!(
        "use removal\n{TAKE}\npuzzle P {{ board line 3; rules take; start row 101; goal row ??.\nexpect solvable }}"
    );
    let analysis = load(text);
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    let budget = Budget::unlimited();
    let task = ground(&model, None, &budget).unwrap().task;
    let relaxed = relaxed(&task);
    let (empty, heads, tails) = (0, task.start[0], task.start[1]);
    assert!(heads != tails && tails != empty && task.start[2] == heads);
    let pair = Pair { first: (0, heads), second: (1, heads), weight: 2 };
    for field in [Field::Whole, Field::Modulo(4)] {
        // The third cell adds 1 at the start and nothing in a goal, the others 0 or 2, never 1.
        let mut sum =
            TaskInvariant { field, weights: vec![(2, heads, 1)], order: Vec::new(), pairs: vec![pair] };
        assert_eq!(sum.sum(&task.start), 1);
        assert!(refuting(&task, &relaxed, &[sum.clone()], &budget).unwrap().is_some());
        sum.weights.insert(0, (0, tails, 1));
        assert!(refuting(&task, &relaxed, &[sum], &budget).unwrap().is_none());
    }
}
