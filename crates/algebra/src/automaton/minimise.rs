//! Minimal automata, by refinement of partitions (Moore 1956).

use rustc_hash::FxHashMap;

use super::{Automaton, State};

impl Automaton {
    /// The automaton with the fewest states and the same outputs on all words. Its states are numbered in the order of
    /// the first words that reach them, shorter words first, so that two automata agree on all words exactly if
    /// their minimal automata are equal. The cost is at most states² times letters.
    #[must_use]
    pub fn minimised(&self) -> Self {
        let states = self.reachable();
        let mut class: Vec<u32> = vec![0; self.states()];
        let mut classes = 0;
        loop {
            let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = class.clone();
            for state in &states {
                let of = |q: &State| class.get(*q as usize).copied().unwrap_or(0);
                let mut key = vec![of(state), self.output(*state)];
                key.extend(self.successors(*state).iter().map(of));
                let new = u32::try_from(known.len()).unwrap_or(u32::MAX);
                let new = *known.entry(key).or_insert(new);
                if let Some(slot) = refined.get_mut(*state as usize) {
                    *slot = new;
                }
            }
            class = refined;
            // A refinement that has no more classes than before is the same partition.
            if known.len() == classes {
                break;
            }
            classes = known.len();
        }
        // States are in breadth-first order, so classes are numbered in the order of their first words.
        let mut rows: Vec<(u32, Vec<State>)> = Vec::with_capacity(classes);
        let of = |q: State| class.get(q as usize).copied().unwrap_or(0);
        for state in states {
            if of(state) as usize == rows.len() {
                rows.push((self.output(state), self.successors(state).iter().map(|q| of(*q)).collect()));
            }
        }
        Automaton {
            letters: self.letters,
            start: of(self.start),
            next: rows.iter().flat_map(|row| row.1.iter().copied()).collect(),
            outputs: rows.iter().map(|row| row.0).collect(),
        }
    }

    /// The smallest automaton with the same outputs on all words except the empty word, on which any output is allowed.
    /// Its own output on the empty word is preferred. The cost is that of [`Automaton::minimised`] times outputs.
    #[must_use]
    pub fn minimised_beside_empty(&self) -> Self {
        let mut best = self.minimised();
        let mut outputs = self.outputs.clone();
        outputs.sort_unstable();
        outputs.dedup();
        for other in outputs.into_iter().map(|o| self.with_empty(o).minimised()) {
            if other.states() < best.states() {
                best = other;
            }
        }
        best
    }

    /// The same automaton with this output on the empty word.
    #[must_use]
    pub fn with_empty(&self, output: u32) -> Self {
        // A copy of the start, to which no transition leads.
        let mut split = self.clone();
        split.start = State::try_from(self.states()).unwrap_or(State::MAX);
        split.next.extend(self.successors(self.start));
        split.outputs.push(output);
        split
    }

    /// The states that some word reaches, in the order of their first words, shorter words first.
    fn reachable(&self) -> Vec<State> {
        let mut seen = vec![false; self.states()];
        let mut found = Vec::new();
        let mut visit = |state: State, found: &mut Vec<State>| {
            if let Some(seen @ false) = seen.get_mut(state as usize) {
                *seen = true;
                found.push(state);
            }
        };
        visit(self.start, &mut found);
        let mut at = 0;
        while let Some(state) = found.get(at).copied() {
            self.successors(state).iter().for_each(|q| visit(*q, &mut found));
            at += 1;
        }
        found
    }
}
