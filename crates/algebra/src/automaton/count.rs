//! Numbers of accepted words by length, and the words by their number.

use num_bigint::BigUint;

use super::{Automaton, Letter, State};

/// The numbers of accepted words up to a length, from every state.
///
/// Only about √length of the rows are stored; the others are computed again from the row before, block by block.
#[derive(Clone, Debug)]
pub struct Counts<'a> {
    automaton: &'a Automaton,
    /// The distance of stored rows.
    block: usize,
    /// The rows of the lengths 0, block, 2·block, …: by state, the number of words that lead to acceptance.
    stored: Vec<Vec<BigUint>>,
}

impl<'a> Counts<'a> {
    /// The counts of all lengths up to this one. The cost is length times states times letters additions.
    pub fn new(automaton: &'a Automaton, length: usize) -> Self {
        let block = length.isqrt().max(1);
        let zero = automaton.outputs.iter().map(|o| BigUint::from(u32::from(*o != 0))).collect();
        let mut row: Vec<BigUint> = zero;
        let mut stored = Vec::new();
        for at in 0..=length {
            if at % block == 0 {
                stored.push(row.clone());
            }
            if at < length {
                row = before(automaton, &row);
            }
        }
        Counts { automaton, block, stored }
    }

    /// The rows of the block with this number, by length.
    fn rows(&self, block: usize) -> Vec<Vec<BigUint>> {
        let mut rows: Vec<Vec<BigUint>> = self.stored.get(block).cloned().into_iter().collect();
        while let Some(row) = rows.last().filter(|_| rows.len() < self.block) {
            rows.push(before(self.automaton, row));
        }
        rows
    }

    /// The number of words of a length that lead from a state to acceptance; 0 if the length is more than the one
    /// prepared by more than a block.
    pub fn from(&self, state: State, length: usize) -> BigUint {
        let rows = self.rows(length / self.block);
        let row = rows.get(length % self.block);
        row.and_then(|r| r.get(state as usize)).cloned().unwrap_or_default()
    }

    /// The word with this number, from 0, among those of a length that lead from a state to acceptance, in the order of
    /// letters; `None` if there are not as many.
    pub fn word(&self, from: State, length: usize, number: &BigUint) -> Option<Vec<Letter>> {
        if *number >= self.from(from, length) {
            return None;
        }
        let (mut state, mut left) = (from, number.clone());
        let mut word = Vec::with_capacity(length);
        self.each_shorter(length, |row| {
            let successors = self.automaton.successors(state);
            for (letter, next) in (0..).zip(successors) {
                let Some(there) = row.get(*next as usize) else { continue };
                if left < *there {
                    word.push(letter);
                    state = *next;
                    return;
                }
                left -= there;
            }
        });
        Some(word)
    }

    /// The number of words of the same length that lead from a state to acceptance and precede a word in the order of
    /// letters, whether the word itself does or not.
    pub fn rank(&self, from: State, word: &[Letter]) -> BigUint {
        let mut rank = BigUint::default();
        let mut state = from;
        let mut letters = word.iter();
        self.each_shorter(word.len(), |row| {
            let Some(letter) = letters.next() else { return };
            for next in self.automaton.successors(state).iter().take(*letter as usize) {
                if let Some(there) = row.get(*next as usize) {
                    rank += there;
                }
            }
            state = self.automaton.step(state, *letter);
        });
        rank
    }

    /// Calls a function with the rows of all shorter lengths, longest first.
    fn each_shorter(&self, length: usize, mut then: impl FnMut(&[BigUint])) {
        let Some(most) = length.checked_sub(1) else { return };
        for block in (0..=most / self.block).rev() {
            let rows = self.rows(block);
            let used = most + 1 - (block * self.block).min(most + 1);
            rows.iter().take(used).rev().for_each(|row| then(row));
        }
    }
}

/// The counts of words longer by one letter.
pub(super) fn before(automaton: &Automaton, row: &[BigUint]) -> Vec<BigUint> {
    let states = 0..State::try_from(automaton.states()).unwrap_or(State::MAX);
    let count = |next: &State| row.get(*next as usize);
    states.map(|q| automaton.successors(q).iter().filter_map(count).sum()).collect()
}
