//! Questions of placement: pieces are laid cell by cell in reading order, so that every
//! configuration is reached in just one way.

use super::goals;
use super::{Bounds, Failure, Field, Ground, label};
use crate::base::Span;
use crate::model::Model;
use crate::model::board::Direction;
use crate::model::goal::Goal;
use crate::model::piece::Content;
use crate::model::puzzle::Supply;
use crate::task::{Action, Assign, Bound, Condition, Task, Value, ValueSet, VarId, Variable};

/// The number of the rule that lays a piece, in the labels of the plan.
pub const LAY: u32 = 0;
/// The number of the rule that passes over a cell.
pub const PASS: u32 = 1;

pub(super) fn ground(model: &Model, supply: &[Supply], goal: &(Goal, Span)) -> Result<Ground, Failure> {
    let cells = model.board.cells().to_vec();
    let field = Field::new(&model.board, &model.pieces, cells.clone());
    let wanted = goals::condition(&field, &goal.0, goal.1)?;
    let n = cells.len();
    let var = |i: usize| VarId::try_from(i).unwrap_or(VarId::MAX);
    let cursor = var(n);
    let contents = Value::try_from(model.pieces.contents().count()).unwrap_or(Value::MAX);
    let mut variables: Vec<Variable> =
        cells.iter().map(|c| Variable { name: model.board.name(*c), size: contents }).collect();
    let last = Value::try_from(n).unwrap_or(Value::MAX);
    variables.push(Variable { name: "next cell".into(), size: last.saturating_add(1) });
    for entry in supply {
        let name = format!("{} left", model.pieces.kind(entry.kind).map_or("piece", |k| &k.name));
        variables.push(Variable { name, size: entry.count.saturating_add(1) });
    }
    let mut start: Vec<Value> = vec![0; n + 1];
    start.extend(supply.iter().map(|s| s.count));
    let mut actions = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        let (here, at) = (var(i), Value::try_from(i).unwrap_or(Value::MAX));
        let mut step = |kind: u32,
                        detail: u32,
                        how: Option<(Direction, i64)>,
                        mut guard: Vec<(VarId, ValueSet)>,
                        mut assign: Vec<(VarId, Assign)>| {
            let mut binding = vec![Bound::Cell(cell.x, cell.y)];
            binding
                .extend(how.into_iter().flat_map(|(d, turned)| [Bound::Direction(d), Bound::Number(turned)]));
            guard.push((cursor, ValueSet::one(at)));
            assign.push((cursor, Assign::Set(at + 1)));
            guard.sort_by_key(|g| g.0);
            assign.sort_by_key(|a| a.0);
            actions.push(Action {
                label: label(kind, detail, binding),
                guard,
                condition: Condition::True,
                assign,
                mover: None,
                pieces: 1,
                times: 1,
            });
        };
        // The cell stays as it is: covered by an earlier piece, or empty for good.
        let fits = allowed(&wanted, here, contents);
        step(PASS, 0, None, vec![(here, fits.clone())], Vec::new());
        for (number, entry) in supply.iter().enumerate() {
            let left = var(n + 1 + number);
            for count in 1..=entry.count {
                let used = (left, Assign::Set(count - 1));
                let has = (left, ValueSet::one(count));
                let detail = u32::try_from(number).unwrap_or(0);
                let Some((a, b)) = entry.labels else {
                    let Some(content) = model.pieces.id(&Content::Unit(entry.kind, 0)) else { continue };
                    if fits.contains(content) {
                        let guard = vec![(here, ValueSet::one(0)), has];
                        step(LAY, detail, None, guard, vec![(here, Assign::Set(content)), used]);
                    }
                    continue;
                };
                for d in (0..model.board.directions().len()).filter_map(|d| Direction::try_from(d).ok()) {
                    let Some(other) = model.board.step(*cell, d).and_then(|c| model.board.index(c)) else {
                        continue;
                    };
                    if other <= here {
                        continue;
                    }
                    let there = allowed(&wanted, other, contents);
                    let half = i64::try_from(model.board.directions().len() / 2).unwrap_or(0);
                    let back = model.board.turn(d, half);
                    let ways = if a == b { vec![(a, b, 0)] } else { vec![(a, b, 0), (b, a, 1)] };
                    for (near, far, turned) in ways {
                        let ends = (
                            model.pieces.id(&Content::End(entry.kind, near, far, d)),
                            model.pieces.id(&Content::End(entry.kind, far, near, back)),
                        );
                        let (Some(x), Some(y)) = ends else { continue };
                        if fits.contains(x) && there.contains(y) {
                            let guard =
                                vec![(here, ValueSet::one(0)), (other, ValueSet::one(0)), has.clone()];
                            let assign = vec![(here, Assign::Set(x)), (other, Assign::Set(y)), used.clone()];
                            step(LAY, detail, Some((d, turned)), guard, assign);
                        }
                    }
                }
            }
        }
    }
    let mut goal = wanted.and(Condition::In(cursor, ValueSet::one(last)));
    for number in 0..supply.len() {
        goal = goal.and(Condition::In(var(n + 1 + number), ValueSet::one(0)));
    }
    let task = Task {
        asked: None,
        variables,
        contents: model.pieces.contents().map(|(id, _)| model.pieces.describe(id)).collect(),
        actions,
        start,
        goal,
        measure: super::measure(model),
    };
    Ok(Ground { task, cells, bounds: Bounds::Exact, fires: Vec::new() })
}

/// What the goal lets a cell hold, as far as it says so plainly.
fn allowed(goal: &Condition, var: VarId, contents: Value) -> ValueSet {
    let every: ValueSet = (0..contents).collect();
    match goal {
        Condition::In(v, values) if *v == var => values.clone(),
        Condition::All(parts) => {
            parts.iter().fold(every, |set, part| set.intersection(&allowed(part, var, contents)))
        }
        _ => every,
    }
}
