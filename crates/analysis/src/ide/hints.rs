//! Words that an editor shows between those of the text.

use super::context::{IdeContext, given};
use super::describe;
use crate::Analysis;
use puzzlec_base::words::counted;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::ItemRef;
use puzzlec_model::number::Values;
use puzzlec_syntax::ast::{
    BoardExpr, BoardKind, ConfigExpr, ConfigKind, Expr, Path, PuzzleStatementKind, RuleRef, Visitor, visit,
};

/// Words to show at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The place.
    pub offset: u32,
    /// The words.
    pub label: String,
    /// Whether it is the name of a parameter, which is shown before its value.
    pub parameter: bool,
}

/// The hints of a part of a file: names of parameters at calls, how many cells a sized board has, the
/// pieces of a start.
pub fn hints(analysis: &Analysis, file: FileId, span: Span) -> Vec<Hint> {
    let context = IdeContext::new(analysis);
    let Some((module, _)) = context.module(file) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, item) in context.items(module) {
        if item.span.start <= span.end && span.start <= item.span.end {
            let mut hinter = Hinter { context: &context, at, found: Vec::new() };
            visit(item, &mut hinter);
            for statement in context.puzzle(at).map_or(&[][..], |puzzle| &puzzle.statements) {
                if let PuzzleStatementKind::Start(start) = &statement.kind {
                    hinter.start(start);
                }
            }
            found.append(&mut hinter.found);
        }
    }
    found.retain(|h| span.touches(h.offset));
    found.sort_by_key(|h| h.offset);
    found
}

struct Hinter<'b, 'a> {
    context: &'b IdeContext<'a>,
    at: ItemRef,
    found: Vec<Hint>,
}

impl<'a> Visitor<'a> for Hinter<'_, 'a> {
    fn rules(&mut self, rules: &'a [RuleRef]) {
        rules.iter().for_each(|rule| self.args(&rule.path, &rule.args));
    }

    fn board(&mut self, board: &'a BoardExpr) {
        let sized = match &board.kind {
            BoardKind::Named(path, args) => {
                self.args(path, args);
                !args.is_empty()
            }
            BoardKind::Rectangle(..) | BoardKind::Side(..) => true,
            BoardKind::Drawn(..)
            | BoardKind::Maze(..)
            | BoardKind::Line(_)
            | BoardKind::Ring(_)
            | BoardKind::Unbounded(_) => false,
            BoardKind::Graph(_) | BoardKind::Script(_) | BoardKind::Error => false,
        };
        let values = given(self.context.params(self.at), &[], &Values::new());
        if let Some(lazy_board) = self.context.lazy_board(self.at.module, board, &values).filter(|_| sized)
            && let Some(built) = self.context.board(&lazy_board)
            && !built.unbounded
        {
            let label = counted(built.cells().len() as u64, "cells");
            self.found.push(Hint { offset: board.span.end, label, parameter: false });
        }
    }
}

impl<'a> Hinter<'_, 'a> {
    fn start(&mut self, config: &'a ConfigExpr) {
        if matches!(config.kind, ConfigKind::Places(_)) {
            return;
        }
        if let Some(label) = describe::pieces(self.context, &self.context.scope(self.at), config) {
            self.found.push(Hint { offset: config.span.end, label, parameter: false });
        }
    }

    fn args(&mut self, path: &Path, args: &[Expr]) {
        let Some(found) = self.context.find(self.at.module, path) else { return };
        for (param, arg) in self.context.params(found).iter().zip(args) {
            // `slide(k)` already shows it.
            if self.context.slice(arg.span) != param.name.text {
                let label = format!("{}:", param.name.text);
                self.found.push(Hint { offset: arg.span.start, label, parameter: true });
            }
        }
    }
}
