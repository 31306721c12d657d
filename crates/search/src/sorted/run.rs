//! Sorted runs of states in blocks that can be read one by one.

use super::block::{Decoder, Encoder, Item, Ways};
use super::damaged;
use super::store::{HEAD, Head, Place};
use puzzlec_base::diag::Stop;

/// States in a block.
pub(crate) const BLOCK: u32 = 1024;
/// Bytes that are written to a file at once, about.
const WRITTEN: usize = 1 << 17;
/// Bytes that are read at once, to find the blocks of a file.
const READ: usize = 1 << 20;

/// States in order, each once.
pub(crate) struct Run<const W: usize> {
    blocks: Vec<Block<W>>,
    len: u64,
    /// Bytes in memory.
    bytes: u64,
    /// Whether each state has the number of ways to it.
    numbered: bool,
    /// Its file; without one it is in memory.
    place: Option<Place>,
}

struct Block<const W: usize> {
    first: [u64; W],
    len: u32,
    bytes: Bytes,
}

enum Bytes {
    Here(Box<[u8]>),
    /// In the file, by the place of the head.
    There(u64, Head),
}

impl<const W: usize> Run<W> {
    fn empty(numbered: bool, place: Option<Place>) -> Self {
        Run { blocks: Vec::new(), len: 0, bytes: 0, numbered, place }
    }

    /// The number of states.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes held in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The file that it is in.
    pub(crate) fn file(&self) -> Option<u64> {
        self.place.as_ref().map(|place| place.file)
    }

    /// Reads a block.
    ///
    /// # Errors
    /// It is damaged, or cannot be read.
    pub(crate) fn read<P: Ways>(&self, number: usize, items: &mut Vec<Item<W, P>>) -> Result<(), Stop> {
        items.clear();
        let Some(block) = self.blocks.get(number) else { return Ok(()) };
        match (&block.bytes, &self.place) {
            (Bytes::Here(bytes), _) => decode(bytes, block.len, self.numbered, items),
            (Bytes::There(at, head), Some(place)) => {
                let mut bytes = vec![0; head.size as usize];
                place.store.read(place.file, at + HEAD as u64, &mut bytes)?;
                if !head.fits(&bytes) {
                    return Err(damaged());
                }
                decode(&bytes, block.len, self.numbered, items)
            }
            (Bytes::There(..), None) => Err(damaged()),
        }
    }

    /// The runs of a file, by part.
    ///
    /// # Errors
    /// It is damaged, or cannot be read.
    pub(crate) fn restored(place: &Place, parts: usize) -> Result<Vec<Run<W>>, Stop> {
        let empty = |part| Run::empty(false, Some(Place { part, ..place.clone() }));
        let mut runs: Vec<Run<W>> = (0..parts as u32).map(empty).collect();
        // The place in the file of the bytes that were read, and where among them the next block begins.
        let (mut place_of, mut known, mut begin) = (0_u64, Vec::new(), 0);
        loop {
            let rest: &[u8] = known.get(begin..).unwrap_or(&[]);
            let Some((head, first, bytes)) = next_block(rest)? else {
                place_of += begin as u64;
                known.drain(..begin);
                begin = 0;
                let had = known.len();
                known.resize(had + READ, 0);
                let more = known.get_mut(had..).unwrap_or_default();
                let read = place.store.read(place.file, place_of + had as u64, more)?;
                known.truncate(had + read);
                match read {
                    0 if had == 0 => return Ok(runs),
                    0 => return Err(damaged()),
                    _ => continue,
                }
            };
            let run = runs.get_mut(head.part as usize).ok_or_else(damaged)?;
            run.numbered = head.numbered;
            run.add(Block { first, len: head.len, bytes: Bytes::There(place_of + begin as u64, head) });
            begin += HEAD + bytes.len();
        }
    }

    /// Adds its blocks to bytes, as they are in files.
    pub(super) fn append_to(&self, part: u32, bytes: &mut Vec<u8>) {
        for block in &self.blocks {
            if let Bytes::Here(own) = &block.bytes {
                Head::of(part, block.len, self.numbered, own).write(bytes);
                bytes.extend(own);
            }
        }
    }

    /// The same run in another file.
    ///
    /// # Errors
    /// It is damaged, or cannot be read or written.
    pub(crate) fn copied(&self, place: Place) -> Result<Run<W>, Stop> {
        let mut copy = Run::empty(self.numbered, Some(place.clone()));
        for number in 0..self.blocks.len() {
            let Some((Block { first, len, bytes: Bytes::There(at, head) }, from)) =
                self.blocks.get(number).zip(self.place.as_ref())
            else {
                return Err(damaged());
            };
            let mut bytes = vec![0; HEAD + head.size as usize];
            from.store.read(from.file, *at, &mut bytes)?;
            if bytes.get(HEAD..).is_none_or(|own| !head.fits(own)) {
                return Err(damaged());
            }
            let at = place.store.append(place.file, &bytes)?;
            copy.add(Block { first: *first, len: *len, bytes: Bytes::There(at, *head) });
        }
        Ok(copy)
    }

    /// From a block on, the last one that begins with this state or a smaller one.
    pub(crate) fn block_of(&self, state: &[u64; W], from: usize) -> usize {
        let rest = self.blocks.get(from..).unwrap_or(&[]);
        from + rest.partition_point(|block| block.first <= *state).saturating_sub(1)
    }

    fn add(&mut self, block: Block<W>) {
        let bytes = if let Bytes::Here(bytes) = &block.bytes { bytes.len() } else { 0 };
        self.len += u64::from(block.len);
        self.bytes += (bytes + size_of::<Block<W>>()) as u64;
        self.blocks.push(block);
    }
}

pub(super) type NextBlock<'b, const W: usize> = (Head, [u64; W], &'b [u8]);

/// The block with which bytes begin: its head, its first state, its own bytes. `None` if they end before it does.
pub(super) fn next_block<const W: usize>(bytes: &[u8]) -> Result<Option<NextBlock<'_, W>>, Stop> {
    let Some(head) = Head::read(bytes) else { return Ok(None) };
    let Some(own) = bytes.get(HEAD..HEAD + head.size as usize) else { return Ok(None) };
    if !head.fits(own) {
        return Err(damaged());
    }
    let first = Decoder::new(own).and_then(|mut decoder| decoder.next::<W, ()>(&[0; W], head.numbered));
    Ok(Some((head, first.ok_or_else(damaged)?.state, own)))
}

pub(super) fn decode<const W: usize, P: Ways>(
    bytes: &[u8],
    len: u32,
    numbered: bool,
    items: &mut Vec<Item<W, P>>,
) -> Result<(), Stop> {
    let mut before = [0; W];
    let mut decoder = Decoder::new(bytes).ok_or_else(damaged)?;
    for _ in 0..len {
        let item: Item<W, P> = decoder.next(&before, numbered).ok_or_else(damaged)?;
        before = item.state;
        items.push(item);
    }
    Ok(())
}

/// Writes a run.
pub(crate) struct Writer<const W: usize> {
    run: Run<W>,
    first: [u64; W],
    last: [u64; W],
    len: u32,
    encoder: Encoder,
    /// Bytes that are not in the file yet, and the first of their blocks.
    unwritten: Vec<u8>,
    waiting: usize,
}

impl<const W: usize> Writer<W> {
    /// An empty run, whose states have numbers of ways or not, in memory or at a place in a file.
    pub(crate) fn new(numbered: bool, place: Option<Place>) -> Self {
        let (run, encoder) = (Run::empty(numbered, place), Encoder::default());
        Writer { run, first: [0; W], last: [0; W], len: 0, encoder, unwritten: Vec::new(), waiting: 0 }
    }

    /// Adds a state, which is greater than the one before.
    ///
    /// # Errors
    /// It cannot be written.
    #[inline]
    pub(crate) fn push<P: Ways>(&mut self, item: &Item<W, P>) -> Result<(), Stop> {
        if self.len == 0 {
            self.first = item.state;
        }
        self.encoder.add(item, &self.last);
        self.last = item.state;
        self.len += 1;
        if self.len == BLOCK { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<(), Stop> {
        let (first, len, bytes) = (self.first, self.len, self.encoder.take());
        (self.len, self.last) = (0, [0; W]);
        let bytes = match &self.run.place {
            None => Bytes::Here(bytes),
            Some(place) => {
                let head = Head::of(place.part, len, self.run.numbered, &bytes);
                let at = self.unwritten.len() as u64;
                head.write(&mut self.unwritten);
                self.unwritten.extend(&bytes);
                Bytes::There(at, head)
            }
        };
        self.run.add(Block { first, len, bytes });
        if self.unwritten.len() >= WRITTEN { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), Stop> {
        let Some(place) = &self.run.place else { return Ok(()) };
        if self.unwritten.is_empty() {
            return Ok(());
        }
        let begin = place.store.append(place.file, &self.unwritten)?;
        for block in self.run.blocks.get_mut(self.waiting..).unwrap_or_default() {
            if let Bytes::There(at, _) = &mut block.bytes {
                *at += begin;
            }
        }
        self.waiting = self.run.blocks.len();
        self.unwritten.clear();
        Ok(())
    }

    /// The run.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn finish(mut self) -> Result<Run<W>, Stop> {
        if self.len > 0 {
            self.end_block()?;
        }
        self.write()?;
        Ok(self.run)
    }
}
