//! Positions with a small number each, in one flat table.

use super::word::Word;

/// A map from positions with at least one peg to numbers (the word zero marks free slots).
#[derive(Clone, Debug)]
pub struct Depths<W> {
    keys: Vec<W>,
    depths: Vec<u8>,
    shift: u32,
    len: usize,
}

impl<W: Word> Default for Depths<W> {
    fn default() -> Self {
        Depths { keys: vec![W::ZERO; 16], depths: vec![0; 16], shift: 60, len: 0 }
    }
}

impl<W: Word> Depths<W> {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a position.
    pub fn get(&self, at: W) -> Option<u8> {
        let mask = self.keys.len() - 1;
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
    pub fn insert(&mut self, at: W, depth: u8) -> bool {
        if (self.len + 1) * 5 > self.keys.len() * 3 {
            self.grow();
        }
        let mask = self.keys.len() - 1;
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

    fn grow(&mut self) {
        let size = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![W::ZERO; size]);
        let depths = std::mem::replace(&mut self.depths, vec![0; size]);
        self.shift -= 1;
        self.len = 0;
        for (at, depth) in keys.into_iter().zip(depths) {
            if at != W::ZERO {
                self.insert(at, depth);
            }
        }
    }
}
