//! What was learned, and from what.

use rustc_hash::FxHashMap;

use super::engine::{Engine, Literal, at, set};

/// Learned clauses in order.
#[derive(Default)]
pub(super) struct Log {
    lemmas: Vec<Entry>,
    /// Whether clauses are recorded.
    pub recording: bool,
    /// The numbers of clauses that shapes gave, and by variable of those that gave a value without a decision.
    cuts: FxHashMap<Vec<Literal>, u32>,
    roots: FxHashMap<u32, u32>,
    bytes: usize,
}

/// A learned clause.
struct Entry {
    literals: Vec<Literal>,
    /// The lemmas, and the variables with values, from which it follows.
    used: Vec<u32>,
    facts: Vec<u32>,
}

impl Log {
    /// Adds a clause; returns its number.
    pub fn push(&mut self, literals: Vec<Literal>, mut used: Vec<u32>, mut facts: Vec<u32>) -> u32 {
        let number = u32::try_from(self.lemmas.len()).unwrap_or(u32::MAX);
        if self.recording {
            for list in [&mut used, &mut facts] {
                list.sort_unstable();
                list.dedup();
            }
            self.bytes += size_of::<Entry>() + 4 * (literals.len() + used.len() + facts.len());
            self.lemmas.push(Entry { literals, used, facts });
        }
        number
    }

    /// Adds a clause that a shape gave, once.
    pub fn cut(&mut self, mut literals: Vec<Literal>, facts: &[u32]) -> u32 {
        literals.sort_unstable();
        if let Some(number) = self.cuts.get(&literals) {
            return *number;
        }
        let number = self.push(literals.clone(), Vec::new(), facts.to_vec());
        self.bytes += 4 * literals.len() + 32;
        self.cuts.insert(literals, number);
        number
    }

    /// Adds a literal that a shape gave without a decision.
    pub fn root(&mut self, literal: Literal, facts: &[u32]) {
        let number = self.push(vec![literal], Vec::new(), facts.to_vec());
        self.roots.insert(literal.var(), number);
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
        let mut known = vec![false; self.variables()];
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        // A lemma uses only what came before it.
        for number in (0..lemmas.len()).rev() {
            let Some(entry) = lemmas.get(number).filter(|_| at(&needed, number)) else { continue };
            entry.used.iter().for_each(|used| set(&mut needed, *used as usize, true));
            let mut open = entry.facts.clone();
            while let Some(var) = open.pop() {
                if std::mem::replace(known.get_mut(var as usize).unwrap_or(&mut true), true) {
                    continue;
                }
                if let Some(lemma) = self.log.roots.get(&var) {
                    set(&mut needed, *lemma as usize, true);
                    continue;
                }
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
        let mut kept: Vec<Vec<Literal>> = kept.map(|(entry, _)| entry.literals.clone()).collect();
        // A puzzle whose constraints contradict each other at once needs nothing else.
        if kept.last().is_none_or(|last| !last.is_empty()) {
            kept.push(Vec::new());
        }
        kept
    }
}
