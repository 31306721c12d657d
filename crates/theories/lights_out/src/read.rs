//! Puzzles that are lights and presses, by what their actions do.
//!
//! **The text.** All rules are written or made by scripts once, and have no effect but `flip`, so that nothing else is
//! ground. Moves are counted; no script runs while the puzzle is played; the board has an end.
//!
//! **The ground puzzle.** Every cell that ever changes runs through as many values, m, and every action that can ever
//! apply does so in every position that can occur, and adds a constant modulo m to each cell, where the values of a cell
//! are numbered so that some action adds 1. These are all actions of the puzzle, so a plan is a solution of linear
//! equations modulo m, in any order; and every solution is a plan.

mod goals;

use std::collections::BTreeMap;

use super::problem::{Light, Press, Problem};
use puzzlec_model::rule::{Body, Effect, Quantified};
use puzzlec_model::{Model, Question};
use puzzlec_search::{Relaxed, relaxed};
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::{Action, ActionId, Assign, Condition, Cost, Task, Value, ValueSet, VarId};

/// The most states of a light.
const MOST_STATES: usize = 64;

/// A task as this theory sees it.
#[derive(Clone, Debug)]
pub enum Read {
    /// Lights.
    Game(Box<Problem>),
    /// Lights that the theory does not treat, and why.
    TooLarge(String),
    /// Something else.
    Other,
}

/// Whether the text of a puzzle allows lights.
pub fn may_press(model: &Model) -> bool {
    let Question::Moves { rules, .. } = &model.question else { return false };
    let asked = model.has_callbacks() || model.hooks.bound.is_some() || model.hooks.invariant.is_some();
    let flips = |rule: &Quantified| {
        !rule.closes && rule.effects.iter().all(|effect| matches!(effect, Effect::Flip(..)))
    };
    let fits = |body: &Body| match body {
        Body::Quantified(rule) => flips(rule),
        Body::Scripted(rules) => rules.iter().all(flips),
        Body::Patterns(_) | Body::Callback(_) => false,
    };
    !asked
        && model.measure == MeasureKind::Actions
        && model.window.is_none()
        && !model.board.unbounded
        && rules.iter().all(|rule| fits(&rule.body))
}

impl Read {
    /// Reads a task.
    pub fn of(task: &Task) -> Read {
        let conditional = |action: &Action| action.condition != Condition::True;
        if task.oracle.is_some() || task.measure.cost != Cost::Actions || task.actions.iter().any(conditional)
        {
            return Read::Other;
        }
        let relaxed = relaxed(task);
        let Some((modulus, lights)) = lights(task, &relaxed) else { return Read::Other };
        let Some(presses) = presses(task, &relaxed, &lights) else { return Read::Other };
        match goals::read(task, &relaxed, &lights) {
            Some(goals) => Read::Game(Box::new(Problem { modulus, lights, presses, goals })),
            None => Read::TooLarge(format!(
                "the theory of lights covers up to {} goals; this puzzle has more",
                goals::MOST_GOALS
            )),
        }
    }
}

/// Whether every action of a rule, and at least one, adds constants to what cells hold, wherever it is.
pub fn all_press(rule: &Task) -> bool {
    let presses = |action: &Action| {
        let permutes = |(var, assign): &(VarId, Assign)| match assign {
            Assign::Map(from, table) => {
                let mut images = table.clone();
                images.sort_unstable();
                from == var && images.iter().copied().eq(0..Value::try_from(table.len()).unwrap_or(0))
            }
            Assign::Set(_) | Assign::Copy(_) => false,
        };
        action.condition == Condition::True
            && action.guard.iter().all(|(var, set)| {
                let size = rule.variables.get(*var as usize).map_or(0, |variable| variable.size);
                set.len() == usize::from(size)
            })
            && action.assign.iter().all(permutes)
    };
    !rule.actions.is_empty() && rule.actions.iter().all(presses)
}

/// The actions that can ever apply.
fn firing<'t>(task: &'t Task, relaxed: &Relaxed) -> impl Iterator<Item = (ActionId, &'t Action)> {
    let fires = |id: ActionId| relaxed.fires.get(id as usize) == Some(&true);
    (0..).zip(&task.actions).filter(move |(id, _)| fires(*id))
}

/// The number of states, and the cells that change.
fn lights(task: &Task, relaxed: &Relaxed) -> Option<(u32, Vec<Light>)> {
    let changing = |var: VarId| relaxed.values.get(var as usize).filter(|values| values.len() > 1);
    let mut orders: BTreeMap<VarId, Vec<Value>> = BTreeMap::new();
    for (_, action) in firing(task, relaxed) {
        for (var, assign) in &action.assign {
            if let Some(values) = changing(*var).filter(|_| !orders.contains_key(var))
                && let Some(order) = order(*var, values, assign)
            {
                orders.insert(*var, order);
            }
        }
    }
    let cells = (0..).zip(&relaxed.values).filter(|(_, values)| values.len() > 1).count();
    let modulus = orders.values().next()?.len();
    if orders.len() != cells || modulus > MOST_STATES || orders.values().any(|order| order.len() != modulus) {
        return None;
    }
    let light = |(var, states): (VarId, Vec<Value>)| {
        let held = task.start.get(var as usize)?;
        let start = states.iter().position(|state| state == held)?;
        Some(Light { var, states, start: u32::try_from(start).ok()? })
    };
    Some((u32::try_from(modulus).ok()?, orders.into_iter().map(light).collect::<Option<Vec<_>>>()?))
}

/// The values of a cell in the order in which an assignment passes them, if it passes all.
fn order(var: VarId, values: &ValueSet, assign: &Assign) -> Option<Vec<Value>> {
    if assign.source() != Some(var) {
        return None;
    }
    let first = values.iter().next()?;
    let next = |value: &Value| Some(assign.value(*value)).filter(|next| *next != first);
    let order: Vec<Value> = std::iter::successors(Some(first), next).take(values.len() + 1).collect();
    (order.len() == values.len()).then_some(order)
}

/// The presses; nothing if some action is not one.
fn presses(task: &Task, relaxed: &Relaxed, lights: &[Light]) -> Option<Vec<Press>> {
    let places: BTreeMap<VarId, u32> = lights.iter().map(|light| light.var).zip(0..).collect();
    let mut known: BTreeMap<Vec<(u32, u32)>, usize> = BTreeMap::new();
    let mut presses: Vec<Press> = Vec::new();
    for (id, action) in firing(task, relaxed) {
        let always = |(var, set): &(VarId, ValueSet)| {
            relaxed.values.get(*var as usize).is_some_and(|values| values.is_subset(set))
        };
        if !action.guard.iter().all(always) {
            return None;
        }
        let mut by = Vec::new();
        for (var, assign) in &action.assign {
            let Some(place) = places.get(var) else {
                // A cell that never changes.
                continue;
            };
            let steps = steps(*var, assign, &lights.get(*place as usize)?.states)?;
            if steps > 0 {
                by.push((*place, steps));
            }
        }
        if by.is_empty() {
            continue;
        }
        let place = *known.entry(by.clone()).or_insert(presses.len());
        match presses.get_mut(place) {
            Some(press) => press.actions.push((id, action.times)),
            None => presses.push(Press { actions: vec![(id, action.times)], by }),
        }
    }
    Some(presses)
}

/// By how many states an assignment moves a light on, if it does so from every state.
fn steps(var: VarId, assign: &Assign, states: &[Value]) -> Option<u32> {
    if assign.source() != Some(var) {
        return None;
    }
    let first = assign.value(*states.first()?);
    let steps = states.iter().position(|state| *state == first)?;
    let moved = states.iter().skip(steps).chain(states);
    states
        .iter()
        .zip(moved)
        .all(|(from, to)| assign.value(*from) == *to)
        .then_some(u32::try_from(steps).ok()?)
}
