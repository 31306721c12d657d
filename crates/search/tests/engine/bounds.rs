//! Lower bounds against exact distances, and the searches that use them against plain ones.

use std::collections::BTreeMap;

use proptest::prelude::*;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Limit};
use puzzlec_search::{LowerBound, Method, Options, Wanted, measure, solve};
use puzzlec_task::{Certificate, Optimality, Searched, Verdict};
use puzzlec_task::{Cost, Position, Task};

use crate::{naive, random, tasks};

/// The bound never exceeds the distance, and one action lowers it by one at most. Gives the sum of
/// all bounds.
pub fn sound(task: &Task) -> u64 {
    let bound = LowerBound::new(task).unwrap();
    let reached = naive::reached(task);
    let distances = naive::distances(task, &reached);
    let bounds: BTreeMap<&Position, Option<u32>> =
        reached.keys().map(|position| (position, bound.of(position))).collect();
    let mut sum = 0;
    for (position, here) in &bounds {
        let here = *here;
        match (here, distances.get(position)) {
            (None, Some(distance)) => panic!("{position:?} is {distance} from the goal, not cut off"),
            (Some(here), Some(distance)) => {
                assert!(u64::from(here) <= *distance, "{position:?}: {here} > {distance}");
                sum += u64::from(here);
            }
            (_, None) => sum += u64::from(here.is_none()),
        }
        for (_, next) in naive::successors(task, position) {
            match (here, bounds[&next]) {
                (None, there) => assert_eq!(there, None, "{position:?} -> {next:?}"),
                (Some(here), Some(there)) => assert!(here <= there + 1, "{position:?} -> {next:?}"),
                (Some(_), None) => {}
            }
        }
    }
    sum
}

#[test]
fn bounds_say_something() {
    let goal = [1, 2, 3, 4, 5, 0];
    for copying in [false, true] {
        let task = tasks::sliding(3, 2, vec![5, 4, 3, 2, 1, 0], &goal, copying);
        // Every position at least by the distances of its tiles.
        assert!(sound(&task) > 360 * 6);
        assert_eq!(LowerBound::new(&task).unwrap().of(&vec![5, 4, 3, 2, 1, 0]), Some(8));
    }
    assert!(sound(&tasks::frogs(3)) > 0);
    assert!(sound(&tasks::triangle15(0)) > 0);
    assert_eq!(LowerBound::new(&tasks::triangle15(0)).unwrap().of(&tasks::triangle15(0).start), Some(13));
    assert!(sound(&tasks::lights(3, 3)) > 0);
    let mut start = vec![0; 12];
    start[..5].fill(1);
    let mut coins = tasks::coins(4, 3, start.clone(), &start);
    let far = naive::truth(&coins).reached.into_iter().max_by_key(|r| r.1).unwrap().0;
    coins.goal = tasks::exactly(&far);
    assert!(sound(&coins) > 0);
    let mut blocks = tasks::blocks((3, 3), &[(1, 2), (2, 1)], &[(0, 0, 0), (1, 1, 0)], (1, 0, 2));
    blocks.measure.cost = Cost::Actions;
    assert!(sound(&blocks) > 0);
}

#[test]
fn fifteen_puzzle() {
    // Number 79 of Korf's hundred.
    let start = vec![0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15];
    let goal: Vec<_> = (0..16).collect();
    for copying in [false, true] {
        let task = tasks::sliding(4, 4, start.clone(), &goal, copying);
        assert_eq!(LowerBound::new(&task).unwrap().of(&start), Some(28));
        for method in [Method::Auto, Method::Astar, Method::IdaStar] {
            let result = solve(&task, &method.into(), Budget::unlimited().with_states(2_000_000));
            let Verdict::Solved(plan) = result.verdict else { panic!("{result:?}") };
            assert_eq!((plan.length, plan.optimality), (42, Optimality::Least));
            assert!(naive::replays(&task, &plan.steps));
        }
        let any = Options { wanted: Wanted::Any, ..Options::default() };
        let result = solve(&task, &any, Budget::unlimited().with_states(200_000));
        let Verdict::Solved(plan) = result.verdict else { panic!("{result:?}") };
        assert!(naive::replays(&task, &plan.steps));
        assert_eq!(plan.optimality, Optimality::Found);
    }
}

#[test]
fn a_limit_of_memory_leads_to_deepening() {
    // Number 12 of Korf's hundred.
    let start = vec![14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
    let task = tasks::sliding(4, 4, start, &(0..16).collect::<Vec<_>>(), true);
    let bytes = 5 << 20;
    let budget = || Budget::unlimited().with_bytes(bytes);
    let stopped = solve(&task, &Method::Astar.into(), budget());
    assert_eq!(stopped.verdict, Verdict::Stopped(Limit::Memory { bytes }.into()));
    assert!(stopped.at_least > 35);
    let result = solve(&task, &Method::Auto.into(), budget());
    let Verdict::Solved(plan) = result.verdict else { panic!("{result:?}") };
    assert_eq!((plan.length, plan.optimality), (45, Optimality::Least));
    assert!(naive::replays(&task, &plan.steps));
}

/// A man who pushes boxes along a corridor with a dead end: 1 is a box, 2 the man.
pub fn pushes(width: u32, height: u32, start: Vec<u16>, goal: &[u32]) -> Task {
    let mut actions = Vec::new();
    let steps = tasks::edges(width, height);
    for (from, to) in &steps {
        let walk = vec![(*from, tasks::one(2)), (*to, tasks::one(0))];
        let moved = |to: u32, v| (to, puzzlec_task::Assign::Set(v));
        actions.push(tasks::action(walk, vec![moved(*from, 0), moved(*to, 2)]));
        let beyond = to.wrapping_add(to.wrapping_sub(*from));
        if steps.contains(&(*to, beyond)) {
            let push = vec![(*from, tasks::one(2)), (*to, tasks::one(1)), (beyond, tasks::one(0))];
            actions.push(tasks::action(push, vec![moved(*from, 0), moved(*to, 2), moved(beyond, 1)]));
        }
    }
    let goal = puzzlec_task::Condition::All(goal.iter().map(|cell| tasks::is(*cell, 1)).collect());
    tasks::task(3, start, actions, goal)
}

#[test]
fn boxes_in_corners_are_dead() {
    let mut start = vec![0; 12];
    (start[0], start[5], start[6]) = (2, 1, 1);
    let task = pushes(4, 3, start.clone(), &[6, 9]);
    assert!(sound(&task) > 0);
    let bound = LowerBound::new(&task).unwrap();
    assert!(bound.of(&start).is_some());
    // A box in a corner that is not wanted there.
    (start[5], start[3]) = (0, 1);
    assert_eq!(bound.of(&start), None);
}

const COSTS: [Cost; 3] = [Cost::Actions, Cost::Runs, Cost::Weights];

/// Checks what every method answers to every question.
fn check(task: &Task, truth: &naive::Truth) {
    for (at, cost) in COSTS.into_iter().enumerate() {
        let task = random::costing(task, cost);
        for wanted in [Wanted::Least, Wanted::Any] {
            for method in [Method::Auto, Method::Depth, Method::Astar, Method::IdaStar, Method::Greedy] {
                // Where there is no plan, deepening may go on for ever.
                if method == Method::IdaStar && truth.least.is_none() {
                    continue;
                }
                let options = Options { wanted, ..method.into() };
                let result = solve(&task, &options, Budget::unlimited());
                let context = format!("{cost:?} {wanted:?} {method:?}");
                assert_eq!(result, solve(&task, &options, Budget::unlimited()), "{context}");
                match (truth.least, result.verdict) {
                    (Some(least), Verdict::Solved(plan)) => {
                        assert!(naive::replays(&task, &plan.steps), "{context}");
                        assert_eq!(plan.length, measure(&task, &plan.steps), "{context}");
                        assert!(result.at_least <= least[at], "{context}");
                        if plan.optimality == Optimality::Least {
                            assert_eq!(plan.length, least[at], "{context}");
                        } else {
                            assert_eq!(wanted, Wanted::Any, "{context}");
                            assert!(plan.length >= least[at], "{context}");
                        }
                    }
                    (None, Verdict::Unsolvable { certificate, .. }) => {
                        if let Certificate::Searched(Searched::Exhausted { states, levels }) = certificate {
                            assert_eq!(states, truth.reached.len() as u64, "{context}");
                            if cost == Cost::Actions {
                                for (depth, size) in levels.iter().enumerate() {
                                    let there = truth.reached.values().filter(|d| **d == depth as u64);
                                    assert_eq!(there.count() as u64, *size, "{context}");
                                }
                            }
                        }
                    }
                    (_, Verdict::Stopped(Stop::Unsuited { .. })) => {
                        assert!(wanted == Wanted::Least && method != Method::Auto, "{context}");
                    }
                    (least, verdict) => panic!("{context}: {least:?} but {verdict:?}"),
                }
            }
        }
    }
}

/// What is said of all shortest plans.
fn all_plans(task: &Task, truth: &naive::Truth) {
    let wanted = Wanted::All { listed: 50 };
    let result = solve(task, &Options { wanted, ..Options::default() }, Budget::unlimited());
    let Some(least) = truth.least else {
        assert!(result.solutions.is_none());
        return assert!(matches!(result.verdict, Verdict::Unsolvable { .. }));
    };
    let all = result.solutions.unwrap();
    assert_eq!(all.count, truth.count);
    // An action that stands for several is listed once.
    let mut single = task.clone();
    single.actions.iter_mut().for_each(|a| a.times = 1);
    assert_eq!(all.plans.len() as u128, naive::truth(&single).count.min(50));
    assert!(all.plans.windows(2).all(|pair| pair[0] < pair[1]), "in order, each once");
    for plan in &all.plans {
        assert_eq!(plan.len() as u64, least[0]);
        assert!(naive::replays(task, plan));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: crate::cases(1000, 5000), failure_persistence: None, ..Default::default() })]

    #[test]
    fn bounds_are_sound(task in random::task()) {
        sound(&task);
    }

    #[test]
    fn informed_searches_agree(task in random::task()) {
        let truth = naive::truth(&task);
        check(&task, &truth);
        all_plans(&task, &truth);
    }
}
