//! Growing lists whose memory is accounted for.

use super::meter::Meter;
use puzzlec_base::Limit;

/// A growing list that never moves its items: memory is allocated in chunks, each accounted for in advance.
pub(crate) struct Column<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Column<T> {
    /// A chunk takes about 64 KiB, at least one item.
    const SHIFT: u32 = 16_u32.saturating_sub(size_of::<T>().next_power_of_two().trailing_zeros());

    /// An empty list.
    pub(crate) fn new() -> Self {
        Column { chunks: Vec::new(), len: 0 }
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds an item.
    ///
    /// # Errors
    /// A limit, if another chunk would be needed and is not allowed.
    #[inline]
    pub(crate) fn push(&mut self, item: T, meter: &mut Meter) -> Result<(), Limit> {
        if self.len & ((1 << Self::SHIFT) - 1) == 0 {
            meter.grow((size_of::<T>() as u64) << Self::SHIFT)?;
            self.chunks.push(Vec::with_capacity(1 << Self::SHIFT));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(item);
            self.len += 1;
        }
        Ok(())
    }

    /// An item.
    #[inline]
    pub(crate) fn get(&self, at: u32) -> Option<&T> {
        let (chunk, offset) = Self::place(at);
        self.chunks.get(chunk)?.get(offset)
    }

    /// An item, to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self, at: u32) -> Option<&mut T> {
        let (chunk, offset) = Self::place(at);
        self.chunks.get_mut(chunk)?.get_mut(offset)
    }

    /// All items in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// Frees the memory.
    pub(crate) fn free(self, meter: &mut Meter) {
        meter.shrink((self.chunks.len() * size_of::<T>()) as u64 * (1 << Self::SHIFT));
    }

    #[inline]
    fn place(at: u32) -> (usize, usize) {
        (at as usize >> Self::SHIFT, at as usize & ((1 << Self::SHIFT) - 1))
    }
}
