//! Every limit ends every computation, as that limit.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, CancelToken, Limit, Progress};
use puzzlec_model::Ends;
use puzzlec_search::{Method, Options, play, shortest_count, solve};
use puzzlec_task::{Assign, Condition, Cost, Task};
use puzzlec_task::{SearchContext, Verdict};

use crate::{naive, tasks};

/// Something that takes a while whatever is asked: a million positions and no end.
fn long(cost: Cost) -> Task {
    let start = vec![2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0];
    let mut goal = start.clone();
    goal.swap(0, 1);
    let mut task = tasks::sliding(4, 3, start, &goal, true);
    // Something that is only set, so that the parity of the order does not tell at once.
    task.variables.push(task.variables[0].clone());
    task.start.push(0);
    // It has to do with the tiles, so that it is no part of its own.
    let guard = vec![(0, (1..12).collect()), (12, tasks::one(0))];
    task.actions.push(tasks::action(guard, vec![(12, Assign::Set(1))]));
    task.measure.cost = cost;
    // Different costs, so that it is not plain breadth-first search.
    task.actions[0].weight = 2;
    task
}

/// What each computation says under a budget that `fresh` makes.
fn stops(fresh: impl Fn() -> SearchContext, expected: &Limit) {
    for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
        for method in [Method::Auto, Method::Breadth, Method::Bidirectional] {
            let result = solve(&long(cost), &method.into(), fresh());
            assert_eq!(result.verdict, Verdict::Stopped((*expected).into()), "{cost:?} {method:?}");
            assert!(result.at_least < 60, "{cost:?} {method:?}");
        }
    }
    assert_eq!(&shortest_count(&long(Cost::Actions), fresh()).unwrap_err(), &Stop::from(*expected));
    assert_eq!(play(&long(Cost::Actions), Ends::LAST_WINS, fresh()).0, Err((*expected).into()));
}

#[test]
fn states() {
    stops(|| Budget::unlimited().with_states(30_000).into(), &Limit::States { states: 30_000 });
}

#[test]
fn bytes() {
    let bytes = 1 << 20;
    stops(|| Budget::unlimited().with_bytes(bytes).into(), &Limit::Memory { bytes });
}

#[test]
fn bytes_are_asked_for_before_they_are_taken() {
    let bytes = 3 << 20;
    let most = Arc::new(Mutex::new(0));
    let seen = most.clone();
    let observer = move |p: &Progress| {
        let mut most = seen.lock().unwrap();
        if p.bytes <= bytes {
            *most = p.bytes.max(*most);
        }
    };
    let context =
        SearchContext::from(Budget::unlimited().with_bytes(bytes)).with_observer(Arc::new(observer));
    let result = solve(&long(Cost::Actions), &Method::Breadth.into(), &context);
    assert_eq!(result.verdict, Verdict::Stopped(Limit::Memory { bytes }.into()));
    assert!(result.statistics.bytes <= bytes);
    assert!(*most.lock().unwrap() > bytes / 2);
    // 8 bytes a state, 4 for its parent, and at most 4 * 8 / 3 of table.
    assert!(result.statistics.states * 12 <= bytes);
    assert!(result.statistics.states * 25 > bytes / 2);
}

#[test]
fn cancelled() {
    let fresh = || {
        let token = CancelToken::default();
        let (observed, polls) = (token.clone(), AtomicU64::new(0));
        let observer = move |_: &Progress| {
            if polls.fetch_add(1, Ordering::Relaxed) == 20 {
                observed.cancel();
            }
        };
        SearchContext::from(Budget::unlimited().with_cancel(token)).with_observer(Arc::new(observer))
    };
    stops(fresh, &Limit::Cancelled);
}

#[test]
fn time() {
    let fresh = || {
        let ticks = AtomicU64::new(0);
        let clock = move || Duration::from_millis(100 * ticks.fetch_add(1, Ordering::Relaxed));
        Budget::unlimited().with_deadline(Arc::new(clock), Duration::from_secs(3)).into()
    };
    stops(fresh, &Limit::Time { seconds: 3 });
}

#[test]
fn what_was_proved_is_told() {
    let task = tasks::sliding(3, 3, vec![8, 6, 7, 2, 5, 4, 3, 0, 1], &[1, 2, 3, 4, 5, 6, 7, 8, 0], true);
    let mut last = 0;
    let plainly = Options { method: Method::Breadth, symmetry: false, ..Options::default() };
    for states in [10, 100, 1000, 10_000, 100_000] {
        let result = solve(&task, &plainly, Budget::unlimited().with_states(states));
        assert_eq!(result.verdict, Verdict::Stopped(Limit::States { states }.into()));
        assert!(last < result.at_least && result.at_least <= 31);
        last = result.at_least;
    }
    assert!(last > 20);
    for cost in [Cost::Actions, Cost::Runs, Cost::Weights] {
        let mut task = task.clone();
        task.measure.cost = cost;
        task.actions[0].weight = 5;
        let least = solve(&task, &Method::Breadth.into(), Budget::unlimited()).at_least;
        for method in [Method::Breadth, Method::Bidirectional] {
            for states in (500..5000).step_by(500) {
                let result = solve(&task, &method.into(), Budget::unlimited().with_states(states));
                assert!(0 < result.at_least && result.at_least <= least, "{cost:?} {method:?}");
            }
        }
    }
}

#[test]
fn size() {
    // 5000 variables of two values: more than 64 words.
    let mut task = tasks::lights(100, 50);
    task.goal = Condition::All(vec![tasks::is(0, 0), tasks::is(1, 1)]);
    for method in [Method::Auto, Method::Breadth] {
        let result = solve(&task, &method.into(), Budget::unlimited());
        assert!(matches!(result.verdict, Verdict::Stopped(Stop::TooLarge { .. })));
        assert_eq!(result.at_least, 0);
    }
    assert!(matches!(shortest_count(&task, Budget::unlimited()), Err(Stop::TooLarge { .. })));
    assert!(matches!(play(&task, Ends::LAST_WINS, Budget::unlimited()).0, Err(Stop::TooLarge { .. })));
}

#[test]
fn too_many_plans_to_count() {
    // 60 lamps in a row, each of which 5 actions turn on: 60! * 5^60 plans.
    let mut task = tasks::lights(2, 1);
    let actions = (0..60).flat_map(|lamp| {
        let on = puzzlec_task::Assign::Set(1);
        std::iter::repeat_n(
            tasks::action(
                // In order, so that there are few positions.
                (0..lamp).map(|l| (l, tasks::one(1))).chain([(lamp, tasks::one(0))]).collect(),
                vec![(lamp, on)],
            ),
            5,
        )
    });
    task.actions = actions.collect();
    task.start = vec![0; 60];
    task.goal = tasks::exactly(&[1; 60]);
    let result = shortest_count(&task, Budget::unlimited());
    assert!(matches!(result, Err(Stop::TooLarge { .. })), "{result:?}");
    // With as many lamps as 128 bits hold the number is exact.
    task.start.truncate(50);
    task.actions.truncate(250);
    task.goal = tasks::exactly(&[1; 50]);
    assert_eq!(shortest_count(&task, Budget::unlimited()), Ok(Some((50, 5_u128.pow(50)))));
}

#[test]
fn many_actions() {
    // 104,652 actions, each with a condition.
    let mut start = vec![0; 324];
    for cell in (0..324).step_by(19).chain([1]) {
        start[cell] = 1;
    }
    let mut goal = start.clone();
    goal.swap(1, 18);
    let task = tasks::coins(18, 18, start, &goal);
    let result = solve(&task, &Method::Auto.into(), Budget::unlimited().with_states(20_000));
    let Verdict::Solved(plan) = result.verdict else { panic!("{result:?}") };
    assert!(naive::replays(&task, &plan.steps));
    assert_eq!(plan.length, 1);
}
