//! Places in sorted runs.

use super::block::{Item, Ways};
use super::run::Run;
use puzzlec_base::diag::Stop;

/// A place in a run, or in states in memory that are sorted and may repeat.
pub(crate) struct Cursor<'r, const W: usize, P> {
    run: Option<&'r Run<W>>,
    /// The block after the one that was read.
    next: usize,
    items: Vec<Item<W, P>>,
    at: usize,
}

impl<'r, const W: usize, P: Ways> Cursor<'r, W, P> {
    /// At the beginning of a run.
    pub(crate) fn new(run: &'r Run<W>) -> Result<Self, Stop> {
        let mut cursor = Cursor { run: Some(run), next: 0, items: Vec::new(), at: 0 };
        cursor.read(0)?;
        Ok(cursor)
    }

    /// At the beginning of sorted states.
    pub(crate) fn over(items: Vec<Item<W, P>>) -> Self {
        Cursor { run: None, next: 0, items, at: 0 }
    }

    /// The state at this place; `None` at the end.
    #[inline]
    pub(crate) fn head(&self) -> Option<&Item<W, P>> {
        self.items.get(self.at)
    }

    /// Passes a state.
    #[inline]
    pub(crate) fn advance(&mut self) -> Result<(), Stop> {
        self.at += 1;
        if self.at < self.items.len() { Ok(()) } else { self.read(self.next) }
    }

    /// Passes the states that are smaller, those of whole blocks without reading them.
    #[inline]
    pub(crate) fn seek(&mut self, state: &[u64; W]) -> Result<(), Stop> {
        if self.items.last().is_some_and(|last| last.state < *state) {
            self.seek_block(state)?;
        }
        while self.head().is_some_and(|head| head.state < *state) {
            self.at += 1;
        }
        Ok(())
    }

    fn seek_block(&mut self, state: &[u64; W]) -> Result<(), Stop> {
        let Some(run) = self.run else { return self.read(self.next) };
        self.read(run.block_of(state, self.next))?;
        // The state may lie behind the last of its block.
        if self.items.last().is_some_and(|last| last.state < *state) { self.read(self.next) } else { Ok(()) }
    }

    fn read(&mut self, block: usize) -> Result<(), Stop> {
        (self.at, self.next) = (0, block + 1);
        match self.run {
            Some(run) => run.read(block, &mut self.items),
            None => {
                self.items.clear();
                Ok(())
            }
        }
    }
}
