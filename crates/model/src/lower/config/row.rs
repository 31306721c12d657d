//! Rows of marks: `row W*n B*n`.

use crate::board::{LARGEST_BOARD, LARGEST_ROW};
use crate::mark;
use crate::number;
use crate::scope::Scope;
use crate::scope::marks::known;
use puzzlec_base::Span;
use puzzlec_base::diag::Code;
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{RowTerm, RowTermKind};

/// The marks of a row, each with the place of its term.
pub(super) fn expand(scope: &mut Scope<'_, '_>, terms: &[RowTerm]) -> Option<Vec<(char, Span)>> {
    let most = if scope.board.is_some_and(|board| board.unbounded) { LARGEST_ROW } else { LARGEST_BOARD };
    let mut all = Vec::new();
    for term in terms {
        let times = match &term.times {
            None => 1,
            Some(expr) => match number::evaluate(expr, &scope.values) {
                Ok(n) if n >= 0 => n,
                Ok(n) => {
                    let text = format!("the number of repetitions must be 0 or more, found {n}");
                    return scope.report(Code::OutOfRange, expr.span, text);
                }
                Err(d) => {
                    scope.diagnostics.push(*d);
                    return None;
                }
            },
        };
        let once = match &term.kind {
            RowTermKind::Marks(text) => {
                match mark::of(text).filter(|m| mark::is_word(*m) && known(scope, *m)) {
                    Some(mark) => vec![(mark, term.span)],
                    None => text.chars().map(|c| (c, term.span)).collect(),
                }
            }
            RowTermKind::Group(inner) => expand(scope, inner)?,
        };
        let total = i64::try_from(once.len()).unwrap_or(i64::MAX).saturating_mul(times);
        let so_far = i64::try_from(all.len()).unwrap_or(i64::MAX);
        if total.saturating_add(so_far) > most {
            let text = format!("a row has at most {} cells; this one has more", grouped(most.unsigned_abs()));
            return scope.report(Code::ConfigurationTooLarge, term.span, text);
        }
        // An empty part stays empty under repetition.
        for _ in 0..if once.is_empty() { 0 } else { times } {
            all.extend(once.iter().copied());
        }
    }
    Some(all)
}
