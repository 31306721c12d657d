//! Plans in certificates.

use std::collections::BTreeMap;

use super::moved::moved;
use super::{Position, Stop, apply, replay, walk};
use crate::base::Budget;
use crate::engine::certificate::{Level, Place, Step, rules};
use crate::model::board::{Board, Coord};
use crate::model::rule::Body;
use crate::model::{Model, Question};
use crate::task::ground::{Bounds, Ground};
use crate::task::{Bound, Cost, Label, Task};

/// Cells farther away than this are named by no plan.
const FARTHEST: u32 = 1_000_000;

/// Checks that the steps follow the rules as written, end at a goal and have this length.
pub(super) fn check(
    model: &Model,
    ground: &Ground,
    steps: &[Step],
    length: u64,
    unit: &str,
) -> Result<(), Stop> {
    let rules = rules(model);
    let cells: BTreeMap<String, Coord> = ground.cells.iter().map(|c| (model.board.name(*c), *c)).collect();
    let mut labels = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let wrong = |why: String| Stop::Rejected(format!("step {}: {why}", i + 1));
        let rule = rules.iter().position(|r| *r == step.rule);
        let rule = rule.ok_or_else(|| wrong(format!("there is no rule `{}`", step.rule)))?;
        let binding =
            step.at.iter().map(|place| bound(&model.board, &cells, place)).collect::<Result<_, _>>();
        let binding: Vec<Bound> = binding.map_err(wrong)?;
        if !spoken(model, rule, step.part, &binding) {
            return Err(wrong(format!("`{}` is not played like that", step.rule)));
        }
        labels.push(Label { rule: u32::try_from(rule).unwrap_or(u32::MAX), part: step.part, binding });
    }
    replay(model, &labels).map_err(|r| Stop::Rejected(r.to_string()))?;
    let placing = matches!(model.question, Question::Place { .. });
    let (counted, of) = if placing {
        (labels.len() as u64, "pieces")
    } else {
        (measured(model, ground, &labels)?, model.unit.as_str())
    };
    if of != unit {
        return Err(Stop::Rejected(format!("its length is a number of {of}, not of {unit}")));
    }
    if counted != length {
        return Err(Stop::Rejected(format!("its length is {counted}, not {length}")));
    }
    Ok(())
}

/// Whether everything that a step says means something for its rule: a drawn rule has cells only, a
/// written one has no parts, and a piece that is laid is turned round (1) or not (0).
fn spoken(model: &Model, rule: usize, part: u32, binding: &[Bound]) -> bool {
    let rules = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => {
            return binding.iter().all(|b| !matches!(b, Bound::Number(n) if !(0..=1).contains(n)));
        }
    };
    match rules.get(rule).map(|r| &r.body) {
        Some(Body::Patterns(_)) => binding.iter().all(|b| matches!(b, Bound::Cell(..))),
        Some(Body::Quantified(_)) => part == 0,
        Some(Body::Scripted(_)) => true,
        Some(Body::Asked(_)) => binding.is_empty(),
        None => false,
    }
}

/// Checks that no position that is reached in fewer actions is a goal.
pub(super) fn least(
    model: &Model,
    task: &Task,
    length: u64,
    levels: &[Level],
    budget: &Budget,
) -> Result<(), Stop> {
    let actions = task.measure.cost == Cost::Actions && matches!(model.question, Question::Moves { .. });
    if !actions || levels.len() as u64 != length {
        return Err(Stop::wrong("levels show a plan to be least only where there is one for every move"));
    }
    walk::forward(model, task, levels, false, budget)
}

fn bound(board: &Board, cells: &BTreeMap<String, Coord>, place: &Place) -> Result<Bound, String> {
    match place {
        Place::Cell(name) => {
            let known = cells.get(name).copied();
            // Cells outside have their coordinates for a name, or letters and a row.
            let cell = known.or_else(|| coordinates(name).filter(|c| board.name(*c) == *name));
            let cell = cell.or_else(|| board.find(name).filter(|_| board.unbounded)?.first().copied());
            let cell = cell.ok_or_else(|| format!("there is no cell `{name}`"))?;
            Ok(Bound::Cell(cell.x, cell.y))
        }
        Place::Direction(name) => {
            let direction = board.direction(name);
            direction.map(Bound::Direction).ok_or_else(|| format!("there is no direction `{name}`"))
        }
        Place::Number(number) => Ok(Bound::Number(*number)),
    }
}

/// `(3,-1)` as a cell, if it is not absurdly far away.
fn coordinates(name: &str) -> Option<Coord> {
    let (x, y) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let number = |text: &str| text.parse().ok().filter(|n: &i32| n.unsigned_abs() <= FARTHEST);
    Some(Coord::new(number(x)?, number(y)?))
}

/// The length of a plan in the puzzle's measure, by the rules as written. It must keep to the part
/// of the board that is looked at.
fn measured(model: &Model, ground: &Ground, labels: &[Label]) -> Result<u64, Stop> {
    let inside = |cell: &Coord| ground.bounds == Bounds::Exact || ground.cells.contains(cell);
    let named = |bound: &Bound| match bound {
        Bound::Cell(x, y) => inside(&Coord::new(*x, *y)),
        Bound::Direction(_) | Bound::Number(_) => true,
    };
    let mut position = Position::first(model);
    let mut length: u64 = 0;
    let mut stands = None;
    for (i, label) in labels.iter().enumerate() {
        let moved = moved(model, &position, label).unwrap_or_default();
        let wrong = |why: String| Stop::Rejected(format!("step {}: {why}", i + 1));
        position = apply::step(model, &position, label).map_err(wrong)?;
        if !label.binding.iter().all(named) || !position.cells.keys().all(inside) {
            return Err(wrong("it leaves the part of the board looked at".into()));
        }
        let mover = moved.mover.filter(|(from, to)| inside(from) && inside(to));
        length += match ground.task.measure.cost {
            Cost::Actions => 1,
            Cost::Pieces => moved.pieces,
            // A step that moves on the piece that moved last is part of the same run.
            Cost::Runs => u64::from(mover.is_none_or(|(from, _)| stands != Some(from))),
        };
        stands = mover.map(|m| m.1);
    }
    Ok(length)
}
