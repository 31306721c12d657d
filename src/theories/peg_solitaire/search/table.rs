//! A set of positions in one flat table.

use super::word::Word;

/// A set of positions with at least one peg (the word zero marks free slots).
#[derive(Clone, Debug)]
pub struct Table<W> {
    slots: Vec<W>,
    shift: u32,
    len: usize,
}

impl<W: Word> Default for Table<W> {
    fn default() -> Self {
        Table { slots: vec![W::ZERO; 16], shift: 60, len: 0 }
    }
}

impl<W: Word> Table<W> {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// No position?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// Is the position in the set?
    pub fn contains(&self, at: W) -> bool {
        let mask = self.mask();
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
    pub fn insert(&mut self, at: W) -> bool {
        if (self.len + 1) * 5 > self.slots.len() * 3 {
            self.grow();
        }
        let mask = self.mask();
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

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![W::ZERO; size]);
        self.shift -= 1;
        self.len = 0;
        for at in old {
            if at != W::ZERO {
                self.insert(at);
            }
        }
    }

    /// All positions; the order depends only on what was put in.
    pub fn iter(&self) -> impl Iterator<Item = W> {
        self.slots.iter().copied().filter(|&slot| slot != W::ZERO)
    }
}
