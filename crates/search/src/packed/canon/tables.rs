//! Images of states under many renamings at once, by tables over chunks of the state.
//!
//! The state is divided into chunks along the boundaries of fields. A renaming acts on each field separately,
//! so an image is the union of the images of the chunks. For each content of a chunk, a table has its images
//! under [`LANES`] renamings, side by side.

use crate::packed::{Field, Layout};
use puzzlec_task::{Value, VarId};

/// Renamings whose images are worked out side by side.
const LANES: usize = 8;
/// The most bits of a chunk, unless a field is wider.
const CHUNK: u32 = 8;
/// The most numbers in a table.
const MOST: usize = 1 << 22;

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    renamings: usize,
    chunks: Vec<Chunk>,
    /// Number of contents of all chunks together.
    contents: usize,
    /// Words of a state.
    words: usize,
    /// By block of renamings, by word of the image, by content.
    rows: Vec<[u64; LANES]>,
}

#[derive(Clone, Copy, Debug)]
struct Chunk {
    word: usize,
    shift: u32,
    mask: u64,
    /// The place of its first content.
    base: usize,
}

impl Chunk {
    #[inline]
    fn place(&self, state: &[u64]) -> usize {
        let content = state.get(self.word).map_or(0, |w| w >> self.shift & self.mask);
        self.base + content as usize
    }
}

impl Tables {
    /// Tables of the renamings; `image` is the image of a variable with a value. `None` if they would be too
    /// large.
    pub(super) fn new(
        layout: &Layout,
        renamings: usize,
        image: impl Fn(usize, VarId, Value) -> (VarId, Value),
    ) -> Option<Self> {
        let vars = 0..layout.variables() as VarId;
        let mut fields: Vec<(Field, VarId)> = vars.filter_map(|v| Some((layout.field(v)?, v))).collect();
        fields.sort_by_key(|(f, _)| (f.word, f.shift));
        let renamings = renamings.max(1);
        let blocks = renamings.div_ceil(LANES);
        let words = layout.words().max(1);
        let widest = fields.iter().map(|(f, _)| f.mask.count_ones()).max().unwrap_or(1);
        let cuts = (1..=CHUNK.max(widest)).rev().filter(|bits| *bits >= widest);
        let cuts: Vec<Vec<Chunk>> = cuts.map(|bits| cut(&fields, bits)).collect();
        let size = |chunks: &Vec<Chunk>| {
            let contents: usize = chunks.iter().map(|c| c.mask as usize + 1).sum();
            contents.saturating_mul(blocks * words * LANES)
        };
        // The fewest chunks that fit, and of those the smallest.
        let fits = cuts.iter().filter(|chunks| size(chunks) <= MOST);
        let chunks = fits.min_by_key(|chunks| (chunks.len(), size(chunks)))?.clone();
        let contents: usize = chunks.iter().map(|c| c.mask as usize + 1).sum();
        let mut rows: Vec<[u64; LANES]> = vec![[0; LANES]; blocks * words * contents];
        for chunk in &chunks {
            let inside = |f: &Field| {
                let end = f.shift + f.mask.count_ones();
                let top = chunk.shift + chunk.mask.count_ones();
                f.word as usize == chunk.word && f.shift >= chunk.shift && end <= top
            };
            for (field, var) in fields.iter().filter(|(f, _)| inside(f)) {
                for renaming in 0..blocks * LANES {
                    let real = if renaming < renamings { renaming } else { 0 };
                    for (value, code) in layout.values(*var).iter().zip(0_u64..) {
                        let (to, value) = image(real, *var, *value);
                        let to_field = layout.field(to)?;
                        let bits = layout.code(to, value)? << to_field.shift;
                        let first = (renaming / LANES * words + to_field.word as usize) * contents;
                        let place = field.shift - chunk.shift;
                        for content in (0..=chunk.mask).filter(|c| c >> place & field.mask == code) {
                            let row = rows.get_mut(first + chunk.base + content as usize)?;
                            *row.get_mut(renaming % LANES)? |= bits;
                        }
                    }
                }
            }
        }
        Some(Tables { renamings, chunks, contents, words, rows })
    }

    /// The number of renamings.
    pub(super) fn len(&self) -> usize {
        self.renamings
    }

    /// A word of the images under a block of renamings.
    #[inline]
    fn lanes(&self, block: usize, word: usize, state: &[u64]) -> [u64; LANES] {
        let first = (block * self.words + word) * self.contents;
        let rows = self.rows.get(first..first + self.contents).unwrap_or(&[]);
        let mut lanes = [0; LANES];
        for chunk in &self.chunks {
            if let Some(row) = rows.get(chunk.place(state)) {
                for (lane, bits) in lanes.iter_mut().zip(row) {
                    *lane |= bits;
                }
            }
        }
        lanes
    }

    /// The image under a renaming.
    #[inline]
    pub(super) fn image<const W: usize>(&self, renaming: u32, state: &[u64; W]) -> [u64; W] {
        let (block, lane) = (renaming as usize / LANES, renaming as usize % LANES);
        let mut image = [0; W];
        for (word, slot) in image.iter_mut().enumerate().take(self.words) {
            let first = (block * self.words + word) * self.contents;
            for chunk in &self.chunks {
                let row = self.rows.get(first + chunk.place(state));
                *slot |= row.and_then(|r| r.get(lane)).copied().unwrap_or(0);
            }
        }
        image
    }

    /// The least image, and the number of the first renaming with that image.
    #[inline]
    pub(super) fn least<const W: usize>(&self, state: &[u64; W]) -> ([u64; W], u32) {
        let mut best = *state;
        let mut by = 0;
        self.each_below(state, &mut best, |renaming, smaller| {
            if smaller {
                by = renaming;
            }
        });
        (best, by)
    }

    /// Applies all renamings but the first; lowers `best` to each smaller image, and reports those that are
    /// smaller or equal.
    #[inline]
    pub(super) fn each_below<const W: usize>(
        &self,
        state: &[u64; W],
        best: &mut [u64; W],
        mut f: impl FnMut(u32, bool),
    ) {
        for block in 0..self.renamings.div_ceil(LANES) {
            let lanes = self.lanes(block, 0, state);
            let lowest = lanes.iter().fold(u64::MAX, |low, lane| low.min(*lane));
            if best.first().is_none_or(|b| lowest > *b) {
                continue;
            }
            let numbers = (block * LANES) as u32..self.renamings as u32;
            for (renaming, lane) in numbers.zip(lanes) {
                if renaming == 0 || best.first().is_none_or(|b| lane > *b) {
                    continue;
                }
                let image = if W == 1 { [lane; W] } else { self.image(renaming, state) };
                if image <= *best {
                    let smaller = image < *best;
                    *best = image;
                    f(renaming, smaller);
                }
            }
        }
    }
}

/// Chunks of at most this many bits.
fn cut(fields: &[(Field, VarId)], bits: u32) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for (field, _) in fields {
        let end = field.shift + field.mask.count_ones();
        match chunks.last_mut() {
            Some(c) if c.word == field.word as usize && end - c.shift <= bits => {
                c.mask = u64::MAX >> (64 - (end - c.shift));
            }
            _ => {
                let mask = field.mask;
                chunks.push(Chunk { word: field.word as usize, shift: field.shift, mask, base: 0 });
            }
        }
    }
    let mut base = 0;
    for chunk in &mut chunks {
        chunk.base = base;
        base += chunk.mask as usize + 1;
    }
    chunks
}
