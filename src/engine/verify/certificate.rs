//! Checks a certificate against a puzzle.

use super::rules::{Extent, Reading};
use super::sums::Sum;
use super::{Stop, counted, jumps, lay, named, plan, rules, sets, walk, window};
use crate::base::{Budget, Progress};
use crate::diag;
use crate::engine::certificate::{Document, Invariant, KIND, Level, Names, Proof, Refuted, VERSION, Values};
use crate::model::board::Coord;
use crate::model::goal::Goal;
use crate::model::puzzle::Supply;
use crate::model::rule::Body;
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
    /// Not decided.
    Stopped(diag::Stop),
}

/// A value of a certificate takes at most so many bytes while it is read, beside its text.
const BYTES_OF_VALUE: u64 = 128;

/// The certificate that a text is.
///
/// # Errors
/// What is wrong with the text, or a limit: memory is asked for before it is used.
pub fn read(text: &str, budget: &Budget) -> Result<Document, Checked> {
    let values = text.bytes().filter(|b| matches!(b, b',' | b':' | b'[' | b'{')).count() as u64;
    let bytes = 2 * text.len() as u64 + BYTES_OF_VALUE.saturating_mul(values);
    budget
        .poll(&Progress { bytes, ..Progress::default() })
        .map_err(|limit| Checked::Stopped(limit.into()))?;
    let wrong = |why: String| Checked::Rejected(why);
    let document: Document =
        serde_json::from_str(text).map_err(|e| wrong(format!("it is no certificate: {e}")))?;
    if document.kind != KIND {
        return Err(wrong(format!("it is no certificate: its kind is `{}`", document.kind)));
    }
    if document.version != VERSION {
        let version = document.version;
        return Err(wrong(format!("it is of version {version}, and only version {VERSION} is known")));
    }
    Ok(document)
}

/// Checks what a certificate says of a puzzle.
///
/// The `cut` is what a search made of an endless board. Only its cells and bounds are looked at, as
/// a claim: positions are numbered by these cells, and a proof that pieces may leave is rejected. Other
/// boards need none.
///
/// Time grows with what there is to check: the steps of a plan, the actions for sums, every
/// position for a closed set.
pub fn check(model: &Model, cut: Option<&Ground>, document: &Document, budget: &Budget) -> Checked {
    match proved(model, cut, document, budget) {
        Ok(text) => Checked::Verified(text),
        Err(Stop::Rejected(why)) => Checked::Rejected(why),
        Err(Stop::Stopped(stop)) => Checked::Stopped(stop),
    }
}

/// Checks proofs that jumps reach no goal of a task, without a puzzle that it comes from. The `frame` is
/// what the variables can ever hold.
pub fn check_jumps(task: &Task, frame: &[ValueSet], goals: &[Refuted], budget: &Budget) -> Checked {
    let closed = sets::closed(task, frame);
    match closed.and_then(|()| jumps::check(task, &Names::new(task), frame, goals, budget)) {
        Ok(()) => Checked::Verified(String::new()),
        Err(Stop::Rejected(why)) => Checked::Rejected(why),
        Err(Stop::Stopped(stop)) => Checked::Stopped(stop),
    }
}

fn proved(model: &Model, cut: Option<&Ground>, document: &Document, budget: &Budget) -> Result<String, Stop> {
    if document.puzzle != model.name {
        let text = format!("it is about the puzzle `{}`, not `{}`", document.puzzle, model.name);
        return Err(Stop::Rejected(text));
    }
    let same = |(name, value): (&String, &i64)| model.values.get(name) == Some(value);
    if document.parameters.len() != model.values.len() || !document.parameters.iter().all(same) {
        return Err(Stop::wrong("it is about other parameters"));
    }
    let rules = match &model.question {
        Question::Game { .. } => {
            return Err(Stop::wrong("it is about a game of two players, for which there is no proof yet"));
        }
        Question::Place { supply, goal } => return placed(model, supply, &goal.0, document, budget),
        Question::Moves { rules, .. } => rules,
    };
    let board = part(model, cut, document)?;
    let scripted = rules.iter().any(|rule| matches!(rule.body, Body::Asked(_)));
    let of_actions = matches!(
        document.proof,
        Proof::Invariants { .. }
            | Proof::Jumps { .. }
            | Proof::GoalImpossible { .. }
            | Proof::ClosedBackward { .. }
    );
    if scripted && of_actions {
        return Err(Stop::wrong("scripts make moves that this proof does not speak of"));
    }
    if model.is_asked() && matches!(document.proof, Proof::ClosedBackward { .. }) {
        return Err(Stop::wrong("where scripts are asked, positions are looked at from the start"));
    }
    let told = claim(model, &board, &document.proof, budget)?;
    let window = model.window.filter(|_| board.extent == Some(Extent::Window));
    Ok(match window {
        Some(n) => format!("{told} (on the start and {} more on each side)", counted(n.into(), "cells")),
        None => told,
    })
}

/// The part of the board that a certificate speaks of.
struct Part<'a> {
    cells: &'a [Coord],
    /// None where nobody stated the window that a plan was found in.
    extent: Option<Extent>,
}

fn part<'a>(model: &'a Model, cut: Option<&'a Ground>, document: &Document) -> Result<Part<'a>, Stop> {
    if !model.board.unbounded {
        return match document.margin {
            None => Ok(Part { cells: model.board.cells(), extent: Some(Extent::Whole) }),
            Some(_) => Err(Stop::wrong("it is about a part of the board, which has an end")),
        };
    }
    let cells = cut.map_or(&[][..], |cut| &cut.cells);
    match (cut.map(|cut| cut.bounds), document.margin) {
        (Some(Bounds::Window { stated: false, margin }), Some(said)) if margin == said => {
            Ok(Part { cells, extent: None })
        }
        (Some(Bounds::Window { stated: true, margin }), None) if model.window == Some(margin) => {
            window::holds(model, cells, margin)?;
            Ok(Part { cells, extent: Some(Extent::Window) })
        }
        (Some(Bounds::Exact), None) => Ok(Part { cells, extent: Some(Extent::Endless) }),
        _ => Err(Stop::wrong("it is about another part of the board")),
    }
}

/// What a proof about a placement shows, in words.
fn placed(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    document: &Document,
    budget: &Budget,
) -> Result<String, Stop> {
    if document.margin.is_some() {
        return Err(Stop::wrong("it is about a part of the board, which has an end"));
    }
    match &document.proof {
        Proof::Plan { length, unit, least: None, steps } => {
            plan::check(model, steps, (*length, unit), None, budget)?;
            Ok(format!("a solution of {}", counted(*length, unit)))
        }
        Proof::Placement {} => {
            lay::none(model, supply, goal, budget)?;
            Ok("there is no solution: in no way do the pieces lie as the goal asks".into())
        }
        _ => Err(Stop::wrong("where pieces are laid, all ways to lay them are tried")),
    }
}

/// What a proof shows, in words.
fn claim(model: &Model, board: &Part<'_>, proof: &Proof, budget: &Budget) -> Result<String, Stop> {
    if let Proof::Plan { length, unit, least, steps } = proof {
        let within = (board.extent == Some(Extent::Window)).then_some(board.cells);
        plan::check(model, steps, (*length, unit), within, budget)?;
        let told = counted(*length, unit);
        let Some(levels) = least else { return Ok(format!("a solution of {told}")) };
        plan::least(model, &reading(model, board, budget)?, *length, levels, budget)?;
        return Ok(format!("a solution of {told}, and none is shorter"));
    }
    let reading = reading(model, board, budget)?;
    let task = &reading.task;
    let none = "there is no solution: ";
    match proof {
        Proof::Plan { .. } | Proof::Placement {} => Err(Stop::wrong("no pieces are laid in this puzzle")),
        Proof::Invariants { invariants, values } => {
            let frame = frame(&reading, values)?;
            unreachable(task, &frame, invariants, budget)?;
            Ok(format!("{none}every goal breaks a sum that no move changes"))
        }
        Proof::Jumps { goals, values } => {
            let frame = frame(&reading, values)?;
            jumps::check(task, &Names::new(task), &frame, goals, budget)?;
            let goals = counted(goals.len() as u64, "goals");
            Ok(format!("{none}jumps do not reach the puzzle's {goals}"))
        }
        Proof::GoalImpossible { values } => {
            let frame = frame(&reading, values)?;
            unreachable(task, &frame, &[], budget)?;
            Ok(format!("{none}what the cells can ever hold makes no goal"))
        }
        Proof::Closed { levels } => {
            walk::forward(model, &reading, levels, true, budget)?;
            let all = counted(total(levels), "positions");
            Ok(format!("{none}{all} can be reached, and no goal is among them"))
        }
        Proof::ClosedBackward { levels, values } => {
            let frame = frame(&reading, values)?;
            walk::backward(task, &frame, levels, budget)?;
            let all = counted(total(levels), "positions");
            Ok(format!("{none}the goal can be reached from {all}, and the start is not among them"))
        }
    }
}

/// The rules on the part of the board that a certificate speaks of.
fn reading(model: &Model, board: &Part<'_>, budget: &Budget) -> Result<Reading, Stop> {
    match board.extent {
        Some(extent) => rules::read(model, board.cells, extent, budget),
        None => Err(Stop::wrong("the board goes on beyond the part that was looked at")),
    }
}

/// The listed values of every variable, checked to be all that it can ever hold.
fn frame(reading: &Reading, values: &Values) -> Result<Vec<ValueSet>, Stop> {
    let task = &reading.task;
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
    if reading.escapes.iter().any(|escape| sets::may_apply(escape, &sets)) {
        return Err(Stop::wrong(walk::LEAVES));
    }
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
