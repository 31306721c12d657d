//! Rules whose actions are not listed: the same answers, levels and certificates as with all actions listed, and as the
//! slow walk by the rules as written.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_checker::explore;
use puzzlec_model::Model;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::certificate::Writer;
use puzzlec_search::ground::{Ground, ground, ground_lifted};
use puzzlec_search::{self, Method, Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};
use puzzlec_task::{Certificate, Searched, Verdict, labels};

use crate::certificates::mutated::Numbers;

const BOARDS: &[(&str, usize)] = &[
    ("line 5", 5),
    ("ring 5", 5),
    ("square 3 by 2", 6),
    ("square diagonal 2 by 3", 6),
    ("hex side 2", 7),
    ("triangle side 3", 6),
    ("graph { p-q q-r r-p r-s s-t }", 5),
];

/// The variables of rules, with what may be done with them.
const RULES: &[[&str; 3]] = &[
    ["x: piece, y: empty", "", "move x to y"],
    ["x: red, y: empty", "", "move x to y"],
    ["x: piece, y: piece", "x != y", "swap x with y"],
    ["x: piece, y: empty, z: empty", "y != z", "move x to y; put red at z"],
    ["x: red, y", "x != y", "remove x; flip red <-> blue at y"],
    ["x: piece, y: empty, z: piece", "adjacent(y, z)", "move x to y"],
    ["x: piece, y: empty, n in 1..2", "distance(x, y) == n", "move x to y"],
    ["x: tile, y: piece", "", "swap x with y"],
];

const GUARDS: &[&str] = &[
    "count(piece, around y) >= 1",
    "count(piece, around y except x) >= 1",
    "count(red, around y except x) == 1",
    "count(piece, around x) < 2",
    "adjacent(x, y)",
    "not adjacent(x, y)",
    "distance(x, y) <= 2",
    "count(red) < 3",
    "count(blue) >= count(red)",
    "count(empty, around x) > count(piece, around y)",
    "not (count(piece, around x) - count(red, around y) == 1)",
    "all c in around y: c is not blue",
    "any c in around x: c is blue",
    "any c in (around y where d: d is red): c != x",
    "first(around y where d: d is piece) is red",
    "not (first(around x where d: d is empty) == y)",
    "(sum c in around y: count(red, c)) <= 1",
    "(max c in around x: count(piece, around c)) > count(piece, around y)",
];

fn pick<'a, T>(numbers: &mut Numbers, list: &'a [T]) -> &'a T {
    &list[numbers.below(list.len())]
}

fn puzzle(numbers: &mut Numbers) -> String {
    let (board, cells) = *pick(numbers, BOARDS);
    let marks = |numbers: &mut Numbers| -> String {
        (0..cells).map(|_| *pick(numbers, &['.', '.', 'r', 'b', '1'])).collect()
    };
    let mut rules = String::new();
    let names = ["first", "second"];
    let count = 1 + numbers.below(2);
    for name in names.iter().take(count) {
        let [variables, own, effects] = *pick(numbers, RULES);
        let mut guards: Vec<String> =
            (0..numbers.below(3)).map(|_| format!("({})", pick(numbers, GUARDS))).collect();
        guards.extend((!own.is_empty()).then(|| own.to_owned()));
        let when =
            if guards.is_empty() { String::new() } else { format!("when {}\n ", guards.join(" and ")) };
        rules += &format!("rule {name}({variables}) {{\n {when}{effects}\n}}\n");
    }
    let legal = if numbers.below(4) == 0 { "legal after count(red) >= 1\n " } else { "" };
    let goal = match numbers.below(4) {
        0 => "count(red) == 1".to_owned(),
        1 => "count(blue) > count(red)".to_owned(),
        _ => format!("row {}", marks(numbers)),
    };
    let names = names[..count].join(", ");
    let start = marks(numbers);
    format!(
        "piece red \"r\"\npiece blue \"b\"\npiece tile \"12\"\n{rules}\
         puzzle P {{\n board {board}\n rules {names}\n start row {start}\n {legal}goal {goal}\n}}\n"
    )
}

fn model(text: &str) -> Option<Model> {
    let files = MemoryFiles([("p.puzzle".to_owned(), text.to_owned())].into());
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    analysis.model(analysis.puzzles().first()?, &[]).ok()
}

/// What a search finds, with the certificate of it.
fn answer(model: &Model, ground: &Ground, wanted: Wanted) -> (Verdict, Option<CertificateFile>) {
    let budget = Budget::unlimited();
    let options = Options { wanted, symmetry: false, ..Method::Breadth.into() };
    let result = puzzlec_search::solve(&ground.task, &options, &budget);
    let writer = Writer { model, ground: Some(ground), patterns: None, context: &budget.clone().into() };
    let document = match &result.verdict {
        Verdict::Solved(plan) => {
            let steps = labels(&plan.steps, &ground.task.actions, &result.made);
            writer.plan(&steps, (plan.length, plan.optimality), None).ok()
        }
        Verdict::Unsolvable { certificate, .. } => writer.unsolvable(certificate).ok(),
        _ => None,
    };
    (result.verdict, document)
}

fn levels(verdict: &Verdict) -> Option<&Vec<u64>> {
    match verdict {
        Verdict::Unsolvable {
            certificate: Certificate::Searched(Searched::Exhausted { levels, .. }),
            ..
        } => Some(levels),
        _ => None,
    }
}

#[test]
fn lifted_rules_have_the_same_answers() {
    let seeds = std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(300_u64);
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..seeds {
        let text = puzzle(&mut Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let Some(model) = model(&text) else { continue };
        let budget = Budget::unlimited();
        let Ok(listed) = ground(&model, None, &budget) else { continue };
        let lifted = ground_lifted(&model, &budget).unwrap();
        assert!(lifted.task.actions.is_empty() && lifted.task.without_scripts().is_err(), "{text}");
        let Some(truth) = explore(&model, 300) else { continue };
        let (expected, of_listed) = answer(&model, &listed, Wanted::Least);
        let (found, of_lifted) = answer(&model, &lifted, Wanted::Least);
        match (&expected, &found) {
            (Verdict::Solved(a), Verdict::Solved(b)) => {
                assert_eq!((a.length, Some(a.length)), (b.length, truth.goal_at), "{text}");
                assert_eq!(a.optimality, b.optimality, "{text}");
                solved += 1;
            }
            (Verdict::Unsolvable { .. }, Verdict::Unsolvable { .. }) => {
                assert_eq!(truth.goal_at, None, "{text}");
                assert_eq!(levels(&found), Some(&truth.levels), "{text}");
                unsolvable += 1;
            }
            other => panic!("{other:?}: {text}"),
        }
        let (of_listed, of_lifted) = (of_listed.unwrap(), of_lifted.unwrap());
        // Plans may differ; what bounds them may not.
        match (&of_listed.proof, &of_lifted.proof) {
            (Proof::Plan { least: a, .. }, Proof::Plan { least: b, .. }) => assert_eq!(a, b, "{text}"),
            (a, b) => assert_eq!(a, b, "{text}"),
        }
        let checked = check(&model, &of_lifted, Checkers::NONE, &budget);
        assert!(matches!(checked, Checked::Verified(_)), "{checked:?}: {text}");
        let (any, _) = answer(&model, &lifted, Wanted::Any);
        assert_eq!(matches!(any, Verdict::Solved(_)), truth.goal_at.is_some(), "{text}");
    }
    assert!(solved > seeds / 10 && unsolvable > seeds / 10, "{solved} solved, {unsolvable} unsolvable");
}

/// Coins that move next to two others, on a board of `n` by `n`.
fn coins(n: usize, goal: &str) -> String {
    format!(
        "piece coin \"o\"\nrule go(x: coin, y: empty) {{\n when count(coin, around y except x) >= 2\n move x to y\n}}\n\
         puzzle P {{\n board square {n} by {n}\n rules go\n start coin at c3, d3, d4, e4, e5, f5\n goal coin at {goal}\n}}\n"
    )
}

#[test]
fn large_boards_are_searched() {
    let budget = Budget::unlimited();
    for n in [33, 64] {
        let solvable = model(&coins(n, "c3, f3, c5, f5")).unwrap();
        let task = ground(&solvable, None, &budget).unwrap();
        assert!(task.task.actions.is_empty());
        let (found, document) = answer(&solvable, &task, Wanted::Least);
        assert!(matches!(found, Verdict::Solved(_)), "{found:?}");
        let checked = check(&solvable, &document.unwrap(), Checkers::NONE, &budget);
        assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");

        // The same on a small board, where all actions are listed.
        let small = model(&coins(16, "c3, f3, c5, f5")).unwrap();
        let (expected, _) = answer(&small, &ground(&small, None, &budget).unwrap(), Wanted::Least);
        let length = |verdict: &Verdict| match verdict {
            Verdict::Solved(plan) => Some(plan.length),
            _ => None,
        };
        assert_eq!(length(&found), length(&expected));
    }
}

#[test]
fn a_large_board_without_a_plan_has_a_certificate() {
    let budget = Budget::unlimited();
    let none = model(&coins(33, "c3, e3, d4, f4, c5, e5")).unwrap();
    let task = ground(&none, None, &budget).unwrap();
    let (found, document) = answer(&none, &task, Wanted::Least);
    let small = model(&coins(12, "c3, e3, d4, f4, c5, e5")).unwrap();
    let (expected, _) = answer(&small, &ground(&small, None, &budget).unwrap(), Wanted::Least);
    assert_eq!(levels(&found), levels(&expected));
    let document = document.unwrap();
    let checked = check(&none, &document, Checkers::NONE, &budget);
    assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    let Proof::Closed { levels } = &document.proof else { panic!("{:?}", document.proof) };
    for at in [0, levels.len() - 1] {
        let mut levels = levels.clone();
        levels.remove(at);
        let changed = CertificateFile { proof: Proof::Closed { levels }, ..document.clone() };
        let checked = check(&none, &changed, Checkers::NONE, &budget);
        assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
    }
}
