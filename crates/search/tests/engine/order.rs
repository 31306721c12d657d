//! The parity of the order of contents: sound on random tasks that exchange contents, complete on
//! sliding puzzles.

use proptest::prelude::*;
use puzzlec_base::{Budget, Limit};
use puzzlec_search::invariants::refute;
use puzzlec_search::relaxed;
use puzzlec_search::solve;
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Assign, Condition, Task, Value, VarId};
use puzzlec_task::{Certificate, Verdict};

use crate::{naive, tasks};

fn refuted(task: &Task) -> bool {
    let mut free = |_: u64| -> Result<(), Limit> { Ok(()) };
    refute(task, &relaxed(task), &mut free).unwrap().is_some()
}

/// Variables with different contents and actions that exchange some of them, most of them guarded.
fn exchanges() -> impl Strategy<Value = Task> {
    let cells = 3..6_usize;
    cells
        .prop_flat_map(|n| {
            let order = || Just((0..n as Value).collect::<Vec<_>>()).prop_shuffle();
            let action = (order(), 0..n, 0..n as Value, any::<bool>(), any::<bool>());
            (order(), order(), proptest::collection::vec(action, 1..5))
        })
        .prop_map(|(start, goal, actions)| {
            let size = start.len() as Value;
            let actions = actions.into_iter().filter_map(|(to, cell, value, guarded, sets)| {
                let moved = to.iter().enumerate().filter(|(at, from)| *at != usize::from(**from));
                let assign = moved.map(|(at, from)| {
                    // Where the guard says what a cell holds, its content may be written down instead.
                    let known = guarded && sets && usize::from(*from) == cell;
                    (at as VarId, if known { Assign::Set(value) } else { Assign::Copy(VarId::from(*from)) })
                });
                let assign: Vec<_> = moved_or_none(assign)?;
                let guard = if guarded { vec![(cell as VarId, tasks::one(value))] } else { Vec::new() };
                Some(tasks::action(guard, assign))
            });
            let actions = actions.collect();
            tasks::task(size, start, actions, tasks::exactly(&goal))
        })
}

fn moved_or_none<T>(all: impl Iterator<Item = T>) -> Option<Vec<T>> {
    let all: Vec<T> = all.collect();
    (!all.is_empty()).then_some(all)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_goal_that_is_reached_is_refuted(task in exchanges()) {
        let reached = naive::truth(&task).least.is_some();
        prop_assert!(!(reached && refuted(&task)));
    }
}

/// Every arrangement of five tiles and a hole on 2 by 3 and of three tiles and a hole on 2 by 2:
/// what is not refuted is reached on 2 by 3; tiles and single exchanges of two contents besides.
#[test]
fn every_goal_of_five_tiles() {
    for copying in [false, true] {
        let start = vec![1, 2, 3, 4, 5, 0];
        let task = tasks::sliding(3, 2, start.clone(), &start, copying);
        let reached = naive::truth(&task).reached;
        assert_eq!(reached.len(), 360);
        let mut goals = vec![Vec::new()];
        for _ in 0..6 {
            goals = goals
                .into_iter()
                .flat_map(|g: Vec<Value>| {
                    (0..6)
                        .filter(|v| !g.contains(v))
                        .map(|v| [g.as_slice(), &[v]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        assert_eq!(goals.len(), 720);
        for goal in goals {
            let task = Task { goal: tasks::exactly(&goal), ..task.clone() };
            assert_eq!(refuted(&task), !reached.contains_key(&goal), "{goal:?}");
        }
    }
}

/// Sam Loyd's puzzle: 14 and 15 exchanged, and the same where one of two arrangements will do.
#[test]
fn fourteen_fifteen() {
    let home: Vec<Value> = (1..16).chain([0]).collect();
    let mut swapped = home.clone();
    swapped.swap(13, 14);
    let mut other = home.clone();
    other.swap(0, 1);
    for copying in [false, true] {
        let mut task = tasks::sliding(4, 4, swapped.clone(), &home, copying);
        for goal in [
            tasks::exactly(&home),
            tasks::exactly(&home).or(tasks::exactly(&{
                let mut third = other.clone();
                third.swap(4, 5);
                third
            })),
        ] {
            task.goal = goal;
            let result = solve(&task, &Default::default(), Budget::unlimited());
            assert!(
                matches!(
                    result.verdict,
                    Verdict::Unsolvable { certificate: Certificate::Proved(Proof::Invariants { .. }), .. }
                ),
                "{:?}",
                result.verdict
            );
        }
        // The other one can be reached, whatever it takes.
        task.goal = tasks::exactly(&home).or(tasks::exactly(&other));
        assert!(!refuted(&task));
    }
}

/// Two tiles that look alike undo the parity.
#[test]
fn like_tiles() {
    let mut start: Vec<Value> = vec![1, 2, 3, 4, 4, 0];
    let goal = start.clone();
    start.swap(0, 1);
    let task = tasks::sliding(3, 2, start, &goal, true);
    assert!(!refuted(&task));
    assert!(naive::truth(&task).least.is_some());
    assert!(!matches!(task.goal, Condition::False));
}
