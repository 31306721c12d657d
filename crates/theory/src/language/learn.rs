//! Automata learned from answers for single rows.
//!
//! The table of Myhill and Nerode: two beginnings of rows are told apart by an ending after which the answers differ. The
//! classes found so far are the states of a guess; a row on which the guess is wrong gives new endings (Angluin,
//! Learning regular sets from queries and counterexamples, 1987, with all endings of a counterexample as by Maler
//! and Pnueli).

use rustc_hash::FxHashMap;

use super::Unlearned;
use super::oracle::Oracle;
use super::witness::Witness;
use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::{Letter, State};

/// The table.
pub(super) struct Table {
    letters: usize,
    /// One beginning of each class, shortest first.
    beginnings: Vec<Vec<Letter>>,
    endings: Vec<Vec<Letter>>,
}

impl Table {
    pub fn new(letters: usize) -> Self {
        let last = Letter::try_from(letters).unwrap_or(Letter::MAX);
        let endings = [Vec::new()].into_iter().chain((0..last).map(|a| vec![a])).collect();
        Table { letters, beginnings: vec![Vec::new()], endings }
    }

    /// The automaton of the classes, after as many new beginnings as it needs to be complete.
    ///
    /// # Errors
    /// More than `most` classes, or no answer for a row.
    pub fn guess(&mut self, oracle: &mut Oracle<'_>, most: usize) -> Result<Automaton, Unlearned> {
        let mut classes: FxHashMap<Vec<u32>, State> = FxHashMap::default();
        let mut rows: Vec<(u32, Vec<State>)> = Vec::new();
        // Beginnings found with fewer endings are still in different classes.
        for at in 0..self.beginnings.len() {
            let beginning = self.beginnings.get(at).cloned().unwrap_or_default();
            let answers = self.answers(&beginning, oracle)?;
            classes.insert(answers, State::try_from(at).unwrap_or(State::MAX));
        }
        while let Some(beginning) = self.beginnings.get(rows.len()).cloned() {
            let mut next = Vec::new();
            for letter in 0..Letter::try_from(self.letters).unwrap_or(Letter::MAX) {
                let longer = [beginning.as_slice(), &[letter]].concat();
                let answers = self.answers(&longer, oracle)?;
                let new = State::try_from(self.beginnings.len()).unwrap_or(State::MAX);
                let class = *classes.entry(answers).or_insert(new);
                if class == new {
                    self.beginnings.push(longer);
                    if self.beginnings.len() > most {
                        return Err(Unlearned::TooManyStates);
                    }
                }
                next.push(class);
            }
            rows.push((oracle.value(&beginning)?, next));
        }
        Automaton::new(self.letters, 0, &rows).map(|a| a.minimised()).ok_or(Unlearned::Contradiction)
    }

    /// Adds the endings of a row on which a guess was wrong.
    pub fn learn(&mut self, wrong: &[Letter]) {
        for at in 0..wrong.len() {
            let ending = wrong.get(at..).unwrap_or(&[]);
            if !self.endings.iter().any(|e| e == ending) {
                self.endings.push(ending.to_vec());
            }
        }
    }

    /// The beginnings with the endings that tell them apart.
    ///
    /// # Errors
    /// No answer for a row.
    pub fn witness(&self, oracle: &mut Oracle<'_>) -> Result<Witness, Unlearned> {
        let mut classes = Vec::new();
        for beginning in &self.beginnings {
            let answers = self.answers(beginning, oracle)?;
            classes.push((beginning.clone(), answers.into_iter().map(|answer| answer != 0).collect()));
        }
        Ok(Witness::reduced(classes, self.endings.clone()))
    }

    fn answers(&self, beginning: &[Letter], oracle: &mut Oracle<'_>) -> Result<Vec<u32>, Unlearned> {
        self.endings.iter().map(|ending| oracle.value(&[beginning, ending.as_slice()].concat())).collect()
    }
}
