//! Linear invariants: sound on random tasks, complete on the known ones.

use proptest::prelude::*;
use puzzlec_base::{Budget, Limit};
use puzzlec_search::invariants::{Field, Invariant, invariants, refute};
use puzzlec_search::relaxed;
use puzzlec_search::solve;
use puzzlec_task::certificate::Proof;
use puzzlec_task::{Certificate, Verdict};
use puzzlec_task::{Position, Task, Value};

use crate::{naive, random, tasks};

fn free(_: u64) -> Result<(), Limit> {
    Ok(())
}

fn all(task: &Task) -> Vec<Invariant> {
    invariants(task, &relaxed(task), &mut free).unwrap()
}

fn refuted(task: &Task) -> Option<Vec<Invariant>> {
    refute(task, &relaxed(task), &mut free).unwrap()
}

fn dimension(task: &Task, field: Field) -> usize {
    all(task).iter().filter(|i| i.field == field && i.order.is_empty()).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_action_changes_an_invariant_and_no_goal_that_is_reached_is_refuted(task in random::task()) {
        let truth = naive::truth(&task);
        for invariant in all(&task) {
            prop_assert!(!invariant.weights.is_empty() || !invariant.order.is_empty());
            let start = invariant.sum(&task.start);
            for position in truth.reached.keys() {
                prop_assert_eq!(invariant.sum(position), start, "{:?}", invariant);
            }
        }
        if let Some(broken) = refuted(&task) {
            prop_assert!(truth.least.is_none(), "{:?}", broken);
            // Every goal within the relaxed values breaks one of them.
            let values = relaxed(&task).values;
            let mut open: Vec<Position> = vec![Vec::new()];
            while let Some(position) = open.pop() {
                if let Some(next) = values.get(position.len()) {
                    open.extend(next.iter().map(|v| [position.as_slice(), &[v]].concat()));
                } else if task.goal.holds(&position) {
                    let held = |i: &Invariant, p: &[Value]| {
                        let mut held: Vec<Value> = i.order.iter().map(|v| p[*v as usize]).collect();
                        held.sort_unstable();
                        held
                    };
                    let breaks = broken.iter().any(|i| {
                        i.sum(&position) != i.sum(&task.start) || held(i, &position) != held(i, &task.start)
                    });
                    prop_assert!(breaks);
                }
            }
        }
    }
}

/// The positions of all reached by a task agree with what its invariants say of any two positions:
/// a check of completeness over one field, by the number of classes.
#[test]
fn the_known_dimensions() {
    assert_eq!(dimension(&tasks::english(), Field::Modulo(2)), 4);
    assert_eq!(dimension(&tasks::english(), Field::Modulo(3)), 0);
    assert_eq!(dimension(&tasks::english(), Field::Whole), 0);
    assert_eq!(dimension(&tasks::triangle15(0), Field::Modulo(2)), 2);
    // Quiet patterns of Lights Out, by Anderson and Feil for 5 by 5, by Sutner for the others.
    for (side, quiet) in [(2, 0), (3, 0), (4, 4), (5, 2), (6, 0), (7, 0), (8, 0), (9, 8), (11, 6), (19, 16)] {
        assert_eq!(dimension(&tasks::lights(side, side), Field::Modulo(2)), quiet, "{side}");
        assert_eq!(dimension(&tasks::lights(side, side), Field::Whole), 0);
    }
    // Of a sliding puzzle only the numbers of its tiles.
    let goal: Vec<Value> = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    for copying in [false, true] {
        let task = tasks::sliding(3, 3, vec![2, 1, 3, 4, 5, 6, 7, 8, 0], &goal, copying);
        for field in [Field::Whole, Field::Modulo(2), Field::Modulo(3)] {
            assert_eq!(dimension(&task, field), 8);
        }
        // The sign of a permutation is not linear in its facts, so it is the order that tells.
        assert!(refuted(&task).unwrap().iter().all(|i| !i.order.is_empty()));
    }
}

/// The hole `i` of the English board, row and column.
fn hole(i: usize) -> (i32, i32) {
    let rows = [2..5, 2..5, 0..7, 0..7, 0..7, 2..5, 2..5];
    let cells = (0..7).zip(rows).flat_map(|(r, row)| row.map(move |c| (r, c)));
    cells.collect::<Vec<_>>()[i]
}

#[test]
fn of_the_english_board_just_the_other_classes_are_refuted() {
    let class = |i: usize| {
        let (r, c) = hole(i);
        ((r + c).rem_euclid(3), (r - c).rem_euclid(3))
    };
    let mut task = tasks::english();
    let mut left = Vec::new();
    for goal in 0..33 {
        let position: Position = (0..33).map(|i| Value::from(i == goal)).collect();
        task.goal = tasks::exactly(&position);
        let same = class(goal) == class(16);
        assert_eq!(refuted(&task).is_none(), same, "{:?}", hole(goal));
        if same {
            left.push(hole(goal));
        } else {
            let found = solve(&task, &Default::default(), Budget::unlimited());
            assert!(matches!(
                found.verdict,
                Verdict::Unsolvable { certificate: Certificate::Proved(Proof::Invariants { .. }), .. }
            ));
            assert_eq!(found.statistics.states, 0);
        }
    }
    assert_eq!(left, [(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)]);
}

#[test]
fn lights_out_is_refuted_exactly_where_a_quiet_pattern_is_lit_oddly() {
    let quiet = ["1010110101000001010110101", "1101100000110110000011011"];
    let mut task = tasks::lights(5, 5);
    let mut state = 1_u64;
    let mut counts = [0, 0];
    for _ in 0..200 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        task.start = (0..25).map(|i| (state >> (20 + i) & 1) as Value).collect();
        let odd = |pattern: &&str| {
            let lit = pattern.chars().zip(&task.start).filter(|(c, v)| *c == '1' && **v == 1);
            lit.count() % 2 == 1
        };
        let expected = quiet.iter().any(odd);
        assert_eq!(refuted(&task).is_some(), expected);
        counts[usize::from(expected)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 100, "{counts:?}");
}

#[test]
fn many_goals_are_refuted_one_by_one() {
    // On four by four, a hole in the corner: no single peg can remain.
    let rows = [".ooo", "oooo", "oooo", "oooo"];
    let task = tasks::pegs(&rows, tasks::SQUARE, tasks::one_left);
    let broken = refuted(&task).unwrap();
    for goal in 0..16 {
        let position: Position = (0..16).map(|i| Value::from(i == goal)).collect();
        assert!(broken.iter().any(|i| i.sum(&position) != i.sum(&task.start)));
    }
}

#[test]
fn numbers_of_pieces_are_compared_as_they_are() {
    // Frogs and toads with one frog too many in the goal, anywhere.
    let mut task = tasks::frogs(3);
    let count = |value: Value, n: u32| puzzlec_task::Condition::Count {
        vars: (0..7).collect(),
        values: tasks::one(value),
        min: n,
        max: n,
    };
    task.goal = count(1, 4).and(count(2, 2));
    let broken = refuted(&task).unwrap();
    assert!(broken.iter().all(|i| i.field == Field::Whole), "{broken:?}");
    task.goal = count(1, 3).and(count(2, 3));
    assert_eq!(refuted(&task), None);
}

#[test]
fn large_tasks_are_left_alone() {
    let task = tasks::lights(60, 60);
    // However much work it is, it is told of and bounded.
    let mut work = 0;
    let found = refute(&task, &relaxed(&task), &mut |n| {
        work += n;
        Ok(())
    });
    assert!(found.is_ok());
    assert!(work < 1 << 26, "{work}");
    let stopped = refute(&task, &relaxed(&task), &mut |_| Err(Limit::Cancelled));
    assert_eq!(stopped, Err(Limit::Cancelled));
}
