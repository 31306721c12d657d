//! Marks in pictures and rows.

use super::walk::Walker;
use super::{Meaning, spoken};
use crate::ide::context::{IdeContext, ItemScope};
use puzzlec_base::Span;
use puzzlec_model::names::ItemRef;
use puzzlec_syntax::ast::{Lattice, Picture, RowTerm, RowTermKind, Text};
use puzzlec_syntax::layout;

/// The pieces that a mark of an item may mean: those that the rules name, those of the file, those of
/// the rules' modules. The first ring that has the mark decides.
pub(in crate::ide) fn rings(context: &IdeContext<'_>, scope: &ItemScope<'_>) -> [Vec<ItemRef>; 3] {
    let first: Vec<ItemRef> = scope.rules.iter().flat_map(|r| spoken(context, *r)).collect();
    let own = context.pieces(scope.module).collect();
    let mut others: Vec<ItemRef> = scope.rule_modules.iter().flat_map(|m| context.pieces(*m)).collect();
    if scope.lazy_board.is_none() && scope.rules.is_empty() {
        // A separate configuration belongs to no puzzle yet, so its marks may be pieces of any import.
        let imports = context.project.module(scope.module).into_iter().flat_map(|m| m.imports.values());
        others.extend(imports.flat_map(|i| context.pieces(i.module)));
    }
    [first, own, others]
}

/// The characters of a text between quotes, with their places.
pub(in crate::ide) fn characters(context: &IdeContext<'_>, span: Span) -> Vec<(char, Span)> {
    let text = context.slice(span);
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

impl Walker<'_, '_> {
    pub(super) fn declared_marks(&mut self, piece: ItemRef, marks: &Text) {
        for (mark, span) in characters(self.context, marks.span) {
            self.declares(span, Meaning::Mark(piece, mark));
        }
    }

    /// The picture of a board: what is no `.` names its cells.
    pub(super) fn drawn(&mut self, board: Span, lattice: Lattice, picture: &Picture) {
        for mark in layout(picture, lattice).0.iter().filter(|m| !matches!(m.ch, '.' | '?')) {
            self.declares(mark.span, Meaning::Cell(board, mark.ch.to_string()));
        }
    }

    /// The picture of a position.
    pub(super) fn placed(&mut self, picture: &Picture) {
        for mark in layout(picture, Lattice::Line).0 {
            self.mark(mark.ch, mark.span);
        }
    }

    /// Marks of a row.
    pub(super) fn term(&mut self, term: &RowTerm) {
        let RowTermKind::Marks(word) = &term.kind else { return };
        for (mark, span) in characters(self.context, term.span).into_iter().take(word.chars().count()) {
            self.mark(mark, span);
        }
    }

    fn mark(&mut self, mark: char, span: Span) {
        if matches!(mark, '.' | '?' | ' ') {
            return;
        }
        let rings = self.rings.get_or_init(|| rings(self.context, &self.scope));
        if let Some(piece) = by_mark(self.context, rings, mark) {
            self.uses(span, Meaning::Mark(piece, mark));
        }
    }
}

/// The piece that a mark means.
pub(in crate::ide) fn by_mark(
    context: &IdeContext<'_>,
    rings: &[Vec<ItemRef>],
    mark: char,
) -> Option<ItemRef> {
    rings.iter().flatten().copied().find(|at| context.marks(*at).contains(mark))
}
