//! The numbers of a rule: ranges of variables, costs, new values of counters.

use crate::expr::Num;
use crate::number;
use crate::rule::{Domain, Setting};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{Expr, RuleStatement, RuleStatementKind};

/// More numbers than a variable may range over.
const MOST_NUMBERS: i64 = 1_000_000;

/// The numbers of `k in 1..5`, or of `k in 1..` to the longest run of the board.
pub(super) fn numbers(scope: &mut Scope<'_, '_>, low: &Expr, high: Option<&Expr>) -> Option<Domain> {
    let mut value = |expr: &Expr| match number::evaluate(expr, &scope.values) {
        Ok(n) => Some(n),
        Err(d) => {
            scope.diagnostics.push(*d);
            None
        }
    };
    let (from, to) = (value(low)?, high.map(&mut value));
    let to = match (to, scope.board) {
        (Some(to), _) => to?,
        (None, Some(board)) if board.unbounded => {
            let d = Diagnostic::new(Code::NeedsBound, low.span, "a range on an unbounded board needs an end")
                .help("give the greatest number, as in `1..5`");
            scope.diagnostics.push(d);
            return None;
        }
        (None, Some(board)) => board.longest_run(),
        (None, None) => from,
    };
    if to.saturating_sub(from) >= MOST_NUMBERS {
        let span = high.map_or(low.span, |high| low.span.to(high.span));
        let text = format!("this range has more than {} numbers", grouped(MOST_NUMBERS.unsigned_abs()));
        return scope.report(Code::RuleTooLarge, span, text);
    }
    Some(Domain::Numbers(from, to))
}

/// The numbers of a rule's actions.
#[derive(Default)]
pub(super) struct Stated {
    pub(super) cost: Option<(Num, Span)>,
    pub(super) sets: Vec<Setting>,
}

impl Stated {
    /// Reads cost and settings; `false` after an error.
    pub(super) fn read(&mut self, scope: &mut Scope<'_, '_>, statements: &[RuleStatement]) -> bool {
        price(scope, statements, &mut self.cost) && settings(scope, statements, &mut self.sets)
    }
}

/// The new values of counters; `false` after an error.
fn settings(scope: &mut Scope<'_, '_>, statements: &[RuleStatement], sets: &mut Vec<Setting>) -> bool {
    let mut sound = true;
    for statement in statements {
        let RuleStatementKind::Set(path, value) = &statement.kind else { continue };
        let (counter, number) = (scope.counter_to_set(path), scope.number(value));
        let (Some(counter), Some(number)) = (counter, number) else {
            sound = false;
            continue;
        };
        if let Some(first) = sets.iter().find(|one| one.counter == counter) {
            let text = format!("`{}` is set twice", path.text());
            let twice = Diagnostic::new(Code::RepeatedStatement, path.span, text);
            scope.diagnostics.push(twice.also(first.span, "first set here"));
            sound = false;
            continue;
        }
        sets.push(Setting { counter, value: number, span: statement.span });
    }
    sound
}

/// The cost of a rule; `false` after an error.
fn price(scope: &mut Scope<'_, '_>, statements: &[RuleStatement], cost: &mut Option<(Num, Span)>) -> bool {
    let costs = statements.iter().filter_map(|s| match &s.kind {
        RuleStatementKind::Cost(expr) => Some(expr),
        _ => None,
    });
    for expr in costs {
        if let Some((_, first)) = cost {
            let d = Diagnostic::new(Code::RepeatedStatement, expr.span, "`cost` is repeated")
                .also(*first, "first given here");
            scope.diagnostics.push(d);
            return false;
        }
        let Some(number) = scope.number(expr) else { return false };
        *cost = Some((number, expr.span));
    }
    true
}
