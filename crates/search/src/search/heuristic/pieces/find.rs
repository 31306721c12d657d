//! Finding the pieces of a state.

use super::changes::{Cell, Changes};
use crate::packed::{Field, Layout};
use puzzlec_task::Value;

/// Bits of the state that are looked up together, unless one field is wider.
const BITS: u32 = 8;

/// Neighbouring fields of a word: by their bits the pieces in them.
pub(super) struct Finder {
    word: u32,
    shift: u32,
    mask: u64,
    begins: Vec<u32>,
    found: Vec<(u8, Cell)>,
}

impl Finder {
    /// The pieces with their kinds, by their numbers.
    #[inline]
    pub(super) fn of(&self, state: &[u64]) -> &[(u8, Cell)] {
        let word = state.get(self.word as usize).copied().unwrap_or(0);
        let bits = (word >> self.shift & self.mask) as usize;
        let range = self.begins.get(bits).zip(self.begins.get(bits + 1));
        range.and_then(|(from, to)| self.found.get(*from as usize..*to as usize)).unwrap_or(&[])
    }
}

/// The finders of all fields; neighbouring fields share a table while it is small.
pub(super) fn finders(changes: &Changes, layout: &Layout) -> Option<Vec<Finder>> {
    type Kinds = Vec<Option<u8>>;
    let mut fields: Vec<(Field, Cell, Kinds)> = Vec::new();
    for (cell, var) in (0..).zip(&changes.cells) {
        let kind = |value: &Value| changes.kinds.iter().position(|(kind, _)| kind == value);
        let kinds: Kinds =
            layout.values(*var).iter().map(|value| kind(value).map(|kind| kind as u8)).collect();
        if kinds.iter().any(Option::is_some) {
            fields.push((layout.field(*var)?, cell, kinds));
        }
    }
    let ends = |field: &Field| field.shift + field.mask.count_ones();
    let mut finders = Vec::new();
    let mut rest = fields.as_slice();
    while let Some(((first, ..), _)) = rest.split_first() {
        let fits = |(field, ..): &&(Field, Cell, Kinds)| {
            field.word == first.word && (field == first || ends(field) <= first.shift + BITS)
        };
        let (here, after) = rest.split_at(rest.iter().take_while(fits).count());
        rest = after;
        let width = here.last().map_or(0, |(field, ..)| ends(field) - first.shift);
        if width > 2 * BITS {
            return None;
        }
        let mask = (1 << width) - 1;
        let (mut begins, mut found) = (vec![0], Vec::new());
        for bits in 0..=mask {
            for (field, cell, kinds) in here {
                let code = (bits >> (field.shift - first.shift) & field.mask) as usize;
                found.extend(kinds.get(code).copied().flatten().map(|kind| (kind, *cell)));
            }
            begins.push(found.len() as u32);
        }
        finders.push(Finder { word: first.word, shift: first.shift, mask, begins, found });
    }
    Some(finders)
}
