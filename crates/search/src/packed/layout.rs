//! The layout of states: the place of each variable, and the codes of values.

use puzzlec_base::diag::Stop;
use puzzlec_task::{Position, Value, ValueSet, VarId};

/// The most bits a state may take.
const MOST_BITS: usize = 64 * 64;

/// A bit field in one word of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The word.
    pub word: u32,
    /// The lowest bit.
    pub shift: u32,
    /// Ones as wide as the field, at the lowest bit of a word.
    pub mask: u64,
}

impl Field {
    /// The code in it.
    #[inline]
    pub fn get(self, state: &[u64]) -> u64 {
        state.get(self.word as usize).map_or(0, |w| w >> self.shift & self.mask)
    }

    /// Writes a code.
    #[inline]
    pub fn set(self, state: &mut [u64], code: u64) {
        if let Some(w) = state.get_mut(self.word as usize) {
            *w = *w & !(self.mask << self.shift) | code << self.shift;
        }
    }

    /// Its bits, in place.
    pub fn bits(self) -> u64 {
        self.mask << self.shift
    }
}

/// A set of codes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeSet {
    first: u64,
    rest: Box<[u64]>,
}

impl CodeSet {
    /// Whether a code is in it.
    #[inline]
    pub fn contains(&self, code: u64) -> bool {
        let word = match code >> 6 {
            0 => self.first,
            n => self.rest.get(n as usize - 1).copied().unwrap_or(0),
        };
        word >> (code & 63) & 1 == 1
    }

    /// The number of codes.
    pub fn len(&self) -> usize {
        let ones = |w: &u64| w.count_ones() as usize;
        ones(&self.first) + self.rest.iter().map(ones).sum::<usize>()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its only code, if there is just one.
    pub fn single(&self) -> Option<u64> {
        if self.len() != 1 {
            return None;
        }
        (0..(1 + self.rest.len() as u64) * 64).find(|c| self.contains(*c))
    }
}

impl FromIterator<u64> for CodeSet {
    fn from_iter<I: IntoIterator<Item = u64>>(codes: I) -> Self {
        let mut words = vec![0_u64];
        for code in codes {
            let at = (code >> 6) as usize;
            if words.len() <= at {
                words.resize(at + 1, 0);
            }
            if let Some(w) = words.get_mut(at) {
                *w |= 1 << (code & 63);
            }
        }
        let first = words.first().copied().unwrap_or(0);
        CodeSet { first, rest: words.into_iter().skip(1).collect() }
    }
}

/// The places of the variables. A code is a value's index among the possible values of the variable; a
/// variable that never changes has no field.
#[derive(Clone, Debug)]
pub struct Layout {
    values: Vec<Vec<Value>>,
    fields: Vec<Option<Field>>,
    words: usize,
}

impl Layout {
    /// Lays out variables that hold these values: the widest first, each in the first word with
    /// room for it.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] if they take more than 64 words.
    pub fn new(values: &[ValueSet]) -> Result<Self, Stop> {
        let values: Vec<Vec<Value>> = values.iter().map(|s| s.iter().collect()).collect();
        let bits = |v: &Vec<Value>| usize::BITS - v.len().saturating_sub(1).leading_zeros();
        if values.iter().map(|v| bits(v) as usize).sum::<usize>() > MOST_BITS {
            return Err(too_large());
        }
        let mut order: Vec<(u32, usize)> = values.iter().map(bits).zip(0..).filter(|b| b.0 > 0).collect();
        order.sort_by_key(|(bits, var)| (std::cmp::Reverse(*bits), *var));
        let mut fields = vec![None; values.len()];
        let mut used: Vec<u32> = Vec::new();
        for (bits, var) in order {
            let word = used.iter().position(|u| u + bits <= 64).unwrap_or_else(|| {
                used.push(0);
                used.len() - 1
            });
            if let (Some(used), Some(field)) = (used.get_mut(word), fields.get_mut(var)) {
                *field = Some(Field { word: word as u32, shift: *used, mask: (1 << bits) - 1 });
                *used += bits;
            }
        }
        if used.len() > 64 {
            return Err(too_large());
        }
        Ok(Layout { values, fields, words: used.len() })
    }

    /// A bit that no variable uses; there may be a word for it alone.
    pub fn spare(&mut self) -> (u32, u64) {
        let mut used = vec![0_u64; self.words];
        for field in self.fields.iter().flatten() {
            if let Some(word) = used.get_mut(field.word as usize) {
                *word |= field.bits();
            }
        }
        let word = used.iter().position(|word| *word != u64::MAX).unwrap_or(self.words);
        self.words = self.words.max(word + 1);
        let free = !used.get(word).copied().unwrap_or(0);
        (word as u32, free & free.wrapping_neg())
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.values.len()
    }

    /// The number of words of a state; 0 if no variable ever changes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The variable's field; `None` if it never changes.
    pub fn field(&self, var: VarId) -> Option<Field> {
        self.fields.get(var as usize).copied().flatten()
    }

    /// The variable's values in the order of their codes.
    pub fn values(&self, var: VarId) -> &[Value] {
        self.values.get(var as usize).map_or(&[], Vec::as_slice)
    }

    /// The code of a value the variable can hold.
    pub fn code(&self, var: VarId, value: Value) -> Option<u64> {
        self.values(var).binary_search(&value).ok().map(|c| c as u64)
    }

    /// The codes of those of the values that the variable can hold.
    pub fn codes(&self, var: VarId, set: &ValueSet) -> CodeSet {
        let values = self.values(var).iter().enumerate();
        values.filter(|(_, v)| set.contains(**v)).map(|(code, _)| code as u64).collect()
    }

    /// A position in words. Values the variable cannot hold count as its first.
    pub fn pack(&self, position: &[Value]) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for ((value, var), field) in position.iter().zip(0..).zip(&self.fields) {
            if let Some(field) = field {
                field.set(&mut words, self.code(var, *value).unwrap_or(0));
            }
        }
        words
    }

    /// The position of a state.
    pub fn unpack(&self, state: &[u64]) -> Position {
        let fields = self.values.iter().zip(&self.fields);
        let value = fields.map(|(values, field)| {
            let code = field.map_or(0, |f| f.get(state));
            values.get(code as usize).copied().unwrap_or(0)
        });
        value.collect()
    }
}

/// The limit that a state of too many words runs into.
pub(super) fn too_large() -> Stop {
    Stop::too_large(format!("a position takes more than {MOST_BITS} bits"))
}
