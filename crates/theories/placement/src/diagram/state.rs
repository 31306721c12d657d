//! What is kept of the cells that were covered.

/// Numbers by slot.
#[derive(Clone, Debug)]
pub(super) struct Slots(Vec<i64>);

/// An open node: not decided.
pub(super) const OPEN: i64 = 0;
/// A node that holds.
pub(super) const TRUE: i64 = 1;
/// A node that does not hold.
pub(super) const FALSE: i64 = 2;

/// A member of a set of which nothing matters any longer.
pub(super) const PAST: i64 = 1;

impl Slots {
    /// All zero.
    pub fn new(number: usize) -> Slots {
        Slots(vec![0; number])
    }

    pub fn get(&self, slot: usize) -> i64 {
        self.0.get(slot).copied().unwrap_or(0)
    }

    pub fn set(&mut self, slot: usize, value: i64) {
        if let Some(place) = self.0.get_mut(slot) {
            *place = value;
        }
    }

    pub fn add(&mut self, slot: usize, value: i64) {
        self.set(slot, self.get(slot) + value);
    }

    pub fn clear(&mut self, slots: std::ops::Range<usize>) {
        if let Some(slots) = self.0.get_mut(slots) {
            slots.fill(0);
        }
    }

    /// Takes all numbers of another one of the same length.
    pub fn copy(&mut self, other: &Slots) {
        self.0.clone_from(&other.0);
    }

    /// The numbers of some slots that differ from those of the start, as bytes.
    pub fn pack(&self, live: &[u32], start: &Slots) -> Box<[u8]> {
        let mut bytes = Vec::with_capacity(32);
        let mut last = 0;
        for (place, slot) in (0_u64..).zip(live) {
            let value = self.get(*slot as usize);
            if value != start.get(*slot as usize) {
                write(&mut bytes, place - last);
                write(&mut bytes, ((value << 1) ^ (value >> 63)) as u64);
                last = place;
            }
        }
        bytes.into_boxed_slice()
    }

    /// The start with the numbers of a packed state.
    pub fn unpack(&mut self, bytes: &[u8], live: &[u32], start: &Slots) {
        self.copy(start);
        let mut rest = bytes.iter();
        let mut place = 0;
        while let (Some(gap), Some(value)) = (read(&mut rest), read(&mut rest)) {
            place += gap as usize;
            if let Some(slot) = live.get(place) {
                self.set(*slot as usize, (value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn write(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn read(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u64> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = bytes.next()?;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
        shift += 7;
    }
}
