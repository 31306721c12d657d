//! The board of a turn: objects and marks of each cell, and of each row and column all that may be in it.

use super::program::{add, is_zero};

/// Objects and marks of a row, a column or the board. They are never too few: what goes stays in them until the next turn.
#[derive(Clone, Copy)]
pub(super) struct Line<const W: usize, const M: usize> {
    pub(super) objects: [u64; W],
    pub(super) marks: [u64; M],
}

impl<const W: usize, const M: usize> Line<W, M> {
    const EMPTY: Self = Line { objects: [0; W], marks: [0; M] };
}

/// The board of a turn, by columns.
pub(super) struct Board<const W: usize, const M: usize> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) objects: Vec<[u64; W]>,
    pub(super) marks: Vec<[u64; M]>,
    pub(super) rows: Vec<Line<W, M>>,
    pub(super) columns: Vec<Line<W, M>>,
    pub(super) all: Line<W, M>,
    /// Marks that rigid rules wrote, and for each cell and layer the group.
    pub(super) noted: Vec<[u64; M]>,
    pub(super) noted_by: Vec<(usize, usize, usize)>,
}

impl<const W: usize, const M: usize> Board<W, M> {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        Board {
            width,
            height,
            objects: vec![[0; W]; cells],
            marks: vec![[0; M]; cells],
            rows: vec![Line::EMPTY; height],
            columns: vec![Line::EMPTY; width],
            all: Line::EMPTY,
            noted: vec![[0; M]; cells],
            noted_by: Vec::new(),
        }
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

    /// Rows and columns of a board without marks.
    fn sum_up(&mut self) {
        self.rows.fill(Line::EMPTY);
        self.all = Line::EMPTY;
        for (column, cells) in self.columns.iter_mut().zip(self.objects.chunks(self.height.max(1))) {
            *column = Line::EMPTY;
            for (row, cell) in self.rows.iter_mut().zip(cells) {
                add(&mut row.objects, cell);
                add(&mut column.objects, cell);
            }
            add(&mut self.all.objects, &column.objects);
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
        self.rows.iter_mut().for_each(|row| row.marks = [0; M]);
        for (column, cells) in self.columns.iter_mut().zip(self.marks.chunks_mut(self.height.max(1))) {
            if !is_zero(&column.marks) {
                column.marks = [0; M];
                cells.fill([0; M]);
            }
        }
    }

    /// Adds marks to a cell.
    #[inline]
    pub(super) fn add_marks(&mut self, cell: usize, marks: &[u64; M]) {
        if let Some(old) = self.marks.get_mut(cell) {
            add(old, marks);
        }
        self.know(cell, &[0; W], marks);
    }

    /// Rows and columns learn what is in a cell.
    #[inline]
    pub(super) fn know(&mut self, cell: usize, objects: &[u64; W], marks: &[u64; M]) {
        let height = self.height.max(1);
        let row = self.rows.get_mut(cell % height);
        let column = self.columns.get_mut(cell / height);
        for line in row.into_iter().chain(column).chain([&mut self.all]) {
            add(&mut line.objects, objects);
            add(&mut line.marks, marks);
        }
    }
}
