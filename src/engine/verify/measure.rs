//! How long a plan is, by the rules as written.

use super::Stop;
use crate::base::words::counted;
use crate::model::board::Coord;
use crate::model::query::{Bound, Place};
use crate::model::rule::{Body, Effect, Pattern, PatternCell, Quantified};
use crate::model::{Model, Question};
use crate::syntax::ast::MeasureKind;
use crate::task::{self, Label};

/// The length of a plan whose steps the rules allow, and what it counts.
pub(super) fn length<'m>(model: &'m Model, labels: &[Label]) -> Result<(u64, &'m str), Stop> {
    if matches!(model.question, Question::Place { .. }) {
        return Ok((labels.len() as u64, "pieces"));
    }
    let mut length: u64 = 0;
    let mut stands = None;
    for label in labels {
        let moved = moved(model, label)
            .ok_or_else(|| Stop::Rejected(format!("after {}: no such step", counted(length, &model.unit))))?;
        length = length.saturating_add(match model.measure {
            MeasureKind::Actions => 1,
            MeasureKind::Pieces => moved.len() as u64,
            // A step that moves on the piece that moved last is part of the same run.
            MeasureKind::Runs => u64::from(moved.first().is_none_or(|(from, _)| stands != Some(*from))),
        });
        stands = moved.first().map(|(_, to)| *to);
    }
    Ok((length, &model.unit))
}

/// The pieces that a step moves, in order: from where and to where.
fn moved(model: &Model, label: &Label) -> Option<Vec<(Coord, Coord)>> {
    let rule = super::apply::rules(model).get(label.rule as usize)?;
    let part = label.part as usize;
    match &rule.body {
        Body::Patterns(patterns) => along(patterns.get(part)?, label),
        Body::Quantified(quantified) => by_effects(model, quantified, label),
        Body::Scripted(all) => by_effects(model, all.get(part)?, label),
        // Where scripts are asked every step counts one.
        Body::Asked(_) => Some(Vec::new()),
    }
}

fn along(pattern: &Pattern, label: &Label) -> Option<Vec<(Coord, Coord)>> {
    let cells: Vec<Coord> = label.binding.iter().map(cell).collect::<Option<_>>()?;
    let left = |wanted| pattern.cells.iter().position(|(before, _)| *before == wanted);
    let right = |wanted| pattern.cells.iter().position(|(_, after)| *after == wanted);
    let mut moved = Vec::new();
    for (at, (before, _)) in pattern.cells.iter().enumerate() {
        match before {
            PatternCell::Piece(..) => {
                if let Some(to) = right(*before).filter(|to| *to != at) {
                    moved.push((*cells.get(at)?, *cells.get(to)?));
                }
            }
            // A piece of two cells is known by the one that comes first on the board.
            PatternCell::End(piece, 1) => {
                let ends = [PatternCell::End(*piece, 1), PatternCell::End(*piece, 2)];
                let first = |side: &dyn Fn(PatternCell) -> Option<usize>| {
                    let both = ends.map(|end| side(end).and_then(|at| cells.get(at)).copied());
                    both[0].zip(both[1]).map(|(a, b)| a.min(b))
                };
                moved.extend(first(&left).zip(first(&right)));
            }
            _ => {}
        }
    }
    Some(moved)
}

fn by_effects(model: &Model, rule: &Quantified, label: &Label) -> Option<Vec<(Coord, Coord)>> {
    let mut slots: Vec<Option<Bound>> = Vec::new();
    for bound in &label.binding {
        slots.push(match bound {
            task::Bound::Direction(d) => Some(Bound::Direction(*d)),
            other => cell(other).map(Bound::Cell),
        });
    }
    let place = Place { board: &model.board, all: model.board.cells(), slots: &slots };
    let mut moved = Vec::new();
    for effect in &rule.effects {
        match effect {
            Effect::Move(from, to) => moved.extend(place.cells(from)?.into_iter().zip(place.cells(to)?)),
            Effect::Swap(a, b) => moved.push((place.cell(a)?, place.cell(b)?)),
            Effect::Shift(at, dir) => {
                let at = place.cell(at)?;
                moved.push((at, model.board.step(at, place.direction(dir)?)?));
            }
            Effect::Remove(_) | Effect::Put(..) | Effect::Flip(..) | Effect::Close(_) => {}
        }
    }
    Some(moved)
}

fn cell(bound: &task::Bound) -> Option<Coord> {
    match bound {
        task::Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
        task::Bound::Direction(_) | task::Bound::Number(_) => None,
    }
}
