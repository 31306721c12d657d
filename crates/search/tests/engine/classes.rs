//! Searches give the same answers with classes of positions and with several threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_search::{Method, Options, SearchResult, measure, solve};
use puzzlec_task::{Certificate, Searched, Verdict};
use puzzlec_task::{Condition, Cost, Task};

use crate::{naive, random, renamed, tasks};

fn options(method: Method, threads: usize, symmetry: bool, few: u32) -> Options {
    Options { threads: NonZero::new(threads).unwrap(), symmetry, few, ..method.into() }
}

/// The length of a plan, or the numbers of positions of a proof that there is none.
#[derive(Debug, PartialEq)]
enum Answer {
    Least(u64),
    Ahead(Vec<u64>),
    Behind(Vec<u64>),
    Classes(u64),
}

fn answer(task: &Task, result: &SearchResult) -> Answer {
    match &result.verdict {
        Verdict::Solved(plan) => {
            assert!(naive::replays(task, &plan.steps));
            assert_eq!(plan.length, measure(task, &plan.steps));
            assert_eq!(plan.length, result.at_least);
            Answer::Least(plan.length)
        }
        Verdict::Unsolvable {
            certificate: Certificate::Searched(Searched::Exhausted { states, levels }),
            ..
        } => {
            assert_eq!(*states, levels.iter().sum::<u64>());
            Answer::Ahead(levels.clone())
        }
        Verdict::Unsolvable {
            certificate: Certificate::Searched(Searched::ExhaustedBackward { states, levels }),
            ..
        } => {
            assert_eq!(*states, levels.iter().sum::<u64>());
            Answer::Behind(levels.clone())
        }
        Verdict::Unsolvable {
            certificate: Certificate::Searched(Searched::ExhaustedClasses { classes, levels }),
            ..
        } => {
            assert_eq!(*classes, levels.iter().sum::<u64>());
            Answer::Classes(*classes)
        }
        other => panic!("{other:?}"),
    }
}

/// Compares all ways to search a task; true if classes made a search smaller.
fn check(task: &Task, threads: &[usize]) -> bool {
    let unlimited = Budget::unlimited();
    let mut smaller = false;
    for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
        let task = random::costing(task, cost);
        let plain = solve(&task, &options(Method::Breadth, 1, false, u32::MAX), &unlimited);
        let expected = answer(&task, &plain);
        for method in [Method::Breadth, Method::Bidirectional] {
            for (symmetry, few) in [(false, 0), (true, 0), (true, 9)] {
                let one = solve(&task, &options(method, 1, symmetry, few), &unlimited);
                match answer(&task, &one) {
                    Answer::Behind(levels) => {
                        assert!(matches!(expected, Answer::Ahead(_)), "{cost:?}");
                        // Whichever side is done first, its numbers are those without classes.
                        let all = solve(&task, &options(method, 1, false, u32::MAX), &unlimited);
                        if let Answer::Behind(expected) = answer(&task, &all) {
                            assert_eq!(levels, expected, "{cost:?} {symmetry} {few}");
                        }
                    }
                    Answer::Classes(classes) => {
                        let Answer::Ahead(levels) = &expected else { panic!("{expected:?}") };
                        assert!(symmetry && classes <= levels.iter().sum(), "{cost:?} {few}");
                    }
                    answer => assert_eq!(answer, expected, "{cost:?} {method:?} {symmetry} {few}"),
                }
                for threads in threads {
                    let several = solve(&task, &options(method, *threads, symmetry, few), &unlimited);
                    assert_eq!(several, one, "{cost:?} {method:?} {symmetry} {few} {threads}");
                }
                smaller |=
                    symmetry && method == Method::Breadth && one.statistics.states < plain.statistics.states;
            }
        }
    }
    smaller
}

static SMALLER: AtomicU32 = AtomicU32::new(0);

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_task(task in random::task()) {
        check(&task, &[2]);
    }

    // Without the attribute: `symmetric_tasks` runs it.
    fn run_symmetric_tasks(task in renamed::symmetric()) {
        if check(&task, &[3]) {
            SMALLER.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn symmetric_tasks() {
    run_symmetric_tasks();
    let smaller = SMALLER.load(Ordering::Relaxed);
    assert!(smaller > 500, "only {smaller} tasks put classes to the test");
}

#[test]
fn any_number_of_threads() {
    let rows = [".ooo", "oooo", "oooo", "oooo"];
    let pegs = tasks::pegs(&rows, tasks::SQUARE, |n| Condition::Count {
        vars: (0..n as u32).collect(),
        values: tasks::one(1),
        min: 1,
        max: 3,
    });
    let lone = tasks::pegs(&["oooo", "oo.o", "oooo", " ooo"], tasks::SQUARE, |_| Condition::False);
    assert!(check(&pegs, &[2, 3, 4]));
    check(&lone, &[2, 3, 4]);
    check(&tasks::klotski(), &[2, 3, 4]);
}

/// Large enough for everything that several threads do together.
#[test]
fn any_number_of_threads_on_something_large() {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0];
    let task = tasks::sliding(4, 3, vec![3, 0, 2, 5, 4, 7, 11, 8, 10, 6, 9, 1], &goal, true);
    let same = |task: &Task, method: Method, budget: &Budget| {
        let one = solve(task, &options(method, 1, false, 1 << 15), budget);
        for threads in [2, 3] {
            assert_eq!(solve(task, &options(method, threads, false, 1 << 15), budget), one, "{threads}");
        }
        one
    };
    let limited = Budget::unlimited().with_states(500_000);
    let runs = random::costing(&task, Cost::Runs);
    assert!(matches!(same(&runs, Method::Breadth, &limited).verdict, Verdict::Stopped(_)));
    let found = same(&task, Method::Bidirectional, &Budget::unlimited());
    assert_eq!(answer(&task, &found), Answer::Least(42));
    assert!(found.statistics.states > 1_000_000);
}
