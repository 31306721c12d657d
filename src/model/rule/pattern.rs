//! Drawn rules.

use crate::base::Span;
use crate::diag::{Code, Diagnostic};
use crate::model::board::{Direction, Shape};
use crate::model::piece::{Form, KindId};
use crate::model::scope::Scope;
use crate::syntax::ast;
use crate::syntax::ast::{PathShape, PatternCellKind};

use super::{Pattern, PatternCell};

/// A pattern with its paths on the board.
pub(super) fn lower(scope: &mut Scope<'_, '_>, pattern: &ast::Pattern, span: Span) -> Option<Pattern> {
    let mut ends = Vec::new();
    let before = side(scope, &pattern.before, &mut ends);
    let after = side(scope, &pattern.after, &mut ends);
    let (before, after) = (before?, after?);
    if before.len() != after.len() {
        let (short, long) = (pattern.before.len(), pattern.after.len());
        let text = format!("the left side has {short} cells, the right side {long}");
        return scope.report(Code::PatternLength, span, text);
    }
    matching(scope, pattern, &before, &after)?;
    let (paths, edges) = paths(scope, pattern, span)?;
    Some(Pattern { span, cells: before.into_iter().zip(after).collect(), paths, edges })
}

/// The cells of a side. `ends` are the names of two-cell pieces in the pattern so far: equal names denote the
/// same piece on both sides.
fn side(
    scope: &mut Scope<'_, '_>,
    cells: &[ast::PatternCell],
    ends: &mut Vec<String>,
) -> Option<Vec<PatternCell>> {
    let mut seen: Vec<KindId> = Vec::new();
    let mut made = Vec::new();
    let mut failed = false;
    for cell in cells {
        let lowered = match &cell.kind {
            PatternCellKind::Any => Some(PatternCell::Any),
            PatternCellKind::Empty => Some(PatternCell::Empty),
            PatternCellKind::Piece(path) => piece(scope, path).map(|kind| {
                let nth = seen.iter().filter(|k| **k == kind).count();
                seen.push(kind);
                PatternCell::Piece(kind, nth)
            }),
            PatternCellKind::End(name, end) => {
                let variable = ends.iter().position(|e| *e == name.text).unwrap_or_else(|| {
                    ends.push(name.text.clone());
                    ends.len() - 1
                });
                Some(PatternCell::End(variable, *end))
            }
        };
        match lowered {
            Some(cell) => made.push(cell),
            None => failed = true,
        }
    }
    (!failed).then_some(made)
}

fn piece(scope: &mut Scope<'_, '_>, path: &ast::Path) -> Option<KindId> {
    let kind = scope.piece(path)?;
    let (name, help) = match scope.pieces.kind(kind) {
        Some(k) if k.form == Form::Pair => {
            (k.name.clone(), format!("name the ends: `{}.1` and `{}.2`", k.name, k.name))
        }
        Some(k) if k.form == Form::Rigid => {
            let help = format!("write a rule `slide(b: {}, d: direction) {{ shift b towards d }}`", k.name);
            (k.name.clone(), help)
        }
        _ => return Some(kind),
    };
    let text = format!("`{name}` covers several cells and cannot stand in one cell of a pattern");
    if scope.diagnostics.iter().any(|d| d.code == Code::BadPiece && d.headline == text) {
        return scope.follows(path.span);
    }
    scope.diagnostics.push(Diagnostic::new(Code::BadPiece, path.span, text).help(help));
    None
}

/// Each content on the right must come from the left, unless it is a single piece.
fn matching(
    scope: &mut Scope<'_, '_>,
    pattern: &ast::Pattern,
    before: &[PatternCell],
    after: &[PatternCell],
) -> Option<()> {
    for (i, cell) in after.iter().enumerate() {
        let span = pattern.after.get(i).map(|c| c.span).unwrap_or_default();
        match cell {
            PatternCell::Piece(kind, _) if !before.contains(cell) => {
                let several = scope.pieces.kind(*kind).filter(|k| k.marks.len() > 1).map(|k| k.name.clone());
                if let Some(name) = several {
                    let text = format!("the left side has no `{name}` left for this cell");
                    return scope.report(Code::NoSuchPiece, span, text);
                }
            }
            PatternCell::End(..) if !before.contains(cell) => {
                let text = "this end does not appear on the left side";
                return scope.report(Code::NoSuchPiece, span, text);
            }
            _ => {}
        }
    }
    for (side, written) in [(before, &pattern.before), (after, &pattern.after)] {
        for (i, cell) in side.iter().enumerate() {
            let again = matches!(cell, PatternCell::End(..)) && side.iter().take(i).any(|c| c == cell);
            if let Some(span) = written.get(i).map(|c| c.span).filter(|_| again) {
                return scope.report(Code::PieceShape, span, "this end already appears on another cell");
            }
        }
    }
    for (i, cell) in before.iter().enumerate() {
        let PatternCell::End(variable, end) = cell else { continue };
        let span = pattern.before.get(i).map(|c| c.span).unwrap_or_default();
        let other = PatternCell::End(*variable, 3 - end);
        let beside = |at: usize| before.get(at) == Some(&other);
        if !(beside(i + 1) || i > 0 && beside(i - 1)) {
            return scope.report(Code::PieceShape, span, "the other end of this piece must be next to it");
        }
        if !after.contains(cell) || !after.contains(&other) {
            return scope.report(
                Code::PieceShape,
                span,
                "both ends of this piece must also appear on the right",
            );
        }
    }
    Some(())
}

fn paths(
    scope: &mut Scope<'_, '_>,
    pattern: &ast::Pattern,
    span: Span,
) -> Option<(Vec<Vec<Direction>>, bool)> {
    let steps = pattern.before.len().saturating_sub(1);
    let Some(board) = scope.board else {
        for shape in &pattern.along {
            check(scope, shape, steps)?;
        }
        return Some((Vec::new(), false));
    };
    if board.shape == Shape::Graph {
        if steps > 1 || !pattern.along.is_empty() {
            let d = Diagnostic::new(Code::NoSuchDirection, span, "a graph has no straight lines")
                .note("on a graph a pattern has one or two cells and applies along every edge");
            scope.diagnostics.push(d);
            return None;
        }
        return Some(if steps == 0 { (vec![Vec::new()], false) } else { (Vec::new(), true) });
    }
    let all = || (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok());
    let mut paths: Vec<Vec<Direction>> = Vec::new();
    if pattern.along.is_empty() {
        paths.extend(all().map(|d| vec![d; steps]));
    }
    for shape in &pattern.along {
        check(scope, shape, steps)?;
        let mut turns: Vec<(Option<Direction>, i64)> = Vec::new();
        for step in &shape.steps {
            let fixed = match step.direction.text.as_str() {
                "d" => None,
                name => Some(scope.named_direction(name, step.direction.span)?),
            };
            turns.push((fixed, step.turn));
        }
        while turns.len() < steps {
            let last = turns.last().copied()?;
            turns.push(last);
        }
        let relative = turns.iter().any(|t| t.0.is_none());
        let starts: Vec<Direction> = if relative { all().collect() } else { vec![0] };
        for d in starts {
            paths.push(turns.iter().map(|(fixed, by)| board.turn(fixed.unwrap_or(d), *by)).collect());
        }
    }
    paths.sort();
    paths.dedup();
    Some((paths, false))
}

fn check(scope: &mut Scope<'_, '_>, shape: &PathShape, steps: usize) -> Option<()> {
    if shape.steps.len() > steps {
        let text = format!(
            "this path has {} steps, but the {} cells of the pattern need {steps}",
            shape.steps.len(),
            steps + 1
        );
        return scope.report(Code::BadPath, shape.span, text);
    }
    if scope.board.is_none() {
        for step in &shape.steps {
            if step.direction.text != "d" {
                scope.named_direction(&step.direction.text, step.direction.span)?;
            }
        }
    }
    Some(())
}
