//! Levels and graphs are what a naive walk over all positions finds.

use std::collections::BTreeMap;
use std::num::NonZero;

use proptest::prelude::*;
use puzzlec_base::{Budget, Limit};
use puzzlec_search::{ExploreOptions, Explored, Level, Moves, explore};
use puzzlec_task::{Position, Task};

use crate::sorted::{cases, undoable};
use crate::{naive, random, tasks};

/// The levels as a naive search sees them, at most so many moves deep.
fn levels(task: &Task, depth: u64) -> Vec<Level> {
    let reached = naive::truth(task).reached;
    let mut levels: BTreeMap<u64, Level> = BTreeMap::new();
    for (position, at) in reached.iter().filter(|r| *r.1 <= depth) {
        let level = levels.entry(*at).or_default();
        level.positions += 1;
        level.goals += u64::from(task.goal.holds(position));
        if *at == depth {
            continue;
        }
        let moves = level.moves.get_or_insert_with(Moves::default);
        let next = naive::successors(task, position);
        let depths = next.iter().flat_map(|n| std::iter::repeat_n(reached[&n.1], n.0.times as usize));
        let next: Vec<u64> = depths.collect();
        moves.stuck += u64::from(next.is_empty());
        moves.forward += next.iter().filter(|n| **n > *at).count() as u64;
        moves.within += next.iter().filter(|n| **n == *at).count() as u64;
        moves.back += next.iter().filter(|n| **n < *at).count() as u64;
    }
    levels.into_values().collect()
}

/// Levels that are sorted from the start, or after a few, are the same.
fn sorted(task: &Task, options: &ExploreOptions, expected: &Explored) {
    for (large, threads) in [(0, 1), (1, 3), (6, 1), (25, 3)] {
        let options =
            ExploreOptions { graph: false, large, threads: NonZero::new(threads).unwrap(), ..*options };
        let found = explore(task, &options, Budget::unlimited());
        assert_eq!(found, Explored { graph: None, ..expected.clone() }, "{large} {task:?}");
    }
}

fn check(task: &Task) {
    let everything = explore(task, &ExploreOptions::new(true), Budget::unlimited());
    assert!(everything.whole && everything.stopped.is_none());
    assert_eq!(everything.levels, levels(task, u64::MAX));
    for depth in 0..3 {
        let options = ExploreOptions { depth: Some(depth), ..ExploreOptions::new(true) };
        let part = explore(task, &options, Budget::unlimited());
        assert_eq!(part.levels, levels(task, u64::from(depth)));
        sorted(task, &options, &part);
        let graph = part.graph.unwrap();
        assert_eq!(graph.positions.len() as u64, part.levels.iter().map(|l| l.positions).sum::<u64>());
    }
    sorted(task, &ExploreOptions::new(true), &everything);
    let graph = everything.graph.unwrap();
    let reached = naive::truth(task).reached;
    assert_eq!(graph.positions[0], task.start);
    let mut moves: Vec<(Position, Position)> = Vec::new();
    for m in &graph.moves {
        let (from, to) = (&graph.positions[m.from as usize], &graph.positions[m.to as usize]);
        let action = &task.actions[m.action as usize];
        assert!(naive::applies(action, from));
        assert_eq!(naive::apply(action, from), *to);
        moves.push((from.clone(), to.clone()));
    }
    assert!(graph.moves.is_sorted_by_key(|m| m.from));
    let mut wanted: Vec<(Position, Position)> = reached
        .keys()
        .flat_map(|p| naive::successors(task, p).into_iter().map(|n| (p.clone(), n.1)))
        .filter(|(a, b)| a != b)
        .collect();
    moves.sort();
    wanted.sort();
    assert_eq!(moves, wanted);
    for (position, goal) in graph.positions.iter().zip(&graph.goals) {
        assert_eq!(task.goal.holds(position), *goal);
    }
    let mut all = graph.positions;
    all.sort();
    assert_eq!(all, reached.into_keys().collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_tasks_are_explored(task in random::task()) {
        check(&task);
    }

    #[test]
    fn moves_that_can_be_undone_are_explored(task in undoable()) {
        check(&task);
    }
}

#[test]
fn known_tasks_are_explored() {
    check(&tasks::frogs(2));
    check(&tasks::lights(2, 2));
    let frogs = explore(&tasks::frogs(3), &ExploreOptions::new(false), Budget::unlimited());
    assert_eq!(frogs.levels.len(), 16);
    assert!(frogs.graph.is_none());
}

/// After a limit the levels are complete ones, and there is no graph.
#[test]
fn a_limit_leaves_whole_levels() {
    let task = tasks::sliding(3, 3, vec![1, 2, 3, 4, 5, 6, 7, 8, 0], &[1, 2, 3, 4, 5, 6, 7, 8, 0], true);
    let all = explore(&task, &ExploreOptions::new(false), Budget::unlimited());
    for states in [1, 10, 100, 5_000] {
        let budget = || Budget::unlimited().with_states(states);
        let part = explore(&task, &ExploreOptions::new(true), budget());
        let options = ExploreOptions { large: 0, ..ExploreOptions::new(false) };
        assert_eq!(explore(&task, &options, budget()), part);
        assert_eq!(part.stopped, Some(Limit::States { states }.into()));
        assert!(!part.whole && part.graph.is_none());
        let (last, before) = part.levels.split_last().unwrap();
        assert_eq!(before, &all.levels[..before.len()]);
        let known = all.levels[before.len()];
        assert_eq!((last.positions, last.goals, last.moves), (known.positions, known.goals, None));
    }
}
