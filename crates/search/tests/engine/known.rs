//! Puzzles whose answers are known.

use puzzlec_base::Budget;
use puzzlec_model::Ends;
use puzzlec_search::{Method, play, shortest_count, solve};
use puzzlec_task::certificate::{Proof, Winner};
use puzzlec_task::{Assign, Condition, Cost, Task};
use puzzlec_task::{Certificate, Searched, Verdict};

use crate::{naive, tasks};

/// The least length by every method, with the plan replayed.
fn least(task: &Task) -> u64 {
    let lengths = [Method::Auto, Method::Breadth, Method::Bidirectional].map(|method| {
        let result = solve(task, &method.into(), Budget::unlimited());
        match result.verdict {
            Verdict::Solved(plan) => {
                assert!(naive::replays(task, &plan.steps));
                assert_eq!(result.at_least, plan.length);
                plan.length
            }
            other => panic!("{method:?}: {other:?}"),
        }
    });
    assert!(lengths.iter().all(|l| *l == lengths[0]), "{lengths:?}");
    lengths[0]
}

#[test]
fn eight_puzzle_extreme() {
    for copying in [false, true] {
        let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
        assert_eq!(least(&tasks::sliding(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &goal, copying)), 31);
    }
}

#[test]
fn eight_puzzle_odd() {
    let task = tasks::sliding(3, 3, vec![2, 1, 3, 4, 5, 6, 7, 8, 0], &[1, 2, 3, 4, 5, 6, 7, 8, 0], true);
    match solve(&task, &Method::Breadth.into(), Budget::unlimited()).verdict {
        Verdict::Unsolvable {
            certificate: Certificate::Searched(Searched::Exhausted { states, levels }),
            ..
        } => {
            assert_eq!(states, 181_440);
            assert_eq!(levels.len(), 32);
            assert_eq!(levels.iter().sum::<u64>(), states);
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        solve(&task, &Method::Auto.into(), Budget::unlimited()).verdict,
        Verdict::Unsolvable { certificate: Certificate::Proved(Proof::Invariants { .. }), .. }
    ));
}

#[test]
fn triangle_pegs() {
    assert_eq!(least(&tasks::triangle15(0)), 13);
}

#[test]
fn lights_out() {
    assert_eq!(least(&tasks::lights(3, 3)), 5);
    assert_eq!(least(&tasks::lights(4, 4)), 4);
}

#[test]
fn frogs_and_toads() {
    for each in 1..=6 {
        assert_eq!(least(&tasks::frogs(each)), (each * (each + 2)) as u64);
    }
}

#[test]
fn klotski() {
    let mut task = tasks::klotski();
    assert_eq!(least(&task), 81);
    task.measure.cost = Cost::Actions;
    assert_eq!(least(&task), 116);
    task.goal = Condition::False;
    for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
        task.measure.cost = cost;
        match solve(&task, &Method::Breadth.into(), Budget::unlimited()).verdict {
            Verdict::Unsolvable {
                certificate: Certificate::Searched(Searched::Exhausted { states, .. }),
                ..
            } => {
                assert_eq!(states, 25_955)
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn sweeps() {
    let mut task = tasks::triangle15(0);
    task.measure.cost = Cost::Runs;
    assert_eq!(least(&task), 10);
}

#[test]
fn triangle_centre_to_centre() {
    let mut task = tasks::triangle15(4);
    task.goal = tasks::exactly(&(0..15).map(|i| u16::from(i == 4)).collect::<Vec<_>>());
    for method in [Method::Auto, Method::Breadth] {
        let verdict = solve(&task, &method.into(), Budget::unlimited()).verdict;
        assert!(matches!(verdict, Verdict::Unsolvable { .. }), "{verdict:?}");
    }
}

#[test]
fn start_is_goal() {
    for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
        let mut task = tasks::frogs(2);
        task.measure.cost = cost;
        task.goal = tasks::exactly(&task.start);
        assert_eq!(least(&task), 0);
        assert_eq!(shortest_count(&task, Budget::unlimited()), Ok(Some((0, 1))));
    }
}

#[test]
fn nim() {
    // Heaps as rows of counters: a row shrinks by any number. The first wins unless the sizes
    // cancel out.
    for (heaps, first, misere) in
        [([1, 2, 3], false, false), ([1, 2, 2], true, true), ([1, 1, 1], true, false)]
    {
        let mut actions = Vec::new();
        for heap in 0..3 {
            for from in 1..4 {
                for to in 0..from {
                    let guard = vec![(heap, tasks::one(from))];
                    actions.push(tasks::action(guard, vec![(heap, Assign::Set(to))]));
                }
            }
        }
        let task = tasks::task(4, heaps.to_vec(), actions, Condition::False);
        let result = |last| play(&task, last, Budget::unlimited()).0.unwrap();
        assert_eq!(result(Ends::LAST_WINS).winner == Winner::First, first, "{heaps:?}");
        assert_eq!(result(Ends::LAST_LOSES).winner == Winner::First, misere, "{heaps:?}");
        assert_eq!(
            result(Ends::LAST_WINS).value,
            Some(u64::from(heaps.iter().fold(0, |sum, n| sum ^ n))),
            "{heaps:?}"
        );
        assert_eq!(result(Ends::LAST_LOSES).value, None);
        // One move from each heap that is lowered by adding the sum.
        let sum = heaps.iter().fold(0, |sum, n| sum ^ n);
        let wins = heaps.iter().filter(|n| *n ^ sum < **n).count();
        assert_eq!(result(Ends::LAST_WINS).moves.len(), wins, "{heaps:?}");
    }
}

#[test]
fn coins_to_the_other_corner() {
    let start = vec![1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let goal: Vec<u16> = start.iter().rev().copied().collect();
    let task = tasks::coins(4, 4, start, &goal);
    for method in [Method::Auto, Method::Breadth] {
        assert!(matches!(
            solve(&task, &method.into(), Budget::unlimited()).verdict,
            Verdict::Unsolvable { .. }
        ));
    }
}
