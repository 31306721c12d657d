//! What a call reads of a position and a move.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

use super::MoveView;

/// Maximum number of different reads of a call that are recorded.
const MOST_READS: usize = 256;

/// Contents of a cell that a script names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Values {
    /// Whether every content but "empty" is one of them.
    pub(super) any: bool,
    /// The others, as bits.
    pub(super) bits: Box<[u64]>,
}

impl Values {
    /// Whether a content is one of them.
    pub(super) fn has(&self, value: u16) -> bool {
        let bit = |word: &u64| word >> (value % 64) & 1 == 1;
        self.any && value != 0 || self.bits.get(usize::from(value) / 64).is_some_and(bit)
    }
}

/// A question about a call's arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Read {
    /// About the position, or with `true` about the one after the move.
    Of(bool, Content),
    /// About the move.
    Step(Aspect),
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Content {
    /// What a cell holds.
    Value(u32),
    /// Whether a cell holds one of these.
    Holds(u32, Values),
    /// The number of cells, of all or of some, that hold one of these.
    Count(Values, Option<Box<[u32]>>),
    /// The cells that hold one of these.
    Cells(Values),
}

/// A question about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Aspect {
    /// Its rule.
    Rule,
    /// The cells that it changes.
    Cells,
    /// The cell that a piece leaves.
    From,
    /// The cell that it reaches.
    To,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    Number(u32),
    Places(Box<[u32]>),
    Name(Box<str>),
}

impl Content {
    /// The answer at a position.
    pub(super) fn answer(&self, contents: &[u16]) -> Answer {
        match self {
            Content::Value(at) => Answer::Number(value(contents, *at).into()),
            Content::Holds(at, values) => Answer::Number(values.has(value(contents, *at)).into()),
            Content::Count(values, among) => {
                let count = match among {
                    None => contents.iter().filter(|v| values.has(**v)).count(),
                    Some(among) => among.iter().filter(|at| values.has(value(contents, **at))).count(),
                };
                Answer::Number(u32::try_from(count).unwrap_or(u32::MAX))
            }
            Content::Cells(values) => Answer::Places(holding(contents, values).collect()),
        }
    }
}

impl Aspect {
    /// The answer for a move.
    pub(super) fn answer(self, step: &MoveView) -> Answer {
        let place = |at: Option<u32>| Answer::Number(at.map_or(0, |at| at.saturating_add(1)));
        match self {
            Aspect::Rule => Answer::Name(step.rule.as_str().into()),
            Aspect::Cells => Answer::Places(step.cells.as_slice().into()),
            Aspect::From => place(step.from),
            Aspect::To => place(step.to),
        }
    }
}

/// The arguments of a call that questions are about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub(super) position: &'a [u16],
    pub(super) step: Option<&'a MoveView>,
}

impl Given<'_> {
    /// The answer to a question, if it has one.
    pub(super) fn answer(&self, read: &Read) -> Option<Answer> {
        match read {
            Read::Of(false, content) => Some(content.answer(self.position)),
            Read::Of(true, content) => Some(content.answer(&self.step?.after)),
            Read::Step(aspect) => Some(aspect.answer(self.step?)),
        }
    }
}

/// The cells that hold one of some contents, in order.
pub(super) fn holding<'a>(contents: &'a [u16], values: &'a Values) -> impl Iterator<Item = u32> + 'a {
    (0u32..).zip(contents).filter(|(_, value)| values.has(**value)).map(|(at, _)| at)
}

fn value(contents: &[u16], at: u32) -> u16 {
    contents.get(at as usize).copied().unwrap_or(0)
}

/// The reads of a call in order, each once, with their answers.
pub(super) type Reads = Vec<(Read, Answer)>;

/// Records the reads of one call after the other.
#[derive(Debug, Default)]
pub(super) struct Trace(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    records: bool,
    reads: Reads,
    known: FxHashSet<Read>,
    /// The one cell that the first list of cells of the call has.
    only: Option<u32>,
}

impl Trace {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call.
    pub(super) fn begin(&self, records: bool, only: Option<u32>) {
        *self.state() = State { records, only, ..State::default() };
    }

    /// Ends a call; no reads if there were too many, or if they were not recorded.
    pub(super) fn end(&self) -> Option<Reads> {
        let state = std::mem::take(&mut *self.state());
        (state.records && state.known.len() < MOST_READS).then_some(state.reads)
    }

    /// Records a read with its answer.
    pub(super) fn note(&self, read: impl FnOnce() -> Read, answer: impl FnOnce(&Read) -> Option<Answer>) {
        let mut state = self.state();
        if !state.records || state.known.len() >= MOST_READS {
            return;
        }
        let read = read();
        if state.known.contains(&read) {
            return;
        }
        state.known.insert(read.clone());
        if let Some(answer) = answer(&read) {
            state.reads.push((read, answer));
        }
    }

    /// The one cell of this list of cells, if it is the first of a call for one cell.
    pub(super) fn only(&self) -> Option<u32> {
        self.state().only.take()
    }
}
