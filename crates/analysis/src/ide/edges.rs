//! Where a step leaves the board: for the hover text of `step` and `run`.

use super::context::IdeContext;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::Sort;
use puzzlec_model::scope::falls::falls;
use puzzlec_syntax::ast::{Expr, ExprKind, Visitor, visit};

/// From where the call whose name stands at a place leaves the board, in words. A rule is looked at on the board of the
/// first puzzle that has it.
pub(super) fn edges(context: &IdeContext<'_>, file: FileId, name: Span) -> Option<String> {
    let (at, item) = context.item_at(file, name.start)?;
    let mut find = Find { name, call: None };
    visit(item, &mut find);
    let call = find.call?;
    let own = context.scope(at);
    let (scope, of) = match context.board_of(&own) {
        Some(_) => (own, None),
        None => {
            let puzzles = context
                .names
                .all(at.module, Sort::Puzzle)
                .map(|(puzzle, name)| (context.scope(puzzle), name));
            let (scope, name) = puzzles.into_iter().find(|(scope, _)| scope.rules.contains(&at))?;
            (scope, Some(&name.text))
        }
    };
    let board = context.board_of(&scope)?;
    let values = context.scope(at).values;
    let falls = falls(&context.names, at.module, board, &values, call)?;
    let the = of.map_or("the board".to_owned(), |puzzle| format!("the board of `{puzzle}`"));
    match falls.words(board) {
        Some(cells) => Some(format!("It leaves {the} for {cells}. A test of it is false there.")),
        None if falls.is_empty() => Some(format!("It never leaves {the}.")),
        None => None,
    }
}

struct Find<'t> {
    name: Span,
    call: Option<&'t Expr>,
}

impl<'t> Visitor<'t> for Find<'t> {
    fn expr(&mut self, expr: &'t Expr) {
        if matches!(&expr.kind, ExprKind::Call(name, _) if name.span == self.name) {
            self.call = Some(expr);
        }
    }
}
