//! Successors on their way to another process: blocks as they are in files.

use super::block::{Item, Ways};
use super::merge::merge;
use super::run::{Writer, decode, next_block};
use super::store::Head;
use super::{damaged, ignored, sort};
use puzzlec_base::diag::Stop;

/// States of a part, in any order, which may repeat, as a message.
pub(crate) fn append_message<const W: usize, P: Ways>(
    part: u32,
    mut items: Vec<Item<W, P>>,
) -> Result<Vec<u8>, Stop> {
    sort(&mut items);
    let mut message = Vec::new();
    merge(&[], items, &[], Writer::new(P::NUMBERED, None), ignored)?.append_to(part, &mut message);
    Ok(message)
}

/// A block of a message.
pub(crate) struct Received<'m> {
    head: Head,
    bytes: &'m [u8],
}

impl<'m> Received<'m> {
    /// The blocks of a message.
    ///
    /// # Errors
    /// It is damaged.
    pub(crate) fn all<const W: usize>(mut message: &'m [u8]) -> Result<Vec<Self>, Stop> {
        let mut all = Vec::new();
        while !message.is_empty() {
            let (head, _, bytes) = next_block::<W>(message)?.ok_or_else(damaged)?;
            all.push(Received { head, bytes });
            message = message.get(super::store::HEAD + bytes.len()..).unwrap_or_default();
        }
        Ok(all)
    }

    /// The part of its states.
    pub(crate) fn part(&self) -> usize {
        self.head.part as usize
    }

    /// Its states.
    ///
    /// # Errors
    /// It is damaged.
    pub(crate) fn read<const W: usize, P: Ways>(&self, items: &mut Vec<Item<W, P>>) -> Result<(), Stop> {
        items.clear();
        decode(self.bytes, self.head.len, self.head.numbered, items)
    }
}
