//! Positions with a small number each, in one flat table.

use super::word::Word;
use crate::theories::meter::{Halted, Meter, Room};

/// A map from positions with at least one peg to numbers (the word zero marks free slots).
#[derive(Debug)]
pub struct Depths<'m, W> {
    room: Room<'m>,
    keys: Vec<W>,
    depths: Vec<u8>,
    shift: u32,
    len: usize,
}

impl<'m, W: Word> Depths<'m, W> {
    /// No position.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Depths { room: Room::new(meter), keys: Vec::new(), depths: Vec::new(), shift: 61, len: 0 }
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a position.
    pub fn get(&self, at: W) -> Option<u8> {
        let mask = self.keys.len().wrapping_sub(1);
        let mut place = (at.mixed() >> self.shift) as usize;
        while let Some(&key) = self.keys.get(place & mask) {
            if key == at {
                return self.depths.get(place & mask).copied();
            }
            if key == W::ZERO {
                return None;
            }
            place += 1;
        }
        None
    }

    /// Put a position in with its number; false when it was there, then its number stays.
    ///
    /// # Errors
    /// A limit was reached: the position is not in.
    pub fn insert(&mut self, at: W, depth: u8) -> Result<bool, Halted> {
        if (self.len + 1) * 5 > self.keys.len() * 3 {
            self.grow()?;
        }
        Ok(self.put(at, depth))
    }

    fn put(&mut self, at: W, depth: u8) -> bool {
        let mask = self.keys.len().wrapping_sub(1);
        let mut place = (at.mixed() >> self.shift) as usize;
        while let Some(key) = self.keys.get_mut(place & mask) {
            if *key == at {
                return false;
            }
            if *key == W::ZERO {
                *key = at;
                if let Some(slot) = self.depths.get_mut(place & mask) {
                    *slot = depth;
                }
                self.len += 1;
                return true;
            }
            place += 1;
        }
        false
    }

    fn grow(&mut self) -> Result<(), Halted> {
        let size = (self.keys.len() * 2).max(16);
        self.room.hold((self.keys.len() + size) * (size_of::<W>() + 1))?;
        let keys = std::mem::replace(&mut self.keys, vec![W::ZERO; size]);
        let depths = std::mem::replace(&mut self.depths, vec![0; size]);
        self.shift = 64 - size.trailing_zeros();
        self.len = 0;
        for (at, depth) in keys.into_iter().zip(depths) {
            if at != W::ZERO {
                self.put(at, depth);
            }
        }
        self.room.hold(size * (size_of::<W>() + 1))
    }
}
