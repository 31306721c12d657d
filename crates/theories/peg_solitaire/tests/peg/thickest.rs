//! The greatest number of times that a game plays one jump (section 8): the bound of the linear program, and the truth.
//!
//! Weights pi that no jump raises, and that the jump f lowers by d, leave little room in a game that plays f many times:
//! a position from which it is still to be played r times weighs at least r d more than the lightest position. All such
//! positions are listed, level by level, from all starts.

use super::boards::unlimited;
use super::problems::*;
use puzzlec_peg_solitaire::balance::everywhere;
use puzzlec_peg_solitaire::board::{Cells, Jump, PegBoard};
use puzzlec_peg_solitaire::refute::totals::{Total, plain};
use puzzlec_proofs::peg_solitaire::check::totals::{self, Ends};

fn weight(total: &Total, at: Cells) -> i64 {
    total.weights.iter().enumerate().filter(|(cell, _)| at >> cell & 1 == 1).map(|(_, by)| by).sum()
}

/// Whether some game plays the jump so many times.
fn attained(board: &PegBoard, jump: usize, total: &Total, times: i64) -> bool {
    let lightest: i64 = total.weights.iter().map(|by| by.min(&0)).sum();
    let sum: i64 = total.weights.iter().map(|by| by.abs()).sum();
    let spare = sum - times * total.scale;
    // The heaviest position, less cells whose weights are spare.
    let heaviest =
        (0..board.cells()).filter(|cell| total.weights[*cell] > 0).fold(0, |set, cell| set | 1 << cell);
    let mut starts: Vec<(Cells, i64)> = if spare < 0 { Vec::new() } else { vec![(heaviest, spare)] };
    for (cell, by) in total.weights.iter().enumerate() {
        let less = starts.iter().filter(|(_, spare)| *spare >= by.abs());
        let less: Vec<(Cells, i64)> = less.map(|(at, spare)| (at ^ 1 << cell, spare - by.abs())).collect();
        starts.extend(less);
    }
    // A position in one word with how often the jump is still to be played: of two with the same pegs the first is enough.
    let word = |at: Cells, left: i64| (at as u64) << 3 | left as u64;
    let mut levels: Vec<Vec<u64>> = vec![Vec::new(); board.cells() + 1];
    starts.iter().for_each(|(at, _)| levels[at.count_ones() as usize].push(word(*at, times)));
    for pegs in (1..=board.cells()).rev() {
        let mut level = std::mem::take(&mut levels[pegs]);
        level.sort_unstable();
        level.dedup_by_key(|word| *word >> 3);
        for word_of in level {
            let (at, left) = (Cells::from(word_of >> 3), (word_of & 7) as i64);
            for (index, step) in board.jumps().iter().enumerate().filter(|(_, step)| step.legal(at)) {
                let (after, left) = (step.play(at), left - i64::from(index == jump));
                if left == 0 {
                    return true;
                }
                if weight(total, after) - lightest >= left * total.scale {
                    levels[pegs - 1].push(word(after, left));
                }
            }
        }
    }
    false
}

/// The truth for small boards, by all positions.
#[test]
fn small_boards() {
    // Board, the bound of the linear program, the truth.
    for (place, bound, truth) in [
        (rectangle(3, 3), 2, 2),
        (rectangle(3, 4), 3, 3),
        (rectangle(4, 4), 3, 3),
        (rectangle(3, 5), 3, 3),
        (rectangle(3, 6), 4, 4),
        (rectangle(4, 5), 4, 4),
        (rectangle(5, 5), 4, 4),
        (triangle(5), 3, 3),
    ] {
        let all = everywhere(&place.board, unlimited()).unwrap();
        assert_eq!(
            all.iter().map(|one| one.bound.most).max(),
            Some(bound),
            "{} {}",
            place.name,
            place.board.cells()
        );
        let reaches = |times| all.iter().any(|one| attained(&place.board, one.jumps[0], &one.bound, times));
        assert!(reaches(truth) && !reaches(truth + 1), "{} {}", place.name, place.board.cells());
    }
}

/// On the English board the bound of five is attained: from one vacancy.
#[test]
fn five_times_on_the_english_board() {
    let place = english();
    let all = everywhere(&place.board, unlimited()).unwrap();
    assert_eq!(all.iter().map(|one| one.bound.most).max(), Some(5));
    let cell = |name: &str| {
        let mut letters = name.bytes();
        let (column, row) = (letters.next().unwrap() - b'a', letters.next().unwrap() - b'1');
        place.places.iter().position(|at| *at == (row.into(), column.into())).unwrap() as u8
    };
    let plan = "c3-e3 c5-c3 c7-c5 f3-d3 f5-f3 a4-c4 c3-e3 c5-c3 f3-d3 c3-e3 d5-d3 d3-f3 a3-c3 d1-d3 c3-e3 f3-d3 c1-c3 c3-e3";
    let mut at = place.board.all() ^ 1 << cell("e3");
    for step in plan.split(' ') {
        let (from, to) = step.split_once('-').unwrap();
        let (from, to) = (cell(from), cell(to));
        let jump = *place.board.jumps().iter().find(|jump| jump.from == from && jump.to == to).unwrap();
        assert!(jump.legal(at), "{step}");
        at = jump.play(at);
    }
    assert_eq!(plan.matches("c3-e3").count(), 5);
}

/// The same bound for c2-c4 is not attained.
#[test]
#[ignore = "minutes, a gigabyte"]
fn never_five_times_down_an_arm() {
    let Place { board, places, .. } = english();
    let cell = |row: i32, column: i32| places.iter().position(|at| *at == (row, column)).unwrap() as u8;
    let jump = Jump { from: cell(1, 2), over: cell(2, 2), to: cell(3, 2) };
    let jump = board.jumps().iter().position(|known| *known == jump).unwrap();
    let weights = vec![
        0, 0, 0, 15, 10, 5, 9, 0, 9, 6, 3, 3, 0, 6, 0, 6, 4, 2, 2, 0, 3, 0, 3, 2, 1, 1, 0, 3, 2, 1, 0, 0, 0,
    ];
    let factors: Vec<i64> = (0..board.jumps().len()).map(|other| i64::from(other == jump)).collect();
    let most = totals::most(&plain(&board), &factors, Ends::Any, &weights, 18);
    assert_eq!(most, Some(5));
    assert!(!attained(&board, jump, &Total { most: 5, weights, scale: 18 }, 5));
}
