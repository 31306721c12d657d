//! Counts agree with naive ones and with known figures.

use std::collections::BTreeMap;
use std::num::NonZero;

use proptest::prelude::*;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Limit};
use puzzlec_search::{All, Count, CountOptions, Number, Shortest, count, shortest_count};
use puzzlec_task::{Condition, Cost, Position, Task};

use crate::{naive, parts, random, tasks};

/// The count, which is the same for every number of threads, with and without symmetries.
fn counted(task: &Task) -> Count {
    let with = |threads: usize, symmetry| {
        let options = CountOptions::new(NonZero::new(threads).unwrap(), symmetry);
        count(task, &options, Budget::unlimited())
    };
    let first = with(1, true);
    assert_eq!(first.stopped, None);
    for threads in [2, 3] {
        assert_eq!(with(threads, true), first);
    }
    let plain = with(2, false);
    assert_eq!((plain.symmetries, plain.classes), (1, plain.positions()));
    assert!(first.classes <= plain.classes && plain.classes <= first.classes * first.symmetries);
    assert_eq!(Count { symmetries: first.symmetries, classes: first.classes, ..plain }, first);
    first
}

fn two(symmetry: bool) -> CountOptions {
    CountOptions::new(NonZero::new(2).unwrap(), symmetry)
}

fn counted_once(task: &Task) -> Count {
    count(task, &CountOptions::new(NonZero::<usize>::MIN, true), Budget::unlimited())
}

/// Solutions, games and won games from a position on; `None` where a position can repeat.
fn naively(
    task: &Task,
    position: &Position,
    known: &mut BTreeMap<Position, Option<[u128; 3]>>,
) -> Option<[u128; 3]> {
    if let Some(numbers) = known.get(position) {
        return *numbers;
    }
    // Who comes back here finds a repetition.
    known.insert(position.clone(), None);
    let goal = u128::from(task.goal.holds(position));
    let mut sum = [goal, 0, 0];
    let mut stuck = true;
    for action in task.actions.iter().filter(|a| naive::applies(a, position)) {
        let after = naive::apply(action, position);
        if after == *position {
            continue;
        }
        stuck = false;
        let numbers = naively(task, &after, known)?;
        for (total, n) in sum.iter_mut().zip(numbers) {
            *total += n * u128::from(action.times);
        }
    }
    if stuck {
        (sum[1], sum[2]) = (1, goal);
    }
    known.insert(position.clone(), Some(sum));
    Some(sum)
}

fn number(n: Number) -> u128 {
    n.exact().unwrap()
}

fn all(count: &Count) -> Option<[u128; 3]> {
    match count.all {
        All::Counted { solutions, games, won } => Some([number(solutions), number(games), number(won)]),
        All::Endless => None,
        All::Unknown => panic!("{count:?}"),
    }
}

/// Compares a count with the naive one.
fn check(task: &Task) {
    let found = counted(task);
    let truth = naive::truth(task);
    let deepest = truth.reached.values().max().copied().unwrap();
    let levels: Vec<u64> =
        (0..=deepest).map(|d| truth.reached.values().filter(|e| **e == d).count() as u64).collect();
    assert_eq!(found.levels, levels);
    let still = |p: &&Position| {
        task.actions.iter().filter(|a| naive::applies(a, p)).all(|a| naive::apply(a, p) == **p)
    };
    assert_eq!(found.stuck, truth.reached.keys().filter(still).count() as u64);
    assert_eq!(found.goals, truth.reached.keys().filter(|p| task.goal.holds(p)).count() as u64);
    let shortest = found.shortest.map(|s| (s.length, number(s.solutions)));
    assert_eq!(shortest, truth.least.map(|l| (l[0], truth.count)));
    assert_eq!(shortest_count(task, Budget::unlimited()), Ok(shortest));
    assert_eq!(all(&found), naively(task, &task.start, &mut BTreeMap::new()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn counts_agree(task in random::task()) {
        check(&task);
    }

    /// Every action uses a counter up, so that there is an end.
    #[test]
    fn counts_with_an_end_agree(task in random::task(), turns in 1_u16..6) {
        check(&ending(&task, turns));
    }

    /// Positions multiply, and orders interleave.
    #[test]
    fn counts_of_parts_agree(one in random::task(), other in random::task(), turns in 0_u16..4) {
        let [one, other] = [one, other].map(|task| if turns == 0 { task } else { ending(&task, turns) });
        let positions = naive::truth(&one).reached.len() * naive::truth(&other).reached.len();
        if positions <= 2000 {
            check(&parts::beside(&one, &other));
        }
    }
}

#[test]
fn many_parts_are_counted() {
    let row = tasks::frogs(3);
    let alone = counted(&row);
    let rows = (1..6).fold(row.clone(), |rows, _| parts::beside(&rows, &row));
    let found = counted_once(&rows);
    assert_eq!(found.positions(), alone.positions().pow(6));
    assert_eq!((found.stuck, found.goals), (alone.stuck.pow(6), alone.goals.pow(6)));
    // Two solutions of a row of 15 moves, and 90! / 15!^6 orders of the rows' moves.
    let Shortest { length, solutions } = found.shortest.unwrap();
    assert_eq!((length, solutions.exact()), (90, None));
    let two = counted_once(&parts::beside(&row, &row));
    let won = number(alone.shortest.unwrap().solutions);
    assert_eq!(number(two.shortest.unwrap().solutions), 155_117_520 * won * won);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(12, 40), failure_persistence: None, ..Default::default() })]

    #[test]
    fn width_does_not_matter(task in random::task(), turns in 1_u16..5, times in 20_u32..60) {
        let task = ending(&task, turns);
        let wide = random::mirrored(&task, times);
        let (found, narrow) = (counted(&wide), counted(&task));
        prop_assert_eq!(found.levels, narrow.levels);
        prop_assert_eq!(found.all, narrow.all);
    }
}

/// The task with a counter that every action takes one from.
fn ending(task: &Task, turns: u16) -> Task {
    let mut ending = task.clone();
    let counter = task.variables.len() as u32;
    ending.variables.push(puzzlec_task::Variable { name: "turns".into(), size: turns + 1, counts: None });
    ending.start.push(turns);
    ending.actions = (1..=turns)
        .flat_map(|left| task.actions.iter().map(move |a| (left, a)))
        .map(|(left, action)| {
            let mut action = action.clone();
            action.guard.push((counter, tasks::one(left)));
            action.assign.push((counter, puzzlec_task::Assign::Set(left - 1)));
            action
        })
        .collect();
    ending
}

#[test]
fn triangle() {
    // Games and solutions of the triangle of 15 holes, by the hole that is empty first: the four
    // classes of holes. The figures are widely published.
    let known = [(0, 568_630, 29_760), (1, 294_543, 14_880), (3, 1_149_568, 85_258), (4, 137_846, 1_550)];
    for (hole, games, solutions) in known {
        let found = counted(&tasks::triangle15(hole));
        assert_eq!(all(&found), Some([solutions, games, solutions]), "{hole}");
        assert_eq!(found.levels.iter().sum::<u64>(), found.positions());
        assert_eq!(found.shortest, Some(Shortest { length: 13, solutions: Number::from(solutions as u64) }));
    }
    check(&tasks::triangle15(4));
}

#[test]
fn eight_puzzle() {
    let task = tasks::sliding(3, 3, vec![1, 2, 3, 4, 5, 6, 7, 8, 0], &[8, 7, 6, 0, 4, 1, 2, 5, 3], true);
    let found = counted(&task);
    let levels = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(found.levels, levels);
    assert_eq!((found.stuck, found.all), (0, All::Endless));
    // Without a goal the board may be mirrored.
    let mut free = task.clone();
    free.goal = Condition::False;
    let found = counted(&free);
    assert_eq!((found.levels.as_slice(), found.symmetries), (levels.as_slice(), 2));
}

#[test]
fn others() {
    check(&tasks::frogs(3));
    check(&tasks::lights(3, 3));
    let start = vec![0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let goal: Vec<u16> = start.iter().rev().copied().collect();
    check(&tasks::coins(4, 4, start, &goal));
    let mut klotski = tasks::klotski();
    klotski.measure.cost = Cost::Actions;
    let found = counted(&klotski);
    assert_eq!((found.positions(), found.symmetries), (25_955, 1));
    assert_eq!(found.shortest.map(|s| s.length), Some(116));
}

#[test]
#[ignore = "takes half a minute in a release build"]
fn central() {
    let task = tasks::english();
    let found = count(&task, &two(true), Budget::unlimited().with_bytes(2 << 30));
    assert_eq!((found.positions(), found.classes, found.symmetries), (187_636_299, 23_475_688, 8));
    let won = 40_861_647_040_079_968;
    assert_eq!(all(&found), Some([won, 577_116_156_815_309_849_672, won]));
}

#[test]
fn too_many_are_told() {
    // So many ways that 128 bits do not hold their number: 40 rounds of 16 actions that do the same.
    let mut actions = Vec::new();
    for step in 0..40_u16 {
        for _ in 0..16 {
            let guard = vec![(0, tasks::one(step))];
            actions.push(tasks::action(guard, vec![(0, puzzlec_task::Assign::Set(step + 1))]));
        }
    }
    let task = tasks::task(41, vec![0], actions, tasks::is(0, 40));
    let found = counted(&task);
    assert_eq!(found.levels, vec![1; 41]);
    let All::Counted { solutions, games, won } = found.all else { panic!("{found:?}") };
    assert_eq!([solutions.exact(), games.exact(), won.exact()], [None; 3]);
    assert!(matches!(shortest_count(&task, Budget::unlimited()), Err(Stop::TooLarge { .. })));
}

#[test]
fn limits_leave_the_levels_that_are_complete() {
    let task = tasks::triangle15(0);
    let whole = counted(&task);
    for states in [1, 10, 100, 500, 1000] {
        let budget = Budget::unlimited().with_states(states);
        let found = count(&task, &two(false), &budget);
        assert_eq!(found.stopped, Some(Limit::States { states }.into()));
        assert_eq!(found.all, All::Unknown);
        assert_eq!(found.levels, whole.levels[..found.levels.len()]);
        assert!(found.positions() <= states, "{states}");
    }
}
