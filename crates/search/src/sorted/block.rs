//! States in order as bytes: each word as what differs from the state before, without its leading zero bytes.
//!
//! Lengths and bytes are apart, so that they are read without a branch.

use crate::Number;

/// A state, with the number of ways to it if that is asked.
#[derive(Clone, Copy)]
pub(crate) struct Item<const W: usize, P> {
    pub(crate) state: [u64; W],
    pub(crate) ways: P,
}

/// The number of ways to a state, or nothing.
pub(crate) trait Ways: Copy + Send + Sync {
    /// Whether there is a number.
    const NUMBERED: bool;
    /// From a number.
    fn of(number: Number) -> Self;
    /// As a number; 0 if there is none.
    fn number(self) -> Number;
    /// Those to a successor, by so many actions.
    fn onward(self, times: u32) -> Self;
}

impl Ways for () {
    const NUMBERED: bool = false;

    fn of(_: Number) -> Self {}

    fn number(self) -> Number {
        Number::default()
    }

    fn onward(self, _: u32) -> Self {}
}

/// The number of moves into a state from the level before.
impl Ways for u64 {
    const NUMBERED: bool = true;

    fn of(number: Number) -> Self {
        number.saturated() as u64
    }

    fn number(self) -> Number {
        Number::from(self)
    }

    fn onward(self, times: u32) -> Self {
        u64::from(times)
    }
}

impl Ways for Number {
    const NUMBERED: bool = true;

    fn of(number: Number) -> Self {
        number
    }

    fn number(self) -> Number {
        self
    }

    #[inline]
    fn onward(self, times: u32) -> Self {
        self.times(times)
    }
}

/// Numbers as bytes.
#[derive(Default)]
pub(super) struct Encoder {
    /// The lengths of the numbers, four bits each.
    lengths: Vec<u8>,
    /// Whether the last byte of the lengths has one length only.
    half: bool,
    bytes: Vec<u8>,
}

impl Encoder {
    /// Adds a state, given the one before it.
    #[inline]
    pub(super) fn add<const W: usize, P: Ways>(&mut self, item: &Item<W, P>, before: &[u64; W]) {
        for (word, old) in item.state.iter().zip(before) {
            self.number(word ^ old);
        }
        if P::NUMBERED {
            let ways = item.ways.number().saturated();
            self.number(ways as u64);
            self.number((ways >> 64) as u64);
        }
    }

    #[inline]
    fn number(&mut self, number: u64) {
        let length = (71 - number.leading_zeros()) / 8;
        match self.lengths.last_mut().filter(|_| self.half) {
            Some(last) => *last |= (length as u8) << 4,
            None => self.lengths.push(length as u8),
        }
        self.half = !self.half;
        let end = self.bytes.len() + length as usize;
        self.bytes.extend_from_slice(&number.to_le_bytes());
        self.bytes.truncate(end);
    }

    /// All bytes since the last time.
    pub(super) fn take(&mut self) -> Box<[u8]> {
        let mut all = Vec::with_capacity(4 + self.lengths.len() + self.bytes.len() + 8);
        all.extend((self.lengths.len() as u32).to_le_bytes());
        all.append(&mut self.lengths);
        all.append(&mut self.bytes);
        // The last number is read as a whole word.
        all.extend([0; 8]);
        self.half = false;
        all.into_boxed_slice()
    }
}

/// Reads numbers from bytes.
pub(super) struct Decoder<'b> {
    lengths: &'b [u8],
    /// The number of lengths that were read.
    read: usize,
    bytes: &'b [u8],
}

impl<'b> Decoder<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (lengths, bytes) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        Some(Decoder { lengths, read: 0, bytes })
    }

    /// The state after one, `numbered` if a number of ways was written with it. `None` if there is none.
    #[inline]
    pub(super) fn next<const W: usize, P: Ways>(
        &mut self,
        before: &[u64; W],
        numbered: bool,
    ) -> Option<Item<W, P>> {
        let mut state = *before;
        for word in &mut state {
            *word ^= self.number()?;
        }
        let ways = match numbered {
            true => u128::from(self.number()?) | u128::from(self.number()?) << 64,
            false => 0,
        };
        Some(Item { state, ways: P::of(Number::of_saturated(ways)) })
    }

    #[inline]
    fn number(&mut self) -> Option<u64> {
        let pair = self.lengths.get(self.read / 2)?;
        let length = pair >> (4 * (self.read % 2)) & 15;
        self.read += 1;
        let word = u64::from_le_bytes(*self.bytes.first_chunk::<8>()?);
        self.bytes = self.bytes.get(usize::from(length)..)?;
        Some(word & MASKS.get(usize::from(length))?)
    }
}

/// The bytes of a number by their number.
const MASKS: [u64; 9] = [
    0,
    0xff,
    0xffff,
    0xff_ffff,
    0xffff_ffff,
    0xff_ffff_ffff,
    0xffff_ffff_ffff,
    0xff_ffff_ffff_ffff,
    u64::MAX,
];
