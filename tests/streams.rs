//! Plans that are longer than memory should hold: a theory makes their steps one by one, and they are
//! replayed one by one.

mod march;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use march::{Grounding, March, Marching, TEXT, THEORIES};
use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::{Budget, Limit};
use puzzlec_checker::certificate::Checked;
use puzzlec_checker::{Unproved, replay};
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::Options;
use puzzlec_task::certificate::Proof;
use puzzlec_theory::{Theories, Theory};

const MILLION: March = March { soldiers: 100, far: 10_000, wrong: None };

fn analysis() -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("march.puzzle".to_owned(), TEXT.to_owned())]));
    Analysis::load(&files, &["march.puzzle".to_owned()]).with_theories(THEORIES)
}

#[test]
fn a_plan_of_a_million_moves_is_replayed() {
    let analysis = analysis();
    let puzzle = &analysis.puzzles()[0];
    let report = analysis.solve(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = report.answer else { panic!("{:?}", report.answer) };
    assert_eq!((plan.length, plan.steps.len(), plan.more), (1_000_000, 10_000, 990_000));
    assert_eq!(
        (plan.steps[0].notation.as_str(), plan.steps[9_999].notation.as_str()),
        ("cv1-cw1", "cv1-cw1")
    );
    assert_eq!(plan.start[0].chars().filter(|c| *c == 'o').count(), 100);
}

#[test]
fn a_theory_that_cannot_tell_hides_no_other() {
    // The one before it wants the ground puzzle, and the line cannot be cut.
    static BOTH: [&dyn Theory; 2] = [&Grounding, &Marching];
    static ALONE: [&dyn Theory; 1] = [&Grounding];
    let solve = |theories: &'static [&'static dyn Theory]| {
        let analysis = analysis().with_theories(Theories(theories));
        let set = [("n".to_owned(), 3), ("far".to_owned(), 2)];
        analysis.solve(&analysis.puzzles()[0], &set, &Options::default(), Budget::unlimited())
    };
    let report = solve(&BOTH).unwrap();
    assert!(matches!(&report.answer, Answer::Solved(plan) if plan.length == 6), "{:?}", report.answer);
    // Alone it says what is wrong.
    assert_eq!(solve(&ALONE).unwrap_err()[0].code.as_str(), "P0309");
}

#[test]
fn a_wrong_step_is_told_by_its_number() {
    let analysis = analysis();
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    let mut told = 0;
    let steps = March { wrong: Some(700_000), ..MILLION };
    let rejected = replay(&model, &steps, &Budget::unlimited(), &mut |_| told += 1).unwrap_err();
    assert_eq!((rejected.step, told), (700_000, 699_999));
    assert!(matches!(rejected.why, Unproved::Rejected(_)), "{rejected}");
    let short = March { far: 99, ..MILLION };
    let rejected = replay(&model, &short, &Budget::unlimited(), &mut |_| {}).unwrap_err();
    assert_eq!((rejected.step, rejected.why), (9_901, Unproved::wrong("the last position is not a goal")));
}

#[test]
fn a_step_tells_what_it_changes() {
    let analysis = analysis();
    let set = [("n".to_owned(), 3), ("far".to_owned(), 2)];
    let model = analysis.model(&analysis.puzzles()[0], &set).unwrap();
    let mut told = Vec::new();
    let steps = March { soldiers: 3, far: 2, wrong: None };
    let length = replay(&model, &steps, &Budget::unlimited(), &mut |step| {
        let changes: Vec<_> = step.changes().iter().map(|(cell, old, new)| (cell.x, *old, *new)).collect();
        told.push((changes, step.mover.map(|(a, b)| (a.x, b.x)), step.after().keys().map(|c| c.x).collect()));
    });
    assert_eq!(length.unwrap(), 6);
    let step =
        |from: i32, after: Vec<i32>| (vec![(from, 1, 0), (from + 1, 0, 1)], Some((from, from + 1)), after);
    let steps = [
        step(2, vec![0, 1, 3]),
        step(1, vec![0, 2, 3]),
        step(0, vec![1, 2, 3]),
        step(3, vec![1, 2, 4]),
        step(2, vec![1, 3, 4]),
        step(1, vec![2, 3, 4]),
    ];
    assert_eq!(told, steps);
}

#[test]
fn pictures_are_drawn_as_far_as_they_are_not_too_large() {
    let analysis = analysis();
    let puzzle = &analysis.puzzles()[0];
    let set = [("n".to_owned(), 1), ("far".to_owned(), 20_000)];
    let report = analysis.solve(puzzle, &set, &Options::default(), Budget::unlimited()).unwrap();
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    assert_eq!((plan.steps.len(), plan.more), (10_000, 10_000));
    let drawn = plan.steps.iter().filter(|step| !step.after.is_empty()).count();
    // The start and 2,046 steps on as many cells and one more: as many as 2^22 cells hold.
    assert_eq!(drawn, 2_047);
    assert!(plan.steps[..drawn].iter().all(|step| step.after[0].len() == 2 * 2_048 - 1));
    assert!(plan.steps[drawn..].iter().all(|step| step.after.is_empty() && !step.notation.is_empty()));
    let text =
        puzzlec_render::plan::report(&report, puzzlec_render::plan::PlanStyle::Pictures, false, 80, false);
    assert!(text.ends_with("\n  … and 17,953 more steps\n"), "{}", &text[text.len() - 200..]);
}

#[test]
fn a_certificate_has_all_steps() {
    let analysis = analysis();
    let puzzle = &analysis.puzzles()[0];
    let set = [("n".to_owned(), 10), ("far".to_owned(), 3_000)];
    let budget = Budget::unlimited();
    let (_, document) = analysis.certify(puzzle, &set, &Options::default(), &budget).unwrap();
    let mut document = document.unwrap();
    let verified = |document: &_| analysis.verify(puzzle, document, &budget).unwrap();
    assert!(matches!(verified(&document), Checked::Verified(_)), "{:?}", verified(&document));
    let Proof::Plan { length, steps, .. } = &mut document.proof else { panic!("{document:?}") };
    assert_eq!((*length, steps.len()), (30_000, 30_000));
    let second = steps.iter().nth(1).unwrap();
    *steps = steps.iter().enumerate().map(|(i, s)| if i == 20_000 { second.clone() } else { s }).collect();
    let Checked::Rejected(why) = verified(&document) else { panic!("{:?}", verified(&document)) };
    assert!(why.starts_with("step 20001: "), "{why}");
}

#[test]
fn a_long_plan_keeps_to_its_time() {
    let analysis = analysis();
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    let looked = Arc::new(AtomicU64::new(0));
    let clock = {
        let looked = looked.clone();
        Arc::new(move || Duration::from_millis(looked.fetch_add(1, Ordering::Relaxed)))
    };
    let budget = Budget::unlimited().with_deadline(clock, Duration::from_millis(100));
    let rejected = replay(&model, &MILLION, &budget, &mut |_| {}).unwrap_err();
    assert_eq!(rejected.why, Unproved::Stopped(Limit::Time { seconds: 0 }.into()));
    // A look at the clock is for some hundred cells.
    assert!((5_000..50_000).contains(&rejected.step), "{rejected}");
}
