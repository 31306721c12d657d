//! Tables of words.

use super::Scope;
use crate::board::Coord;
use crate::expr::{Cell, Cells, Test};
use crate::piece::{KindId, Named, Selector, mark};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Expr, ExprKind};

impl Scope<'_, '_> {
    /// `spells(E, "cat dog")`: the marks of the pieces on the cells, in their order, are one of the words.
    pub(super) fn spells(&mut self, cells: &Expr, words: &Expr) -> Option<Test> {
        let list = self.cells(cells)?;
        let ExprKind::Text(text) = &words.kind else {
            let d = Diagnostic::new(Code::TypeMismatch, words.span, "words in quotes are needed here");
            self.diagnostics.push(d.help("write them with blanks between them: `\"cat dog\"`"));
            return None;
        };
        let mut places = Vec::new();
        if !fixed(&list, &mut places) {
            let d = Diagnostic::new(Code::TypeMismatch, cells.span, "these cells are not known in advance");
            self.diagnostics.push(d.help("name a row, a column, a region or cells one by one"));
            return None;
        }
        let mut found = Vec::new();
        for word in text.split_whitespace() {
            let letters = word.chars().map(|letter| self.letter(letter)).collect::<Option<Vec<Selector>>>();
            let Some(letters) = letters else {
                let text = format!("no piece has the mark of each letter of `{word}`");
                let d = Diagnostic::new(Code::NoSuchMember, words.span, text);
                self.diagnostics
                    .push(d.help("a letter is the mark of a piece, such as `piece letter \"abc\"`"));
                return None;
            };
            if letters.len() == places.len() {
                let holds = |(place, letter): (&Coord, Selector)| {
                    Test::Holds(Cells::One(Cell::Fixed(*place)), letter)
                };
                found.push(Test::And(places.iter().zip(letters).map(holds).collect()));
            }
        }
        Some(Test::Or(found))
    }

    /// The pieces with a mark of one character.
    fn letter(&self, letter: char) -> Option<Selector> {
        let mut all = Selector::default();
        for (kind, piece) in (0..).map(KindId).zip(&self.pieces.kinds) {
            for (member, _) in
                (0..).zip(&piece.marks).filter(|(_, mark)| **mark == letter && !mark::is_word(**mark))
            {
                let member = (piece.marks.len() > 1).then_some(member);
                let named = Selector::named(Named { kind, member });
                all.kinds.extend(named.kinds);
                all.members.extend(named.members);
            }
        }
        (all != Selector::default()).then_some(all)
    }
}

/// Adds the cells of a list in their order; false if they depend on anything.
fn fixed(list: &Cells, found: &mut Vec<Coord>) -> bool {
    match list {
        Cells::Fixed(cells) => {
            found.extend(cells);
            true
        }
        Cells::One(Cell::Fixed(cell)) => {
            found.push(*cell);
            true
        }
        Cells::Join(parts) => parts.iter().all(|part| fixed(part, found)),
        _ => false,
    }
}
