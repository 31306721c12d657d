//! Limits hold in the theory as in any search, a limit is never an answer, and statistics are true.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use puzzlec_base::{Budget, CancelToken, Limit, Progress};
use puzzlec_peg_solitaire::board::{Cells, Problem};
use puzzlec_peg_solitaire::refute::levels::meeting;
use puzzlec_search::{Options, Wanted};
use puzzlec_task::{Cost, Task};
use puzzlec_task::{SearchContext, Statistics, Verdict};
use puzzlec_theory::meter::{Halted, Meter, Room};

use super::boards::{english, unlimited};
use super::problems::{self, Random, problem};
use super::tasks::{answer, found, task};

/// The central game, for which the search needs some thousand positions, in fewest sweeps some million.
fn long(cost: Cost) -> Task {
    let board = english();
    task(&board, board.all() ^ 1 << 16, &[1 << 16], cost)
}

fn larger(cost: Cost, limit: u64) -> u64 {
    if cost == Cost::Runs { 50 * limit } else { limit }
}

fn solved(task: &Task, context: impl Into<SearchContext>) -> (Verdict, Statistics) {
    found(task, &Options::default(), context).unwrap()
}

#[test]
fn positions_are_limited() {
    for cost in [Cost::Actions, Cost::Runs] {
        for states in [1, 100, 1000].map(|limit| larger(cost, limit)) {
            let (verdict, statistics) = solved(&long(cost), Budget::unlimited().with_states(states));
            assert_eq!(verdict, Verdict::Stopped(Limit::States { states }.into()), "{cost:?}");
            let seen = statistics.states;
            // The budget is polled once in 256 positions, each of which has at most 76 successors.
            assert!((states..states + 256 * 76).contains(&seen), "{cost:?} {states}: {seen}");
        }
    }
}

#[test]
fn bytes_are_limited() {
    for cost in [Cost::Actions, Cost::Runs] {
        for bytes in [1 << 10, 1 << 12, 1 << 14].map(|limit| larger(cost, limit)) {
            let most = Arc::new(AtomicU64::new(0));
            let seen = most.clone();
            let observer = move |p: &Progress| {
                seen.fetch_max(p.bytes, Ordering::Relaxed);
            };
            let context = SearchContext::from(Budget::unlimited().with_bytes(bytes));
            let (verdict, statistics) = solved(&long(cost), context.with_observer(Arc::new(observer)));
            assert_eq!(verdict, Verdict::Stopped(Limit::Memory { bytes }.into()), "{cost:?}");
            assert!(statistics.bytes <= bytes && statistics.bytes > 0);
            // What was refused was asked for before it was allocated.
            assert!(most.load(Ordering::Relaxed) > bytes);
        }
    }
}

#[test]
fn a_stop_is_heeded_at_the_next_poll() {
    for cost in [Cost::Actions, Cost::Runs] {
        let token = CancelToken::default();
        let (raised, progress) = (token.clone(), Arc::new(Mutex::new(Vec::new())));
        let told = progress.clone();
        let observer = move |p: &Progress| {
            let mut told = told.lock().unwrap();
            told.push(*p);
            if p.states > 200 {
                raised.cancel();
            }
        };
        let context = SearchContext::from(Budget::unlimited().with_cancel(token));
        let (verdict, _) = solved(&long(cost), context.with_observer(Arc::new(observer)));
        assert_eq!(verdict, Verdict::Stopped(Limit::Cancelled.into()), "{cost:?}");
        let told = progress.lock().unwrap();
        assert!(told.is_sorted_by_key(|p| p.states));
        assert_eq!(told.iter().filter(|p| p.states > 200).count(), 1, "{cost:?}");
        assert!(told.last().unwrap().states < 10_000 && told.last().unwrap().bytes > 0, "{cost:?}");
    }
}

#[test]
fn statistics_are_of_what_was_done() {
    let board = english();
    let central = task(&board, board.all() ^ 1 << 16, &[1 << 16], Cost::Actions);
    let (verdict, told) = solved(&central, Budget::unlimited());
    assert!(matches!(verdict, Verdict::Solved(_)));
    assert!(told.expanded > 100 && told.states >= told.expanded / 2 && told.bytes > 1000, "{told:?}");
    assert_eq!(solved(&central, Budget::unlimited()).1, told);
}

/// With any limit the answer is the true one or none.
#[test]
fn a_limit_is_no_answer() {
    let place = problems::english();
    let board = &place.board;
    let mut random = Random(11);
    let mut stopped = 0;
    for round in 0..60 {
        let (start, goal) = problem(board, &mut random, 12);
        let wanted = if round % 2 == 0 { Wanted::Least } else { Wanted::Any };
        let options = Options { wanted, ..Options::default() };
        let task = task(board, start, &[goal], Cost::Actions);
        let truth = answer(&task, &options, &Budget::unlimited());
        for limit in [1, 40, 300, 1500] {
            for budget in [Budget::unlimited().with_states(limit), Budget::unlimited().with_bytes(limit * 10)]
            {
                match answer(&task, &options, &budget) {
                    Some(Verdict::Stopped(_)) => stopped += 1,
                    found => assert_eq!(found, truth),
                }
            }
        }
    }
    assert!(stopped > 50, "{stopped}");
}

#[test]
fn positions_from_both_ends_are_metered() {
    let board = english();
    let (start, goal): (Cells, Cells) = (0x1_fbfb_dafd, 0xca2_6010);
    let problem = Problem { board: &board, start, goal };
    for budget in [Budget::unlimited().with_bytes(1 << 18), Budget::unlimited().with_states(5000)] {
        let meter = Meter::new(&budget);
        assert_eq!(meeting(&problem, Vec::new(), 1 << 20, &meter), None);
        assert!(meter.limit().is_some());
        assert!(meter.statistics().bytes <= 1 << 20);
    }
    assert_eq!(meeting(&problem, Vec::new(), 1 << 10, unlimited()), None);
}

#[test]
fn room_is_given_back_and_the_first_limit_stays() {
    let budget = Budget::unlimited().with_bytes(100).with_states(10);
    let meter = Meter::new(&budget);
    let mut one = Room::new(&meter);
    assert_eq!(one.hold(60), Ok(()));
    {
        let mut other = Room::new(&meter);
        assert_eq!(other.hold(40), Ok(()));
        assert_eq!(meter.limit(), None);
    }
    assert_eq!(one.hold(100), Ok(()));
    assert_eq!(one.hold(101), Err(Halted));
    assert_eq!(meter.limit(), Some(Limit::Memory { bytes: 100 }));
    assert_eq!(one.hold(50), Ok(()));
    meter.seen(11);
    assert_eq!(meter.poll(), Err(Halted));
    assert_eq!(meter.limit(), Some(Limit::Memory { bytes: 100 }));
    assert_eq!((meter.statistics().states, meter.statistics().bytes), (11, 100));
}
