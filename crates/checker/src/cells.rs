//! The contents of a board's cells, where a row may close up.
//!
//! A row of cells is a list by column. A column that a row closed up over stays in the list and is marked, and
//! columns are counted without the marked ones: so closing up costs hardly more than any other change.

use std::cell::OnceCell;

use super::columns::Columns;
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::ContentId;
use puzzlec_model::query::Contents;

/// A row of more columns is no list.
const MOST_COLUMNS: i64 = 1 << 25;

/// The contents of cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// The list, if the cells are a row.
    row: Option<Row>,
    /// All other cells that hold something. A cell after the list has its column and the marked ones for a key.
    others: Configuration,
    /// The number of cells that hold something.
    held: usize,
    /// All of them, if they were asked for.
    all: OnceCell<Configuration>,
}

#[derive(Clone, Debug)]
struct Row {
    /// The column of the first.
    first: i64,
    contents: Vec<ContentId>,
    /// Those that are left. Marked ones are empty.
    left: Columns,
}

/// Where a content is kept.
enum Place {
    /// In the list.
    Listed(usize),
    /// Under a key.
    Key(Coord),
}

impl Cells {
    /// These contents; as a list if they are those of a row.
    pub fn new(cells: Configuration, row: bool) -> Self {
        let held = cells.len();
        let ends =
            cells.keys().next().zip(cells.keys().next_back()).map(|(a, b)| (i64::from(a.x), i64::from(b.x)));
        let Some((first, last)) = ends.filter(|(first, last)| row && last - first < MOST_COLUMNS) else {
            return Cells { others: cells, held, ..Cells::default() };
        };
        let mut contents = vec![0; usize::try_from(last - first + 1).unwrap_or(0)];
        for (cell, content) in &cells {
            let at = usize::try_from(i64::from(cell.x) - first).ok();
            if let Some(place) = at.and_then(|at| contents.get_mut(at)) {
                *place = *content;
            }
        }
        let left = Columns::new(contents.len());
        Cells { row: Some(Row { first, contents, left }), held, ..Cells::default() }
    }

    /// How many cells hold something.
    pub fn held(&self) -> usize {
        self.held
    }

    /// The contents of all cells. The cost is that of the position, once after each change.
    pub fn all(&self) -> &Configuration {
        if self.row.is_none() { &self.others } else { self.all.get_or_init(|| self.listed()) }
    }

    fn listed(&self) -> Configuration {
        let Some(row) = &self.row else { return self.others.clone() };
        let before = self.others.iter().take_while(|(cell, _)| i64::from(cell.x) < row.first);
        before.map(|(cell, content)| (*cell, *content)).chain(self.row_from(row, 0)).collect()
    }

    /// The cells that hold something, from one on, in order.
    pub fn later(&self, from: Coord) -> Vec<(Coord, ContentId)> {
        match &self.row {
            Some(row) if i64::from(from.x) >= row.first => {
                let rank = usize::try_from(i64::from(from.x) - row.first).unwrap_or(usize::MAX);
                self.row_from(row, rank).filter(|(cell, _)| *cell >= from).collect()
            }
            _ => self.all().range(from..).map(|(cell, content)| (*cell, *content)).collect(),
        }
    }

    /// The cells of the row that hold something, without so many of its first ones.
    fn row_from<'a>(&'a self, row: &'a Row, rank: usize) -> impl Iterator<Item = (Coord, ContentId)> + 'a {
        let cell = |x: i64, y: i32| Coord::new(i32::try_from(x).unwrap_or(i32::MAX), y);
        let taken = row.left.taken();
        let end = row.first.saturating_add_unsigned(row.contents.len() as u64);
        let first = row.left.select(rank).unwrap_or(row.contents.len());
        let columns = row.left.from(first).zip(row.first.saturating_add_unsigned(rank as u64)..);
        let listed = columns.filter_map(move |(at, x)| {
            let content = row.contents.get(at).filter(|content| **content != 0)?;
            Some((cell(x, 0), *content))
        });
        let after = self.others.iter().filter(move |(key, _)| i64::from(key.x) >= end);
        let after = after.map(move |(key, content)| {
            (cell(i64::from(key.x).saturating_sub_unsigned(taken as u64), key.y), *content)
        });
        listed.chain(after)
    }

    fn place(&self, cell: Coord) -> Place {
        let Some(row) = self.row.as_ref().filter(|_| cell.y == 0) else { return Place::Key(cell) };
        let Ok(rank) = usize::try_from(i64::from(cell.x) - row.first) else { return Place::Key(cell) };
        match row.left.select(rank) {
            Some(at) => Place::Listed(at),
            None => {
                let taken = i32::try_from(row.left.taken()).unwrap_or(i32::MAX);
                Place::Key(Coord::new(cell.x.saturating_add(taken), cell.y))
            }
        }
    }

    /// Sets the content of a cell; returns the old one.
    pub fn put(&mut self, cell: Coord, content: ContentId) -> ContentId {
        self.all.take();
        let old = match (self.place(cell), &mut self.row) {
            (Place::Listed(at), Some(row)) => {
                row.contents.get_mut(at).map_or(0, |held| std::mem::replace(held, content))
            }
            (Place::Key(key), _) if content == 0 => self.others.remove(&key).unwrap_or(0),
            (Place::Key(key), _) => self.others.insert(key, content).unwrap_or(0),
            (Place::Listed(_), None) => 0,
        };
        self.held = (self.held + usize::from(content != 0)).saturating_sub(usize::from(old != 0));
        old
    }

    /// Closes the row up over an empty cell: the contents after it move up by one place.
    pub fn close(&mut self, gap: Coord) {
        self.all.take();
        match (self.place(gap), &mut self.row) {
            (Place::Listed(at), Some(row)) => row.left.take(at),
            _ => self.shift(gap, -1),
        }
    }

    /// Takes back that the row closed up over a cell, which was empty.
    pub fn open(&mut self, gap: Coord) {
        self.all.take();
        let listed = match &mut self.row {
            None => false,
            // Marked columns between two others are alike.
            Some(row) => usize::try_from(i64::from(gap.x) - row.first).is_ok_and(|rank| {
                let after = row.left.select(rank).unwrap_or(row.contents.len());
                let marked = after.checked_sub(1).filter(|at| !row.left.contains(*at));
                if let Some(at) = marked {
                    row.left.give_back(at);
                }
                marked.is_some()
            }),
        };
        if !listed {
            self.shift(gap, 1);
        }
    }

    /// Moves the contents of a cell and of those after it, without a list.
    fn shift(&mut self, from: Coord, by: i32) {
        if self.row.is_some() {
            self.others = self.listed();
            self.row = None;
        }
        let later = self.others.split_off(&from);
        self.others.extend(later.into_iter().map(|(cell, held)| (Coord::new(cell.x + by, cell.y), held)));
    }
}

impl Contents for Cells {
    fn content(&self, cell: Coord) -> ContentId {
        match (self.place(cell), &self.row) {
            (Place::Listed(at), Some(row)) => row.contents.get(at).copied().unwrap_or(0),
            (Place::Key(key), _) => self.others.get(&key).copied().unwrap_or(0),
            (Place::Listed(_), None) => 0,
        }
    }

    fn occupied(&self) -> Vec<Coord> {
        self.all().keys().copied().collect()
    }
}
