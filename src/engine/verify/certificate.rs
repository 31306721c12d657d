//! Checks a certificate against a puzzle.

use super::sums::Sum;
use super::{Stop, hash, jumps, named, plan, sets, walk};
use crate::base::{Budget, Limit};
use crate::engine::certificate::{Document, Invariant, KIND, Level, Names, Proof, Refuted, VERSION, Values};
use crate::model::{Model, Question};
use crate::task::ground::{Bounds, Ground};
use crate::task::{Task, ValueSet};

/// What became of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It proves this, in words.
    Verified(String),
    /// It does not prove what it says, for this reason.
    Rejected(String),
    /// A limit came first.
    Stopped(Limit),
}

/// The certificate that a text is.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str) -> Result<Document, String> {
    let document: Document = serde_json::from_str(text).map_err(|e| format!("it is no certificate: {e}"))?;
    if document.kind != KIND {
        return Err(format!("it is no certificate: its kind is `{}`", document.kind));
    }
    if document.version != VERSION {
        let version = document.version;
        return Err(format!("it is of version {version}, and only version {VERSION} is known"));
    }
    Ok(document)
}

/// Checks what a certificate says of a puzzle, whose ground form is given.
///
/// Time grows with what there is to check: the steps of a plan, the actions for sums, every
/// position for a closed set.
pub fn check(model: &Model, ground: &Ground, document: &Document, budget: &Budget) -> Checked {
    match proved(model, ground, document, budget) {
        Ok(text) => Checked::Verified(text),
        Err(Stop::Rejected(why)) => Checked::Rejected(why),
        Err(Stop::Limit(limit)) => Checked::Stopped(limit),
    }
}

/// Checks proofs that jumps reach no goal of a task, without a puzzle that it comes from. The `frame` is
/// what the variables can ever hold.
pub fn check_jumps(task: &Task, frame: &[ValueSet], goals: &[Refuted], budget: &Budget) -> Checked {
    let closed = sets::closed(task, frame);
    match closed.and_then(|()| jumps::check(task, &Names::new(task), frame, goals, budget)) {
        Ok(()) => Checked::Verified(String::new()),
        Err(Stop::Rejected(why)) => Checked::Rejected(why),
        Err(Stop::Limit(limit)) => Checked::Stopped(limit),
    }
}

fn proved(model: &Model, ground: &Ground, document: &Document, budget: &Budget) -> Result<String, Stop> {
    let task = &ground.task;
    if document.puzzle != model.name {
        let text = format!("it is about the puzzle `{}`, not `{}`", document.puzzle, model.name);
        return Err(Stop::Rejected(text));
    }
    let same = |(name, value): (&String, &i64)| model.values.get(name) == Some(value);
    if document.parameters.len() != model.values.len() || !document.parameters.iter().all(same) {
        return Err(Stop::wrong("it is about other parameters"));
    }
    if document.task != hash::fingerprint(task) {
        return Err(Stop::wrong(
            "it is about another puzzle, or the puzzle was changed: its fingerprint differs",
        ));
    }
    if let Question::Game { .. } = model.question {
        return Err(Stop::wrong("it is about a game of two players, for which there is no proof yet"));
    }
    let cut = match (ground.bounds, document.margin) {
        (Bounds::Window { stated: false, margin }, Some(said)) if margin == said => String::new(),
        (Bounds::Window { stated: true, margin }, None) => {
            format!(" (on the start and {} more on each side)", super::counted(margin.into(), "cells"))
        }
        (Bounds::Exact, None) => String::new(),
        _ => return Err(Stop::wrong("it is about another part of the board")),
    };
    if !matches!(document.proof, Proof::Plan { .. }) && ground.bounds.doubt().is_some() {
        return Err(Stop::wrong("the board goes on beyond the part that was looked at"));
    }
    let told = claim(model, ground, &document.proof, budget)?;
    Ok(format!("{told}{cut}"))
}

/// What a proof shows, in words.
fn claim(model: &Model, ground: &Ground, proof: &Proof, budget: &Budget) -> Result<String, Stop> {
    let task = &ground.task;
    let none = "there is no solution: ";
    let scripts = model.is_asked();
    let of_actions = matches!(
        proof,
        Proof::Invariants { .. }
            | Proof::Jumps { .. }
            | Proof::GoalImpossible { .. }
            | Proof::ClosedBackward { .. }
    );
    if scripts && of_actions && task.asked.as_ref().is_none_or(|oracle| oracle.makes_moves()) {
        return Err(Stop::wrong("scripts make moves that this proof does not speak of"));
    }
    if scripts && matches!(proof, Proof::ClosedBackward { .. }) {
        return Err(Stop::wrong("where scripts are asked, positions are looked at from the start"));
    }
    match proof {
        Proof::Plan { length, unit, least, steps } => {
            plan::check(model, ground, steps, *length, unit)?;
            let told = super::counted(*length, unit);
            let Some(levels) = least else { return Ok(format!("a solution of {told}")) };
            plan::least(model, task, *length, levels, budget)?;
            Ok(format!("a solution of {told}, and none is shorter"))
        }
        Proof::Invariants { invariants, values } => {
            let frame = frame(task, values)?;
            unreachable(task, &frame, invariants, budget)?;
            Ok(format!("{none}every goal breaks a sum that no move changes"))
        }
        Proof::Jumps { goals, values } => {
            let frame = frame(task, values)?;
            jumps::check(task, &Names::new(task), &frame, goals, budget)?;
            let goals = super::counted(goals.len() as u64, "goals");
            Ok(format!("{none}jumps do not reach the puzzle's {goals}"))
        }
        Proof::GoalImpossible { values } => {
            let frame = frame(task, values)?;
            unreachable(task, &frame, &[], budget)?;
            Ok(format!("{none}what the cells can ever hold makes no goal"))
        }
        Proof::Closed { levels } => {
            walk::forward(model, task, levels, true, budget)?;
            let all = super::counted(total(levels), "positions");
            Ok(format!("{none}{all} can be reached, and no goal is among them"))
        }
        Proof::ClosedBackward { levels, values } => {
            let frame = frame(task, values)?;
            walk::backward(task, &frame, levels, budget)?;
            let all = super::counted(total(levels), "positions");
            Ok(format!("{none}the goal can be reached from {all}, and the start is not among them"))
        }
    }
}

/// The listed values of every variable, checked to be all that it can ever hold.
fn frame(task: &Task, values: &Values) -> Result<Vec<ValueSet>, Stop> {
    let names = Names::new(task);
    let mut sets = vec![ValueSet::new(); task.variables.len()];
    for (variable, held) in values {
        let mut last = None;
        for value in held {
            let (var, value) = named(&names, variable, value)?;
            if last.replace(value).is_some_and(|before| before >= value) {
                return Err(Stop::Rejected(format!("the values of `{variable}` are not in order")));
            }
            if let Some(set) = sets.get_mut(var as usize) {
                set.insert(value);
            }
        }
    }
    sets::closed(task, &sets)?;
    Ok(sets)
}

/// Checks that no move changes the sums and that every goal breaks one.
fn unreachable(
    task: &Task,
    frame: &[ValueSet],
    invariants: &[Invariant],
    budget: &Budget,
) -> Result<(), Stop> {
    let names = Names::new(task);
    let mut sums = Vec::new();
    for invariant in invariants {
        let sum = Sum::read(task, &names, invariant)?;
        sum.unchanged(task, frame, budget)?;
        sums.push(sum);
    }
    let mut looked = 0;
    let mut broken = |sets: &[ValueSet]| {
        for sum in &sums {
            if sum.breaks(sets, &mut looked, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if sets::every_goal(task, frame, &mut broken, budget)? {
        return Ok(());
    }
    Err(Stop::wrong("a goal is not shown to be impossible"))
}

fn total(levels: &[Level]) -> u64 {
    levels.iter().map(|l| l.positions).fold(0, u64::saturating_add)
}
