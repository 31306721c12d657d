//! Boards in few bits: for each cell and each layer that can change, which object is there.

use puzzlec_base::bits_of;

use crate::Bits;
use crate::game::{Game, Level};
use crate::world::{Board, World};

#[derive(Debug)]
pub(super) struct Codec {
    /// Words of a cell of a board.
    words: usize,
    /// For each object, if its layer can change: where its number starts in the bits of a cell, and the number.
    codes: Vec<Option<(u32, u64)>>,
    /// For each layer that can change: where its number starts, the bits of it, and its first object.
    layers: Vec<(u32, u32, usize)>,
    /// Bits of a cell.
    bits: u32,
    stride: usize,
    /// The board without what can change.
    blank: Board,
    /// For each cell whether it is one of the board; the others have no bits.
    inside: Vec<bool>,
}

/// The layers in which a turn can change something.
fn can_change(game: &Game) -> Bits {
    let mut layers = Bits::default();
    let of = |objects: &Bits| -> Vec<usize> {
        objects.iter().filter_map(|object| game.objects.get(object)).map(|object| object.layer).collect()
    };
    of(&game.player.objects).into_iter().for_each(|layer| layers.insert(layer));
    for write in game
        .all_rules()
        .flat_map(|rule| rule.rows.iter().flatten().flatten())
        .filter_map(|p| p.write.as_ref())
    {
        for objects in [&write.clear, &write.set, &write.random] {
            of(objects).into_iter().for_each(|layer| layers.insert(layer));
        }
        write.mark.iter().for_each(|mark| layers.insert(mark / game.shape.marks()));
        write.turned.iter().for_each(|layer| layers.insert(*layer));
    }
    layers
}

impl Codec {
    pub(super) fn new(game: &Game, level: &Level, world: &World) -> Self {
        let changing = can_change(game);
        let mut codes = vec![None; game.objects.len()];
        let (mut layers, mut bits) = (Vec::new(), 0);
        for layer in changing.iter() {
            let mut members =
                game.objects.iter().enumerate().filter(|(_, object)| object.layer == layer).map(|o| o.0);
            let Some(first) = members.next() else { continue };
            let count = members.count() as u64 + 1;
            let wide = u64::BITS - count.leading_zeros();
            layers.push((bits, wide, first));
            for (number, code) in codes.iter_mut().skip(first).zip(1..=count) {
                *number = Some((bits, code));
            }
            bits += wide;
        }
        let words = world.words();
        let mut blank = world.drawn().clone();
        for cell in blank.0.chunks_mut(words) {
            let gone = bits_of(cell.iter().copied())
                .filter(|object| codes.get(*object as usize).is_some_and(Option::is_some));
            for object in gone.collect::<Vec<_>>() {
                if let Some(word) = cell.get_mut(object as usize / 64) {
                    *word &= !(1 << (object % 64));
                }
            }
        }
        let inside: Vec<bool> = (0..level.cells.len()).map(|cell| !level.outside.contains(cell)).collect();
        let cells = inside.iter().filter(|inside| **inside).count();
        let stride = (cells * bits as usize).div_ceil(64).max(1);
        Codec { words, codes, layers, bits, stride, blank, inside }
    }

    /// Words of a packed board.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// A board to decode into.
    pub(super) fn blank(&self) -> Board {
        self.blank.clone()
    }

    /// Packs a board behind what is there.
    pub(super) fn encode(&self, board: &Board, packed: &mut Vec<u64>) {
        let begin = packed.len();
        packed.resize(begin + self.stride, 0);
        let Some(packed) = packed.get_mut(begin..) else { return };
        let mut at = 0;
        let cells = board.0.chunks(self.words).zip(&self.inside);
        for cell in cells.filter(|cell| *cell.1).map(|cell| cell.0) {
            for object in bits_of(cell.iter().copied()) {
                if let Some((offset, code)) = self.codes.get(object as usize).copied().flatten() {
                    let bit = at + offset as usize;
                    if let Some(word) = packed.get_mut(bit / 64) {
                        *word |= code << (bit % 64);
                    }
                    let room = 64 - bit as u32 % 64;
                    if room < u64::BITS - code.leading_zeros()
                        && let Some(word) = packed.get_mut(bit / 64 + 1)
                    {
                        *word |= code >> room;
                    }
                }
            }
            at += self.bits as usize;
        }
    }

    /// Unpacks a board.
    pub(super) fn decode(&self, packed: &[u64], board: &mut Board) {
        board.0.copy_from_slice(&self.blank.0);
        let mut at = 0;
        let cells = board.0.chunks_mut(self.words).zip(&self.inside);
        for cell in cells.filter(|cell| *cell.1).map(|cell| cell.0) {
            for (offset, wide, first) in &self.layers {
                let bit = at + *offset as usize;
                let low = packed.get(bit / 64).copied().unwrap_or(0) >> (bit % 64);
                let room = 64 - bit as u32 % 64;
                let high =
                    if room < *wide { packed.get(bit / 64 + 1).copied().unwrap_or(0) << room } else { 0 };
                let code = (low | high) & ((1 << wide) - 1);
                if code > 0 {
                    let object = first + code as usize - 1;
                    if let Some(word) = cell.get_mut(object / 64) {
                        *word |= 1 << (object % 64);
                    }
                }
            }
            at += self.bits as usize;
        }
    }

    /// The objects of all cells.
    pub(super) fn cells(&self, board: &Board) -> Vec<Bits> {
        let cell = |cell: &[u64]| Bits::of(bits_of(cell.iter().copied()).map(|object| object as usize));
        board.0.chunks(self.words).map(cell).collect()
    }
}
