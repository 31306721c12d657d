//! Sets of cells that were seen, with their memory on account.

use rustc_hash::FxHashMap;

use super::word::Word;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The data of every set that was seen.
#[derive(Debug)]
pub struct Table<'m, W> {
    known: FxHashMap<W, u32>,
    room: Room<'m>,
}

/// The least number of sets that room is made for.
const FIRST: usize = 448;

impl<'m, W: Word> Table<'m, W> {
    /// Nothing was seen.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Table { known: FxHashMap::default(), room: Room::new(meter) }
    }

    /// Inserts a set; `false` if it was present, which keeps its data.
    ///
    /// # Errors
    /// A limit was reached.
    #[inline]
    pub fn insert(&mut self, set: W, known: u32) -> Result<bool, Halted> {
        if self.known.len() == self.known.capacity() {
            self.grow()?;
        }
        let mut new = false;
        self.known.entry(set).or_insert_with(|| {
            new = true;
            known
        });
        Ok(new)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Halted> {
        let more = self.known.len().max(FIRST);
        let entry = size_of::<(W, u32)>() + 1;
        // While a table grows the old one is also in memory; an eighth of its places stays free.
        self.room.hold((self.known.len() + more) * 2 * entry)?;
        self.known.reserve(more);
        Ok(())
    }

    /// The data of a set.
    #[inline]
    pub fn get(&self, set: W) -> Option<u32> {
        self.known.get(&set).copied()
    }

    /// Where its memory is on account.
    pub fn meter(&self) -> &'m Meter<'m> {
        self.room.meter()
    }
}
