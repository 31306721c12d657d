//! Two automata that read the same word.

use rustc_hash::FxHashMap;

use super::{Automaton, Letter, State};

impl Automaton {
    /// The automaton whose output is a function of the outputs of both, minimised. Of the letters only those that both
    /// have are letters of it.
    #[must_use]
    pub fn product(&self, other: &Automaton, of: impl Fn(u32, u32) -> u32) -> Automaton {
        let letters = self.letters.min(other.letters);
        let pairs = Pairs::of(self, other, letters, |_, _| false);
        let rows: Vec<(u32, Vec<State>)> = pairs
            .found
            .iter()
            .map(|(a, b)| {
                let next = |letter| (self.step(*a, letter), other.step(*b, letter));
                let next = (0..letters as Letter).filter_map(|l| pairs.number.get(&next(l)).copied());
                (of(self.output(*a), other.output(*b)), next.collect())
            })
            .collect();
        // The rows are complete, so there is always an automaton.
        Automaton::new(letters, 0, &rows).map_or_else(|| self.clone(), |product| product.minimised())
    }

    /// The shortest word on which the outputs differ, and of these the first in the order of letters; `None` if there is
    /// none. Only letters that both have are considered. The cost is at most the product of the numbers of states.
    pub fn difference(&self, other: &Automaton) -> Option<Vec<Letter>> {
        let letters = self.letters.min(other.letters);
        let differ = |a: State, b: State| self.output(a) != other.output(b);
        let pairs = Pairs::of(self, other, letters, differ);
        let last = pairs.found.len().checked_sub(1)?;
        let (a, b) = *pairs.found.get(last)?;
        if !differ(a, b) {
            return None;
        }
        let mut word = Vec::new();
        let mut at = last;
        while let Some((before, letter)) = pairs.from.get(at).copied().flatten() {
            word.push(letter);
            at = before;
        }
        word.reverse();
        Some(word)
    }
}

/// The pairs of states that some word reaches, in the order of their first words.
struct Pairs {
    found: Vec<(State, State)>,
    number: FxHashMap<(State, State), State>,
    /// The pair before, and the letter; none for the start.
    from: Vec<Option<(usize, Letter)>>,
}

impl Pairs {
    /// All pairs, or those until the first that is the last one wanted.
    fn of(a: &Automaton, b: &Automaton, letters: usize, last: impl Fn(State, State) -> bool) -> Pairs {
        let mut pairs = Pairs { found: Vec::new(), number: FxHashMap::default(), from: Vec::new() };
        if pairs.add((a.start, b.start), None, &last) {
            return pairs;
        }
        let mut at = 0;
        while let Some((p, q)) = pairs.found.get(at).copied() {
            for letter in 0..letters as Letter {
                if pairs.add((a.step(p, letter), b.step(q, letter)), Some((at, letter)), &last) {
                    return pairs;
                }
            }
            at += 1;
        }
        pairs
    }

    /// Whether a pair is new and the last one.
    fn add(
        &mut self,
        pair: (State, State),
        from: Option<(usize, Letter)>,
        last: impl Fn(State, State) -> bool,
    ) -> bool {
        if self.number.contains_key(&pair) {
            return false;
        }
        self.number.insert(pair, State::try_from(self.found.len()).unwrap_or(State::MAX));
        self.found.push(pair);
        self.from.push(from);
        last(pair.0, pair.1)
    }
}
