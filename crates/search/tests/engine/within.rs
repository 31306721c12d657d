//! Bounded questions, by every method, beside exhaustion.

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_search::{Method, Options, Wanted, measure, solve};
use puzzlec_task::Verdict;
use puzzlec_task::{Cost, Task};

use crate::{naive, random, tasks};

const COSTS: [Cost; 3] = [Cost::Actions, Cost::Runs, Cost::Weights];
const METHODS: [Method; 7] = [
    Method::Auto,
    Method::Breadth,
    Method::Bidirectional,
    Method::Astar,
    Method::IdaStar,
    Method::Depth,
    Method::Greedy,
];

/// Every method answers so, or is not suited; gives how many answers there were.
fn check(task: &Task, truth: &naive::Truth) -> usize {
    let mut answers = 0;
    for (at, cost) in COSTS.into_iter().enumerate() {
        let task = random::costing(task, cost);
        let least = truth.least.map(|least| least[at]);
        let bounds = (0..=least.unwrap_or(3) + 2).chain([u64::MAX].into_iter().filter(|_| least.is_some()));
        for most in bounds {
            for method in METHODS {
                let options = Options { wanted: Wanted::Within(most), ..method.into() };
                let context = format!("{cost:?} {method:?} within {most}, least {least:?}");
                let result = solve(&task, &options, Budget::unlimited());
                assert!(least.is_none_or(|least| result.at_least <= least), "{context}");
                answers += 1;
                match result.verdict {
                    Verdict::Solved(plan) => {
                        assert!(naive::replays(&task, &plan.steps), "{context}");
                        assert_eq!(plan.length, measure(&task, &plan.steps), "{context}");
                        assert!(plan.length <= most, "{context}: {}", plan.length);
                        assert!(plan.length >= least.unwrap(), "{context}");
                    }
                    Verdict::NotWithin(n) => {
                        assert_eq!(n, most, "{context}");
                        assert!(least.is_none_or(|least| least > most), "{context}");
                        assert!(result.at_least > most, "{context}");
                    }
                    Verdict::Unsolvable { .. } => assert_eq!(least, None, "{context}"),
                    Verdict::Stopped(Stop::Unsuited { .. }) => {
                        let exact = [Method::Auto, Method::Breadth, Method::Bidirectional];
                        assert!(!exact.contains(&method), "{context}");
                        assert!(cost != Cost::Actions || method == Method::Greedy, "{context}");
                        answers -= 1;
                    }
                    other => panic!("{context}: {other:?}"),
                }
            }
        }
    }
    answers
}

#[test]
fn every_method_keeps_to_the_bound() {
    for task in [
        tasks::frogs(2),
        tasks::lights(3, 2),
        tasks::triangle15(0),
        tasks::sliding(3, 2, vec![5, 4, 3, 2, 1, 0], &[1, 2, 3, 4, 5, 0], false),
    ] {
        // A plan of the triangle is found at once, and there are too many positions to exhaust.
        let truth = naive::truth(&task);
        assert!(check(&task, &truth) > 20);
    }
}

#[test]
fn a_bound_spares_work() {
    // Number 79 of Korf's hundred has 42 moves; from the start every plan has 28 or more.
    let start = vec![0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15];
    let goal: Vec<_> = (0..16).collect();
    let task = tasks::sliding(4, 4, start, &goal, false);
    for method in [Method::Astar, Method::IdaStar, Method::Depth] {
        let options = Options { wanted: Wanted::Within(27), ..method.into() };
        let result = solve(&task, &options, Budget::unlimited().with_states(20_000));
        assert_eq!(result.verdict, Verdict::NotWithin(27), "{method:?}");
        assert!(result.at_least >= 28);
    }
    // A limit that comes first decides nothing, unless enough was proved before.
    let options = Options { wanted: Wanted::Within(41), ..Method::IdaStar.into() };
    let result = solve(&task, &options, Budget::unlimited().with_states(1_000));
    assert!(matches!(result.verdict, Verdict::Stopped(Stop::Limit(_))), "{result:?}");
    assert!((28..=42).contains(&result.at_least));
}

#[test]
fn a_deep_first_pass_accounts_for_its_memory() {
    // Depth first without an end: the ladder grows until the memory is used up, and is counted.
    let task = tasks::sliding(4, 4, (1..16).chain([0]).rev().collect(), &(0..16).collect::<Vec<_>>(), false);
    let options = Options { wanted: Wanted::Within(u64::MAX), ..Method::Depth.into() };
    let budget = Budget::unlimited().with_states(400_000).with_bytes(1 << 25);
    match solve(&task, &options, budget).verdict {
        Verdict::Stopped(Stop::Limit(_)) | Verdict::Solved(_) => {}
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_tasks_keep_to_the_bound(task in random::task()) {
        let truth = naive::truth(&task);
        check(&task, &truth);
    }
}
