//! Precomputed data of a board and its pieces.

use std::sync::{Arc, OnceLock};

use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use super::symmetry;
use crate::{BoardView, ContentView, Field};

/// On boards of more cells distances are worked out anew each time.
const MAX_KEPT: usize = 2048;

/// A board and its pieces, with what is looked up in them.
#[derive(Debug)]
pub(crate) struct Ground {
    field: Arc<Field>,
    pub(super) by_name: FxHashMap<String, u32>,
    pub(super) by_place: FxHashMap<(i32, i32), u32>,
    /// The piece's name for each value of a cell.
    pub(super) pieces: Vec<ImmutableString>,
    /// The mark for each value of a cell.
    pub(super) marks: Vec<ImmutableString>,
    /// The values of a cell that are a piece of that name.
    pub(super) values: FxHashMap<String, Vec<u16>>,
    distances: Vec<OnceLock<Box<[u32]>>>,
    symmetries: OnceLock<Vec<Vec<u32>>>,
}

impl Ground {
    /// Computes the common data; the rest is computed on demand.
    pub(crate) fn new(field: Arc<Field>) -> Self {
        let mut by_name = FxHashMap::default();
        let mut by_place = FxHashMap::default();
        for (place, cell) in (0u32..).zip(&field.board.cells) {
            by_name.entry(cell.name.clone()).or_insert(place);
            by_place.entry((cell.x, cell.y)).or_insert(place);
        }
        for (name, cells) in &field.board.regions {
            if let [only] = cells.as_slice() {
                by_name.entry(name.clone()).or_insert(*only);
            }
        }
        let mut values: FxHashMap<String, Vec<u16>> = FxHashMap::default();
        for (value, content) in (1u16..).zip(field.contents.iter().skip(1)) {
            values.entry(content.piece.clone()).or_default().push(value);
        }
        let texts = |of: fn(&ContentView) -> &String| field.contents.iter().map(|c| of(c).into()).collect();
        let cells = field.board.cells.len();
        let kept = if cells <= MAX_KEPT { cells } else { 0 };
        Ground {
            by_name,
            by_place,
            pieces: texts(|c| &c.piece),
            marks: texts(|c| &c.mark),
            values,
            distances: std::iter::repeat_with(OnceLock::new).take(kept).collect(),
            symmetries: OnceLock::new(),
            field,
        }
    }

    /// Whether it is of this field, and not only of an equal one.
    pub(crate) fn is_of(&self, field: &Arc<Field>) -> bool {
        Arc::ptr_eq(&self.field, field)
    }

    /// The board.
    pub(super) fn view(&self) -> &BoardView {
        &self.field.board
    }

    /// The neighbours of a cell.
    pub(super) fn around(&self, place: u32) -> &[u32] {
        self.view().neighbours.get(place as usize).map_or(&[], Vec::as_slice)
    }

    /// Steps between neighbours from one cell to another, and the effort of finding that out:
    /// the same at every asking.
    pub(super) fn distance(&self, from: u32, to: u32) -> (Option<u32>, u64) {
        let find = |row: &[u32]| row.get(to as usize).copied().filter(|d| *d != u32::MAX);
        match self.distances.get(from as usize) {
            Some(kept) => (find(kept.get_or_init(|| self.distances_from(from))), 1),
            None => (find(&self.distances_from(from)), self.view().cells.len() as u64),
        }
    }

    fn distances_from(&self, from: u32) -> Box<[u32]> {
        let mut row = vec![u32::MAX; self.view().cells.len()].into_boxed_slice();
        let mut reached = vec![from];
        let mut distance = 0;
        while !reached.is_empty() {
            let mut next = Vec::new();
            for place in reached {
                if let Some(slot) = row.get_mut(place as usize).filter(|d| **d == u32::MAX) {
                    *slot = distance;
                    next.extend_from_slice(self.around(place));
                }
            }
            reached = next;
            distance += 1;
        }
        row
    }

    /// The symmetries of the board: see [`symmetry::all`].
    pub(super) fn symmetries(&self) -> &[Vec<u32>] {
        self.symmetries.get_or_init(|| symmetry::all(self.view()))
    }
}
