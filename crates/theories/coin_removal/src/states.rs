//! The automaton of Figure 1, whose states are what the parity sum needs of the coins that were read.

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Only tails were read.
    Tails {
        /// Whether their number is odd.
        odd: bool,
    },
    /// A head was read.
    Sum {
        /// Whether heads count as negative from here on: the number of tails is odd.
        minus: bool,
        /// The sum of the heads so far, modulo 3.
        sum: u8,
        /// Whether the last coin turned the sign to minus. The figure has nodes of their own for this.
        tail: bool,
    },
}

/// All states, in the order of their letters in the figure.
pub const ALL: [(State, char); 11] = [
    (State::Tails { odd: false }, 's'),
    (State::Sum { minus: false, sum: 1, tail: false }, 'a'),
    (State::Sum { minus: false, sum: 2, tail: false }, 'b'),
    (State::Sum { minus: false, sum: 0, tail: false }, 'c'),
    (State::Tails { odd: true }, 'd'),
    (State::Sum { minus: true, sum: 1, tail: true }, 'e'),
    (State::Sum { minus: true, sum: 2, tail: true }, 'f'),
    (State::Sum { minus: true, sum: 0, tail: true }, 'g'),
    (State::Sum { minus: true, sum: 1, tail: false }, 'h'),
    (State::Sum { minus: true, sum: 2, tail: false }, 'i'),
    (State::Sum { minus: true, sum: 0, tail: false }, 'j'),
];

impl State {
    /// Before any coin.
    pub const START: State = State::Tails { odd: false };

    /// After one more coin.
    #[must_use]
    pub fn next(self, head: bool) -> Self {
        let counted = |minus: bool, sum: u8| (sum + if minus { 2 } else { 1 }) % 3;
        match (self, head) {
            (State::Tails { odd }, false) => State::Tails { odd: !odd },
            (State::Tails { odd }, true) => State::Sum { minus: odd, sum: counted(odd, 0), tail: false },
            (State::Sum { minus, sum, .. }, false) => State::Sum { minus: !minus, sum, tail: !minus },
            (State::Sum { minus, sum, .. }, true) => {
                State::Sum { minus, sum: counted(minus, sum), tail: false }
            }
        }
    }

    /// Whether the coins that were read can be removed: some head was, and the parity sum is not 2 modulo 3.
    pub fn accepts(self) -> bool {
        match self {
            State::Tails { .. } => false,
            State::Sum { minus, sum, .. } => (sum + if minus { 2 } else { 0 }) % 3 != 2,
        }
    }

    /// Its letter in the figure.
    pub fn letter(self) -> char {
        ALL.iter().find(|(state, _)| *state == self).map_or('?', |(_, letter)| *letter)
    }
}
