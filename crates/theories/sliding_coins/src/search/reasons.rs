//! Reasons that rule a plan out without a search.

use super::Reason;
use super::board::Board;
use super::game::{Extent, Prepared, signed};
use crate::problem::Goal;
use crate::row::{Colour, FREE, Row};

/// Why no goal can be reached, if one reason holds for all goals. The start is none of them.
pub(super) fn reason(game: &Prepared<'_>) -> Option<Reason> {
    let start = &game.problem.start;
    if game.goals.is_empty() {
        return Some(Reason::Coins);
    }
    let (mut board, mut runs) = (Board::new(game, start), Vec::new());
    board.runs(&mut runs);
    // No move gains less than -2.
    if game.moves(&mut board, &runs, (1, 4), Extent::Enough).is_empty() {
        return Some(Reason::NoMove);
    }
    let coins = start.coins();
    let all = |missed: &dyn Fn(&Goal) -> bool| game.goals.iter().all(missed);
    if game.k == coins && all(&|goal| goal.row.cells() != start.cells()) {
        return Some(Reason::Together);
    }
    if game.k + 1 == coins && all(&|goal| !is_rotation(&word(start), &word(&goal.row))) {
        return Some(Reason::Circular);
    }
    let held = residues(start, game.k);
    let missed = |goal: &Goal| {
        let wanted = residues(&goal.row, game.k);
        if goal.anywhere { !is_rotation(&held, &wanted) } else { held != wanted }
    };
    all(&missed).then_some(Reason::Residues)
}

/// The coins from left to right.
fn word(row: &Row) -> Vec<Colour> {
    row.cells().iter().copied().filter(|held| *held != FREE).collect()
}

/// How many coins lie on the cells of each residue modulo k. Where k exceeds the width of a row, as many zeros as
/// matter stand for the residues on which no coin lies.
fn residues(row: &Row, k: usize) -> Vec<usize> {
    let mut held = vec![0; k];
    for (cell, _) in (row.first()..).zip(row.cells()).filter(|(_, held)| **held != FREE) {
        let residue = usize::try_from(cell.rem_euclid(signed(k))).unwrap_or(0);
        if let Some(number) = held.get_mut(residue) {
            *number += 1;
        }
    }
    held
}

/// Whether one list is the other turned round. Linear.
fn is_rotation<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // Knuth, Morris and Pratt: for each beginning of `one`, the longest one that ends it, too.
    let mut borders: Vec<usize> = Vec::with_capacity(one.len());
    let step = |borders: &[usize], mut border: usize, next: &T| {
        while border > 0 && one.get(border) != Some(next) {
            border = borders.get(border - 1).copied().unwrap_or(0);
        }
        border + usize::from(one.get(border) == Some(next))
    };
    for (i, next) in one.iter().enumerate() {
        let border = match borders.last() {
            Some(last) if i > 0 => step(&borders, *last, next),
            _ => 0,
        };
        borders.push(border);
    }
    let mut matched = 0;
    one.is_empty()
        || other.iter().chain(other).any(|next| {
            matched = step(&borders, matched, next);
            matched == one.len()
        })
}
