//! Goals as conditions.

use super::Failure;
use super::field::{Field, Spot};
use super::linear::{Undefined, condition as test_condition};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Budget, Progress, Span};
use puzzlec_model::board::Coord;
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::{Model, Question, number};
use puzzlec_task::oracle::GoalTest;
use puzzlec_task::{Action, Condition, ValueSet, VarId};

/// The goal of a puzzle. The actions of a game end there.
pub(super) fn of(
    model: &Model,
    field: &Field<'_>,
    actions: &mut [Action],
    budget: &Budget,
) -> Result<Condition, Failure> {
    let Some((goal, span)) = model.question.goal() else { return Ok(Condition::False) };
    budget.poll(&Progress { bytes: size(field, goal), ..Progress::default() })?;
    // No player who can move is stuck.
    let mut ended = condition(field, goal, *span)?;
    let open = ended.clone().negate();
    if goal.has_stuck() {
        field.stuck.replace(stuck(field, actions));
        ended = condition(field, goal, *span)?;
    }
    if matches!(model.question, Question::Game { .. }) {
        for action in actions {
            let own = std::mem::replace(&mut action.condition, Condition::True);
            action.condition = own.and(open.clone());
        }
    }
    Ok(ended)
}

/// In a game with tests of its players the conditions that the last to move has won, and that the other player has; behind
/// [`of`].
pub(super) fn of_players(model: &Model, field: &Field<'_>) -> Result<Option<Box<[Condition; 2]>>, Failure> {
    let Question::Game { wins: Some(wins), goal: Some((_, span)), .. } = &model.question else {
        return Ok(None);
    };
    let [last, other] = [&wins.last, &wins.other].map(|goal| condition(field, goal, *span));
    Ok(Some(Box::new([last?, other?])))
}

/// The condition that a goal puts on the cells.
pub(super) fn condition(field: &Field<'_>, goal: &Goal, span: Span) -> Result<Condition, Failure> {
    Ok(match goal {
        Goal::Drawn(drawn) if drawn.anywhere => anywhere(field, drawn),
        Goal::Drawn(drawn) => at(field, drawn, (0, 0)),
        Goal::Test(test) => match test_condition(field, &mut Vec::new(), test) {
            Ok(condition) => condition,
            Err(Undefined::DividesByZero) => {
                return Err(Diagnostic::new(Code::Arithmetic, span, number::ZERO).into());
            }
            Err(why) => match why.diagnostic(span) {
                Some(d) => return Err(d.into()),
                None => Condition::False,
            },
        },
        Goal::Stuck => field.stuck.borrow().clone(),
        // Only the script decides which positions pass; the oracle calls it.
        Goal::Callback(_) => Condition::True,
        Goal::Any(parts) => {
            let mut any = Condition::False;
            for part in parts {
                any = any.or(condition(field, part, span)?);
            }
            any
        }
        Goal::All(parts) => {
            let mut all = Condition::True;
            for part in parts {
                all = all.and(condition(field, part, span)?);
            }
            all
        }
    })
}

/// The condition that none of the actions is a move.
fn stuck(field: &Field<'_>, actions: &[Action]) -> Condition {
    let moves = |action: &Action| {
        let guards = action.guard.iter().map(|(var, values)| Condition::In(*var, values.clone()));
        let applies = guards.fold(Condition::True, Condition::and).and(action.condition.clone());
        applies.and(changes(field, action))
    };
    actions.iter().map(|action| moves(action).negate()).fold(Condition::True, Condition::and)
}

/// The condition that an action changes something, where its guard holds.
fn changes(field: &Field<'_>, action: &Action) -> Condition {
    let mut any = Condition::False;
    for (var, assign) in &action.assign {
        let is = |var: VarId, value| Condition::In(var, ValueSet::one(value));
        let old = |var: VarId| match action.guard_of(var) {
            Some(values) => values.clone(),
            None => (0..field.size(var)).collect(),
        };
        let Some(from) = assign.source() else {
            let value = assign.value(0);
            if !old(*var).contains(value) {
                return Condition::True;
            }
            any = any.or(is(*var, value).negate());
            continue;
        };
        if from == *var {
            let changed: ValueSet = old(from).iter().filter(|value| assign.value(*value) != *value).collect();
            if changed == old(from) {
                return Condition::True;
            }
            any = any.or(Condition::In(*var, changed));
            continue;
        }
        for value in old(from).iter() {
            any = any.or(is(from, value).and(is(*var, assign.value(value)).negate()));
        }
    }
    any
}

/// The bytes that the drawings of a goal take at all their places.
fn size(field: &Field<'_>, goal: &Goal) -> u64 {
    match goal {
        Goal::Drawn(drawn) => {
            let cells = if drawn.rest_empty { field.cells.len() } else { drawn.cells.len() };
            let places = if drawn.anywhere { field.cells.len() } else { 1 };
            (cells as u64).saturating_mul(places as u64).saturating_mul(size_of::<Condition>() as u64)
        }
        Goal::Any(parts) | Goal::All(parts) => {
            parts.iter().map(|part| size(field, part)).fold(0, u64::saturating_add)
        }
        Goal::Test(_) | Goal::Stuck | Goal::Callback(_) => 0,
    }
}

/// Whether a goal has a scripted condition.
pub(super) fn has_callbacks(goal: &Goal) -> bool {
    match goal {
        Goal::Callback(_) => true,
        Goal::Any(parts) | Goal::All(parts) => parts.iter().any(has_callbacks),
        Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck => false,
    }
}

/// The goal with its callbacks.
pub(super) fn test(field: &Field<'_>, goal: &Goal, span: Span) -> Result<GoalTest, Failure> {
    let parts = |parts: &[Goal]| parts.iter().map(|p| test(field, p, span)).collect::<Result<_, _>>();
    Ok(match goal {
        Goal::Callback(callback) => GoalTest::Callback(callback.clone().into()),
        Goal::Any(all) => GoalTest::Any(parts(all)?),
        Goal::All(all) => GoalTest::All(parts(all)?),
        Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck => GoalTest::Ground(condition(field, goal, span)?),
    })
}

fn at(field: &Field<'_>, drawn: &Drawn, (dx, dy): (i32, i32)) -> Condition {
    let mut all = Condition::True;
    let mut spoken: Vec<bool> = vec![false; field.cells.len()];
    for (cell, contents) in &drawn.cells {
        let values: ValueSet = contents.iter().copied().collect();
        match field.spot(Coord::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy))) {
            Spot::Var(var) => {
                if let Some(s) = spoken.get_mut(var as usize) {
                    *s = true;
                }
                if !contents.is_empty() {
                    all = all.and(Condition::In(var, values));
                }
            }
            Spot::Still(value) if contents.is_empty() || values.contains(value) => {}
            Spot::Beyond | Spot::Off if contents.is_empty() || values.contains(0) => {}
            Spot::Beyond | Spot::Still(_) | Spot::Off => return Condition::False,
        }
    }
    if drawn.rest_empty {
        for (var, _) in (0..).zip(&spoken).filter(|(_, s)| !**s) {
            all = all.and(Condition::In(var, ValueSet::one(0)));
        }
    }
    all
}

/// Every place where the drawing's pieces fit on the cells.
fn anywhere(field: &Field<'_>, drawn: &Drawn) -> Condition {
    let anchor = drawn.cells.iter().find(|(_, contents)| !contents.is_empty() && !contents.contains(&0));
    let Some((anchor, _)) = anchor else { return at(field, drawn, (0, 0)) };
    let mut any = Condition::False;
    for cell in &field.cells {
        any = any.or(at(field, drawn, (cell.x.saturating_sub(anchor.x), cell.y.saturating_sub(anchor.y))));
    }
    any
}
