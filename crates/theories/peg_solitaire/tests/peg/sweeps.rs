//! The least number of sweeps against a plain search of positions with the last peg.

use super::boards::*;
use puzzlec_base::{Budget, CancelToken};
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_peg_solitaire::search::SearchLimits;
use puzzlec_peg_solitaire::search::setup::Goal;
use puzzlec_peg_solitaire::search::setup::replay;
use puzzlec_peg_solitaire::search::sweeps::{Sweeps, count, fewest};
use puzzlec_theory::meter::Meter;
use std::collections::{HashMap, VecDeque};

/// The least number of sweeps to every position that can be reached.
fn plain(board: &PegBoard, start: Cells) -> HashMap<Cells, usize> {
    let mut known: HashMap<(Cells, u8), usize> = HashMap::new();
    let mut open = VecDeque::from([(start, u8::MAX, 0)]);
    while let Some((at, last, sweeps)) = open.pop_front() {
        if known.get(&(at, last)).is_some_and(|&old| old <= sweeps) {
            continue;
        }
        known.insert((at, last), sweeps);
        for jump in board.jumps().iter().filter(|jump| jump.legal(at)) {
            if jump.from == last {
                open.push_front((jump.play(at), jump.to, sweeps));
            } else {
                open.push_back((jump.play(at), jump.to, sweeps + 1));
            }
        }
    }
    let mut least: HashMap<Cells, usize> = HashMap::new();
    for ((at, _), sweeps) in known {
        let slot = least.entry(at).or_insert(sweeps);
        *slot = sweeps.min(*slot);
    }
    least
}

fn check(board: &PegBoard, start: Cells, goals: &[Goal], truth: Option<usize>) {
    match fewest(board, start, goals, &SearchLimits::default(), unlimited()) {
        Sweeps::Solved { game, sweeps } => {
            let end = replay(board, start, &game).unwrap();
            assert!(goals.iter().any(|goal| goal.holds(end)));
            assert_eq!(count(board, &game), sweeps);
            assert_eq!(Some(sweeps), truth, "{start:#x} {goals:x?}");
        }
        Sweeps::Impossible => assert_eq!(truth, None, "{start:#x} {goals:x?}"),
        Sweeps::Stopped { .. } => panic!("stopped: {start:#x} {goals:x?}"),
    }
}

#[test]
fn single_vacancies_of_triangles() {
    for rows in [3, 4, 5] {
        let board = triangle(rows);
        for vacancy in 0..board.cells() {
            let start = board.all() ^ 1 << vacancy;
            let least = plain(&board, start);
            for end in 0..board.cells() {
                check(&board, start, &[Goal::exactly(1 << end, &board)], least.get(&(1 << end)).copied());
            }
            let one = least.iter().filter(|(at, _)| at.count_ones() == 1).map(|(_, &sweeps)| sweeps).min();
            check(&board, start, &[Goal::pegs(1)], one);
        }
    }
}

#[test]
fn random_problems() {
    let mut state = 99u64;
    let mut throw = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 20
    };
    for board in [rectangle(3, 4), rectangle(4, 4), triangle(5), rectangle(3, 5)] {
        for _ in 0..150 {
            let start = u128::from(throw() | throw() & throw()) & board.all();
            let least = plain(&board, start);
            let mut some: Vec<Cells> = least.keys().copied().collect();
            some.sort_unstable();
            for _ in 0..8 {
                let goal = some[throw() as usize % some.len()];
                check(&board, start, &[Goal::exactly(goal, &board)], least.get(&goal).copied());
                let part = Goal {
                    full: goal & u128::from(throw()),
                    empty: !goal & u128::from(throw()) & board.all(),
                    least: 1,
                    most: 3,
                };
                let truth = least.iter().filter(|(at, _)| part.holds(**at)).map(|(_, &sweeps)| sweeps).min();
                check(&board, start, &[part], truth);
                let near = goal ^ 1 << (throw() as usize % board.cells());
                check(&board, start, &[Goal::exactly(near, &board)], least.get(&near).copied());
            }
        }
    }
}

#[test]
fn sweeps_stop() {
    let token = CancelToken::default();
    token.cancel();
    let cancelled = Budget::unlimited().with_cancel(token);
    let board = english();
    let goals = [Goal::exactly(1 << 16, &board)];
    let start = board.all() ^ 1 << 16;
    let limits = SearchLimits { most_states: 50_000, ..SearchLimits::default() };
    let answer = fewest(&board, start, &goals, &limits, unlimited());
    assert!(matches!(answer, Sweeps::Stopped { more_than: 12..=17, .. }), "{answer:?}");
    let answer = fewest(&board, start, &goals, &limits, &Meter::new(&cancelled));
    assert!(matches!(answer, Sweeps::Stopped { .. }));
}
