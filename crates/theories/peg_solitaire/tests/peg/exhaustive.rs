//! The search against plain reachability on small boards.

use super::boards::*;
use super::plain::*;
use puzzlec_base::{Budget, CancelToken};
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_peg_solitaire::search::setup::Goal;
use puzzlec_peg_solitaire::search::{SearchLimits, SearchOutcome, solve};
use puzzlec_theory::meter::Meter;

/// A board with the same jumps and one more that breaks the symmetries, but only on cells that never hold pegs.
fn lopsided(board: &PegBoard) -> PegBoard {
    let cells = board.cells() as u8;
    let mut jumps = board.jumps().to_vec();
    jumps.push(puzzlec_peg_solitaire::board::Jump { from: cells, over: cells + 1, to: 0 });
    PegBoard::new(usize::from(cells) + 2, jumps).unwrap()
}

fn random_problems(board: &PegBoard, starts: usize, seed: u64) {
    let mut dice = Dice(seed);
    let plain = lopsided(board);
    for _ in 0..starts {
        let start = u128::from(dice.next() & dice.next() | dice.next() & dice.next()) & board.all();
        let reach = reachable(board, start);
        let mut some: Vec<Cells> = reach.iter().copied().collect();
        some.sort_unstable();
        let limits = SearchLimits::default();
        for turn in 0..12 {
            let mut goal = some[dice.below(some.len())];
            if turn % 2 == 1 {
                // Neighbours of what can be reached are the hard ones.
                goal ^= 1 << dice.below(board.cells());
                goal ^= 1 << dice.below(board.cells());
            }
            let exact = [Goal::exactly(goal, board)];
            check(board, start, &exact, &limits, reach.contains(&goal));
            check(&plain, start, &[Goal::exactly(goal, &plain)], &limits, reach.contains(&goal));
            let (full, empty) =
                (goal & u128::from(dice.next()), !goal & u128::from(dice.next()) & board.all());
            let least = dice.below(4) as u32;
            let part = Goal { full, empty, least, most: least + dice.below(3) as u32 };
            let goals = [part, exact[0]];
            let goals = if turn % 3 == 0 { &goals[..] } else { &goals[..1] };
            check(board, start, goals, &limits, reach.iter().any(|&at| goals.iter().any(|g| g.holds(at))));
        }
    }
}

#[test]
fn random_problems_of_rectangles() {
    random_problems(&rectangle(3, 4), 1500, 1);
    random_problems(&rectangle(4, 4), 300, 2);
    random_problems(&rectangle(3, 5), 300, 3);
}

#[test]
fn random_problems_of_triangles() {
    random_problems(&triangle(4), 1000, 4);
    random_problems(&triangle(5), 300, 5);
}

#[test]
fn all_single_vacancies_of_triangles() {
    for (rows, cells) in [(3, 6), (4, 10), (5, 15)] {
        let board = triangle(rows);
        for vacancy in 0..cells {
            let start = board.all() ^ 1 << vacancy;
            let reach = reachable(&board, start);
            for end in 0..cells {
                let goals = [Goal::exactly(1 << end, &board)];
                check(&board, start, &goals, &SearchLimits::default(), reach.contains(&(1 << end)));
            }
            let one_left = reach.iter().any(|at| at.count_ones() == 1);
            check(&board, start, &[Goal::pegs(1)], &SearchLimits::default(), one_left);
        }
    }
}

#[test]
fn all_pairs_of_a_small_board() {
    let board = rectangle(3, 3);
    for start in 0..512u128 {
        let reach = reachable(&board, start);
        for goal in 0..512u128 {
            check(
                &board,
                start,
                &[Goal::exactly(goal, &board)],
                &SearchLimits::default(),
                reach.contains(&goal),
            );
        }
    }
}

#[test]
fn ends_of_random_games_are_reached() {
    for (board, seed) in [(english(), 11), (french(), 12), (wiegleb(), 13), (triangle(6), 14)] {
        let mut dice = Dice(seed);
        for _ in 0..25 {
            let start = u128::from(dice.next() | dice.next()) & board.all();
            let mut at = start;
            for _ in 0..4 + dice.below(12) {
                let legal: Vec<_> = board.jumps().iter().filter(|jump| jump.legal(at)).collect();
                if !legal.is_empty() {
                    at = legal[dice.below(legal.len())].play(at);
                }
            }
            check(&board, start, &[Goal::exactly(at, &board)], &SearchLimits::default(), true);
        }
    }
}

#[test]
fn large_boards_need_wide_words() {
    let board = rectangle(8, 10);
    let pairs = (0..8).fold(0, |sum, row| sum | 0b11 << (10 * row));
    let ends = (0..8).fold(0, |sum, row| sum | 0b100 << (10 * row));
    check(&board, pairs, &[Goal::exactly(ends, &board)], &SearchLimits::default(), true);
    check(&board, 0, &[Goal::pegs(1)], &SearchLimits::default(), false);
    check(&board, 0, &[Goal::pegs(0)], &SearchLimits::default(), true);
    check(&board, 1, &[Goal::pegs(0)], &SearchLimits::default(), false);
    check(&board, 1, &[], &SearchLimits::default(), false);
}

#[test]
fn a_search_stops() {
    let token = CancelToken::default();
    token.cancel();
    let cancelled = Budget::unlimited().with_cancel(token);
    let board = english();
    let goals = [Goal::exactly(1, &board)];
    let start = board.all() ^ 1;
    let stopped = solve(&board, start, &goals, &SearchLimits::default(), &Meter::new(&cancelled));
    assert!(matches!(stopped, SearchOutcome::Stopped { .. }));
    // Nothing but a long search refutes this one, and there is no room for it.
    let limits = SearchLimits { most_states: 5000, ..SearchLimits::default() };
    let stopped = solve(&board, 0x1_fbfb_dafd, &[Goal::exactly(0xca2_6010, &board)], &limits, unlimited());
    assert!(matches!(stopped, SearchOutcome::Stopped { .. }), "{stopped:?}");
}
