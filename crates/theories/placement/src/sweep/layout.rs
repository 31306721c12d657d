//! States in words: first the covered cells of the frontier, then the copies that are left of each entry, and where
//! there are several goals a last word with those that are possible.

use crate::packing::{GoalSet, GoalSets, Packing};

/// A number inside of a state.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    word: u32,
    shift: u32,
    mask: u64,
}

impl Field {
    /// Its value.
    #[inline]
    pub fn get(self, state: &[u64]) -> u64 {
        state.get(self.word as usize).map_or(0, |word| word >> self.shift & self.mask)
    }

    /// Whether 1 cannot be added.
    pub fn is_full(self, state: &[u64]) -> bool {
        self.get(state) == self.mask
    }

    /// Adds 1; the value must stay in its range.
    #[inline]
    pub fn more(self, state: &mut [u64]) {
        if let Some(word) = state.get_mut(self.word as usize) {
            *word = word.wrapping_add(1 << self.shift);
        }
    }

    /// Takes 1 away; the value must not be 0.
    #[inline]
    pub fn less(self, state: &mut [u64]) {
        if let Some(word) = state.get_mut(self.word as usize) {
            *word = word.wrapping_sub(1 << self.shift);
        }
    }
}

/// Where the parts of a state are.
#[derive(Clone, Debug)]
pub struct Layout {
    fields: Vec<Field>,
    words: u32,
    several: bool,
}

impl Layout {
    /// For a frontier of this many slots, at most 64.
    pub fn new(packing: &Packing, slots: u32) -> Self {
        let (mut word, mut used) = (0, slots);
        let mut fields = Vec::new();
        for count in packing.supply() {
            let bits = 32 - count.leading_zeros();
            if used + bits > 64 {
                (word, used) = (word + 1, 0);
            }
            // A field of no bits may begin at the end of a word.
            fields.push(Field { word, shift: used.min(63), mask: (1 << bits) - 1 });
            used += bits;
        }
        let several = packing.goals().count() > 1;
        Layout { fields, words: word + 1 + u32::from(several), several }
    }

    /// The number of words.
    pub fn words(&self) -> u32 {
        self.words
    }

    /// The copies left of an entry.
    pub fn field(&self, entry: u32) -> Option<Field> {
        self.fields.get(entry as usize).copied()
    }

    /// The state before the first step.
    pub fn start<const W: usize>(&self, packing: &Packing) -> [u64; W] {
        let mut state = [0; W];
        for (field, count) in self.fields.iter().zip(packing.supply()) {
            if let Some(word) = state.get_mut(field.word as usize) {
                *word |= u64::from(*count) << field.shift;
            }
        }
        self.set_goals(&mut state, GoalSets::ALL);
        state
    }

    /// The goals that are possible.
    pub fn goals(&self, state: &[u64]) -> GoalSet {
        match state.last() {
            Some(last) if self.several => GoalSet::try_from(*last).unwrap_or(GoalSets::NO_GOAL),
            _ => GoalSets::ALL,
        }
    }

    /// Whether there are several goals.
    pub fn several(&self) -> bool {
        self.several
    }

    /// Sets the goals that are possible.
    pub fn set_goals(&self, state: &mut [u64], goals: GoalSet) {
        if let Some(last) = state.last_mut().filter(|_| self.several) {
            *last = u64::from(goals);
        }
    }

    /// The state without its goals.
    fn rest<'s>(&self, state: &'s [u64]) -> &'s [u64] {
        state.get(..state.len() - usize::from(self.several)).unwrap_or(state)
    }

    /// Whether a state comes before another, whatever their goals.
    pub fn less(&self, a: &[u64], b: &[u64]) -> bool {
        self.rest(a) < self.rest(b)
    }

    /// Whether two states differ at most in their goals.
    pub fn same(&self, a: &[u64], b: &[u64]) -> bool {
        self.rest(a) == self.rest(b)
    }
}
