//! The checker: replays plans by the rules as written, and checks certificates.
//!
//! It shares no code with grounding or search except the geometry of the model (the cells that an expression
//! names). A plan is replayed on the model: one map from cells to contents, which the steps change in place,
//! and every rule is interpreted again for every step. Claims of a certificate about all positions are
//! checked on guarded actions that the checker derives from the rules by itself (`rules`).
//!
//! It knows no game: proofs of theories are passed to their checkers through the interface [`checker`].

pub mod alternatives;
mod apart;
mod apply;
mod bounds;
mod cells;
pub mod certificate;
pub mod checker;
mod closure;
mod columns;
mod contents;
mod dead;
mod eval;
mod explore;
mod game;
mod lay;
mod linked;
mod measure;
mod moved;
mod narrow;
mod open;
mod order;
mod pairs;
mod part;
mod patterns;
mod plan;
mod play;
mod player;
pub mod probe;
mod rows;
mod rules;
mod sets;
mod shapes;
mod sums;
mod walk;
mod whole;

use std::fmt;

use puzzlec_base::diag;
use puzzlec_base::words::counted;
use puzzlec_base::{Budget, Limit, Progress, Span};
use puzzlec_model::board::Coord;
use puzzlec_model::config::Configuration;
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::puzzle::Supply;
use puzzlec_model::rule::Body;
use puzzlec_model::{Ending, Model, Question};
use puzzlec_task::certificate::Names;
use puzzlec_task::{Bound, Label, Value, VarId};
use puzzlec_task::{SearchContext, Steps};

use moved::Moved;
use play::Play;

pub use explore::{Explored, explore};
pub use play::Change;
pub use player::{Needed, Player, Refusal, Tried};

/// Why a check ends before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The certificate or plan is wrong.
    Rejected(String),
    /// Something came first.
    Stopped(diag::Stop),
}

impl Unproved {
    /// Wrong, for this reason.
    pub fn wrong(why: &str) -> Self {
        Unproved::Rejected(why.to_owned())
    }

    /// The check would take too long.
    pub fn too_large(what: impl Into<String>) -> Self {
        Unproved::Stopped(diag::Stop::too_large(what))
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Rejected(why) => f.write_str(why),
            Unproved::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl From<Limit> for Unproved {
    fn from(limit: Limit) -> Self {
        Unproved::Stopped(limit.into())
    }
}

/// A variable and its value, by their names in a certificate.
fn named(names: &Names, cell: &str, value: &str) -> Result<(VarId, Value), Unproved> {
    let var = variable(names, cell)?;
    let held = names.value_of(var, value);
    let held = held.ok_or_else(|| Unproved::Rejected(format!("`{cell}` cannot hold `{value}`")))?;
    Ok((var, held))
}

/// Whether scripts generate moves.
fn scripted(model: &Model) -> bool {
    apply::rules(model).iter().any(|rule| matches!(rule.body, Body::Callback(_)))
}

/// A variable, by its name in a certificate.
///
/// # Errors
/// The puzzle has no cell of this name.
pub fn variable(names: &Names, cell: &str) -> Result<VarId, Unproved> {
    names.variable_of(cell).ok_or_else(|| Unproved::Rejected(format!("the puzzle has no cell `{cell}`")))
}

/// The reason that a plan is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The step that is wrong, from 1; the number of steps + 1 where the end is no goal.
    pub step: usize,
    /// The error in it.
    pub why: Unproved,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.why)
    }
}

/// The contents of every cell at the start.
pub fn start(model: &Model) -> Configuration {
    match &model.question {
        Question::Moves { start, .. } | Question::Game { start, .. } => start.clone(),
        Question::Place { .. } => Configuration::new(),
    }
}

/// A position as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    /// The contents of the cells.
    cells: Configuration,
    /// The number of cells that a ring has lost by closing up: the last ones of the board.
    gone: i32,
}

impl Position {
    fn first(model: &Model) -> Self {
        Position { cells: start(model), gone: 0 }
    }
}

/// A step that was replayed by the rules as written.
pub struct Replayed<'a> {
    /// The step.
    pub label: &'a Label,
    /// The cells of the moving piece before and after the step.
    pub mover: Option<(Coord, Coord)>,
    play: &'a Play<'a>,
}

impl<'a> Replayed<'a> {
    /// The name that a script gave it; empty if it has none.
    pub fn name(&self) -> &'a str {
        self.play.name()
    }

    /// The changed cells, in board order. If a row closed up, the cost is that of the row.
    pub fn changes(&self) -> &'a [Change] {
        self.play.changes()
    }

    /// The contents of the cells after it. The cost is that of the position on lines and rings.
    pub fn after(&self) -> &'a Configuration {
        self.play.cells()
    }
}

/// Replays steps by the rules as written, calls `each` for every one and checks that the end is a goal.
/// Returns the length in the puzzle's measure.
///
/// The cost of a step depends on the cells that it reads and changes, not on the board or the position, also if a row
/// closes up; a script call costs the position.
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
    let mut tell = |played: &Played<'_>| {
        measure.step(played.label.rule, played.moved, played.play.cost);
        each(&played.replayed());
        Ok(())
    };
    let followed = follow(model, steps, &budget.into(), &mut tell);
    followed.map_err(|(step, stop)| Rejected { step, why: stop })?;
    Ok(measure.length)
}

/// Replays the first `most` steps, or all if there are fewer, by the rules as written.
///
/// # Errors
/// The first step that the rules do not allow, or a limit.
pub fn replay_first(
    model: &Model,
    (steps, most): (&dyn Steps, usize),
    budget: &Budget,
    each: &mut dyn FnMut(&Replayed<'_>),
) -> Result<(), Rejected> {
    let mut tell = |played: &Played<'_>| {
        each(&played.replayed());
        Ok(())
    };
    let mut labels = steps.labels().take(most);
    let played = play(model, &mut labels, &budget.into(), &mut tell);
    played.map(|_| ()).map_err(|(step, why)| Rejected { step, why })
}

/// Plays each of these steps from the start, by the rules as written.
///
/// # Errors
/// The first that the rules do not allow, with its number, or a limit.
pub fn replay_each(
    model: &Model,
    steps: &[Label],
    budget: &Budget,
    each: &mut dyn FnMut(&Replayed<'_>),
) -> Result<(), Rejected> {
    let mut play = Play::new(model, Position::first(model));
    for (i, label) in steps.iter().enumerate() {
        let wrong = |why| Rejected { step: i + 1, why };
        if i.is_multiple_of(POLLED) {
            budget.poll(&Progress::default()).map_err(|limit| wrong(limit.into()))?;
        }
        let moved = play.step(label, budget).map_err(wrong)?;
        each(&Played { label, moved, play: &play }.replayed());
        play.undo();
    }
    Ok(())
}

/// A step that was played.
struct Played<'a> {
    label: &'a Label,
    /// The moving piece, if the rule as written determines it.
    moved: Option<Moved>,
    play: &'a Play<'a>,
}

impl<'a> Played<'a> {
    fn replayed(&self) -> Replayed<'a> {
        let Played { label, moved, play } = *self;
        let mover = match moved {
            Some(moved) => moved.mover,
            // For scripts, the piece that leaves the one cell and appears on the other.
            None => {
                let only = |left: bool| {
                    let mut all = play
                        .changes()
                        .iter()
                        .filter(|(_, old, new)| if left { *new == 0 } else { *old == 0 });
                    all.next().filter(|_| all.next().is_none()).map(|(cell, ..)| *cell)
                };
                only(true).zip(only(false))
            }
        };
        Replayed { label, mover, play }
    }
}

/// Receives every step.
type Each<'a> = dyn FnMut(&Played<'_>) -> Result<(), Unproved> + 'a;

/// The number of the step that is wrong, from 1, and why.
type Wrong = (usize, Unproved);

/// Work between two polls of the budget: one unit for each step and each changed cell.
const POLLED: usize = 256;

/// Replays the steps and checks that the end is a goal.
fn follow(
    model: &Model,
    steps: &dyn Steps,
    context: &SearchContext,
    each: &mut Each<'_>,
) -> Result<(), Wrong> {
    let (end, position) = play(model, &mut *steps.labels(), context, each)?;
    match goal_holds(model, &position.cells, context.budget()) {
        Ok(true) => Ok(()),
        Ok(false) if matches!(model.question, Question::Place { .. }) => {
            Err((end, Unproved::wrong("the pieces do not match the goal")))
        }
        Ok(false) => Err((end, Unproved::wrong("the last position is not a goal"))),
        Err(stop) => Err((end, stop)),
    }
}

/// Replays the steps. Gives the number of the step after the last, and the position.
fn play(
    model: &Model,
    labels: &mut dyn Iterator<Item = Label>,
    context: &SearchContext,
    each: &mut Each<'_>,
) -> Result<(usize, Position), Wrong> {
    if let Question::Place { supply, .. } = &model.question {
        return placement(model, supply, labels, each);
    }
    let mut play = Play::new(model, Position::first(model));
    // Script calls at every step are slow.
    let polled = if scripted(model) || model.hooks.legal.is_some() { 1 } else { POLLED };
    let (mut end, mut work) = (1, polled);
    for label in labels {
        let at = |stop: Unproved| (end, stop);
        if work >= polled {
            context.poll(&Progress::default()).map_err(|limit| at(limit.into()))?;
            work = 0;
        }
        let moved = play.step(&label, context.budget()).map_err(at)?;
        work += 1 + play.work();
        each(&Played { label: &label, moved, play: &play }).map_err(at)?;
        end += 1;
    }
    Ok((end, play.position()))
}

/// The first consequence of a puzzle that is applied again and again and would change its start; nothing if none
/// would, or if it cannot be told.
pub fn unsettled(model: &Model) -> Option<Span> {
    Play::new(model, Position::first(model)).unsettled().ok().flatten()
}

/// Whether a position is a goal.
///
/// # Errors
/// A script fails.
pub fn is_goal(model: &Model, position: &Configuration) -> Result<bool, String> {
    goal_holds(model, position, &Budget::unlimited()).map_err(|stop| stop.to_string())
}

fn goal_holds(model: &Model, position: &Configuration, budget: &Budget) -> Result<bool, Unproved> {
    model.question.goal().map_or(Ok(false), |(goal, _)| holds(model, position, goal, budget))
}

/// How a game has ended for the player who moved last, where the goal holds or no move is possible; nothing if it is no game.
fn ending(model: &Model, position: &Configuration, budget: &Budget) -> Result<Option<Ending>, Unproved> {
    let Question::Game { ends, wins, .. } = &model.question else { return Ok(None) };
    Ok(Some(match wins {
        None => ends.of(goal_holds(model, position, budget)?),
        Some(wins) => {
            let won = |test| holds(model, position, test, budget);
            ends.decided(won(&wins.last)?, won(&wins.other)?)
        }
    }))
}

fn holds(model: &Model, position: &Configuration, goal: &Goal, budget: &Budget) -> Result<bool, Unproved> {
    Ok(match goal {
        Goal::Drawn(drawn) if drawn.anywhere => anywhere(position, drawn),
        Goal::Drawn(drawn) => drawn_at(position, drawn, 0, 0),
        Goal::Test(test) => {
            let mut slots = Vec::new();
            eval::Eval::new(&model.board, &model.pieces, position).test(test, &mut slots) == Some(true)
        }
        Goal::Stuck => !explore::can_move(model, position),
        Goal::Callback(callback) => {
            let answer = callback.goal(&model.hooks.field, &model.contents(position), budget);
            apply::script_result(answer, budget)?
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
    // What is not drawn is empty, whatever its floor.
    fits && (!drawn.rest_empty
        || position.keys().all(|place| place.is_floor() || place.is_counter() || spoken(place)))
}

fn anywhere(position: &Configuration, drawn: &Drawn) -> bool {
    let anchor = drawn.cells.iter().find(|(_, contents)| !contents.is_empty() && !contents.contains(&0));
    // Every piece is drawn, and what is drawn is there: the first in reading order lies on the first.
    let whole = drawn.rest_empty
        && drawn.cells.values().all(|held| **held == [0] || !held.contains(&0) && !held.is_empty());
    let mut held = position.keys().filter(|place| !place.is_counter());
    match anchor {
        None => drawn_at(position, drawn, 0, 0),
        Some((anchor, _)) if whole => {
            held.next().is_some_and(|c| drawn_at(position, drawn, c.x - anchor.x, c.y - anchor.y))
        }
        Some((anchor, _)) => held.any(|c| drawn_at(position, drawn, c.x - anchor.x, c.y - anchor.y)),
    }
}

/// Lays one piece, of which so many are `left`.
fn lay_one(play: &mut Play<'_>, supply: &[Supply], left: &mut [u16], label: &Label) -> Result<(), Unproved> {
    let model = play.model;
    let at = label.part as usize;
    let (Some(entry), Some(stock)) = (supply.get(at), left.get_mut(at)) else {
        return Err(Unproved::wrong("there is no such piece"));
    };
    let less = stock.checked_sub(1).ok_or_else(|| Unproved::wrong("no such piece is left"))?;
    let [Bound::Cell(x, y), rest @ ..] = label.binding.as_slice() else {
        return Err(Unproved::wrong("no cell is named"));
    };
    let laid = apply::laid(model, entry, Coord::new(*x, *y), rest)
        .ok_or_else(|| Unproved::wrong("the piece does not lie in that way"))?;
    play.begin();
    for (cell, content) in laid {
        if !model.board.contains(cell) || play.content(cell) != 0 {
            return Err(Unproved::wrong("a cell is not free"));
        }
        play.set(cell, content);
    }
    *stock = less;
    Ok(())
}

/// Replays a placement: each piece as often as it is there, on free neighbouring cells.
fn placement(
    model: &Model,
    supply: &[Supply],
    labels: &mut dyn Iterator<Item = Label>,
    each: &mut Each<'_>,
) -> Result<(usize, Position), Wrong> {
    let mut play = Play::new(model, Position::first(model));
    let mut end = 1;
    let mut left: Vec<u16> = supply.iter().map(|s| s.count).collect();
    for label in labels {
        lay_one(&mut play, supply, &mut left, &label).map_err(|why| (end, why))?;
        each(&Played { label: &label, moved: None, play: &play }).map_err(|stop| (end, stop))?;
        end += 1;
    }
    if left.iter().zip(supply).any(|(left, entry)| *left > entry.count.saturating_sub(entry.least)) {
        return Err((end, Unproved::wrong("pieces are left over")));
    }
    Ok((end, play.position()))
}
