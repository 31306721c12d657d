//! Drawings of square cells.

use std::collections::{BTreeMap, BTreeSet};

use super::MOST_CELLS;
use super::lines::{Drawing, Line, wrong};
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::words::grouped;

/// A row and a column, from 0.
pub(super) type Place = (usize, usize);

/// Marks in rows; a blank is no cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    rows: Vec<Vec<char>>,
    width: usize,
}

/// How the marks of a drawing stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lay {
    /// In columns.
    Square,
    /// Neighbouring rows are shifted by half a cell.
    Shifted,
}

impl Grid {
    pub(super) fn new(rows: Vec<Vec<char>>) -> Self {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        Grid { rows, width }
    }

    /// The marks of lines as they stand.
    ///
    /// # Errors
    /// A tab, or too many places.
    pub(super) fn of_lines(lines: &[Line<'_>]) -> Result<Self, Box<Diagnostic>> {
        for line in lines {
            if let Some(column) = line.text.chars().position(|c| c == '\t') {
                return Err(Box::new(
                    wrong(line.at(column), "a drawing cannot contain tabs").help("use blanks"),
                ));
            }
        }
        let head = lines.first().map(Line::whole).unwrap_or_default();
        Grid::within(lines.iter().map(|line| line.text.chars().collect()).collect(), head)
    }

    /// The marks of rows.
    ///
    /// # Errors
    /// Too many places, at the head of the rows.
    pub(super) fn within(rows: Vec<Vec<char>>, head: Span) -> Result<Self, Box<Diagnostic>> {
        let grid = Grid::new(rows);
        if grid.height().saturating_mul(grid.width) > MOST_CELLS {
            let text = format!("the drawing has more than {} places", grouped(MOST_CELLS as u64));
            return Err(Box::new(wrong(head, text)));
        }
        Ok(grid)
    }

    /// The marks of a drawing whose marks may be spaced; and how they stand. Square cells lose the blanks between.
    ///
    /// # Errors
    /// A tab, too many places, or a mark between two columns.
    pub(super) fn of_drawing(drawing: &Drawing<'_>) -> Result<(Self, Lay), Box<Diagnostic>> {
        let raw = Grid::of_lines(&drawing.lines)?;
        let left = raw.places().map(|(_, column)| column).min().unwrap_or(0);
        let touches = |row: &Vec<char>| row.windows(2).any(|pair| pair.iter().all(|c| *c != ' '));
        let cut = |row: &Vec<char>, step: usize| row.iter().copied().skip(left).step_by(step).collect();
        if raw.rows.iter().any(touches) || raw.rows.iter().all(|row| row.len() <= left + 1) {
            return Ok((Grid::new(raw.rows.iter().map(|row| cut(row, 1)).collect()), Lay::Square));
        }
        let mut shifts = BTreeSet::new();
        for (number, (row, line)) in raw.rows.iter().zip(&drawing.lines).enumerate() {
            let mut columns = (0..row.len()).filter(|column| row.get(*column) != Some(&' '));
            let Some(first) = columns.next() else { continue };
            if let Some(crooked) = columns.find(|column| !(column - first).is_multiple_of(2)) {
                return Err(Box::new(wrong(line.at(crooked), "this mark stands between two columns")));
            }
            shifts.insert(((first - left) % 2, number % 2));
        }
        let odd = shifts.iter().any(|(shift, _)| *shift == 1);
        if !odd {
            return Ok((Grid::new(raw.rows.iter().map(|row| cut(row, 2)).collect()), Lay::Square));
        }
        if shifts.len() > 2 || shifts.iter().map(|(_, row)| row).collect::<BTreeSet<_>>().len() < shifts.len()
        {
            let text = "rows must either stand in columns or be shifted by half a cell in turn";
            return Err(Box::new(wrong(drawing.head(), text)));
        }
        Ok((Grid::new(raw.rows.iter().map(|row| cut(row, 1)).collect()), Lay::Shifted))
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The mark at a place; a blank outside.
    pub(super) fn get(&self, (row, column): Place) -> char {
        self.rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(' ')
    }

    /// The places with a mark, in reading order.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.rows.iter().enumerate().flat_map(|(number, row)| {
            let marked = row.iter().enumerate().filter(|(_, c)| **c != ' ');
            marked.map(move |(column, _)| (number, column))
        })
    }

    /// The places with one of these marks, in reading order.
    pub(super) fn holding(&self, marks: &[char]) -> Vec<Place> {
        self.places().filter(|place| marks.contains(&self.get(*place))).collect()
    }

    /// By mark its places.
    pub(super) fn by_mark(&self) -> BTreeMap<char, Vec<Place>> {
        let mut all: BTreeMap<char, Vec<Place>> = BTreeMap::new();
        for place in self.places() {
            all.entry(self.get(place)).or_default().push(place);
        }
        all
    }

    /// The places beside one, inside the drawing's rectangle.
    pub(super) fn beside(&self, (row, column): Place) -> impl Iterator<Item = Place> + use<> {
        let (height, width) = (self.height(), self.width);
        let up = row.checked_sub(1).map(|row| (row, column));
        let left = column.checked_sub(1).map(|column| (row, column));
        let all = [up, Some((row, column + 1)), Some((row + 1, column)), left];
        all.into_iter().flatten().filter(move |(row, column)| *row < height && *column < width)
    }

    /// The places that can be reached from these without passing one that is `closed`.
    pub(super) fn flood(
        &self,
        from: impl IntoIterator<Item = Place>,
        closed: impl Fn(char) -> bool,
    ) -> BTreeSet<Place> {
        let mut seen: BTreeSet<Place> = from.into_iter().collect();
        let mut open: Vec<Place> = seen.iter().copied().collect();
        while let Some(place) = open.pop() {
            for next in self.beside(place) {
                if !closed(self.get(next)) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// The drawing with another mark on each place, spaced. `None` is no cell.
    pub(super) fn redrawn(&self, mark: impl Fn(Place) -> Option<char>) -> Vec<String> {
        let row = |row: usize| {
            let marks = (0..self.width).map(|column| mark((row, column)).unwrap_or(' ').to_string());
            marks.collect::<Vec<_>>().join(" ").trim_end().to_owned()
        };
        (0..self.height()).map(row).collect()
    }

    /// The marks as they stand.
    pub(super) fn drawn(&self, mark: impl Fn(Place) -> char) -> Vec<String> {
        let row = |row: usize| {
            let marks = (0..self.width).map(|column| match self.get((row, column)) {
                ' ' => ' ',
                _ => mark((row, column)),
            });
            marks.collect::<String>().trim_end().to_owned()
        };
        (0..self.height()).map(row).collect()
    }
}
