//! Puzzles whose answers are known.

use puzzlec::base::Budget;
use puzzlec::engine::{Certificate, Method, Verdict, solve};
use puzzlec::task::Task;

use crate::{naive, tasks};

/// The least length by every method, with the plan replayed.
fn least(task: &Task) -> u64 {
    let lengths = [Method::Auto, Method::Breadth, Method::Bidirectional].map(|method| {
        let result = solve(task, method, &Budget::unlimited());
        match result.verdict {
            Verdict::Solved(plan) => {
                assert!(naive::replays(task, &plan.actions));
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
    match solve(&task, Method::Breadth, &Budget::unlimited()).verdict {
        Verdict::Unsolvable(Certificate::Exhausted { states, levels }) => {
            assert_eq!(states, 181_440);
            assert_eq!(levels.len(), 32);
            assert_eq!(levels.iter().sum::<u64>(), states);
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        solve(&task, Method::Auto, &Budget::unlimited()).verdict,
        Verdict::Unsolvable(Certificate::Exhausted { .. } | Certificate::ExhaustedBackward { .. })
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
    assert_eq!(least(&tasks::klotski()), 81);
}

#[test]
fn coins_to_the_other_corner() {
    let start = vec![1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let goal: Vec<u16> = start.iter().rev().copied().collect();
    let task = tasks::coins(4, 4, start, &goal);
    for method in [Method::Auto, Method::Breadth] {
        assert!(matches!(solve(&task, method, &Budget::unlimited()).verdict, Verdict::Unsolvable(_)));
    }
}
