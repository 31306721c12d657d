//! Half-integrality (conjecture 6.1) is false: differences of positions that are sums of jumps, with fractions only.

use super::problems::*;
use puzzlec_peg_solitaire::board::{Cells, PegBoard};

fn count(weights: &[i64], at: Cells) -> i64 {
    weights.iter().enumerate().filter(|(cell, _)| at >> cell & 1 == 1).map(|(_, weight)| weight).sum()
}

/// The jumps that keep a resource count which is the same for start and goal.
fn tight(board: &PegBoard, start: Cells, goal: Cells, weights: &[i64]) -> Vec<usize> {
    assert_eq!(count(weights, start), count(weights, goal));
    let lost: Vec<i64> =
        board.jumps().iter().map(|j| count(weights, j.takes()) - count(weights, j.fills())).collect();
    assert!(lost.iter().all(|lost| *lost >= 0));
    (0..lost.len()).filter(|jump| lost[*jump] == 0).collect()
}

/// Solves sum of x(f) f = h over these jumps, modulo a prime. None: there is not just one solution.
fn only_writing(
    board: &PegBoard,
    start: Cells,
    goal: Cells,
    jumps: &[usize],
    prime: i128,
) -> Option<Vec<i128>> {
    let bit = |at: Cells, cell: usize| (at >> cell & 1) as i128;
    let inverse = |a: i128| (0..prime - 2).fold(1, |product, _| product * a % prime);
    let mut rows: Vec<Vec<i128>> = (0..board.cells())
        .map(|cell| {
            let of = |j: &usize| bit(board.jumps()[*j].takes(), cell) - bit(board.jumps()[*j].fills(), cell);
            jumps.iter().map(of).chain([bit(start, cell) - bit(goal, cell)]).collect()
        })
        .collect();
    for column in 0..jumps.len() {
        let pivot = (column..rows.len()).find(|row| rows[*row][column].rem_euclid(prime) != 0)?;
        rows.swap(column, pivot);
        let by = inverse(rows[column][column].rem_euclid(prime));
        rows[column].iter_mut().for_each(|entry| *entry = (*entry * by).rem_euclid(prime));
        let own = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let times = row[column];
            row.iter_mut()
                .zip(&own)
                .for_each(|(entry, own)| *entry = (*entry - times * own).rem_euclid(prime));
        }
    }
    let rest = rows.iter().skip(jumps.len()).all(|row| row[jumps.len()] == 0);
    rest.then(|| rows.iter().take(jumps.len()).map(|row| row[jumps.len()]).collect())
}

/// By how much the only writing with non-negative numbers has to be multiplied to be one with whole numbers.
fn denominator(place: &Place, start: &str, goal: &str, weights: &[i64]) -> i128 {
    const PRIME: i128 = 10_007;
    let (start, goal) = (pegs(start), pegs(goal));
    let jumps = tight(&place.board, start, goal, weights);
    let writing = only_writing(&place.board, start, goal, &jumps, PRIME).unwrap();
    let whole = |by: i128| writing.iter().all(|x| (1..=3 * by).contains(&(x * by % PRIME)));
    (1..20).find(|by| whole(*by)).unwrap()
}

#[test]
fn thirds_on_three_by_five() {
    let weights = [3, 2, 1, 1, 0, 0, 4, 2, 4, 0, 3, 2, 1, 1, 0];
    let place = rectangle(3, 5);
    assert_eq!(denominator(&place, "..oo. o...o ...oo", "o.... ..... .....", &weights), 3);
}

#[test]
fn quarters_on_the_english_board() {
    let weights =
        [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1];
    let start = ".o. .o. ....... ....... ....... .o. .o.";
    let goal = "... ... ....... ...o... ....... ... ...";
    assert_eq!(denominator(&english(), start, goal, &weights), 4);
}

#[test]
fn thirds_on_the_english_board() {
    let weights =
        [0, 3, 2, 8, 8, 0, 4, 2, 5, 5, 2, 4, 0, 3, 2, 3, 3, 1, 3, 1, 2, 1, 2, 2, 2, 3, 0, 1, 1, 0, 2, 2, 2];
    let start = "... ..o ....... ..o.... ..oo... .oo ...";
    let goal = "... o.. ....... ....... ....... ... ...";
    assert_eq!(denominator(&english(), start, goal, &weights), 3);
}

/// The difference is no sum modulo 5 of the jumps that keep a resource count.
#[test]
fn fifths_on_the_english_board() {
    let weights =
        [8, 0, 8, 5, 3, 5, 1, 3, 3, 2, 3, 3, 1, 2, 1, 2, 2, 2, 1, 2, 0, 3, 1, 3, 1, 3, 0, 1, 0, 1, 1, 3, 1];
    let board = english().board;
    let start = pegs(".o. ... ..o.... ..o.... ..o.o.. oo. ...");
    let goal = pegs("o.. ... ....... ....... ....... ... ...");
    let difference = |from: Cells, to: Cells| -> Vec<i64> {
        (0..board.cells()).map(|cell| (from >> cell & 1) as i64 - (to >> cell & 1) as i64).collect()
    };
    let jumps = tight(&board, start, goal, &weights);
    let taken = |jump: &usize| difference(board.jumps()[*jump].takes(), board.jumps()[*jump].fills());
    let mut vectors: Vec<Vec<i64>> = jumps.iter().map(taken).collect();
    let ranks = [5, 10_007].map(|prime| rank(vectors.clone(), prime));
    vectors.push(difference(start, goal));
    assert_eq!(rank(vectors.clone(), 5), ranks[0] + 1);
    assert_eq!(rank(vectors, 10_007), ranks[1]);
}

fn rank(mut rows: Vec<Vec<i64>>, prime: i64) -> usize {
    let mut rank = 0;
    for column in 0..rows[0].len() {
        let Some(pivot) = (rank..rows.len()).find(|row| rows[*row][column].rem_euclid(prime) != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        let own = rows[rank].clone();
        for row in rows.iter_mut().skip(rank + 1) {
            // Both times the leading entry of the other: no division.
            let (by, times) = (own[column], row[column]);
            row.iter_mut().zip(&own).for_each(|(entry, own)| *entry = (*entry * by - times * own) % prime);
        }
        rank += 1;
    }
    rank
}
