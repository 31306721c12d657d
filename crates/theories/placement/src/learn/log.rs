//! What was learned, and from what.

/// Learned clauses in order.
#[derive(Default)]
pub(super) struct Log {
    lemmas: Vec<Entry>,
    /// Whether clauses are recorded.
    pub recording: bool,
    bytes: usize,
    count: u32,
}

/// A learned clause.
struct Entry {
    literals: Vec<Literal>,
    /// The lemmas and the variables with values from which it follows.
    used: Vec<u32>,
    facts: Vec<u32>,
}

use super::engine::{Engine, Literal, at, set};

impl Log {
    /// Adds a clause; returns its number.
    pub fn push(&mut self, literals: Vec<Literal>, used: Vec<u32>, facts: Vec<u32>) -> u32 {
        let number = self.count;
        self.count += 1;
        if self.recording {
            self.bytes += size_of::<Entry>() + 4 * (literals.len() + used.len() + facts.len());
            self.lemmas.push(Entry { literals, used, facts });
        }
        number
    }

    /// Bytes, roughly.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Engine {
    /// The lemmas from which the last one follows, in order, with the last, which is empty.
    pub fn needed(&self) -> Vec<Vec<Literal>> {
        let lemmas = &self.log.lemmas;
        let mut needed = vec![false; lemmas.len()];
        let mut known: Vec<bool> = Vec::new();
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        // A value without a decision may follow from later lemmas than one that uses it only as far as it was known then,
        // so that the order is one of time.
        for number in (0..lemmas.len()).rev() {
            let Some(entry) = lemmas.get(number).filter(|_| at(&needed, number)) else { continue };
            entry.used.iter().for_each(|used| set(&mut needed, *used as usize, true));
            let mut open = entry.facts.clone();
            while let Some(var) = open.pop() {
                if known.len() <= var as usize {
                    known.resize(var as usize + 1, false);
                }
                if at(&known, var as usize) {
                    continue;
                }
                set(&mut known, var as usize, true);
                let literal = Literal::of(var);
                let literal = if self.is_true(literal) { literal } else { literal.not() };
                let mut body = Vec::new();
                if let Some(lemma) = self.body(literal, &mut body) {
                    set(&mut needed, lemma as usize, true);
                }
                open.extend(body.into_iter().map(Literal::var));
            }
        }
        let kept = lemmas.iter().zip(needed).filter(|(_, needed)| *needed);
        kept.map(|(entry, _)| entry.literals.clone()).collect()
    }
}
