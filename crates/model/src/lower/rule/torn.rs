//! Effects on one cell of a piece of several cells, which would tear it.

use crate::expr::{Cell, Cells};
use crate::piece::Form;
use crate::rule::{Domain, Effect, Variable};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// Reports an effect whose list is too short for all cells of a piece that a variable names: it would take, cover or
/// move a part of the piece.
pub(super) fn torn(scope: &mut Scope<'_, '_>, variables: &[Variable], effect: &Effect, span: Span) {
    for list in lists(effect) {
        for cell in &list {
            let Cell::Var(slot) = cell else { continue };
            let Some(Variable { name, domain: Domain::Cells(Some(selector)) }) = variables.get(*slot) else {
                continue;
            };
            let is_longer = |form: Form| match form {
                Form::Unit => false,
                Form::Chain(cells) => usize::from(cells) > list.len(),
                // Its number of cells is known where it is drawn.
                Form::Rigid => list.len() == 1,
            };
            let mut kinds = selector.kinds.iter().filter_map(|kind| scope.pieces.kind(*kind));
            let Some(kind) = kinds.find(|kind| is_longer(kind.form)) else { continue };
            let mut help = format!("move the whole piece: `shift {name} towards d`");
            if kind.form != Form::Rigid {
                help.push_str(", or draw the rule with all cells of the piece");
            }
            let text =
                format!("`{name}` is one cell of `{}`, which covers several and stays whole", kind.name);
            scope.diagnostics.push(Diagnostic::new(Code::PieceShape, span, text).help(help));
            return;
        }
    }
}

/// The cells that an effect takes away or covers, by list; nothing of lists whose length is not known.
fn lists(effect: &Effect) -> Vec<Vec<&Cell>> {
    let lists = match effect {
        Effect::Move(from, to) => vec![from, to],
        Effect::Remove(list) | Effect::Put(_, list) => vec![list],
        Effect::Swap(a, b) => return vec![vec![a], vec![b]],
        Effect::Shift(..) | Effect::Clear(..) | Effect::Flip(..) | Effect::Close(_) => return Vec::new(),
    };
    lists.into_iter().filter_map(single).collect()
}

fn single(list: &Cells) -> Option<Vec<&Cell>> {
    match list {
        Cells::One(cell) => Some(vec![cell]),
        Cells::Join(parts) => {
            let parts: Option<Vec<Vec<&Cell>>> = parts.iter().map(single).collect();
            parts.map(|parts| parts.concat())
        }
        _ => None,
    }
}
