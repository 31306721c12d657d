//! Deterministic finite automata with an output in every state: Moore machines.
//!
//! Letters and states are numbers from 0. An automaton has a transition for every state and letter. A word is
//! *accepted* if the output of the state after it is not 0.

mod count;
mod minimise;
mod pair;
mod recurrence;
mod words;

use num_bigint::BigUint;

pub use count::Counts;
pub use recurrence::Recurrence;
pub use words::Words;

/// A state, by its number.
pub type State = u32;
/// A letter, by its number.
pub type Letter = u32;

/// A deterministic automaton with outputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    letters: usize,
    start: State,
    /// By state, then letter.
    next: Vec<State>,
    /// By state.
    outputs: Vec<u32>,
}

impl Automaton {
    /// The automaton with these rows: the output of each state, and its successor for each letter. `None` if
    /// there is no start, a row has another number of successors than `letters`, or a successor is no state.
    pub fn new(letters: usize, start: State, rows: &[(u32, Vec<State>)]) -> Option<Self> {
        let states = rows.len();
        let exists = |state: &State| (*state as usize) < states;
        let sound = exists(&start)
            && State::try_from(states).is_ok()
            && rows.iter().all(|(_, next)| next.len() == letters && next.iter().all(exists));
        sound.then(|| Automaton {
            letters,
            start,
            next: rows.iter().flat_map(|(_, next)| next.iter().copied()).collect(),
            outputs: rows.iter().map(|(output, _)| *output).collect(),
        })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The state before any letter.
    pub fn start(&self) -> State {
        self.start
    }

    /// The state after a letter; the same state for an unknown letter.
    pub fn step(&self, from: State, letter: Letter) -> State {
        if letter as usize >= self.letters {
            return from;
        }
        let at = (from as usize).saturating_mul(self.letters).saturating_add(letter as usize);
        self.next.get(at).copied().unwrap_or(from)
    }

    /// The successors of a state, by letter.
    pub fn successors(&self, from: State) -> &[State] {
        let first = (from as usize).saturating_mul(self.letters);
        self.next.get(first..first.saturating_add(self.letters)).unwrap_or(&[])
    }

    /// The output of a state.
    pub fn output(&self, state: State) -> u32 {
        self.outputs.get(state as usize).copied().unwrap_or(0)
    }

    /// The outputs, by state.
    pub fn outputs(&self) -> &[u32] {
        &self.outputs
    }

    /// The state after a word that is read from a state.
    pub fn run_from(&self, from: State, word: impl IntoIterator<Item = Letter>) -> State {
        word.into_iter().fold(from, |state, letter| self.step(state, letter))
    }

    /// The state after a word.
    pub fn run(&self, word: impl IntoIterator<Item = Letter>) -> State {
        self.run_from(self.start, word)
    }

    /// The output after a word.
    pub fn value(&self, word: impl IntoIterator<Item = Letter>) -> u32 {
        self.output(self.run(word))
    }

    /// Whether the output after a word is not 0.
    pub fn accepts(&self, word: impl IntoIterator<Item = Letter>) -> bool {
        self.value(word) != 0
    }

    /// The same automaton with each output replaced.
    #[must_use]
    pub fn with_outputs(&self, of: impl Fn(u32) -> u32) -> Self {
        Automaton { outputs: self.outputs.iter().map(|o| of(*o)).collect(), ..self.clone() }
    }

    /// The automaton on the words over some of the letters, renumbered in the given order.
    #[must_use]
    pub fn restricted(&self, letters: &[Letter]) -> Self {
        let states = 0..State::try_from(self.states()).unwrap_or(State::MAX);
        let next = states.flat_map(|q| letters.iter().map(move |a| self.step(q, *a))).collect();
        Automaton { letters: letters.len(), next, ..self.clone() }.minimised()
    }

    /// The number of accepted words of a length. The cost is length times states times letters additions of numbers
    /// with about that length in digits.
    pub fn count(&self, length: usize) -> BigUint {
        Counts::new(self, length).from(self.start, length)
    }
}
