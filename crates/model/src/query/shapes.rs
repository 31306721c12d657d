//! Shapes of sets of cells.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Board, Coord, Place};
use crate::expr::{Cells, Form};

/// The pairs of neighbours among some cells, by their places in the list: the smaller first, sorted, each once. Linear in the
/// cells and their neighbours.
pub fn links(board: &Board, cells: &[Coord]) -> Vec<(u32, u32)> {
    let at: FxHashMap<Coord, u32> = cells.iter().copied().zip(0..).collect();
    let mut links: Vec<(u32, u32)> = Vec::new();
    for (cell, place) in cells.iter().zip(0..) {
        let near = board.neighbours(*cell).into_iter().filter_map(|near| at.get(&near).copied());
        links.extend(near.filter(|near| *near != place).map(|near| (near.min(place), near.max(place))));
    }
    links.sort_unstable();
    links.dedup();
    links
}

/// The connected components of some cells, of which neighbours are joined. Linear in the cells and their neighbours.
pub fn components(board: &Board, cells: &[Coord]) -> Vec<FxHashSet<Coord>> {
    let mut near: Vec<Vec<u32>> = vec![Vec::new(); cells.len()];
    for (a, b) in links(board, cells) {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(list) = near.get_mut(from as usize) {
                list.push(to);
            }
        }
    }
    let mut left: Vec<bool> = vec![true; cells.len()];
    let mut all = Vec::new();
    for first in (0_u32..).take(cells.len()) {
        let (mut part, mut open) = (FxHashSet::default(), vec![first]);
        while let Some(place) = open.pop() {
            let Some(new) = left.get_mut(place as usize).filter(|new| **new) else { continue };
            *new = false;
            part.extend(cells.get(place as usize).copied());
            open.extend(near.get(place as usize).into_iter().flatten());
        }
        if !part.is_empty() {
            all.push(part);
        }
    }
    all
}

impl Place<'_> {
    /// Whether cells have a shape; `None` if they have no value.
    pub fn form(&self, form: &Form, cells: &Cells) -> Option<bool> {
        let cells = self.cells(cells)?;
        let links = links(self.board, &cells);
        let degree = |cell: Coord| {
            let place = cells.iter().position(|c| *c == cell);
            let of = |n: u32| usize::try_from(n).ok() == place;
            links.iter().filter(|(a, b)| of(*a) || of(*b)).count()
        };
        let one = components(self.board, &cells).len() == 1;
        Some(match form {
            Form::Loop => one && cells.iter().all(|cell| degree(*cell) == 2),
            Form::Path(a, b) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                let ends = cells.contains(&a) && cells.contains(&b);
                let fits = |cell: &Coord| match (*cell == a || *cell == b, a == b) {
                    (true, true) => cells.len() == 1,
                    (true, false) => degree(*cell) == 1,
                    (false, _) => degree(*cell) == 2,
                };
                one && ends && cells.iter().all(fits)
            }
            Form::Tree => one && links.len() + 1 == cells.len(),
            Form::Rectangle => {
                let (columns, rows) = (cells.iter().map(|c| c.x), cells.iter().map(|c| c.y));
                let side = |low: Option<i32>, high: Option<i32>| {
                    low.zip(high).map_or(0, |(low, high)| i64::from(high) - i64::from(low) + 1)
                };
                let area = side(columns.clone().min(), columns.max()) * side(rows.clone().min(), rows.max());
                !cells.is_empty() && i64::try_from(cells.len()) == Ok(area)
            }
        })
    }
}
