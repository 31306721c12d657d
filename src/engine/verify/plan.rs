//! Plans in certificates.

use std::collections::BTreeMap;

use super::{Stop, replay, walk};
use crate::base::Budget;
use crate::engine::certificate::{Level, Place, Step, rules};
use crate::model::board::{Board, Coord};
use crate::model::rule::Body;
use crate::model::{Model, Question};
use crate::task::ground::Ground;
use crate::task::{Action, Bound, Cost, Label, Task};

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
        (measured(model, &ground.task, &labels)?, model.unit.as_str())
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
            // Cells outside have their coordinates for a name.
            let cell = known.or_else(|| coordinates(name).filter(|c| board.name(*c) == *name));
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

/// The length of a plan in the task's measure, by following it on the task.
fn measured(model: &Model, task: &Task, labels: &[Label]) -> Result<u64, Stop> {
    if model.is_asked() && task.measure.cost == Cost::Actions {
        // Moves of scripts are no actions of the task; the board is all there is.
        return Ok(labels.len() as u64);
    }
    let mut position = task.start.clone();
    let mut length: u64 = 0;
    let mut stands = None;
    for (i, label) in labels.iter().enumerate() {
        let fits = |a: &&Action| a.label == *label && walk::applies(a, &position);
        let Some(action) = task.actions.iter().find(fits) else {
            return Err(Stop::Rejected(format!("step {}: it leaves the part of the board looked at", i + 1)));
        };
        position = walk::after(action, &position);
        length += match task.measure.cost {
            Cost::Actions => 1,
            Cost::Pieces => u64::from(action.pieces),
            // A step that moves on the piece that moved last is part of the same run.
            Cost::Runs => u64::from(action.mover.is_none_or(|(from, _)| stands != Some(from))),
        };
        stands = action.mover.map(|m| m.1);
    }
    Ok(length)
}
