//! Words that an editor shows between those of the text.

use super::book::{Book, Stage, given};
use super::describe;
use crate::analysis::Analysis;
use crate::base::words::counted;
use crate::base::{FileId, Span};
use crate::model::names::ItemRef;
use crate::syntax::ast::{
    BoardExpr, BoardKind, ConfigKind, Expr, Item, ItemKind, Path, PuzzleStatementKind, RuleBody, RuleRef,
};

/// Words to show at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where.
    pub offset: u32,
    /// The words.
    pub label: String,
    /// Whether it is the name of a parameter, which stands before its value.
    pub parameter: bool,
}

/// The hints of a part of a file: names of parameters at calls, how many cells a sized board has, the
/// pieces of a start.
pub fn hints(analysis: &Analysis, file: FileId, span: Span) -> Vec<Hint> {
    let book = Book::new(analysis);
    let Some((module, _)) = book.module(file) else { return Vec::new() };
    let mut hinter = Hinter { book: &book, found: Vec::new() };
    for (at, item) in book.items(module) {
        if item.span.start <= span.end && span.start <= item.span.end {
            hinter.item(at, item);
        }
    }
    let mut found = hinter.found;
    found.retain(|h| span.touches(h.offset));
    found.sort_by_key(|h| h.offset);
    found
}

struct Hinter<'b, 'a> {
    book: &'b Book<'a>,
    found: Vec<Hint>,
}

impl<'a> Hinter<'_, 'a> {
    fn item(&mut self, at: ItemRef, item: &'a Item) {
        match &item.kind {
            ItemKind::Board(b) => self.board(at, &b.value),
            ItemKind::Rule(r) => {
                r.on.iter().for_each(|b| self.board(at, b));
                if let RuleBody::Union(refs) = &r.body {
                    self.refs(at, refs);
                }
            }
            ItemKind::Puzzle(p) => {
                let stage = self.book.stage(at);
                for statement in &p.statements {
                    match &statement.kind {
                        PuzzleStatementKind::Board(b) => self.board(at, b),
                        PuzzleStatementKind::Rules(refs) => self.refs(at, refs),
                        PuzzleStatementKind::Start(c) if !matches!(c.kind, ConfigKind::Places(_)) => {
                            self.start(&stage, c);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, stage: &Stage<'a>, config: &'a crate::syntax::ast::ConfigExpr) {
        if let Some(label) = describe::pieces(self.book, stage, config) {
            self.found.push(Hint { offset: config.span.end, label, parameter: false });
        }
    }

    fn refs(&mut self, at: ItemRef, refs: &[RuleRef]) {
        for reference in refs {
            self.args(at, &reference.path, &reference.args);
        }
    }

    fn args(&mut self, at: ItemRef, path: &Path, args: &[Expr]) {
        let Some(found) = self.book.find(at.module, path) else { return };
        for (param, arg) in self.book.params(found).iter().zip(args) {
            // `slide(k)` says it already.
            if self.book.slice(arg.span) != param.name.text {
                let label = format!("{}:", param.name.text);
                self.found.push(Hint { offset: arg.span.start, label, parameter: true });
            }
        }
    }

    fn board(&mut self, at: ItemRef, board: &'a BoardExpr) {
        let sized = match &board.kind {
            BoardKind::Named(path, args) => {
                self.args(at, path, args);
                !args.is_empty()
            }
            BoardKind::Rectangle(..) | BoardKind::Side(..) => true,
            _ => false,
        };
        let values = given(self.book.params(at), &[], &crate::model::number::Values::new());
        if let Some(floor) = self.book.floor(at.module, board, &values).filter(|_| sized)
            && let Some(built) = self.book.board(&floor)
            && !built.unbounded
        {
            let label = counted(built.cells().len() as u64, "cells");
            self.found.push(Hint { offset: board.span.end, label, parameter: false });
        }
    }
}
