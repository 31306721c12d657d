//! Plain moves for steps (Prop 1.5): a coin that is picked up stays where it is until its next drop.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use puzzlec_coin_moving::coins::Move;
use puzzlec_model::board::Coord;

use super::game::Step;

/// The moves, without two of the same coin in a row and without loops.
pub fn moves(steps: impl Iterator<Item = Step>) -> Vec<Move> {
    let mut kept: Vec<Step> = Vec::new();
    for step in steps {
        if kept.last().is_some_and(|last| *last == step.undone()) {
            kept.pop();
        } else {
            kept.push(step);
        }
    }
    let mut joined: Vec<Move> = Vec::new();
    for step in carried(&kept) {
        match joined.last_mut() {
            Some(last) if last.to == step.from => last.to = step.to,
            _ => joined.push(step),
        }
        joined.pop_if(|last| last.from == last.to);
    }
    without_loops(&joined)
}

/// A move for every drop on a free cell: of the coin whose own cell is needed last.
fn carried(steps: &[Step]) -> Vec<Move> {
    let mut drops: HashMap<Coord, usize> = HashMap::new();
    let mut needed = vec![usize::MAX; steps.len()];
    for (at, step) in steps.iter().enumerate().rev() {
        match step {
            Step::Pick(cell) => needed[at] = drops.get(cell).copied().unwrap_or(usize::MAX),
            Step::Drop(cell) => drops.extend([(*cell, at)]),
        }
    }
    let mut ghosts: BTreeSet<(usize, Coord)> = BTreeSet::new();
    let mut moves = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Pick(cell) => {
                ghosts.insert((needed[at], *cell));
            }
            Step::Drop(cell) if ghosts.remove(&(at, *cell)) => {}
            Step::Drop(cell) => moves.push(Move { from: ghosts.pop_last().unwrap().1, to: *cell }),
        }
    }
    assert!(ghosts.is_empty());
    moves
}

fn without_loops(moves: &[Move]) -> Vec<Move> {
    let token = |cell: Coord| BuildHasherDefault::<DefaultHasher>::default().hash_one(cell);
    let mut boards = vec![0];
    for (step, before) in moves.iter().zip(0..) {
        boards.push(boards[before] ^ token(step.from) ^ token(step.to));
    }
    let last: HashMap<u64, usize> = boards.iter().copied().zip(0..).collect();
    let mut kept = Vec::new();
    let mut at = last[&boards[0]];
    while let Some(step) = moves.get(at) {
        kept.push(*step);
        at = last[&boards[at + 1]];
    }
    kept
}
