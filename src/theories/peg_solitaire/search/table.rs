//! A set of positions in one flat table.

use super::word::Word;
use crate::theories::meter::{Halted, Meter, Room};

/// A set of positions with at least one peg (the word zero marks free slots).
#[derive(Debug)]
pub struct Table<'m, W> {
    room: Room<'m>,
    slots: Vec<W>,
    shift: u32,
    len: usize,
}

impl<'m, W: Word> Table<'m, W> {
    /// The empty set.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Table { room: Room::new(meter), slots: Vec::new(), shift: 61, len: 0 }
    }

    /// The same set once more.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn copied(&self) -> Result<Self, Halted> {
        let mut room = Room::new(self.room.meter());
        room.hold(self.slots.len() * size_of::<W>())?;
        Ok(Table { room, slots: self.slots.clone(), shift: self.shift, len: self.len })
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// No position?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Is the position in the set?
    pub fn contains(&self, at: W) -> bool {
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = (at.mixed() >> self.shift) as usize;
        while let Some(&slot) = self.slots.get(place & mask) {
            if slot == at {
                return true;
            }
            if slot == W::ZERO {
                return false;
            }
            place += 1;
        }
        false
    }

    /// Put a position in; false when it was there.
    ///
    /// # Errors
    /// A limit was reached: the position is not in.
    pub fn insert(&mut self, at: W) -> Result<bool, Halted> {
        if (self.len + 1) * 5 > self.slots.len() * 3 {
            self.grow()?;
        }
        Ok(self.put(at))
    }

    fn put(&mut self, at: W) -> bool {
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = (at.mixed() >> self.shift) as usize;
        while let Some(slot) = self.slots.get_mut(place & mask) {
            if *slot == at {
                return false;
            }
            if *slot == W::ZERO {
                *slot = at;
                self.len += 1;
                return true;
            }
            place += 1;
        }
        false
    }

    fn grow(&mut self) -> Result<(), Halted> {
        let size = (self.slots.len() * 2).max(16);
        self.room.hold((self.slots.len() + size) * size_of::<W>())?;
        let old = std::mem::replace(&mut self.slots, vec![W::ZERO; size]);
        self.shift = 64 - size.trailing_zeros();
        self.len = 0;
        for &at in &old {
            if at != W::ZERO {
                self.put(at);
            }
        }
        self.room.hold(size * size_of::<W>())
    }

    /// All positions; the order depends only on what was put in.
    pub fn iter(&self) -> impl Iterator<Item = W> {
        self.slots.iter().copied().filter(|&slot| slot != W::ZERO)
    }
}
