//! Prunes, budgets and the cone keep the answers.

use super::boards::*;
use super::plain::*;
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_peg_solitaire::search::SearchLimits;
use puzzlec_peg_solitaire::search::resource_counts::Pagoda;
use puzzlec_peg_solitaire::search::resource_counts::cone;
use puzzlec_peg_solitaire::search::setup::Goal;
use std::collections::HashSet;

/// All pagodas with weights from -1 to 2 that a few throws find.
fn pagodas(board: &PegBoard, dice: &mut Dice, count: usize) -> Vec<Pagoda> {
    let mut found = Vec::new();
    for _ in 0..count {
        let mut weights: Vec<i64> = (0..board.cells()).map(|_| dice.below(4) as i64 - 1).collect();
        for _ in 0..20 {
            for jump in board.jumps() {
                let [p, q, r] = jump.cells().map(|cell| weights[usize::from(cell)]);
                if p + q < r {
                    weights[usize::from(jump.to)] = (p + q).max(-1000);
                }
            }
        }
        found.push(Pagoda { weights });
    }
    found
}

#[test]
fn prunes_and_budgets_keep_the_answers() {
    for (board, seed) in [(rectangle(3, 4), 6), (triangle(5), 7), (rectangle(4, 4), 8)] {
        let mut dice = Dice(seed);
        for _ in 0..150 {
            let start = u128::from(dice.next() | dice.next() & dice.next()) & board.all();
            let reach = reachable(&board, start);
            let mut some: Vec<Cells> = reach.iter().copied().collect();
            some.sort_unstable();
            let prunes = pagodas(&board, &mut dice, 12);
            let mut goal = some[dice.below(some.len())];
            for shift in 0..3 {
                goal ^= if shift == 0 {
                    0
                } else {
                    1 << dice.below(board.cells()) | 1 << dice.below(board.cells())
                };
                let goals = [Goal::exactly(goal, &board)];
                // Sound budgets: the most uses of each jump in any game, and any number when there is none.
                let budgets = budgets(&board, &reach, goal);
                let given = budgets.as_deref();
                for (budgets, prunes) in [(None, &prunes[..]), (given, &[]), (given, &prunes[..])] {
                    let limits = SearchLimits { budgets, prunes, ..SearchLimits::default() };
                    check(&board, start, &goals, &limits, reach.contains(&goal));
                }
            }
        }
    }
}

#[test]
fn the_cone_keeps_the_answers() {
    for (board, seed, starts) in
        [(rectangle(3, 4), 21, 400), (triangle(5), 22, 60), (rectangle(4, 4), 23, 80), (triangle(4), 24, 200)]
    {
        let mut dice = Dice(seed);
        let mut refuted = 0;
        for _ in 0..starts {
            let start = u128::from(dice.next() | dice.next() & dice.next()) & board.all();
            let reach = reachable(&board, start);
            let mut some: Vec<Cells> = reach.iter().copied().collect();
            some.sort_unstable();
            for turn in 0..8 {
                let mut goal = some[dice.below(some.len())];
                if turn % 2 == 1 {
                    goal ^= 1 << dice.below(board.cells()) | 1 << dice.below(board.cells());
                }
                let Some(found) = cone(&board, start, goal, unlimited()) else { continue };
                assert!(!found.refuted || !reach.contains(&goal));
                refuted += u32::from(found.refuted);
                let limits = SearchLimits {
                    budgets: Some(&found.budgets),
                    prunes: &found.pagodas,
                    ..SearchLimits::default()
                };
                check(&board, start, &[Goal::exactly(goal, &board)], &limits, reach.contains(&goal));
                for (budget, most) in
                    found.budgets.iter().zip(budgets(&board, &reach, goal).unwrap_or_default())
                {
                    assert!(most == 0 || *budget > 0);
                }
            }
        }
        assert!(refuted > 0);
    }
}

#[test]
fn random_games_stay_within_the_cone() {
    for (board, seed) in [(english(), 31), (triangle(5), 32), (french(), 33)] {
        let mut dice = Dice(seed);
        for _ in 0..60 {
            let start = u128::from(dice.next() | dice.next()) & board.all();
            let (mut at, mut uses) = (start, vec![0u32; board.jumps().len()]);
            for _ in 0..2 + dice.below(20) {
                let legal: Vec<_> =
                    board.jumps().iter().enumerate().filter(|(_, jump)| jump.legal(at)).collect();
                if !legal.is_empty() {
                    let (place, jump) = legal[dice.below(legal.len())];
                    uses[place] += 1;
                    at = jump.play(at);
                }
            }
            let found = cone(&board, start, at, unlimited()).unwrap();
            assert!(!found.refuted && uses.iter().zip(&found.budgets).all(|(uses, budget)| uses <= budget));
        }
    }
}

/// For each jump 0 when no game to the goal plays it, else many; nothing for goals out of reach.
fn budgets(board: &PegBoard, reach: &HashSet<Cells>, goal: Cells) -> Option<Vec<u32>> {
    let mut useful = HashSet::from([goal]);
    let mut open = vec![goal];
    let mut budgets = vec![0; board.jumps().len()];
    while let Some(at) = open.pop() {
        for (budget, jump) in budgets.iter_mut().zip(board.jumps()) {
            if let Some(before) = jump.undo(at).filter(|before| reach.contains(before)) {
                *budget = 3;
                if useful.insert(before) {
                    open.push(before);
                }
            }
        }
    }
    reach.contains(&goal).then_some(budgets)
}
