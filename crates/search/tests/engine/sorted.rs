//! Counts by sorted levels are those by tables, whatever the moves are.

use std::num::NonZero;

use proptest::prelude::*;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Limit};
use puzzlec_search::{All, Count, CountOptions, Method, Options, count, solve};
use puzzlec_task::{Assign, Condition, Task, Value, ValueSet, Verdict};

use crate::{naive, random, tasks};

/// Random cases; `PUZZLEC_FUZZ=5000` tries that many.
pub fn cases() -> u32 {
    std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn counted(task: &Task, symmetry: bool, large: u64) -> Count {
    let threads = NonZero::new(if large.is_multiple_of(2) { 1 } else { 3 }).unwrap();
    let options = CountOptions { large, ..CountOptions::new(threads, symmetry) };
    count(task, &options, Budget::unlimited())
}

/// Levels that are sorted from the start, or after a few, give the same count.
fn check(task: &Task) {
    for symmetry in [true, false] {
        let tables = counted(task, symmetry, u64::MAX);
        for large in [0, 1, 6, 25] {
            assert_eq!(counted(task, symmetry, large), tables, "{symmetry} {large} {task:?}");
        }
    }
}

/// Pieces that slide along the edges of a graph, both ways, or swap; or cells that turn with others.
pub fn undoable() -> impl Strategy<Value = Task> {
    let edges = proptest::collection::vec((0..5_u32, 0..5_u32, 0..4_u8), 1..7);
    let start = proptest::collection::vec(0..3 as Value, 5);
    (edges, start, proptest::collection::vec(0..3 as Value, 5)).prop_map(|(edges, start, goal)| {
        let mut actions = Vec::new();
        for (a, b, kind) in edges.into_iter().filter(|(a, b, _)| a != b) {
            let any: ValueSet = (1..3).collect();
            let turn = |var, table: [Value; 3]| (var, Assign::Map(var, table.to_vec()));
            match kind {
                0 => {
                    for (from, to) in [(a, b), (b, a)] {
                        let guard = vec![(from, any.clone()), (to, tasks::one(0))];
                        actions.push(tasks::action(
                            guard,
                            vec![(from, Assign::Set(0)), (to, Assign::Copy(from))],
                        ));
                    }
                }
                1 => {
                    for (from, to) in [(a, b), (b, a)] {
                        let guard = vec![(from, tasks::one(2)), (to, tasks::one(0))];
                        let assign = vec![(from, Assign::Set(0)), (to, Assign::Set(2))];
                        actions.push(tasks::action(guard, assign));
                    }
                }
                2 => actions.push(tasks::action(vec![], vec![(a, Assign::Copy(b)), (b, Assign::Copy(a))])),
                _ => {
                    let tables = [[1, 2, 0], [2, 0, 1]];
                    actions.extend(
                        tables.map(|table| tasks::action(vec![], vec![turn(a, table), turn(b, [1, 0, 2])])),
                    );
                }
            }
        }
        tasks::task(3, start, actions, tasks::exactly(&goal))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_moves(task in random::task()) {
        check(&task);
    }

    #[test]
    fn moves_that_can_be_undone(task in undoable()) {
        check(&task);
        // Without a goal the numbers of ways are needed to the end.
        check(&Task { goal: Condition::False, ..task });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases() / 30, failure_persistence: None, ..Default::default() })]

    #[test]
    fn in_many_words(task in undoable(), times in 20_u32..60) {
        check(&random::mirrored(&task, times));
    }
}

#[test]
fn known_puzzles() {
    check(&tasks::frogs(3));
    check(&tasks::lights(3, 3));
    check(&tasks::triangle15(4));
    check(&tasks::klotski());
    check(&tasks::sliding(3, 2, vec![1, 2, 3, 4, 5, 0], &[1, 2, 3, 0, 4, 5], false));
}

#[test]
fn less_memory() {
    let start = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    let task = tasks::sliding(3, 3, start.clone(), &start, true);
    let within = |large, bytes| {
        let options = CountOptions { large, ..CountOptions::new(NonZero::<usize>::MIN, true) };
        count(&task, &options, Budget::unlimited().with_bytes(bytes))
    };
    let (small, plenty) = (3 << 20, 100 << 20);
    assert_eq!(within(u64::MAX, small).stopped, Some(Stop::Limit(Limit::Memory { bytes: small })));
    let sorted = within(0, small);
    assert_eq!((sorted.positions(), sorted.all), (181_440, All::Endless));
    assert_eq!(sorted, within(u64::MAX, plenty));
}

/// Where a table of positions has no room, breadth-first search goes on by sorted levels; `true` if it does.
fn searched(task: &Task, symmetry: bool, bytes: u64) -> bool {
    let options = Options { symmetry, ..Method::Breadth.into() };
    let plain = solve(task, &options, Budget::unlimited());
    let sorted = solve(task, &options, Budget::unlimited().with_bytes(bytes));
    assert_eq!(sorted.at_least, plain.at_least);
    match (sorted.verdict, plain.verdict) {
        (Verdict::Solved(found), Verdict::Solved(plan)) => {
            assert_eq!((found.length, found.optimality), (plan.length, plan.optimality));
            assert!(naive::replays(task, &found.steps));
        }
        // The numbers of positions by level too, unless classes were counted.
        (found, plain) => assert!(found == plain || symmetry && matches!(found, Verdict::Unsolvable { .. })),
    }
    sorted.why.iter().any(|line| line.contains("sorted levels"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(8, 400), failure_persistence: None, ..Default::default() })]

    #[test]
    fn searches_in_less_memory(
        start in Just((0..9).collect::<Vec<Value>>()).prop_shuffle(),
        goal in Just((0..9).collect::<Vec<Value>>()).prop_shuffle(),
        alike in 6..9 as Value,
        symmetry in any::<bool>(),
    ) {
        let of = |position: Vec<Value>| position.into_iter().map(|value| value.min(alike)).collect::<Vec<_>>();
        searched(&tasks::sliding(3, 3, of(start), &of(goal), true), symmetry, 3 << 20);
    }
}

#[test]
fn a_table_without_room_leads_to_sorted_levels() {
    let start = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    for goal in [[8, 6, 7, 2, 5, 4, 3, 0, 1], [2, 1, 3, 4, 5, 6, 7, 8, 0]] {
        assert!(searched(&tasks::sliding(3, 3, start.clone(), &goal, true), false, 3 << 20));
    }
}

#[test]
fn limits_leave_the_levels_that_are_complete() {
    let task = tasks::sliding(3, 3, vec![1, 2, 3, 4, 5, 6, 7, 8, 0], &[0; 9], false);
    for states in [1, 10, 100, 1000, 10_000] {
        let by = |large| {
            let options = CountOptions { large, ..CountOptions::new(NonZero::new(2).unwrap(), true) };
            count(&task, &options, Budget::unlimited().with_states(states))
        };
        assert_eq!(by(0), by(u64::MAX));
        assert_eq!(by(0).stopped, Some(Limit::States { states }.into()));
    }
}

/// `puzzlec count` of the tiles of 3 by 4: 60 s of processor time and 1 GiB are the aim.
#[test]
#[ignore = "takes a minute in a release build"]
fn twelve_cells() {
    let start: Vec<Value> = (1..12).chain([0]).collect();
    let task = tasks::sliding(4, 3, start.clone(), &start, false);
    let options = CountOptions::new(NonZero::new(2).unwrap(), true);
    let found = count(&task, &options, Budget::unlimited().with_bytes(1 << 30));
    assert_eq!((found.positions(), found.levels.len(), found.all), (239_500_800, 54, All::Endless));
}
