//! Tasks whose actions commute: linear equations agree with the naive search.

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_search::{Options, solve};
use puzzlec_task::Verdict;
use puzzlec_task::{Assign, Condition, Cost, Task, Value, ValueSet, VarId};

use crate::{naive, random, tasks};

/// Variables modulo a prime, each with an order of its own of its values, and actions that add.
fn task() -> impl Strategy<Value = Task> {
    let size = prop_oneof![Just((2_u16, 6_usize)), Just((3, 4)), Just((5, 2))];
    size.prop_flat_map(|(prime, vars)| {
        let shifts = proptest::collection::vec(proptest::collection::vec(0..prime, vars), 1..7);
        let orders = proptest::collection::vec(Just((0..prime).collect::<Vec<_>>()).prop_shuffle(), vars);
        let position = || proptest::collection::vec(0..prime, vars);
        (Just(prime), shifts, orders, position(), position(), position(), 0..3, 1..4_u32)
    })
    .prop_map(|(prime, shifts, orders, start, goal, other, kind, pieces)| {
        let table = |var: usize, by: Value| -> Vec<Value> {
            let order = &orders[var];
            let place = |v: Value| order.iter().position(|x| *x == v).unwrap();
            (0..prime).map(|v| order[(place(v) + usize::from(by)) % usize::from(prime)]).collect()
        };
        let actions = shifts.iter().enumerate().map(|(at, shift)| {
            let moved = shift.iter().enumerate().filter(|(_, by)| **by > 0);
            let assign =
                moved.map(|(v, by)| (v as VarId, Assign::Map(v as VarId, table(v, *by)))).collect::<Vec<_>>();
            // A guard that lets every value pass is none.
            let guard = vec![(0, (0..prime).collect::<ValueSet>())];
            let mut action = tasks::action(guard, assign);
            action.weight = 1 + (at as u32 * pieces) % 3;
            action
        });
        let actions = actions.filter(|a| !a.assign.is_empty()).collect();
        let goal = match kind {
            0 => tasks::exactly(&goal),
            1 => tasks::exactly(&goal).or(tasks::exactly(&other)),
            _ => Condition::Count {
                vars: (0..start.len() as u32).collect(),
                values: ValueSet::one(0),
                min: 1,
                max: 1,
            },
        };
        tasks::task(prime, start, actions, goal)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn equations_agree(task in task()) {
        let truth = naive::truth(&task);
        for (at, cost) in [(0, Cost::Actions), (2, Cost::Weights)] {
            let task = random::costing(&task, cost);
            let result = solve(&task, &Options::default(), Budget::unlimited());
            match (truth.least, result.verdict) {
                (Some(least), Verdict::Solved(plan)) => {
                    prop_assert_eq!(plan.length, least[at]);
                    prop_assert!(naive::replays(&task, &plan.steps));
                    if plan.length > 0 {
                        prop_assert!(result.why.concat().contains("equations"), "{:?}", result.why);
                    }
                }
                (None, Verdict::Unsolvable { .. }) => {}
                (least, verdict) => prop_assert!(false, "{:?} but {:?}", least, verdict),
            }
        }
    }
}

/// All lights on, from 1 by 1 to 10 by 10: A075462 in the encyclopedia of integer sequences.
#[test]
fn all_lights_on() {
    let known = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44];
    for (n, least) in (1_u32..).zip(known) {
        let near = |c: u32| {
            let mut all = vec![(c, Assign::Map(c, vec![1, 0]))];
            for (a, b) in tasks::edges(n, n) {
                if a == c {
                    all.push((b, Assign::Map(b, vec![1, 0])));
                }
            }
            tasks::action(Vec::new(), all)
        };
        let cells = (n * n) as usize;
        let actions = (0..n * n).map(near).collect();
        let task = tasks::task(2, vec![1; cells], actions, tasks::exactly(&vec![0; cells]));
        match solve(&task, &Options::default(), Budget::unlimited()).verdict {
            Verdict::Solved(plan) => assert_eq!(plan.length, least, "{n}"),
            other => panic!("{n}: {other:?}"),
        }
    }
}
