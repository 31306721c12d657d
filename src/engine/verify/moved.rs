//! Which piece a step moves and how many, by the rule as written: what measures ask.

use super::Position;
use super::apply;
use super::eval::Eval;
use crate::model::board::Coord;
use crate::model::query::Bound;
use crate::model::rule::{Body, Effect, Pattern, PatternCell, Quantified};
use crate::model::{Model, Question};
use crate::task::{self, Label};

/// What a step moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moved {
    /// Where the first piece stood before and where it stands after.
    pub mover: Option<(Coord, Coord)>,
    /// How many pieces.
    pub pieces: u64,
}

/// What a step moves that the rules allow at a position, if a rule as written says so.
pub(super) fn moved(model: &Model, position: &Position, label: &Label) -> Option<Moved> {
    let rules = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => return None,
    };
    let part = label.part as usize;
    match &rules.get(label.rule as usize)?.body {
        Body::Patterns(patterns) => {
            let cell = |b: &task::Bound| match b {
                task::Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
                _ => None,
            };
            let cells: Vec<Coord> = label.binding.iter().filter_map(cell).collect();
            Some(by_pattern(patterns.get(part)?, &cells))
        }
        Body::Quantified(quantified) => by_effects(model, position, quantified, &label.binding),
        Body::Scripted(all) => by_effects(model, position, all.get(part)?, &label.binding),
        Body::Asked(_) => None,
    }
}

/// A piece of the left side moves where it stands on another cell of the right side; a two-cell
/// piece is known by the first of its cells.
fn by_pattern(pattern: &Pattern, cells: &[Coord]) -> Moved {
    let mut moved = Moved::default();
    let stood = |piece: PatternCell| {
        let at = pattern.cells.iter().position(|(before, _)| *before == piece)?;
        cells.get(at).copied()
    };
    let stands = |piece: PatternCell| {
        let at = pattern.cells.iter().position(|(_, after)| *after == piece)?;
        cells.get(at).copied()
    };
    for (before, _) in &pattern.cells {
        let pair = match before {
            PatternCell::Piece(..) => stood(*before).zip(stands(*before)).filter(|(a, b)| a != b),
            PatternCell::End(piece, 1) => {
                let (one, two) = (PatternCell::End(*piece, 1), PatternCell::End(*piece, 2));
                let old = stood(one).zip(stood(two));
                let new = stands(one).zip(stands(two));
                old.zip(new)
                    .filter(|(old, new)| old != new)
                    .map(|(old, new)| (old.0.min(old.1), new.0.min(new.1)))
            }
            _ => None,
        };
        if let Some(pair) = pair {
            moved.pieces += 1;
            moved.mover = moved.mover.or(Some(pair));
        }
    }
    moved
}

/// Each cell that `move` names counts, and a swap and a shift one each.
fn by_effects(
    model: &Model,
    position: &Position,
    rule: &Quantified,
    binding: &[task::Bound],
) -> Option<Moved> {
    let board = &*apply::board(model, position);
    let bound = |b: &task::Bound| match b {
        task::Bound::Cell(x, y) => Some(Some(Bound::Cell(Coord::new(*x, *y)))),
        task::Bound::Direction(d) => Some(Some(Bound::Direction(*d))),
        task::Bound::Number(_) => None,
    };
    let mut slots: Vec<Option<Bound>> = binding.iter().map(bound).collect::<Option<_>>()?;
    slots.resize(rule.slots.max(slots.len()), None);
    let eval = Eval::new(board, &model.pieces, &position.cells);
    let place = eval.place(&slots);
    let mut pairs: Vec<(Coord, Coord)> = Vec::new();
    for effect in &rule.effects {
        match effect {
            Effect::Move(from, to) => pairs.extend(place.cells(from)?.into_iter().zip(place.cells(to)?)),
            Effect::Swap(a, b) => pairs.push((place.cell(a)?, place.cell(b)?)),
            Effect::Shift(cell, direction) => {
                let from = place.cell(cell)?;
                pairs.push((from, board.step(from, place.direction(direction)?)?));
            }
            Effect::Remove(_) | Effect::Put(..) | Effect::Flip(..) | Effect::Close(_) => {}
        }
    }
    let pieces = pairs.len() as u64;
    let gaps = apply::gaps(rule, &slots).ok()?;
    let mover = pairs.first().filter(|(_, to)| !gaps.contains(to)).map(|(from, to)| {
        // What lies after a cell that is taken out moves up.
        let up = gaps.iter().filter(|gap| *gap < to).fold(0, |n, _| n + 1);
        (*from, Coord::new(to.x - up, to.y))
    });
    Some(Moved { mover, pieces })
}
