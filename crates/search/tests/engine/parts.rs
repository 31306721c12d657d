//! Two tasks side by side are solved as two tasks.

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_search::{Method, Options, Wanted, measure, solve};
use puzzlec_task::{Action, Assign, Condition, Optimality, Task, ValueSet, VarId, Variable, Verdict};

use crate::renamed::later;
use crate::{naive, random, tasks};

/// Two tasks side by side.
pub fn beside(one: &Task, other: &Task) -> Task {
    let by = one.variables.len() as VarId;
    let mut both = one.clone();
    both.variables.extend(other.variables.iter().cloned());
    both.start.extend(&other.start);
    if other.contents.len() > both.contents.len() {
        both.contents = other.contents.clone();
    }
    both.actions.extend(other.actions.iter().map(|action| {
        let assign = action.assign.iter().map(|(var, assign)| {
            let assign = match assign {
                Assign::Set(value) => Assign::Set(*value),
                Assign::Copy(from) => Assign::Copy(from + by),
                Assign::Map(from, table) => Assign::Map(from + by, table.clone()),
            };
            (var + by, assign)
        });
        Action {
            guard: action.guard.iter().map(|(var, values)| (var + by, values.clone())).collect(),
            condition: later(&action.condition, by),
            assign: assign.collect(),
            mover: action.mover.map(|(from, to)| (from + by, to + by)),
            ..action.clone()
        }
    }));
    both.goal = one.goal.clone().and(later(&other.goal, by));
    both
}

/// The same with a wall between them: actions across it need that it is gone, and nothing takes it away. Actions of each
/// read the other in tests that always pass.
fn walled(one: &Task, other: &Task) -> Task {
    let by = one.variables.len() as VarId;
    let mut both = beside(one, other);
    let wall = both.variables.len() as VarId;
    both.variables.push(Variable { name: "wall".into(), size: 2, counts: None });
    both.start.push(1);
    for action in &mut both.actions {
        let far = if action.assign.iter().any(|(var, _)| *var < by) { by } else { 0 };
        let size = both.variables[far as usize].size;
        let all: ValueSet = (0..size).collect();
        if action.guard_of(far).is_none() {
            action.guard.push((far, all.clone()));
            action.guard.sort_by_key(|(var, _)| *var);
        }
        let count = Condition::Count { vars: vec![far, wall], values: all, min: 0, max: 2 };
        action.condition = std::mem::replace(&mut action.condition, Condition::True).and(count);
    }
    let across = vec![(0, Assign::Copy(by)), (by, Assign::Copy(0))];
    both.actions.push(tasks::action(vec![(wall, tasks::one(0))], across));
    both
}

#[test]
fn walls_join_nothing() {
    let task = walled(&tasks::frogs(2), &tasks::frogs(2));
    let result = solve(&task, &Options::default(), Budget::unlimited());
    assert_eq!(result.why.first().unwrap(), "2 parts that have nothing to do with each other");
    assert_eq!(result.at_least, 16);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(1000, 5000), failure_persistence: None, ..Default::default() })]

    #[test]
    fn least_plans_add_up(one in random::task(), other in random::task(), wall in any::<bool>()) {
        let truths = [naive::truth(&one), naive::truth(&other)];
        for (at, cost) in crate::agree::COSTS.into_iter().enumerate() {
            let both = if wall { walled(&one, &other) } else { beside(&one, &other) };
            let task = random::costing(&both, cost);
            let least = truths[0].least.zip(truths[1].least).map(|(one, other)| one[at] + other[at]);
            let result = solve(&task, &Options::default(), Budget::unlimited());
            match (result.verdict, least) {
                (Verdict::Solved(plan), Some(least)) => {
                    prop_assert!(naive::replays(&task, &plan.steps));
                    prop_assert_eq!(plan.length, least);
                    prop_assert_eq!(plan.length, measure(&task, &plan.steps));
                    prop_assert_eq!(plan.optimality, Optimality::Least);
                    prop_assert_eq!(result.at_least, least);
                }
                (Verdict::Unsolvable { .. }, None) => {}
                (verdict, least) => panic!("{verdict:?}, least {least:?}"),
            }
            let any = Options { wanted: Wanted::Any, ..Options::default() };
            match (solve(&task, &any, Budget::unlimited()).verdict, least) {
                (Verdict::Solved(plan), Some(least)) => {
                    prop_assert!(naive::replays(&task, &plan.steps) && plan.length >= least);
                    prop_assert!(plan.optimality != Optimality::Least || plan.length == least);
                }
                (Verdict::Unsolvable { .. }, None) => {}
                (verdict, least) => panic!("any: {verdict:?}, least {least:?}"),
            }
            for most in [least.unwrap_or(2).saturating_sub(1), least.unwrap_or(2), least.unwrap_or(2) + 1] {
                let within = Options { wanted: Wanted::Within(most), ..Options::default() };
                let result = solve(&task, &within, Budget::unlimited());
                match (result.verdict, least) {
                    (Verdict::Solved(plan), Some(least)) => {
                        prop_assert!(least <= plan.length && plan.length <= most);
                        prop_assert!(naive::replays(&task, &plan.steps));
                    }
                    (Verdict::NotWithin(_), least) => prop_assert!(least.is_none_or(|least| least > most)),
                    (Verdict::Unsolvable { .. }, None) => {}
                    (verdict, least) => panic!("within {most}: {verdict:?}, least {least:?}"),
                }
            }
            // Breadth first, the parts are searched together.
            let together = solve(&task, &Method::Breadth.into(), Budget::unlimited());
            match (together.verdict, least) {
                (Verdict::Solved(plan), Some(least)) => prop_assert_eq!(plan.length, least),
                (Verdict::Unsolvable { .. }, None) => {}
                (verdict, least) => panic!("together: {verdict:?}, least {least:?}"),
            }
        }
    }
}
