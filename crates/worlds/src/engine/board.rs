//! The board of a turn: objects and marks of each cell, and of each line of cells all that may be in it.

use std::ops::Range;

use super::program::{add, is_zero};
use crate::shape::Grid;

/// Objects and marks of a line or of the board. They are never too few: what goes stays in them until the next turn.
#[derive(Clone, Copy)]
pub(super) struct Held<const W: usize, const M: usize> {
    pub(super) objects: [u64; W],
    pub(super) marks: [u64; M],
}

impl<const W: usize, const M: usize> Held<W, M> {
    const EMPTY: Self = Held { objects: [0; W], marks: [0; M] };
}

/// The board of a turn, by columns.
pub(super) struct Board<const W: usize, const M: usize> {
    pub(super) grid: Grid,
    pub(super) objects: Vec<[u64; W]>,
    pub(super) marks: Vec<[u64; M]>,
    /// The cells that may have marks.
    pub(super) marked: Range<usize>,
    /// What the lines of each axis hold.
    pub(super) lines: Vec<Vec<Held<W, M>>>,
    pub(super) all: Held<W, M>,
    /// Marks that rigid rules wrote, and for each cell and layer the group.
    pub(super) noted: Vec<[u64; M]>,
    pub(super) noted_by: Vec<(usize, usize, usize)>,
}

impl<const W: usize, const M: usize> Board<W, M> {
    pub(super) fn new(grid: Grid) -> Self {
        let cells = grid.count();
        Board {
            objects: vec![[0; W]; cells],
            marks: vec![[0; M]; cells],
            marked: 0..0,
            lines: grid.axes.iter().map(|axis| vec![Held::EMPTY; axis.lines.len()]).collect(),
            all: Held::EMPTY,
            noted: vec![[0; M]; cells],
            noted_by: Vec::new(),
            grid,
        }
    }

    /// The cell at a place of the lines of an axis.
    #[inline]
    pub(super) fn cell(&self, axis: usize, place: usize) -> usize {
        self.grid.axes.get(axis).and_then(|axis| axis.cells.get(place)).copied().unwrap_or(usize::MAX)
    }

    /// Takes a board without marks.
    pub(super) fn load(&mut self, words: &[u64]) {
        let (cells, _) = words.as_chunks::<W>();
        self.objects.iter_mut().zip(cells).for_each(|(a, b)| *a = *b);
        self.sum_up();
    }

    /// Takes objects back, without marks.
    pub(super) fn take(&mut self, objects: &[[u64; W]]) {
        self.objects.iter_mut().zip(objects).for_each(|(a, b)| *a = *b);
        self.clear_marks();
        self.sum_up();
    }

    pub(super) fn store(&self, words: &mut [u64]) {
        let (cells, _) = words.as_chunks_mut::<W>();
        cells.iter_mut().zip(&self.objects).for_each(|(a, b)| *a = *b);
    }

    /// The lines of a board without marks.
    fn sum_up(&mut self) {
        self.all = Held::EMPTY;
        for (axis, lines) in self.grid.axes.iter().zip(&mut self.lines) {
            for (line, held) in axis.lines.iter().zip(lines) {
                *held = Held::EMPTY;
                for cell in self.grid.cells(axis, line) {
                    if let Some(objects) = self.objects.get(*cell) {
                        add(&mut held.objects, objects);
                    }
                }
            }
        }
        for held in self.lines.first().into_iter().flatten() {
            add(&mut self.all.objects, &held.objects);
        }
    }

    /// Drops all marks and notes.
    pub(super) fn clear_marks(&mut self) {
        if !self.noted_by.is_empty() {
            self.noted_by.clear();
            self.noted.fill([0; M]);
        }
        if is_zero(&self.all.marks) {
            return;
        }
        self.all.marks = [0; M];
        self.lines.iter_mut().flatten().for_each(|held| held.marks = [0; M]);
        if let Some(marks) = self.marks.get_mut(self.marked.clone()) {
            marks.fill([0; M]);
        }
        self.marked = 0..0;
    }

    /// Adds marks to a cell.
    #[inline]
    pub(super) fn add_marks(&mut self, cell: usize, marks: &[u64; M]) {
        if let Some(old) = self.marks.get_mut(cell) {
            add(old, marks);
        }
        self.know(cell, &[0; W], marks);
    }

    /// The lines learn what is in a cell.
    #[inline]
    pub(super) fn know(&mut self, cell: usize, objects: &[u64; W], marks: &[u64; M]) {
        if !is_zero(marks) {
            self.marked = match self.marked.is_empty() {
                true => cell..cell + 1,
                false => self.marked.start.min(cell)..self.marked.end.max(cell + 1),
            };
        }
        let lines = self.grid.axes.iter().zip(&mut self.lines);
        let of = lines.filter_map(|(axis, lines)| lines.get_mut(axis.line_of.get(cell).copied()?));
        for held in of.chain([&mut self.all]) {
            add(&mut held.objects, objects);
            add(&mut held.marks, marks);
        }
    }
}
