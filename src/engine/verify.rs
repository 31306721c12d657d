//! The checker: replays plans by the rules as written, and checks certificates.
//!
//! It shares no code with grounding or search but the model's own geometry (which cells an expression
//! names). A plan is replayed on the model: positions are maps from cells to contents, and every rule
//! is interpreted anew for every step. What a certificate says of all positions is checked on guarded
//! actions that the checker reads from the rules by itself (`rules`).

mod apply;
pub mod certificate;
pub mod checker;
mod eval;
mod explore;
pub mod hash;
mod lay;
mod measure;
mod moved;
mod order;
mod pairs;
mod plan;
mod rules;
mod sets;
mod sums;
mod walk;
mod window;

use std::collections::BTreeSet;
use std::fmt;

use super::Steps;
use super::certificate::Names;
use crate::base::words::counted;
use crate::base::{Budget, Limit, Progress, Span};
use crate::diag;
use crate::model::board::Coord;
use crate::model::config::Configuration;
use crate::model::goal::{Drawn, Goal};
use crate::model::piece::ContentId;
use crate::model::puzzle::Supply;
use crate::model::rule::Body;
use crate::model::{Model, Question};
use crate::task::{Bound, Label, Value, VarId};

pub use explore::{Explored, explore};

/// Why a check ends before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// What is checked is wrong.
    Rejected(String),
    /// Something came first.
    Stopped(diag::Stop),
}

impl Stop {
    /// What is checked is wrong, for this reason.
    pub fn wrong(why: &str) -> Self {
        Stop::Rejected(why.to_owned())
    }

    fn too_large(what: impl Into<String>) -> Self {
        Stop::Stopped(diag::Stop::too_large(what))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Rejected(why) => f.write_str(why),
            Stop::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Stopped(limit.into())
    }
}

/// A variable and its value, by their names in a certificate.
fn named(names: &Names, cell: &str, value: &str) -> Result<(VarId, Value), Stop> {
    let var = variable(names, cell)?;
    let held = names.value_of(var, value);
    let held = held.ok_or_else(|| Stop::Rejected(format!("`{cell}` cannot hold `{value}`")))?;
    Ok((var, held))
}

/// Whether scripts make moves.
fn scripted(model: &Model) -> bool {
    apply::rules(model).iter().any(|rule| matches!(rule.body, Body::Asked(_)))
}

/// A variable, by its name in a certificate.
///
/// # Errors
/// The puzzle has none of this name.
pub fn variable(names: &Names, cell: &str) -> Result<VarId, Stop> {
    names.variable_of(cell).ok_or_else(|| Stop::Rejected(format!("the puzzle has no cell `{cell}`")))
}

/// Why a plan is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The step that is wrong, from 1; the number of steps + 1 where the end is no goal.
    pub step: usize,
    /// What is wrong with it.
    pub why: Stop,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.why)
    }
}

/// What every cell holds at the start.
pub fn start(model: &Model) -> Configuration {
    match &model.question {
        Question::Moves { start, .. } | Question::Game { start, .. } => start.clone(),
        Question::Place { .. } => Configuration::new(),
    }
}

/// A position as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    /// What the cells hold.
    cells: Configuration,
    /// How many cells of a ring that closes up have vanished: the last ones of the board.
    gone: i32,
}

impl Position {
    fn first(model: &Model) -> Self {
        Position { cells: start(model), gone: 0 }
    }
}

/// A step that was replayed by the rules as written.
#[derive(Debug)]
pub struct Replayed<'a> {
    /// The step.
    pub label: &'a Label,
    /// What it changed: cells with what they held and what they hold.
    pub changes: Vec<(Coord, ContentId, ContentId)>,
    /// Where the piece that it moves stood, and where it stands.
    pub mover: Option<(Coord, Coord)>,
    /// What the cells hold after it.
    pub after: &'a Configuration,
}

/// Replays steps by the rules as written, tells `each` of every one and checks that the end is a goal.
/// Gives the length in the puzzle's measure.
///
/// # Errors
/// The first step that the rules do not allow, an end that is no goal, or a limit.
pub fn replay(
    model: &Model,
    steps: &dyn Steps,
    budget: &Budget,
    each: &mut dyn FnMut(&Replayed<'_>),
) -> Result<u64, Rejected> {
    let mut measure = measure::Measure::new(model);
    let mut tell = |before: &Position, label: &Label, after: &Position| {
        measure.step(before, label);
        each(&replayed(model, before, label, after));
        Ok(())
    };
    let followed = follow(model, steps, budget, &mut tell);
    followed.map_err(|(step, stop)| Rejected { step, why: stop })?;
    Ok(measure.length)
}

/// A first step, replayed by the rules as written.
///
/// # Errors
/// Why the rules do not allow it.
pub fn first_step(model: &Model, label: &Label, each: &mut dyn FnMut(&Replayed<'_>)) -> Result<(), Rejected> {
    let start = Position::first(model);
    let after = apply::step(model, &start, label, &Budget::unlimited());
    let after = after.map_err(|why| Rejected { step: 1, why })?;
    each(&replayed(model, &start, label, &after));
    Ok(())
}

fn replayed<'a>(model: &Model, before: &Position, label: &'a Label, after: &'a Position) -> Replayed<'a> {
    let cells: BTreeSet<Coord> = before.cells.keys().chain(after.cells.keys()).copied().collect();
    let held = |at: &Position, cell: &Coord| at.cells.get(cell).copied().unwrap_or(0);
    let change = |cell: Coord| (cell, held(before, &cell), held(after, &cell));
    let changes: Vec<_> = cells.into_iter().map(change).filter(|(_, old, new)| old != new).collect();
    let mover = match moved::moved(model, before, label) {
        Some(moved) => moved.mover,
        // A script moves what leaves the one cell and comes to the other.
        None => {
            let only = |left: bool| {
                let mut all = changes.iter().filter(|(_, old, new)| if left { *new == 0 } else { *old == 0 });
                all.next().filter(|_| all.next().is_none()).map(|(cell, ..)| *cell)
            };
            only(true).zip(only(false))
        }
    };
    Replayed { label, changes, mover, after: &after.cells }
}

/// Is told of every step: the position before, the step, the position after.
type Each<'a> = dyn FnMut(&Position, &Label, &Position) -> Result<(), Stop> + 'a;

/// Replays the steps and checks that the end is a goal. On errors the step, from 1, and why.
fn follow(
    model: &Model,
    steps: &dyn Steps,
    budget: &Budget,
    each: &mut Each<'_>,
) -> Result<(), (usize, Stop)> {
    if let Question::Place { supply, goal } = &model.question {
        return placement(model, supply, goal, steps, each);
    }
    let mut position = Position::first(model);
    let mut end = 1;
    for label in steps.labels() {
        let at = end;
        end += 1;
        budget.poll(&Progress::default()).map_err(|limit| (at, limit.into()))?;
        let next = apply::step(model, &position, &label, budget).map_err(|stop| (at, stop))?;
        each(&position, &label, &next).map_err(|stop| (at, stop))?;
        position = next;
    }
    match goal_holds(model, &position.cells, budget) {
        Ok(true) => Ok(()),
        Ok(false) => Err((end, Stop::wrong("the last position is no goal"))),
        Err(stop) => Err((end, stop)),
    }
}

/// Whether a position is a goal.
///
/// # Errors
/// A script fails.
pub fn is_goal(model: &Model, position: &Configuration) -> Result<bool, String> {
    goal_holds(model, position, &Budget::unlimited()).map_err(|stop| stop.to_string())
}

fn goal_holds(model: &Model, position: &Configuration, budget: &Budget) -> Result<bool, Stop> {
    match &model.question {
        Question::Moves { goal: (goal, _), .. } | Question::Place { goal: (goal, _), .. } => {
            holds(model, position, goal, budget)
        }
        Question::Game { .. } => Ok(false),
    }
}

fn holds(model: &Model, position: &Configuration, goal: &Goal, budget: &Budget) -> Result<bool, Stop> {
    Ok(match goal {
        Goal::Drawn(drawn) if drawn.anywhere => anywhere(position, drawn),
        Goal::Drawn(drawn) => drawn_at(position, drawn, 0, 0),
        Goal::Test(test) => {
            let mut slots = Vec::new();
            eval::Eval::new(&model.board, &model.pieces, position).test(test, &mut slots) == Some(true)
        }
        Goal::Asked(asked) => {
            let answer = asked.goal(&model.hooks.field, &model.contents(position), budget);
            apply::told(answer, budget)?
        }
        Goal::Any(parts) => {
            for part in parts {
                if holds(model, position, part, budget)? {
                    return Ok(true);
                }
            }
            false
        }
        Goal::All(parts) => {
            for part in parts {
                if !holds(model, position, part, budget)? {
                    return Ok(false);
                }
            }
            true
        }
    })
}

fn drawn_at(position: &Configuration, drawn: &Drawn, dx: i32, dy: i32) -> bool {
    let moved = |c: &Coord| Coord::new(c.x + dx, c.y + dy);
    let fits = drawn.cells.iter().all(|(cell, contents)| {
        contents.is_empty() || contents.contains(&position.get(&moved(cell)).copied().unwrap_or(0))
    });
    let spoken = |cell: &Coord| drawn.cells.contains_key(&Coord::new(cell.x - dx, cell.y - dy));
    fits && (!drawn.rest_empty || position.keys().all(spoken))
}

fn anywhere(position: &Configuration, drawn: &Drawn) -> bool {
    let anchor = drawn.cells.iter().find(|(_, contents)| !contents.is_empty() && !contents.contains(&0));
    match anchor {
        None => drawn_at(position, drawn, 0, 0),
        Some((anchor, _)) => {
            position.keys().any(|c| drawn_at(position, drawn, c.x - anchor.x, c.y - anchor.y))
        }
    }
}

/// Checks a placement: each piece as often as it is there, on free neighbouring cells, and the
/// goal at the end.
fn placement(
    model: &Model,
    supply: &[Supply],
    goal: &(Goal, Span),
    steps: &dyn Steps,
    each: &mut Each<'_>,
) -> Result<(), (usize, Stop)> {
    let mut position = Position::first(model);
    let mut end = 1;
    let mut left: Vec<u16> = supply.iter().map(|s| s.count).collect();
    for label in steps.labels() {
        let at = end;
        end += 1;
        let wrong = |why: &str| (at, Stop::wrong(why));
        let entry = supply.get(label.part as usize).ok_or_else(|| wrong("there is no such piece"))?;
        let stock = left.get_mut(label.part as usize).ok_or_else(|| wrong("there is no such piece"))?;
        *stock = stock.checked_sub(1).ok_or_else(|| wrong("no such piece is left"))?;
        let [Bound::Cell(x, y), rest @ ..] = label.binding.as_slice() else {
            return Err(wrong("no cell is named"));
        };
        let first = Coord::new(*x, *y);
        let laid = apply::laid(model, entry, first, rest)
            .ok_or_else(|| wrong("the piece does not lie like that"))?;
        let mut next = position.clone();
        for (cell, content) in laid {
            if !model.board.contains(cell) || next.cells.insert(cell, content).is_some() {
                return Err(wrong("a cell is not free"));
            }
        }
        each(&position, &label, &next).map_err(|stop| (at, stop))?;
        position = next;
    }
    if left.iter().any(|n| *n > 0) {
        return Err((end, Stop::wrong("pieces are left over")));
    }
    match holds(model, &position.cells, &goal.0, &Budget::unlimited()) {
        Ok(true) => Ok(()),
        Ok(false) => Err((end, Stop::wrong("the pieces do not lie as the goal asks"))),
        Err(stop) => Err((end, stop)),
    }
}
