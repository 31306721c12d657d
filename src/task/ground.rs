//! From a model to a task: every rule becomes guarded actions on cells.

mod drawn;
mod effects;
mod field;
mod goals;
mod lay;
mod linear;
mod reach;
mod unbounded;
mod written;

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::asked::Oracle;
use super::{Action, Assign, Condition, Cost, Label, Measure, Task, ValueSet, VarId, Variable};
use crate::base::words::grouped;
use crate::base::{Budget, Limit, Progress};
use crate::diag::{Code, Diagnostic};
use crate::model::board::Coord;
use crate::model::config::Configuration;
use crate::model::rule::{Body, Rule};
use crate::model::{Model, Question};
use crate::syntax::ast::MeasureKind;

pub(crate) use field::Field;
pub use lay::LAY;
pub use unbounded::{Bounds, gap_free};

/// A rule may be tried for at most so many combinations of its variables.
const MOST_CASES: u64 = 10_000_000;
/// A task has at most so many actions.
const MOST_ACTIONS: usize = 1_000_000;

/// A task with its cells.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The task.
    pub task: Task,
    /// The cell of each of the first variables.
    pub cells: Vec<Coord>,
    /// How an unbounded board was cut.
    pub bounds: Bounds,
    /// For each rule, by its place in the model, whether any action of it could ever apply.
    pub fires: Vec<bool>,
}

/// Why a model has no task.
#[derive(Debug)]
pub enum Failure {
    /// The text is wrong.
    Diagnostics(Vec<Diagnostic>),
    /// It takes too long or too much.
    Limit(Limit),
}

impl From<Diagnostic> for Failure {
    fn from(d: Diagnostic) -> Self {
        Failure::Diagnostics(vec![d])
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Failure::Limit(limit)
    }
}

/// The task of a model. An unbounded board is cut to what can be reached; a line on which pieces
/// can go anywhere is cut to the start with `margin` cells on each side, or to the window that
/// the puzzle states.
///
/// # Errors
/// A rule with too many cases, an unbounded board without a bound, or a limit of the budget.
pub fn ground(model: &Model, margin: Option<u32>, budget: &Budget) -> Result<Ground, Failure> {
    match &model.question {
        Question::Place { supply, goal } => lay::ground(model, supply, goal, budget),
        Question::Moves { .. } | Question::Game { .. } if model.board.unbounded => {
            unbounded::ground(model, margin, budget)
        }
        Question::Moves { .. } | Question::Game { .. } => {
            let cells = model.board.cells().to_vec();
            let task = on_cells(model, cells.clone(), budget)?;
            let fires = fires(model, &task);
            Ok(Ground { task, cells, bounds: Bounds::Exact, fires })
        }
    }
}

fn rules_of(model: &Model) -> &[Rule] {
    match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => &[],
    }
}

fn start_of(model: &Model) -> Configuration {
    match &model.question {
        Question::Moves { start, rules, .. } | Question::Game { start, rules, .. } => {
            let closes = rules.iter().any(|r| matches!(&r.body, Body::Quantified(q) if q.closes));
            if closes { closed_up(model, start) } else { start.clone() }
        }
        Question::Place { .. } => Configuration::new(),
    }
}

/// A row that closes up has no gaps: its pieces lie on the first cells.
fn closed_up(model: &Model, start: &Configuration) -> Configuration {
    let first = model.board.cells().first().map_or(0, |c| c.x);
    (first..).zip(start.values()).map(|(x, content)| (Coord::new(x, 0), *content)).collect()
}

fn fires(model: &Model, task: &Task) -> Vec<bool> {
    let relaxed = super::relaxed(task);
    let asked = rules_of(model).iter().map(|rule| matches!(rule.body, Body::Asked(_)));
    let mut fires: Vec<bool> = asked.collect();
    for (action, possible) in task.actions.iter().zip(&relaxed.fires) {
        if let Some(fire) = fires.get_mut(action.label.rule as usize) {
            *fire |= *possible;
        }
    }
    fires
}

/// The task on these cells; all other cells of an unbounded board stay empty.
fn on_cells(model: &Model, cells: Vec<Coord>, budget: &Budget) -> Result<Task, Failure> {
    let field = Field::new(&model.board, &model.pieces, cells);
    let mut maker = Maker { field, actions: Vec::new(), known: FxHashMap::default(), cases: 0, budget };
    for (number, rule) in rules_of(model).iter().enumerate() {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        match &rule.body {
            Body::Patterns(patterns) => {
                for (part, pattern) in patterns.iter().enumerate() {
                    drawn::ground(&mut maker, number, u32::try_from(part).unwrap_or(0), pattern)?;
                }
            }
            Body::Quantified(quantified) if quantified.closes => {
                written::closing(&mut maker, number, rule.span, quantified)?;
            }
            Body::Asked(_) => {}
            Body::Quantified(quantified) => {
                written::ground(&mut maker, number, 0, rule.span, quantified)?;
            }
            Body::Scripted(all) => {
                for (part, quantified) in all.iter().enumerate() {
                    let part = u32::try_from(part).unwrap_or(u32::MAX);
                    written::ground(&mut maker, number, part, rule.span, quantified)?;
                }
            }
        }
    }
    let Maker { field, actions, .. } = maker;
    let start = start_of(model);
    let position = field.cells.iter().map(|c| start.get(c).copied().unwrap_or(0)).collect();
    let goal = match &model.question {
        Question::Moves { goal, .. } => goals::condition(&field, &goal.0, goal.1)?,
        Question::Game { .. } | Question::Place { .. } => Condition::False,
    };
    let size = u16::try_from(model.pieces.contents().count()).unwrap_or(u16::MAX);
    Ok(Task {
        variables: field.cells.iter().map(|c| Variable { name: model.board.name(*c), size }).collect(),
        contents: model.pieces.contents().map(|(id, _)| model.pieces.describe(id)).collect(),
        actions,
        start: position,
        goal,
        measure: measure(model),
        asked: asked(&field, model)?,
    })
}

/// What scripts are asked, if they are.
fn asked(field: &Field<'_>, model: &Model) -> Result<Option<Oracle>, Failure> {
    let Question::Moves { rules, goal, .. } = &model.question else { return Ok(None) };
    if !model.is_asked() && model.hooks.bound.is_none() && model.hooks.invariant.is_none() {
        return Ok(None);
    }
    let goal = if goals::is_asked(&goal.0) { Some(goals::test(field, &goal.0, goal.1)?) } else { None };
    Ok(Some(Oracle::new(model, rules, goal)))
}

fn measure(model: &Model) -> Measure {
    let cost = match model.measure {
        MeasureKind::Actions => Cost::Actions,
        MeasureKind::Runs => Cost::Runs,
        MeasureKind::Pieces => Cost::Pieces,
    };
    Measure { unit: model.unit.clone(), cost }
}

/// Collects the actions of a task.
struct Maker<'a> {
    field: Field<'a>,
    actions: Vec<Action>,
    /// The place of each action by a hash of what it does: actions that differ only in their label
    /// are one.
    known: FxHashMap<u64, u32>,
    cases: u64,
    budget: &'a Budget,
}

impl Maker<'_> {
    /// Counts a combination that is tried.
    fn case(&mut self, span: crate::base::Span) -> Result<(), Failure> {
        self.cases += 1;
        if self.cases.is_multiple_of(1 << 16) {
            self.budget.poll(&Progress::default())?;
        }
        if self.cases > MOST_CASES {
            return Err(Diagnostic::new(
                Code::RuleTooLarge,
                span,
                "this rule has too many cases to try them all",
            )
            .note(format!("at most {} combinations of its variables are tried", grouped(MOST_CASES)))
            .help("give its variables kinds, or the puzzle a smaller board")
            .into());
        }
        Ok(())
    }

    /// Adds an action, unless it changes nothing or is known already.
    fn add(&mut self, mut action: Action, span: crate::base::Span) -> Result<(), Failure> {
        action.guard.sort_by_key(|g| g.0);
        action.assign.retain(|(var, assign)| match assign {
            Assign::Copy(from) => from != var,
            Assign::Set(value) => {
                !action.guard.iter().any(|(g, set)| g == var && set.single() == Some(*value))
            }
            Assign::Map(..) => true,
        });
        action.assign.sort_by_key(|a| a.0);
        if action.assign.is_empty() || action.guard.iter().any(|g| g.1.is_empty()) {
            return Ok(());
        }
        // Actions that share a hash stand one after the other.
        let mut key = FxBuildHasher.hash_one((&action.guard, &action.condition, &action.assign));
        while let Some(same) = self.known.get(&key).and_then(|at| self.actions.get(*at as usize)) {
            if (&same.guard, &same.condition, &same.assign)
                == (&action.guard, &action.condition, &action.assign)
            {
                return Ok(());
            }
            key = key.wrapping_add(1);
        }
        if self.actions.len() >= MOST_ACTIONS {
            let text = format!("this rule makes more than {} different moves", grouped(MOST_ACTIONS as u64));
            return Err(Diagnostic::new(Code::RuleTooLarge, span, text).help("use a smaller board").into());
        }
        self.known.insert(key, u32::try_from(self.actions.len()).unwrap_or(u32::MAX));
        self.actions.push(action);
        Ok(())
    }
}

/// Joins a condition to a guard: tests of one variable go into the guard's list.
fn split(condition: Condition, guard: &mut Vec<(VarId, ValueSet)>) -> Condition {
    match condition {
        Condition::In(var, values) => {
            restrict(guard, var, values);
            Condition::True
        }
        Condition::All(parts) => {
            parts.into_iter().fold(Condition::True, |rest, part| rest.and(split(part, guard)))
        }
        other => other,
    }
}

/// Asks of a variable to hold one of these values besides what is asked already.
fn restrict(guard: &mut Vec<(VarId, ValueSet)>, var: VarId, values: ValueSet) {
    match guard.iter_mut().find(|g| g.0 == var) {
        Some((_, old)) => *old = old.intersection(&values),
        None => guard.push((var, values)),
    }
}

fn label(rule: u32, part: u32, binding: Vec<super::Bound>) -> Label {
    Label { rule, part, binding }
}
