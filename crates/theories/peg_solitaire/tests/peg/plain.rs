//! Plain reachability, the measure of the tests.

use super::boards::unlimited;
use puzzlec_peg_solitaire::board::{Cells, PegBoard};
use puzzlec_peg_solitaire::search::setup::Goal;
use puzzlec_peg_solitaire::search::setup::replay;
use puzzlec_peg_solitaire::search::{SearchLimits, SearchOutcome, solve};
use std::collections::HashSet;

/// The same numbers in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }
}

pub fn reachable(board: &PegBoard, start: Cells) -> HashSet<Cells> {
    let (mut seen, mut open) = (HashSet::from([start]), vec![start]);
    while let Some(at) = open.pop() {
        for jump in board.jumps().iter().filter(|jump| jump.legal(at)) {
            if seen.insert(jump.play(at)) {
                open.push(jump.play(at));
            }
        }
    }
    seen
}

/// Is the answer the truth? A game must be legal and end in a goal.
pub fn check(board: &PegBoard, start: Cells, goals: &[Goal], limits: &SearchLimits, truth: bool) {
    match solve(board, start, goals, limits, unlimited()) {
        SearchOutcome::Solved(game) => {
            let end = replay(board, start, &game).unwrap();
            assert!(truth && goals.iter().any(|goal| goal.holds(end)));
        }
        SearchOutcome::Impossible { .. } => assert!(!truth, "{start:#x} {goals:x?}"),
        SearchOutcome::Stopped { held } => panic!("stopped with {held}: {start:#x} {goals:x?}"),
    }
}
