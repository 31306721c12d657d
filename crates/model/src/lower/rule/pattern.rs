//! Drawn rules.

use crate::board::{Direction, Shape};
use crate::config::only_content;
use crate::piece::chain::LONGEST;
use crate::piece::{Form, Kind, Named};
use crate::rule::{Floor, Pattern, PatternCell, PatternFloor};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_syntax::ast;
use puzzlec_syntax::ast::{PathShape, PatternCellKind, PatternFloor as Below};

/// A pattern with its paths on the board.
pub(super) fn lower(scope: &mut Scope<'_, '_>, pattern: &ast::Pattern, span: Span) -> Option<Pattern> {
    let mut chains = Vec::new();
    let before = side(scope, &pattern.before, &mut chains);
    let after = side(scope, &pattern.after, &mut chains);
    let ((before, low), (after, lower)) = (before?, after?);
    if before.len() != after.len() {
        let (left, right) = (counted(pattern.before.len() as u64, "cells"), pattern.after.len());
        let text = format!("the left side has {left}, the right side {right}");
        return scope.report(Code::PatternLength, span, text);
    }
    if scope.board.is_some_and(|board| board.shape == Shape::Graph)
        && let Some(at) = before.iter().position(|cell| matches!(cell, PatternCell::Part(..)))
    {
        let span = pattern.before.get(at).map_or(span, |cell| cell.span);
        let text = "a piece of several cells cannot lie on a graph";
        scope.diagnostics.push(
            Diagnostic::new(Code::NoSuchPiece, span, text)
                .note("its cells lie along directions, and a graph has none"),
        );
        return None;
    }
    matching(scope, pattern, &before, &after)?;
    let floors = floors(scope, pattern, &low, &lower)?;
    let (paths, edges) = paths(scope, pattern, span)?;
    Some(Pattern { span, cells: before.into_iter().zip(after).collect(), floors, paths, edges })
}

/// The cells of a side. `chains` are the names of chains in the pattern so far: equal names denote the same
/// piece on both sides.
fn side(scope: &mut Scope<'_, '_>, cells: &[ast::PatternCell], chains: &mut Vec<String>) -> Option<Side> {
    let mut seen: Vec<Named> = Vec::new();
    let mut made = Vec::new();
    let mut floors = Vec::new();
    let mut failed = false;
    for cell in cells {
        let floor = floor(scope, cell);
        let lowered = match &cell.kind {
            PatternCellKind::Piece(_) if cell.floor.is_none() && matches!(floor, Some(Some(_))) => {
                Some(PatternCell::Any)
            }
            PatternCellKind::Any => Some(PatternCell::Any),
            PatternCellKind::Empty => Some(PatternCell::Empty),
            PatternCellKind::Piece(path) => piece(scope, path).map(|piece| {
                let nth = seen.iter().filter(|p| **p == piece).count();
                seen.push(piece);
                PatternCell::Piece(piece, nth)
            }),
            PatternCellKind::Part(name, number) => {
                let variable = chains.iter().position(|c| *c == name.text).unwrap_or_else(|| {
                    chains.push(name.text.clone());
                    chains.len() - 1
                });
                Some(PatternCell::Part(variable, *number))
            }
        };
        match lowered.zip(floor) {
            Some((cell, floor)) => {
                made.push(cell);
                floors.push(floor);
            }
            None => failed = true,
        }
    }
    (!failed).then_some((made, floors))
}

/// The cells of a side, and what it says of their floor.
type Side = (Vec<PatternCell>, Vec<Option<Floor>>);

/// What a cell of a pattern says of its floor: a floor piece may stand alone.
fn floor(scope: &mut Scope<'_, '_>, cell: &ast::PatternCell) -> Option<Option<Floor>> {
    match (&cell.floor, &cell.kind) {
        (Some(Below::Empty), _) => Some(Some(Floor::Empty)),
        (Some(Below::Piece(path)), _) => {
            let help = |name: &str| format!("declare it so: `piece {name} {{ floor }}`");
            scope.floor_piece(path, help).map(|kind| Some(Floor::Piece(kind)))
        }
        (None, PatternCellKind::Piece(path)) => {
            match scope.find_piece(path).filter(|kind| scope.pieces.is_floor(*kind)) {
                Some(_) => scope.chosen(path).map(|piece| Some(Floor::Piece(piece))),
                None => Some(None),
            }
        }
        (None, _) => Some(None),
    }
}

/// The floor of a pattern. A floor that the right side does not name stays.
fn floors(
    scope: &mut Scope<'_, '_>,
    pattern: &ast::Pattern,
    before: &[Option<Floor>],
    after: &[Option<Floor>],
) -> Option<Vec<PatternFloor>> {
    let mut floors = Vec::new();
    for (cell, (before, after)) in before.iter().copied().zip(after.iter().copied()).enumerate() {
        let (left, right) = (pattern.before.get(cell), pattern.after.get(cell));
        let alone = left.is_some_and(|c| c.floor.is_none()) && before.is_some();
        if let Some(right) = right.filter(|c| c.kind == PatternCellKind::Empty && c.floor.is_none() && alone)
        {
            let d = Diagnostic::new(Code::WrongLayer, right.span, "`empty` does not take the floor away")
                .help("write `? on empty` for a cell without a floor piece");
            scope.diagnostics.push(d);
            return None;
        }
        let after = after.filter(|floor| before != Some(*floor));
        if let Some(Floor::Piece(piece)) = after
            && only_content(scope.pieces, piece).is_none()
        {
            let name = scope.pieces.kind(piece.kind).map_or("", |kind| &kind.name);
            let text = format!("`{name}` is a family: its member would be unknown");
            return scope.report(Code::NoSuchPiece, right.map(|c| c.span).unwrap_or_default(), text);
        }
        if before.is_some() || after.is_some() {
            floors.push(PatternFloor { cell, before, after });
        }
    }
    Some(floors)
}

fn piece(scope: &mut Scope<'_, '_>, path: &ast::Path) -> Option<Named> {
    let piece = scope.upper_piece(path, "it lies on no other one")?;
    let (name, help) = match scope.pieces.kind(piece.kind) {
        Some(Kind { name, form: Form::Chain(2), .. }) => {
            (name.clone(), format!("name the ends: `{name}.1` and `{name}.2`"))
        }
        Some(Kind { name, form: Form::Chain(n), .. }) => {
            (name.clone(), format!("name the cells along the piece: `{name}.1` to `{name}.{n}`"))
        }
        Some(Kind { name, form: Form::Rigid, .. }) => {
            let help = format!("write a rule `slide(b: {name}, d: direction) {{ shift b towards d }}`");
            (name.clone(), help)
        }
        Some(Kind { form: Form::Unit, .. }) | None => return Some(piece),
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
            PatternCell::Piece(piece, _) if !before.contains(cell) => {
                let several =
                    scope.pieces.kind(piece.kind).filter(|k| k.marks.len() > 1 && piece.member.is_none());
                let several = several.map(|k| k.name.clone());
                if let Some(name) = several {
                    let text = format!("the left side has no `{name}` left for this cell");
                    return scope.report(Code::NoSuchPiece, span, text);
                }
            }
            PatternCell::Part(..) if !before.contains(cell) => {
                let text =
                    format!("this {} does not appear on the left side", part_name(before, after, *cell));
                return scope.report(Code::NoSuchPiece, span, text);
            }
            _ => {}
        }
    }
    for (side, written) in [(before, &pattern.before), (after, &pattern.after)] {
        for (i, cell) in side.iter().enumerate() {
            let again = matches!(cell, PatternCell::Part(..)) && side.iter().take(i).any(|c| c == cell);
            if let Some(span) = written.get(i).map(|c| c.span).filter(|_| again) {
                let text =
                    format!("this {} already appears on another cell", part_name(before, after, *cell));
                return scope.report(Code::PieceShape, span, text);
            }
        }
    }
    for (i, cell) in before.iter().enumerate() {
        let PatternCell::Part(variable, number) = cell else { continue };
        let span = pattern.before.get(i).map(|c| c.span).unwrap_or_default();
        let length = length(before, after, *variable).max(2);
        let beside = |at: usize, wanted| before.get(at) == Some(&PatternCell::Part(*variable, wanted));
        let linked = |wanted: u8| beside(i + 1, wanted) || i > 0 && beside(i - 1, wanted);
        let next = *number == length || linked(number + 1);
        if !next || *number > 1 && !linked(number - 1) {
            let text = match length {
                2 => "the other end of this piece must be next to it".to_owned(),
                _ => {
                    let missing = if next { number - 1 } else { number + 1 };
                    format!("cell {missing} of this piece must be next to its cell {number}")
                }
            };
            return scope.report(Code::PieceShape, span, text);
        }
        if !(1..=length).all(|number| after.contains(&PatternCell::Part(*variable, number))) {
            let text = match length {
                2 => "both ends of this piece must also appear on the right",
                _ => "all cells of this piece must also appear on the right",
            };
            return scope.report(Code::PieceShape, span, text);
        }
    }
    Some(())
}

/// The number of cells of a chain, by its last cell in a pattern.
fn length(before: &[PatternCell], after: &[PatternCell], variable: usize) -> u8 {
    let number = |cell: &PatternCell| match cell {
        PatternCell::Part(of, number) if *of == variable => *number,
        _ => 0,
    };
    before.iter().chain(after).map(number).max().unwrap_or(0).min(LONGEST)
}

/// A cell of a chain in words: a piece of two cells has only ends.
fn part_name(before: &[PatternCell], after: &[PatternCell], cell: PatternCell) -> &'static str {
    match cell {
        PatternCell::Part(variable, _) if length(before, after, variable) > 2 => "cell of the piece",
        _ => "end",
    }
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
