//! The accepted words, one after the other.

use super::{Automaton, Letter, State};

/// The accepted words of one length, in the order of letters.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    automaton: &'a Automaton,
    length: usize,
    /// By number of letters, whether a state leads to acceptance with exactly as many.
    leads: Vec<Vec<bool>>,
    /// The states along the current word; empty before the first and after the last word.
    path: Vec<State>,
    word: Vec<Letter>,
    begun: bool,
}

impl Automaton {
    /// The accepted words of a length, in the order of letters. The cost is length times states times letters at the
    /// beginning, and length times letters for a word.
    pub fn words(&self, length: usize) -> Words<'_> {
        let mut leads = vec![self.outputs.iter().map(|o| *o != 0).collect::<Vec<bool>>()];
        let states = || 0..State::try_from(self.states()).unwrap_or(State::MAX);
        while let Some(row) = leads.last().filter(|_| leads.len() <= length) {
            let good = |next: &State| row.get(*next as usize).copied().unwrap_or(false);
            leads.push(states().map(|q| self.successors(q).iter().any(good)).collect());
        }
        Words { automaton: self, length, leads, path: Vec::new(), word: Vec::new(), begun: false }
    }
}

impl Words<'_> {
    fn leads(&self, state: State, letters: usize) -> bool {
        self.leads.get(letters).and_then(|row| row.get(state as usize)).copied().unwrap_or(false)
    }

    /// Extends the path by the first letter from this one on that leads to acceptance.
    fn extend(&mut self, first: Letter) -> bool {
        let Some(from) = self.path.last().copied() else { return false };
        let left = self.length.saturating_sub(self.word.len() + 1);
        for letter in first..u32::try_from(self.automaton.letters).unwrap_or(u32::MAX) {
            let next = self.automaton.step(from, letter);
            if self.leads(next, left) {
                self.path.push(next);
                self.word.push(letter);
                return true;
            }
        }
        false
    }
}

impl Iterator for Words<'_> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        let mut first = 0;
        if self.begun {
            self.path.pop();
            first = self.word.pop()? + 1;
        } else {
            self.begun = true;
            if !self.leads(self.automaton.start, self.length) {
                return None;
            }
            self.path.push(self.automaton.start);
        }
        while self.word.len() < self.length {
            if self.extend(first) {
                first = 0;
            } else {
                self.path.pop();
                first = self.word.pop()? + 1;
            }
        }
        Some(self.word.clone())
    }
}
