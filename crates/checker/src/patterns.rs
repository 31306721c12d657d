//! Lower bounds by patterns: the pieces of a pattern are told apart, and all others are alike.
//!
//! What a position shows of a pattern is, by variable, the piece of the pattern that it holds, that it is empty, or that it
//! holds something else. A move *counts* in a pattern if it changes where a piece of the pattern is. Every move of the puzzle
//! is one of what the positions show, and every goal shows a goal: what [`held`] allows the variables decides where something
//! else is held. So the least number of moves that count on a way from the start to a goal, among all that can be shown, is at
//! most that of any plan. If no move counts in two patterns, the numbers add up.
//!
//! The numbers are found again by going forward from the start: first by moves that do not count, then by one that does.

mod shown;

use std::collections::BTreeMap;

use super::Unproved;
use super::apart::held;
use super::narrow::narrowed;
use super::rows::Rows;
use super::rules::Reading;
use puzzlec_base::Progress;
use puzzlec_base::words::counted;
use puzzlec_task::certificate::{Names, PatternBound};
use puzzlec_task::{Action, SearchContext, Task, Value, ValueSet, VarId};
use shown::Shown;

/// Maximum number of pieces in a pattern.
const MOST_PIECES: usize = 60;

/// Maximum number of combinations of contents that a move may find.
const MOST_COMBINATIONS: usize = 1 << 20;

/// Arrangements between two polls of the budget.
const STEPS: u32 = 1 << 10;

/// Checks the patterns, and returns the sum of their numbers: no plan has fewer actions.
pub(super) fn check(
    reading: &Reading,
    patterns: &[PatternBound],
    context: &SearchContext,
) -> Result<u64, Unproved> {
    let task = &reading.task;
    if task.consequences.is_some() || !reading.escapes.is_empty() {
        return Err(Unproved::wrong("a proof by patterns covers neither consequences nor endless boards"));
    }
    let names = Names::new(task);
    let cell = (0..).zip(&task.variables).find(|(_, variable)| variable.counts.is_none());
    let mut owners: BTreeMap<Value, usize> = BTreeMap::new();
    let mut pieces: Vec<Vec<Value>> = Vec::new();
    for (number, pattern) in patterns.iter().enumerate() {
        let mut own = Vec::new();
        for name in &pattern.pieces {
            let value = cell.and_then(|(var, _)| names.value_of(var, name)).filter(|value| *value != 0);
            let value =
                value.ok_or_else(|| Unproved::Rejected(format!("the puzzle has no piece `{name}`")))?;
            if owners.insert(value, number).is_some() {
                return Err(Unproved::Rejected(format!("`{name}` is twice in the patterns")));
            }
            own.push(value);
        }
        if own.len() > MOST_PIECES {
            return Err(Unproved::too_large("a pattern has too many pieces"));
        }
        pieces.push(own);
    }
    let (held, possible) = held(task);
    let actions = || task.actions.iter().zip(&possible).filter(|(_, possible)| **possible);
    for (action, _) in actions() {
        context.poll(&Progress::default())?;
        counts_once(task, action, &held, &owners)?;
    }
    let actions: Vec<&Action> = actions().map(|(action, _)| action).collect();
    let mut sum: u64 = 0;
    for (pattern, pieces) in patterns.iter().zip(&pieces) {
        let shown = Shown::new(task, &actions, &held, pieces);
        if let Some(moves) = sooner(&shown, pattern.at_least, context)? {
            return Err(Unproved::Rejected(format!(
                "the pieces of a pattern need {} as far as it shows, not {}",
                counted(moves, "moves"),
                pattern.at_least
            )));
        }
        sum = sum.saturating_add(pattern.at_least);
    }
    Ok(sum)
}

/// Checks that an action never moves pieces of two patterns.
fn counts_once(
    task: &Task,
    action: &Action,
    held: &[ValueSet],
    owners: &BTreeMap<Value, usize>,
) -> Result<(), Unproved> {
    let Some(narrow) = narrowed(&action.guard, &action.condition, held) else { return Ok(()) };
    let is_cell = |var: VarId| task.variables.get(var as usize).is_some_and(|of| of.counts.is_none());
    let mut read: Vec<VarId> = Vec::new();
    for (var, assign) in action.assign.iter().filter(|(var, _)| is_cell(*var)) {
        read.extend([*var].into_iter().chain(assign.source()));
    }
    read.sort_unstable();
    read.dedup();
    let values = |var: &VarId| -> Vec<Value> {
        let set = narrow.get(var).or_else(|| held.get(*var as usize));
        set.map(|set| set.iter().collect()).unwrap_or_default()
    };
    let sets: Vec<Vec<Value>> = read.iter().map(values).collect();
    let combinations = sets.iter().fold(1_usize, |product, set| product.saturating_mul(set.len()));
    if combinations > MOST_COMBINATIONS {
        return Err(Unproved::too_large("a move has too many cases"));
    }
    for combination in 0..combinations {
        let mut rest = combination;
        let mut old: BTreeMap<VarId, Value> = BTreeMap::new();
        for (var, set) in read.iter().zip(&sets) {
            old.extend(set.get(rest % set.len().max(1)).map(|value| (*var, *value)));
            rest /= set.len().max(1);
        }
        let mut first = None;
        for (var, assign) in action.assign.iter().filter(|(var, _)| is_cell(*var)) {
            let value = |var: VarId| old.get(&var).copied().unwrap_or(0);
            let (before, after) = (value(*var), assign.value(assign.source().map_or(0, value)));
            for owner in [before, after].iter().filter(|_| before != after).filter_map(|v| owners.get(v)) {
                if *first.get_or_insert(owner) != owner {
                    return Err(Unproved::wrong("a move counts in two patterns"));
                }
            }
        }
    }
    Ok(())
}

/// The least number of moves that count before a goal may be reached, if it is less than `at_least`.
fn sooner(shown: &Shown, at_least: u64, context: &SearchContext) -> Result<Option<u64>, Unproved> {
    let mut rows = Rows::new(shown.start.len());
    let mut done: Vec<bool> = Vec::new();
    let (mut now, mut next): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let (mut looked, mut row) = (0_u32, Vec::new());
    if at_least > 0 {
        now.push(rows.add(&shown.start, |_| Ok(()))?.0);
    }
    for moves in 0..at_least {
        while let Some(number) = now.pop() {
            done.resize(rows.len() as usize, false);
            let Some(slot) = done.get_mut(number as usize).filter(|done| !**done) else { continue };
            *slot = true;
            row.clear();
            row.extend_from_slice(rows.get(number));
            if shown.may_be_goal(&row) {
                return Ok(Some(moves));
            }
            let lists = 4 * (now.capacity() + next.capacity()) + done.capacity();
            let progress = Progress {
                depth: u32::try_from(moves).unwrap_or(u32::MAX),
                states: u64::from(rows.len()),
                frontier: (now.len() + next.len()) as u64,
                bytes: rows.bytes() + lists as u64,
            };
            if looked.is_multiple_of(STEPS) {
                context.poll(&progress)?;
            }
            looked += 1;
            shown.successors(&row, &mut |after, counts| {
                let grows = |more: u64| context.poll(&Progress { bytes: progress.bytes + more, ..progress });
                let (number, _) = rows.add(after, grows)?;
                if !done.get(number as usize).copied().unwrap_or(false) {
                    if counts { next.push(number) } else { now.push(number) }
                }
                Ok(())
            })?;
        }
        if next.is_empty() {
            return Ok(None);
        }
        std::mem::swap(&mut now, &mut next);
    }
    Ok(None)
}
