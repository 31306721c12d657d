//! Time reversal: (I, J) can be solved if and only if (S \ J, S \ I) can (Leibniz).

use super::board::{PegBoard, Problem};
use super::refutation::{Potential, Tree};
use std::collections::BTreeMap;

/// The reversed problem.
pub fn reversed<'b>(problem: &Problem<'b>) -> Problem<'b> {
    let all = problem.board.all();
    Problem { board: problem.board, start: all & !problem.goal, goal: all & !problem.start }
}

/// A proof for the reversed problem as one for the problem: -E(S \ X) instead of E(X). None: the tree has cases
/// that count jumps beside a bystander, or occupancy, or numbers too large.
pub fn turned(board: &PegBoard, tree: &Tree) -> Option<Tree> {
    match tree {
        Tree::Leaf(potential) => turned_leaf(board, potential).map(Tree::Leaf),
        Tree::Branch { jump, at, fewer, more } => Some(Tree::Branch {
            jump: *jump,
            at: *at,
            fewer: Box::new(turned(board, fewer)?),
            more: Box::new(turned(board, more)?),
        }),
        Tree::Beside { .. } => None,
    }
}

fn turned_leaf(board: &PegBoard, potential: &Potential) -> Option<Potential> {
    if !potential.occupancy.is_empty() || !potential.beside.is_empty() {
        return None;
    }
    let mut single: BTreeMap<u8, i64> = BTreeMap::new();
    let ends = potential.pairs.iter().flat_map(|&(a, b, by)| [(a, by), (b, by)]);
    for (cell, by) in potential.single.iter().copied().chain(ends) {
        let place = single.entry(cell).or_default();
        *place = place.checked_add(by)?;
    }
    let single = single.into_iter().filter(|(cell, by)| usize::from(*cell) < board.cells() && *by != 0);
    let pairs = potential.pairs.iter().map(|&(a, b, by)| Some((a, b, by.checked_neg()?)));
    Some(Potential { single: single.collect(), pairs: pairs.collect::<Option<_>>()?, ..Potential::default() })
}
