//! The least image of a position under a group of symmetries, by tables for eleven cells each.

use super::board::one;
use super::word::Word;

/// A group of symmetries as tables.
#[derive(Clone, Debug)]
pub struct Canon<W> {
    /// Not the identity: for every eleven cells the images of their subsets.
    maps: Vec<Vec<Box<[W; 2048]>>>,
}

impl<W: Word> Canon<W> {
    /// The tables of these symmetries; the identity needs none.
    pub fn new(symmetries: &[&Vec<u8>]) -> Self {
        let moves =
            |symmetry: &&&Vec<u8>| symmetry.iter().enumerate().any(|(cell, &to)| usize::from(to) != cell);
        Canon { maps: symmetries.iter().filter(moves).map(|symmetry| tables(symmetry)).collect() }
    }

    /// The least image.
    pub fn of(&self, at: W) -> W {
        let mut least = at;
        for map in &self.maps {
            let mut image = W::ZERO;
            let mut from = 0;
            for part in map {
                image = image | part.get(at.eleven(from)).copied().unwrap_or(W::ZERO);
                from += 11;
            }
            least = least.min(image);
        }
        least
    }
}

fn tables<W: Word>(symmetry: &[u8]) -> Vec<Box<[W; 2048]>> {
    let parts = (0..symmetry.len()).step_by(11);
    parts
        .map(|from| {
            let mut part = Box::new([W::ZERO; 2048]);
            for bits in 1..2048usize {
                // Without its lowest cell the subset is known already.
                let cell = symmetry.get(from + bits.trailing_zeros() as usize).copied();
                let rest = part.get(bits & (bits - 1)).copied().unwrap_or(W::ZERO);
                if let Some(slot) = part.get_mut(bits) {
                    *slot = cell.map_or(rest, |cell| rest | W::of(one(cell)));
                }
            }
            part
        })
        .collect()
}
