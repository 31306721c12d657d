//! Dead ends: contents of cells that a move can only exchange for others of them, and that no goal has.

mod together;

use std::collections::{BTreeMap, BTreeSet};

use super::narrow::{Narrow, narrowed};
use super::sets::{every_goal, may_apply, old_values};
use super::{Unproved, named};
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, Assign, SearchContext, Task, Value, ValueSet};

/// Several cells that are a dead end together: by cell its content.
type Together = BTreeMap<String, String>;

/// Checks that the start has a dead end, that every move that takes one away leaves another, and that no goal has one.
///
/// A goal has none if its test fails with it, or if it then needs more cells with some content than there are at the start,
/// where no move adds one, or fewer, where no move takes one away.
pub(super) fn check(
    task: &Task,
    frame: &[ValueSet],
    (dead, several): (&BTreeMap<String, Vec<String>>, &[Together]),
    context: &SearchContext,
) -> Result<(), Unproved> {
    let names = Names::new(task);
    let numbers: Vec<Number> =
        (0..).zip(&task.contents).map(|(value, _)| Number::of(task, frame, value)).collect();
    if !several.is_empty() {
        let mut all = BTreeSet::new();
        for (held, cell) in dead.iter().flat_map(|(held, cells)| cells.iter().map(move |cell| (held, cell))) {
            all.insert(vec![named(&names, cell, held)?]);
        }
        for end in several {
            let mut end = end
                .iter()
                .map(|(cell, held)| named(&names, cell, held))
                .collect::<Result<Vec<_>, Unproved>>()?;
            end.sort_unstable();
            all.insert(end);
        }
        return together::check(task, frame, &all, &numbers, context);
    }
    let mut ends = vec![ValueSet::new(); task.variables.len()];
    for (held, cells) in dead {
        for cell in cells {
            let (var, value) = named(&names, cell, held)?;
            ends.get_mut(var as usize).into_iter().for_each(|set| set.insert(value));
        }
    }
    let is_dead = |var: u32, value: Value| ends.get(var as usize).is_some_and(|set| set.contains(value));
    if !(0..).zip(&task.start).any(|(var, value)| is_dead(var, *value)) {
        return Err(Unproved::wrong("the start has none of these dead ends"));
    }
    for action in task.actions.iter().filter(|action| may_apply(action, frame)) {
        if action.assign.iter().any(|(var, a)| matches!(a, Assign::Set(value) if is_dead(*var, *value))) {
            continue;
        }
        for (var, _) in &action.assign {
            let stays = |old: Value| {
                let mut copies = action.assign.iter().filter(|(_, a)| a.source() == Some(*var));
                copies.any(|(target, a)| is_dead(*target, a.value(old)))
            };
            if old_values(action, *var, frame).any(|old| is_dead(*var, old) && !stays(old)) {
                let name = task.variables.get(*var as usize).map_or("?", |v| &v.name);
                return Err(Unproved::Rejected(format!("a move takes the dead end at {name} away")));
            }
        }
    }
    for (var, set) in ends.iter().enumerate() {
        for value in set.iter() {
            let mut with = frame.to_vec();
            let Some(slot) = with.get_mut(var).filter(|slot| slot.contains(value)) else { continue };
            *slot = ValueSet::one(value);
            no_goal(task, &with, &numbers, context)?;
        }
    }
    Ok(())
}

/// Checks that no goal lies in these sets.
fn no_goal(
    task: &Task,
    with: &[ValueSet],
    numbers: &[Number],
    context: &SearchContext,
) -> Result<(), Unproved> {
    let mut breaks = |sets: &[ValueSet]| {
        let Some(narrow) = narrowed(&[], &task.goal, sets) else { return Ok(true) };
        Ok(broken(numbers, &narrow, sets))
    };
    if every_goal(task, with, &mut breaks, context)? {
        return Ok(());
    }
    Err(Unproved::wrong("a goal may have one of these dead ends"))
}

/// Whether no reachable position lies in these sets, some of which are narrower.
fn broken(numbers: &[Number], narrow: &Narrow, sets: &[ValueSet]) -> bool {
    let all: Vec<&ValueSet> = (0..).zip(sets).map(|(var, set)| narrow.get(&var).unwrap_or(set)).collect();
    numbers.iter().any(|number| number.is_broken(&all))
}

/// How many variables hold a content in reachable positions, as far as single moves tell.
struct Number {
    value: Value,
    /// At least so many, if no move makes them fewer.
    least: usize,
    /// At most so many, if no move makes them more.
    most: Option<usize>,
}

impl Number {
    fn of(task: &Task, frame: &[ValueSet], value: Value) -> Self {
        let start = task.start.iter().filter(|held| **held == value).count();
        let (mut low, mut high) = (0, 0);
        for action in task.actions.iter().filter(|action| may_apply(action, frame)) {
            let (least, most) = change(action, frame, value);
            (low, high) = (least.min(low), most.max(high));
        }
        Number { value, least: if low < 0 { 0 } else { start }, most: (high <= 0).then_some(start) }
    }

    /// Whether no reachable position lies in these sets.
    fn is_broken(&self, sets: &[&ValueSet]) -> bool {
        let sure = sets.iter().filter(|set| set.single() == Some(self.value)).count();
        let possible = sets.iter().filter(|set| set.contains(self.value)).count();
        self.most.is_some_and(|most| sure > most) || possible < self.least
    }
}

/// The least and the greatest change of the number of variables with a content, by an action.
fn change(action: &Action, frame: &[ValueSet], value: Value) -> (i64, i64) {
    let mut variables: Vec<u32> = Vec::new();
    let mut set = 0_i64;
    for (var, assign) in &action.assign {
        variables.push(*var);
        match assign {
            Assign::Set(new) => set += i64::from(*new == value),
            Assign::Copy(from) | Assign::Map(from, _) => variables.push(*from),
        }
    }
    variables.sort_unstable();
    variables.dedup();
    let (mut least, mut most) = (set, set);
    // What depends on the old value of each variable, at its least and its greatest.
    for var in variables {
        let part = |old: Value| {
            let written = action.assign.iter().any(|(written, _)| *written == var);
            let copies =
                action.assign.iter().filter(|(_, a)| a.source() == Some(var) && a.value(old) == value);
            copies.fold(-i64::from(written && old == value), |sum, _| sum + 1)
        };
        least += old_values(action, var, frame).map(part).min().unwrap_or(0);
        most += old_values(action, var, frame).map(part).max().unwrap_or(0);
    }
    (least, most)
}
