//! Additive patterns of pieces, beside breadth-first search.

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_search::{Method, Options, Wanted, solve};
use puzzlec_task::{Optimality, Task, Value, Verdict};

use crate::{naive, tasks};

/// The hundred of Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985: some of them, with the length of
/// a least plan. The empty cell is 0.
const KORF: &[(u64, [Value; 16])] = &[
    (57, [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]),
    (55, [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6]),
    (50, [12, 11, 15, 3, 8, 0, 4, 2, 6, 13, 9, 5, 14, 1, 10, 7]),
];

fn least(task: &Task, options: &Options) -> (Option<u64>, Vec<String>) {
    let result = solve(task, options, Budget::unlimited());
    match result.verdict {
        Verdict::Solved(plan) => {
            assert!(naive::replays(task, &plan.actions));
            assert_eq!(plan.optimality, Optimality::Least);
            (Some(plan.length), result.why)
        }
        Verdict::Unsolvable(_) => (None, result.why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn fifteen_tiles() {
    for (length, start) in KORF {
        let task = tasks::sliding(4, 4, start.to_vec(), &(0..16).collect::<Vec<_>>(), true);
        let (found, why) = least(&task, &Options::default());
        assert_eq!(found, Some(*length));
        assert!(why.iter().any(|line| line.contains("patterns of pieces")), "{why:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..Default::default() })]

    /// Boards of 3 by 4 with some goals open, some tiles alike, and some tiles that cannot enter a cell.
    #[test]
    fn lengths_are_those_of_breadth_first_search(
        start in Just((0..12).collect::<Vec<Value>>()).prop_shuffle(),
        open in 0..4_usize,
        alike in any::<bool>(),
        stuck in 0..3_usize,
    ) {
        let mut task = tasks::sliding(4, 3, start.clone(), &(0..12).collect::<Vec<_>>(), true);
        if let puzzlec_task::Condition::All(parts) = &mut task.goal {
            parts.drain(12 - open..);
        }
        if alike {
            for value in task.start.iter_mut().filter(|value| **value == 11) {
                *value = 10;
            }
            if let puzzlec_task::Condition::All(parts) = &mut task.goal {
                parts.truncate(9);
            }
        }
        for action in task.actions.iter_mut().skip(5).step_by(9).take(stuck) {
            for (_, set) in action.guard.iter_mut().filter(|(_, set)| !set.contains(0)) {
                *set = set.iter().filter(|value| *value != 3).collect();
            }
        }
        // Those that are near enough.
        let budget = Budget::unlimited().with_states(1_500_000);
        let breadth = solve(&task, &Options { method: Method::Bidirectional, ..Options::default() }, budget);
        let expected = match breadth.verdict {
            Verdict::Solved(plan) => Some(plan.length),
            Verdict::Unsolvable(_) => None,
            _ => return Ok(()),
        };
        prop_assert_eq!(least(&task, &Options::default()).0, expected);
        if let Some(length) = expected {
            let within = |most| Options { wanted: Wanted::Within(most), ..Options::default() };
            let result = solve(&task, &within(length - length.min(1)), Budget::unlimited());
            prop_assert!(length == 0 || matches!(result.verdict, Verdict::NotWithin(_)), "{:?}", result.verdict);
        }
    }
}
