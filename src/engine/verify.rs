//! The checker: replays plans by the rules as written, and checks certificates.
//!
//! A plan is replayed on the model, not on the task, and shares no code with grounding or search but
//! the model's own geometry (which cells an expression names): positions are maps from cells to
//! contents, and every rule is interpreted anew for every step. What a certificate says of all
//! positions is checked on the task, as guarded actions, by interpreters of its own.

mod apply;
pub mod certificate;
mod eval;
mod explore;
pub mod hash;
mod jumps;
mod moved;
mod order;
mod pairs;
mod plan;
mod sets;
mod sums;
mod walk;

use std::fmt;

use super::certificate::Names;
use crate::base::words::counted;
use crate::base::{Budget, Limit, Span};
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
    if let Question::Place { supply, goal } = &model.question {
        return placement(model, supply, goal, steps);
    }
    let mut position = Position::first(model);
    let mut positions = Vec::new();
    for (i, label) in steps.iter().enumerate() {
        position = apply::step(model, &position, label).map_err(|why| Rejected { step: i + 1, why })?;
        positions.push(position.cells.clone());
    }
    if !is_goal(model, &position.cells) {
        return Err(Rejected { step: steps.len() + 1, why: "the last position is no goal".into() });
    }
    Ok(positions)
}

/// The position after a first step, by the rules as written.
///
/// # Errors
/// Why the rules do not allow it.
pub fn first_step(model: &Model, label: &Label) -> Result<Configuration, String> {
    Ok(apply::step(model, &Position::first(model), label)?.cells)
}

/// Whether a position is a goal.
pub fn is_goal(model: &Model, position: &Configuration) -> bool {
    match &model.question {
        Question::Moves { goal: (goal, _), .. } | Question::Place { goal: (goal, _), .. } => {
            holds(model, position, goal)
        }
        Question::Game { .. } => false,
    }
}

fn holds(model: &Model, position: &Configuration, goal: &Goal) -> bool {
    match goal {
        Goal::Drawn(drawn) if drawn.anywhere => anywhere(position, drawn),
        Goal::Drawn(drawn) => drawn_at(position, drawn, 0, 0),
        Goal::Test(test) => {
            let mut slots = Vec::new();
            eval::Eval::new(&model.board, &model.pieces, position).test(test, &mut slots) == Some(true)
        }
        Goal::Asked(asked) => {
            asked.goal(&model.hooks.field, &model.contents(position), &Budget::unlimited()).unwrap_or(false)
        }
        Goal::Any(parts) => parts.iter().any(|p| holds(model, position, p)),
        Goal::All(parts) => parts.iter().all(|p| holds(model, position, p)),
    }
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
) -> Result<Vec<Configuration>, Rejected> {
    let mut position = Configuration::new();
    let mut positions = Vec::new();
    let mut left: Vec<u16> = supply.iter().map(|s| s.count).collect();
    for (i, label) in steps.iter().enumerate() {
        let wrong = |why: &str| Rejected { step: i + 1, why: why.into() };
        let entry = supply.get(label.part as usize).ok_or_else(|| wrong("there is no such piece"))?;
        let stock = left.get_mut(label.part as usize).ok_or_else(|| wrong("there is no such piece"))?;
        *stock = stock.checked_sub(1).ok_or_else(|| wrong("no such piece is left"))?;
        let [Bound::Cell(x, y), rest @ ..] = label.binding.as_slice() else {
            return Err(wrong("no cell is named"));
        };
        let first = Coord::new(*x, *y);
        let laid = apply::laid(model, entry, first, rest)
            .ok_or_else(|| wrong("the piece does not lie like that"))?;
        for (cell, content) in laid {
            if !model.board.contains(cell) || position.insert(cell, content).is_some() {
                return Err(wrong("a cell is not free"));
            }
        }
        positions.push(position.clone());
    }
    let end = steps.len() + 1;
    if left.iter().any(|n| *n > 0) {
        return Err(Rejected { step: end, why: "pieces are left over".into() });
    }
    if !holds(model, &position, &goal.0) {
        return Err(Rejected { step: end, why: "the pieces do not lie as the goal asks".into() });
    }
    Ok(positions)
}
