//! Finding the moves that apply, by tables over chunks of the state.
//!
//! For tasks of at most a few hundred moves. The bits that guards test are divided into chunks of at most
//! [`CHUNK`] bits along field boundaries. For every content of a chunk, a table has the set of moves whose
//! guards that content satisfies, one bit per move; the applicable moves are the intersection over the
//! chunks, in order.

use super::moves::Guard;
use puzzlec_base::bits;

/// The most bits of a chunk.
const CHUNK: u32 = 8;
/// The most words in a set of moves.
const SET_WORDS: usize = 16;
/// Maximum number of words in all tables together: they should fit into the second-level cache.
const TABLE_WORDS: usize = 1 << 15;

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    chunks: Vec<Chunk>,
    /// All tables, concatenated; an entry has `words` words.
    table: Vec<u64>,
    /// Words in a set of moves.
    words: usize,
    /// All moves.
    all: [u64; SET_WORDS],
}

#[derive(Clone, Copy, Debug)]
struct Chunk {
    word: u32,
    shift: u32,
    mask: u64,
    /// The offset of its table, in words.
    base: usize,
}

impl Chunks {
    /// Builds the tables; `None` if they would be too large.
    pub(super) fn new(guards: &[Guard]) -> Option<Self> {
        let words = guards.len().div_ceil(64);
        if words > SET_WORDS {
            return None;
        }
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut size = 0;
        let mut fields: Vec<_> = guards.iter().flatten().map(|g| g.0).collect();
        fields.sort_by_key(|f| (f.word, f.shift));
        for field in fields {
            let end = field.shift + field.mask.count_ones();
            if end - field.shift > CHUNK {
                return None;
            }
            match chunks.last_mut() {
                Some(c) if c.word == field.word && end - c.shift <= CHUNK => {
                    c.mask |= field.mask << (field.shift - c.shift);
                }
                _ => chunks.push(Chunk { word: field.word, shift: field.shift, mask: field.mask, base: 0 }),
            }
        }
        for chunk in &mut chunks {
            // Up to the highest bit in use.
            chunk.mask = u64::MAX >> chunk.mask.leading_zeros();
            chunk.base = size;
            size += (chunk.mask as usize + 1) * words;
        }
        if size > TABLE_WORDS {
            return None;
        }
        let mut all = [0; SET_WORDS];
        for at in 0..guards.len() {
            if let Some(word) = all.get_mut(at / 64) {
                *word |= 1 << (at % 64);
            }
        }
        let mut table = Vec::with_capacity(size);
        for chunk in &chunks {
            for content in 0..=chunk.mask {
                table.extend_from_slice(set(chunk, content, guards, all).get(..words)?);
            }
        }
        Some(Chunks { chunks, table, words, all })
    }

    /// Calls `f` with every move whose guard holds, in order.
    #[inline]
    pub(super) fn each(&self, state: &[u64], mut f: impl FnMut(u32)) {
        let mut set = self.all;
        let set = set.get_mut(..self.words).unwrap_or_default();
        for chunk in &self.chunks {
            let content = state.get(chunk.word as usize).map_or(0, |w| w >> chunk.shift & chunk.mask);
            let at = chunk.base + content as usize * self.words;
            if let Some(entry) = self.table.get(at..at + self.words) {
                for (s, e) in set.iter_mut().zip(entry) {
                    *s &= e;
                }
            }
        }
        for (word, base) in set.iter().zip((0..).step_by(64)) {
            bits(*word).for_each(|bit| f(base + bit));
        }
    }
}

/// The moves that a content of a chunk allows.
fn set(chunk: &Chunk, content: u64, guards: &[Guard], all: [u64; SET_WORDS]) -> [u64; SET_WORDS] {
    let mut set = all;
    let top = chunk.shift + chunk.mask.count_ones();
    for (at, guard) in guards.iter().enumerate() {
        let holds = guard.iter().all(|(field, codes)| {
            let here = field.word == chunk.word && (chunk.shift..top).contains(&field.shift);
            !here || codes.contains(content >> (field.shift - chunk.shift) & field.mask)
        });
        if !holds && let Some(word) = set.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }
    set
}
