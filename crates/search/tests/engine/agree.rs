//! Searches agree with the naive ones on random tasks.

use std::collections::BTreeSet;

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_model::{Ending, Ends};
use puzzlec_search::relaxed;
use puzzlec_search::{Method, Options, Wanted, measure, play};
use puzzlec_search::{shortest_count, solve};
use puzzlec_task::certificate::{Proof, Winner};
use puzzlec_task::{Certificate, Optimality, Searched, Verdict};
use puzzlec_task::{Condition, Cost, Position, Task};

use crate::naive::{self, Truth};
use crate::random;

pub const COSTS: [Cost; 3] = [Cost::Actions, Cost::Runs, Cost::Weights];

/// Checks every method under every measure.
fn check(task: &Task, truth: &Truth) {
    for (at, cost) in COSTS.into_iter().enumerate() {
        let task = random::costing(task, cost);
        for method in [Method::Auto, Method::Breadth, Method::Bidirectional] {
            let result = solve(&task, &method.into(), Budget::unlimited());
            let context = format!("{cost:?} {method:?}");
            assert_eq!(result, solve(&task, &method.into(), Budget::unlimited()), "{context}");
            match (truth.least, result.verdict) {
                (Some(least), Verdict::Solved(plan)) => {
                    assert!(naive::replays(&task, &plan.steps), "{context}");
                    assert_eq!(plan.length, least[at], "{context}");
                    assert_eq!(plan.length, measure(&task, &plan.steps), "{context}");
                    assert_eq!(plan.optimality, Optimality::Least);
                    assert_eq!(result.at_least, plan.length);
                }
                (None, Verdict::Unsolvable { certificate, .. }) => match certificate {
                    Certificate::Searched(Searched::Exhausted { states, levels }) => {
                        assert_eq!(states, truth.reached.len() as u64, "{context}");
                        assert_eq!(levels.iter().sum::<u64>(), states, "{context}");
                        if cost == Cost::Actions {
                            for (depth, size) in levels.iter().enumerate() {
                                let there = truth.reached.values().filter(|d| **d == depth as u64);
                                assert_eq!(there.count() as u64, *size, "{context}");
                            }
                        }
                    }
                    Certificate::Searched(Searched::ExhaustedBackward { states, levels }) => {
                        assert_ne!(method, Method::Breadth);
                        assert_eq!(levels.iter().sum::<u64>(), states, "{context}");
                    }
                    Certificate::Searched(Searched::ExhaustedClasses { .. }) => {
                        panic!("{context}: there are few positions")
                    }
                    Certificate::Proved(Proof::DeadEnd { .. } | Proof::GoalImpossible { .. })
                    | Certificate::Proved(Proof::Invariants { .. }) => {
                        assert_eq!(method, Method::Auto);
                    }
                    Certificate::Part(_) => assert_eq!(method, Method::Auto),
                    Certificate::Proved(proof) => panic!("{context}: {proof:?}"),
                },
                (least, verdict) => panic!("{context}: {least:?} but {verdict:?}"),
            }
        }
    }
}

fn count(task: &Task) -> Option<(u64, u128)> {
    shortest_count(task, Budget::unlimited()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn searches_agree(task in random::task()) {
        let truth = naive::truth(&task);
        check(&task, &truth);
        prop_assert_eq!(count(&task), truth.least.map(|l| (l[0], truth.count)));
    }

    /// A* and a search level by level take turns from the first position on.
    #[test]
    fn turns_agree(task in random::task(), few in 0_u32..20) {
        let truth = naive::truth(&task);
        let options = Options { few, ..Options::default() };
        let result = solve(&task, &options, Budget::unlimited());
        match (truth.least, result.verdict) {
            (Some(least), Verdict::Solved(plan)) => {
                prop_assert!(naive::replays(&task, &plan.steps));
                prop_assert_eq!((plan.length, plan.optimality), (least[0], Optimality::Least));
                prop_assert_eq!(result.at_least, least[0]);
            }
            (None, Verdict::Unsolvable { .. }) => {}
            (least, verdict) => panic!("{least:?} but {verdict:?}"),
        }
        for most in 0..truth.least.map_or(3, |least| least[0]) {
            let options = Options { few, wanted: Wanted::Within(most), ..Options::default() };
            let verdict = solve(&task, &options, Budget::unlimited()).verdict;
            let none = matches!(verdict, Verdict::NotWithin(_) | Verdict::Unsolvable { .. });
            prop_assert!(none, "{:?}", verdict);
        }
    }

    #[test]
    fn relaxed_is_sound(task in random::task()) {
        let relaxed = relaxed(&task);
        for position in naive::truth(&task).reached.keys() {
            for (value, set) in position.iter().zip(&relaxed.values) {
                prop_assert!(set.contains(*value));
            }
            for (action, fires) in task.actions.iter().zip(&relaxed.fires) {
                prop_assert!(*fires || !naive::applies(action, position));
            }
        }
    }

    #[test]
    fn games_agree(mut task in random::task(), to_goal: bool, goal_loses: bool, last in 0..3_usize) {
        let ends = Ends { goal_loses, last: [Ending::Wins, Ending::Loses, Ending::Draws][last] };
        match to_goal {
            // Nobody moves after the end.
            true => for action in &mut task.actions {
                action.condition = action.condition.clone().and(task.goal.clone().negate());
            },
            false => task.goal = Condition::False,
        }
        let (result, statistics) = play(&task, ends, Budget::unlimited());
        let result = result.unwrap();
        let truth = naive::game(&task, ends);
        let winner = match truth.get(&task.start).and_then(|p| p.won) {
            Some(true) => Winner::First,
            Some(false) => Winner::Second,
            None => Winner::Draw,
        };
        prop_assert_eq!(result.winner, winner);
        prop_assert_eq!(statistics.states, truth.len() as u64);
        let value = if ends.always_win() && task.goal == Condition::False { naive::grundy(&task) } else { None };
        prop_assert_eq!(result.value, value);
        // Actions with one effect may be stored once or several times.
        let winning: BTreeSet<&Position> = truth[&task.start]
            .after
            .iter()
            .filter(|p| truth[*p].won == Some(false))
            .collect();
        let found: Vec<Position> = result.moves.iter().map(|id| {
            assert!(naive::applies(&task.actions[*id as usize], &task.start));
            naive::apply(&task.actions[*id as usize], &task.start)
        }).collect();
        prop_assert_eq!(found.iter().collect::<BTreeSet<_>>(), winning);
        prop_assert_eq!(result.length, truth[&task.start].won.map(|_| truth[&task.start].moves));
        // The quickest first.
        let winning = (0..).zip(&task.actions).filter_map(|(id, action)| {
            let after = naive::applies(action, &task.start).then(|| naive::apply(action, &task.start));
            after.filter(|p| *p != task.start && truth[p].won == Some(false)).map(|p| (truth[&p].moves, id))
        });
        let winning: BTreeSet<(u64, u32)> = winning.collect();
        prop_assert_eq!(result.moves, winning.into_iter().map(|(_, id)| id).collect::<Vec<u32>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(30, 100), failure_persistence: None, ..Default::default() })]

    #[test]
    fn width_does_not_matter(task in random::task(), times in 2_u32..100) {
        let truth = naive::truth(&task);
        let wide = random::mirrored(&task, times);
        for method in [Method::Breadth, Method::Bidirectional] {
            let result = solve(&wide, &method.into(), Budget::unlimited());
            match (truth.least, result.verdict) {
                (Some(least), Verdict::Solved(plan)) => {
                    prop_assert!(naive::replays(&wide, &plan.steps));
                    prop_assert_eq!(plan.length, least[0]);
                }
                (None, Verdict::Unsolvable { .. }) => {}
                (least, verdict) => panic!("{least:?} but {verdict:?}"),
            }
        }
        prop_assert_eq!(count(&wide), truth.least.map(|l| (l[0], truth.count)));
    }

    #[test]
    fn number_of_actions_does_not_matter(task in random::task()) {
        let truth = naive::truth(&task);
        // More than the tables over chunks take.
        let many = random::repeated(&task, 1100 / task.actions.len().max(1) + 1);
        for method in [Method::Breadth, Method::Bidirectional] {
            match (truth.least, solve(&many, &method.into(), Budget::unlimited()).verdict) {
                (Some(least), Verdict::Solved(plan)) => {
                    prop_assert!(plan.steps.iter().all(|a| (*a as usize) < task.actions.len()));
                    prop_assert_eq!(plan.length, least[0]);
                }
                (None, Verdict::Unsolvable { .. }) => {}
                (least, verdict) => panic!("{least:?} but {verdict:?}"),
            }
        }
    }
}
