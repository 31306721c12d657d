//! Sorted runs of states in blocks that can be read one by one.

use super::block::{Decoder, Encoder, Item, Ways};
use puzzlec_base::diag::Stop;

/// States in a block.
pub(crate) const BLOCK: u32 = 1024;

/// States in order, each once.
pub(crate) struct Run<const W: usize> {
    blocks: Vec<Block<W>>,
    len: u64,
    bytes: u64,
    /// Whether each state has the number of ways to it.
    numbered: bool,
}

struct Block<const W: usize> {
    first: [u64; W],
    len: u32,
    bytes: Box<[u8]>,
}

impl<const W: usize> Run<W> {
    /// The number of states.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// From a block on, the last one that begins with this state or a smaller one.
    pub(super) fn block_of(&self, state: &[u64; W], from: usize) -> usize {
        let rest = self.blocks.get(from..).unwrap_or(&[]);
        from + rest.partition_point(|block| block.first <= *state).saturating_sub(1)
    }

    /// Reads a block.
    ///
    /// # Errors
    /// It is damaged.
    pub(crate) fn read<P: Ways>(&self, number: usize, items: &mut Vec<Item<W, P>>) -> Result<(), Stop> {
        items.clear();
        let Some(block) = self.blocks.get(number) else { return Ok(()) };
        let mut before = [0; W];
        let mut decoder = Decoder::new(&block.bytes).ok_or_else(damaged)?;
        for _ in 0..block.len {
            let item: Item<W, P> = decoder.next(&before, self.numbered).ok_or_else(damaged)?;
            before = item.state;
            items.push(item);
        }
        Ok(())
    }
}

fn damaged() -> Stop {
    Stop::Bug { what: "a run of states cannot be read".into() }
}

/// Writes a run.
pub(crate) struct Writer<const W: usize> {
    run: Run<W>,
    first: [u64; W],
    last: [u64; W],
    len: u32,
    encoder: Encoder,
}

impl<const W: usize> Writer<W> {
    /// An empty run, whose states have numbers of ways or not.
    pub(crate) fn new(numbered: bool) -> Self {
        let run = Run { blocks: Vec::new(), len: 0, bytes: 0, numbered };
        Writer { run, first: [0; W], last: [0; W], len: 0, encoder: Encoder::default() }
    }

    /// Adds a state, which is greater than the one before.
    #[inline]
    pub(crate) fn push<P: Ways>(&mut self, item: &Item<W, P>) {
        if self.len == 0 {
            self.first = item.state;
        }
        self.encoder.add(item, &self.last);
        self.last = item.state;
        self.len += 1;
        if self.len == BLOCK {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let block = Block { first: self.first, len: self.len, bytes: self.encoder.take() };
        self.run.len += u64::from(self.len);
        self.run.bytes += (block.bytes.len() + size_of::<Block<W>>()) as u64;
        self.run.blocks.push(block);
        (self.len, self.last) = (0, [0; W]);
    }

    /// The run.
    pub(crate) fn finish(mut self) -> Run<W> {
        if self.len > 0 {
            self.end_block();
        }
        self.run
    }
}
