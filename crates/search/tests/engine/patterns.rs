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
            assert!(naive::replays(task, &plan.steps));
            assert_eq!(plan.optimality, Optimality::Least);
            (Some(plan.length), result.why)
        }
        Verdict::Unsolvable { .. } => (None, result.why),
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

/// Ten minutes of processor time are the aim.
#[test]
#[ignore = "takes a minute or two in a release build"]
fn all_hundred_of_korf() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/puzzles/korf.puzzle");
    let text = std::fs::read_to_string(file).unwrap();
    let tile = |word: &str| if word == "." { 0 } else { Value::from_str_radix(word, 16).unwrap() };
    let starts = text.split("start \"\"\"").skip(1).map(|rest| rest.split("\"\"\"").next().unwrap());
    let lengths: Vec<u64> = starts
        .map(|start| {
            let start = start.split_whitespace().map(tile).collect();
            let task = tasks::sliding(4, 4, start, &(0..16).collect::<Vec<_>>(), true);
            least(&task, &Options::default()).0.unwrap()
        })
        .collect();
    assert_eq!((lengths.len(), lengths.iter().sum()), (100, 5305_u64));
}

/// Random cases; `PUZZLEC_FUZZ=5000` tries that many.
fn cases() -> u32 {
    std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(16)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    /// Boards of 3 by 4 with some goals open, some tiles alike, and some tiles that cannot enter a cell.
    #[test]
    fn lengths_are_those_of_breadth_first_search(
        walk in proptest::collection::vec(0..4_usize, 40..90),
        open in 0..4_usize,
        alike in any::<bool>(),
        stuck in 0..3_usize,
    ) {
        let solved: Vec<Value> = (0..12).collect();
        let mut task = tasks::sliding(4, 3, solved.clone(), &solved, true);
        // Not back the way it came.
        let mut before = solved;
        for choice in walk {
            let next = naive::successors(&task, &task.start);
            let next: Vec<_> = next.into_iter().map(|next| next.1).filter(|next| *next != before).collect();
            before = std::mem::replace(&mut task.start, next[choice % next.len()].clone());
        }
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
        let budget = Budget::unlimited().with_states(300_000);
        let breadth = solve(&task, &Options { method: Method::Bidirectional, ..Options::default() }, budget);
        let expected = match breadth.verdict {
            Verdict::Solved(plan) => Some(plan.length),
            Verdict::Unsolvable { .. } => None,
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
