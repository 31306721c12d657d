//! The checker: replays plans by the rules as written, and checks certificates.
//!
//! It shares no code with grounding or search but the model's own geometry (which cells an expression
//! names). A plan is replayed on the model: positions are maps from cells to contents, and every rule
//! is interpreted anew for every step. What a certificate says of all positions is checked on guarded
//! actions that the checker reads from the rules by itself (`rules`).

mod apply;
pub mod certificate;
mod eval;
mod explore;
pub mod hash;
mod jumps;
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

use std::fmt;

use super::certificate::Names;
use crate::base::words::counted;
use crate::base::{Budget, Limit, Progress, Span};
use crate::model::board::Coord;
use crate::model::config::Configuration;
use crate::model::goal::{Drawn, Goal};
use crate::model::puzzle::Supply;
use crate::model::{Model, Question};
use crate::task::{Bound, Label, Value, VarId};

pub use explore::{Explored, explore};

/// Why a check ends before its end.
enum Stop {
    /// What is checked is wrong.
    Rejected(String),
    /// A limit came first.
    Limit(Limit),
}

impl Stop {
    fn wrong(why: &str) -> Self {
        Stop::Rejected(why.to_owned())
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Rejected(why) => f.write_str(why),
            Stop::Limit(limit) => limit.fmt(f),
        }
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

/// A variable and its value, by their names in a certificate.
fn named(names: &Names, cell: &str, value: &str) -> Result<(VarId, Value), Stop> {
    let var = variable(names, cell)?;
    let held = names.value_of(var, value);
    let held = held.ok_or_else(|| Stop::Rejected(format!("`{cell}` cannot hold `{value}`")))?;
    Ok((var, held))
}

/// A variable, by its name in a certificate.
fn variable(names: &Names, cell: &str) -> Result<VarId, Stop> {
    names.variable_of(cell).ok_or_else(|| Stop::Rejected(format!("the puzzle has no cell `{cell}`")))
}

/// Why a plan is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The step that is wrong, from 1; the number of steps + 1 where the end is no goal.
    pub step: usize,
    /// What is wrong with it.
    pub why: String,
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

/// Replays the steps and checks that the end is a goal. Gives the positions after each step.
///
/// # Errors
/// The first step that the rules do not allow, or an end that is no goal.
pub fn replay(model: &Model, steps: &[Label]) -> Result<Vec<Configuration>, Rejected> {
    let mut positions = Vec::new();
    let mut keep = |_: &Position, _: &Label, after: &Position| {
        positions.push(after.cells.clone());
        Ok(())
    };
    let followed = follow(model, steps, &Budget::unlimited(), &mut keep);
    followed.map_err(|(step, stop)| Rejected { step, why: stop.to_string() })?;
    Ok(positions)
}

/// Is told of every step: the position before, the step, the position after.
type Each<'a> = dyn FnMut(&Position, &Label, &Position) -> Result<(), Stop> + 'a;

/// Replays the steps and checks that the end is a goal. On errors the step, from 1, and why.
fn follow(model: &Model, steps: &[Label], budget: &Budget, each: &mut Each<'_>) -> Result<(), (usize, Stop)> {
    if let Question::Place { supply, goal } = &model.question {
        return placement(model, supply, goal, steps, each);
    }
    let mut position = Position::first(model);
    for (i, label) in steps.iter().enumerate() {
        let at = i + 1;
        budget.poll(&Progress::default()).map_err(|limit| (at, limit.into()))?;
        let next = apply::step(model, &position, label, budget).map_err(|stop| (at, stop))?;
        each(&position, label, &next).map_err(|stop| (at, stop))?;
        position = next;
    }
    let end = steps.len() + 1;
    match goal_holds(model, &position.cells, budget) {
        Ok(true) => Ok(()),
        Ok(false) => Err((end, Stop::wrong("the last position is no goal"))),
        Err(stop) => Err((end, stop)),
    }
}

/// The position after a first step, by the rules as written.
///
/// # Errors
/// Why the rules do not allow it.
pub fn first_step(model: &Model, label: &Label) -> Result<Configuration, String> {
    let after = apply::step(model, &Position::first(model), label, &Budget::unlimited());
    after.map(|position| position.cells).map_err(|stop| stop.to_string())
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
    steps: &[Label],
    each: &mut Each<'_>,
) -> Result<(), (usize, Stop)> {
    let mut position = Position::first(model);
    let mut left: Vec<u16> = supply.iter().map(|s| s.count).collect();
    for (i, label) in steps.iter().enumerate() {
        let wrong = |why: &str| (i + 1, Stop::wrong(why));
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
        each(&position, label, &next).map_err(|stop| (i + 1, stop))?;
        position = next;
    }
    let end = steps.len() + 1;
    if left.iter().any(|n| *n > 0) {
        return Err((end, Stop::wrong("pieces are left over")));
    }
    match holds(model, &position.cells, &goal.0, &Budget::unlimited()) {
        Ok(true) => Ok(()),
        Ok(false) => Err((end, Stop::wrong("the pieces do not lie as the goal asks"))),
        Err(stop) => Err((end, stop)),
    }
}
