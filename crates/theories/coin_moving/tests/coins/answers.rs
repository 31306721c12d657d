//! Answers, their certificates and their lengths.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use puzzlec_analysis::{Analysis, Answer, Report};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Optimality;
use puzzlec_task::certificate::{AtLeast, CertificateFile, LowerBound, Proof};
use puzzlec_theories::THEORIES;

use crate::games::{self, brief as told, verified};

/// A puzzle of the standard library's rule, with rows apart by `/`.
fn puzzle(start: &str, goal: &str) -> Analysis {
    let rows = |picture: &str| format!("\"\"\"\n{}\n\"\"\"", picture.replace('/', "\n"));
    let text = format!(
        "edition 1\nuse coins\npuzzle P {{\n rules coins.move\n start {}\n goal {}\n}}\n",
        rows(start),
        rows(goal)
    );
    games::load(text)
}

fn certified(analysis: &Analysis, method: Method) -> (Report, CertificateFile) {
    games::certified(analysis, &Options { method, ..Options::default() })
}

/// Small puzzles of every kind, with the layer or search that decides.
const SMALL: [(&str, &str, &str, &str); 11] = [
    (".oo/oo./o..", ".o./.oo/o..", "none", "counts"),
    ("oo...../.....oo", ".oo..../.....oo", "none", "span"),
    ("oo./.oo", "o.o/o.o", "none", "redundant"),
    ("oo/o.", ".o/oo", "1", "one-move"),
    (".oo/oo./o..", "ooo/.o./o..", "none", "isolated"),
    (".oo/oo./o..", "ooo/..o/o..", "4", "search"),
    ("o..o/oooo/o..o", "ooo./o.o./ooo.", "4", "components"),
    ("o..../o..../o.oo.", "ooo../...o./...o.", "9", "chains"),
    ("o.../o.../o.oo", "...o/...o/oo.o", "none", "chains"),
    ("o../o../o../.../ooo", "ooo/.../.../.../ooo", "none", "late-split"),
    ("oo../o.../o.../.ooo", "oooo/..../..../ooo.", "12", "search"),
];

#[test]
fn small_puzzles_are_answered_with_certificates() {
    for (start, goal, answer, _) in SMALL {
        let analysis = puzzle(start, goal);
        let (report, document) = certified(&analysis, Method::Auto);
        assert_eq!(told(&report), answer, "{start} {goal}");
        assert_eq!(document.task, None, "nothing was grounded");
        let Checked::Verified(words) = verified(&analysis, &document) else {
            panic!("{start} {goal}: {:?}", verified(&analysis, &document))
        };
        assert_eq!(words.ends_with("none is shorter"), answer != "none", "{words}");
        // General search agrees.
        let (report, _) = certified(&analysis, Method::Breadth);
        assert_eq!(told(&report), answer, "{start} {goal}");
    }
}

#[test]
fn a_limit_does_not_take_away_a_plan() {
    let analysis = puzzle("oo../o.../o.../.ooo", "oooo/..../..../ooo.");
    // Time is over from the given call of the clock on.
    let answer = |calls: u64| {
        let count = Arc::new(AtomicU64::new(0));
        let counted = count.clone();
        let clock = move || Duration::from_secs(u64::from(counted.fetch_add(1, Ordering::Relaxed) >= calls));
        let budget = Budget::unlimited().with_deadline(Arc::new(clock), Duration::from_millis(500));
        let report = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), budget).unwrap();
        (told(&report), count.load(Ordering::Relaxed))
    };
    let (found, calls) = answer(u64::MAX);
    assert_eq!(found, "12");
    // The plan is replayed after the last call of the search.
    assert_eq!(answer(calls - 1).0, "12");
    assert!(answer(0).0.contains("Time"), "{}", answer(0).0);
}

#[test]
fn every_method_answers_for_itself() {
    let theory = THEORIES.iter().find(|theory| theory.info().name == "coin_moving").unwrap();
    let names: Vec<&str> = theory.methods().iter().map(|method| method.name).collect();
    for (start, goal, answer, decides) in SMALL {
        assert!(names.contains(&decides));
        let analysis = puzzle(start, goal);
        for name in &names {
            let options = Options { method: Method::Named(name), ..Options::default() };
            let report = games::solved(&analysis, &options);
            match &report.answer {
                Answer::Solved(_) => assert_ne!(answer, "none", "{name}: {start} {goal}"),
                Answer::Unsolvable { .. } => assert_eq!(answer, "none", "{name}: {start} {goal}"),
                Answer::Stopped { reason, .. } => {
                    assert_ne!(*name, decides, "{start} {goal}: {reason}");
                    assert!(!reason.to_string().contains('\n'));
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_method_of_a_theory_is_asked_of_its_game_only() {
    let text = "edition 1\nuse peg\npuzzle P {\n board line 4; rules peg.jump\n start row o o . .\n goal row . . o .\n}\n";
    let analysis = games::load(text);
    let options = Options { method: Method::Named("span"), ..Options::default() };
    let report = games::solved(&analysis, &options);
    let Answer::Stopped { reason, .. } = &report.answer else { panic!("{:?}", report.answer) };
    let what = "`span` is a method of the theory `coin_moving`, and this puzzle is another game";
    assert_eq!(reason.to_string(), what);
}

/// A chain along the diagonal, and one along two sides; both with coins to spare.
fn long(n: usize) -> Analysis {
    let start = |x: usize, y: usize| x == y || x == y + 1 && y < 4;
    let goal = |x: usize, y: usize| {
        x == n - 1 && y.is_multiple_of(2)
            || y == n - 1 && x % 2 == 1
            || y == n - 1 && [0, 2, 4, 6].contains(&x)
    };
    let picture = |has: &dyn Fn(usize, usize) -> bool| {
        let row = |y: usize| (0..n).map(|x| if has(x, y) { 'o' } else { '.' }).collect::<String>();
        (0..n).map(row).collect::<Vec<_>>().join("/")
    };
    let coins = |has: &dyn Fn(usize, usize) -> bool| (0..n * n).filter(|at| has(at % n, at / n)).count();
    assert_eq!(coins(&start), coins(&goal));
    puzzle(&picture(&start), &picture(&goal))
}

#[test]
fn a_long_plan_has_a_proved_bound() {
    let analysis = long(16);
    let (report, document) = certified(&analysis, Method::Named("construct"));
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    let least = plan.at_least.unwrap();
    assert_eq!(plan.optimality, Optimality::Found);
    assert!(0 < least && least < plan.length, "{least} {}", plan.length);
    assert_eq!(document.task, None);
    let told = format!("a solution of {} moves, and none has fewer than {least} moves", plan.length);
    assert_eq!(verified(&analysis, &document), Checked::Verified(told));
    let Proof::Plan { length, unit, least: None, at_least: Some(bound), steps } = document.proof.clone()
    else {
        panic!()
    };
    assert_eq!(bound.length, least);
    let rejected = |least: Option<LowerBound>, at_least: Option<AtLeast>| {
        let proof = Proof::Plan { length, unit: unit.clone(), least, at_least, steps: steps.clone() };
        let checked = verified(&analysis, &CertificateFile { proof, ..document.clone() });
        assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
    };
    for longer in [least + 1, length, length + 1, u64::MAX] {
        rejected(None, Some(AtLeast { length: longer, proof: bound.proof.clone() }));
    }
    // The plan is not shown to be least, not once more either.
    rejected(Some(bound.proof.clone()), None);
    rejected(Some(bound.proof.clone()), Some(bound.clone()));
}

#[test]
fn any_plan_and_all_plans() {
    let analysis = puzzle(".oo/oo./o..", "ooo/..o/o..");
    let solve = |wanted| {
        let options = Options { wanted, ..Options::default() };
        games::solved(&analysis, &options)
    };
    assert!(matches!(solve(Wanted::Any).answer, Answer::Solved(_)));
    let all = solve(Wanted::All { listed: 10 });
    assert_eq!(told(&all), "4");
    assert!(all.solutions.is_some());
}

#[test]
fn a_limit_ends_it() {
    let analysis = long(16);
    let budget = Budget::unlimited().with_states(100);
    let report = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), budget).unwrap();
    assert!(matches!(report.answer, Answer::Stopped { .. }), "{:?}", report.answer);
}
