//! Marks in pictures and rows.

use super::walk::Walker;
use super::{Meaning, spoken};
use crate::analysis::ide::book::{Book, Stage};
use crate::base::Span;
use crate::model::names::ItemRef;
use crate::syntax::ast::{Lattice, Picture, RowTerm, RowTermKind, Text};
use crate::syntax::layout;

/// The pieces that a mark of an item may mean: those that the rules name, those of the file, those of
/// the rules' modules. The first ring that has the mark decides.
pub(in crate::analysis::ide) fn rings(book: &Book<'_>, stage: &Stage<'_>) -> [Vec<ItemRef>; 3] {
    let first: Vec<ItemRef> = stage.rules.iter().flat_map(|r| spoken(book, *r)).collect();
    let own = book.pieces(stage.module).collect();
    let mut others: Vec<ItemRef> = stage.rule_modules.iter().flat_map(|m| book.pieces(*m)).collect();
    if stage.floor.is_none() && stage.rules.is_empty() {
        // A configuration by itself belongs to no puzzle yet: pieces of any import may be meant.
        let imports = book.project.module(stage.module).into_iter().flat_map(|m| m.imports.values());
        others.extend(imports.flat_map(|i| book.pieces(i.module)));
    }
    [first, own, others]
}

/// The characters of a text between quotes, with their places.
pub(in crate::analysis::ide) fn characters(book: &Book<'_>, span: Span) -> Vec<(char, Span)> {
    let text = book.slice(span);
    let quoted = text.starts_with('"');
    let inside = if quoted { text.get(1..).unwrap_or("") } else { text };
    let start = span.start as usize + usize::from(quoted);
    let mut found = Vec::new();
    let mut rest = inside.char_indices();
    while let Some((at, c)) = rest.next() {
        let (mark, length) = match c {
            '"' if quoted => break,
            '\\' if quoted => match rest.next() {
                Some((_, 'n')) => ('\n', 2),
                Some((_, 't')) => ('\t', 2),
                Some((_, escaped)) => (escaped, 1 + escaped.len_utf8()),
                None => break,
            },
            c => (c, c.len_utf8()),
        };
        found.push((mark, Span::new(span.file, start + at, start + at + length)));
    }
    found
}

impl<'a> Walker<'_, 'a> {
    pub(super) fn declared_marks(&mut self, piece: ItemRef, marks: &'a Text) {
        for (mark, span) in characters(self.book, marks.span) {
            self.declares(span, Meaning::Mark(piece, mark));
        }
    }

    /// The picture of a board: what is no `.` names its cells.
    pub(super) fn drawn(&mut self, board: Span, lattice: Lattice, picture: &'a Picture) {
        for mark in layout(picture, lattice).0.iter().filter(|m| !matches!(m.ch, '.' | '?')) {
            self.declares(mark.span, Meaning::Cell(board, mark.ch.to_string()));
        }
    }

    pub(super) fn marks(&mut self, picture: &'a Picture) {
        let marks = layout(picture, Lattice::Line).0;
        self.placed(marks.iter().map(|m| (m.ch, m.span)));
    }

    fn placed(&mut self, marks: impl Iterator<Item = (char, Span)>) {
        let rings = rings(self.book, &self.stage);
        let mut known: Vec<(char, Option<ItemRef>)> = Vec::new();
        for (mark, span) in marks.filter(|m| !matches!(m.0, '.' | '?' | ' ')) {
            let piece = match known.iter().find(|k| k.0 == mark) {
                Some((_, piece)) => *piece,
                None => {
                    let piece = by_mark(self.book, &rings, mark);
                    known.push((mark, piece));
                    piece
                }
            };
            if let Some(piece) = piece {
                self.uses(span, Meaning::Mark(piece, mark));
            }
        }
    }

    pub(super) fn row(&mut self, terms: &'a [RowTerm]) {
        let mut marks = Vec::new();
        self.terms(terms, &mut marks);
        self.placed(marks.into_iter());
    }

    fn terms(&mut self, terms: &'a [RowTerm], marks: &mut Vec<(char, Span)>) {
        for term in terms {
            match &term.kind {
                RowTermKind::Marks(word) => {
                    let all = characters(self.book, term.span);
                    marks.extend(all.into_iter().take(word.chars().count()));
                }
                RowTermKind::Group(inner) => self.terms(inner, marks),
            }
            if let Some(times) = &term.times {
                self.expr(times);
            }
        }
    }
}

/// The piece that a mark means.
pub(in crate::analysis::ide) fn by_mark(
    book: &Book<'_>,
    rings: &[Vec<ItemRef>],
    mark: char,
) -> Option<ItemRef> {
    rings.iter().flatten().copied().find(|at| book.marks(*at).contains(mark))
}
