//! The steps of a solution.

use std::collections::BTreeMap;

use crate::covered::{Unpublished, each_step};
use crate::report::{Answer, Report};
use crate::solve::{Step, notation};
use puzzlec_base::Budget;
use puzzlec_checker::Replayed;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::piece::ContentId;
use puzzlec_search::ground::Ground;
use puzzlec_task::Optimality;
use puzzlec_task::{ActionId, Label, Position};

/// The steps of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The steps; the first ones of a long solution.
    pub steps: Vec<PublishedStep>,
    /// Whether further steps are left out.
    pub cut: bool,
    /// Its length in the unit of the puzzle.
    pub length: u64,
    /// Whether no solution is shorter (proved).
    pub least: bool,
}

/// A step of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedStep {
    /// It in short.
    pub notation: String,
    /// Its action, by its place among the published ones, if the page plays the puzzle.
    pub action: Option<usize>,
    /// Cells and their new contents: the places of the cells, and of their floors after those of all cells.
    pub changes: Vec<(usize, ContentId)>,
}

/// The puzzle on which a solution is replayed.
pub(super) struct Replay<'a> {
    pub model: &'a Model,
    pub cells: &'a [Coord],
    /// The ground puzzle, if the page plays it.
    pub ground: Option<&'a Ground>,
    /// The places of its actions in the published order.
    pub order: &'a [usize],
}

impl Replay<'_> {
    /// The solution of a report; its steps, and whether further ones are left out.
    pub fn solution(
        &self,
        report: &Report,
        labels: &[Label],
        cut: bool,
        budget: &Budget,
    ) -> Result<Option<Solution>, Unpublished> {
        let Answer::Solved(plan) = &report.answer else { return Ok(None) };
        let mut steps = Vec::with_capacity(labels.len());
        let mut game = self.ground.map(|ground| TaskPlay::new(self.model, self.cells, ground));
        each_step(self.model, labels, budget, &mut |replayed| {
            let place = |cell: Coord| match self.cells.binary_search(&cell.cell()) {
                Ok(at) if cell.is_floor() => Some(self.cells.len() + at),
                Ok(at) => Some(at),
                Err(_) => None,
            };
            let changes = replayed.changes().iter().filter(|(place, ..)| !place.is_counter());
            // The page computes the changes of moves that it can play.
            let action = game.as_mut().and_then(|game| game.play(replayed));
            if action.is_none() {
                game = None;
            }
            let changed = changes.filter_map(|(cell, _, new)| Some((place(*cell)?, *new)));
            steps.push(PublishedStep {
                notation: notation(self.model, &Step::from(replayed)),
                action: action.and_then(|at| self.order.get(at as usize).copied()),
                changes: changed.collect(),
            });
        })?;
        Ok(Some(Solution { steps, cut, length: plan.length, least: plan.optimality == Optimality::Least }))
    }
}

/// A solution that is played with the actions of the compiled puzzle.
struct TaskPlay<'a> {
    cells: &'a [Coord],
    /// The places of the counters with their variables.
    counters: Vec<(Coord, usize)>,
    ground: &'a Ground,
    actions: BTreeMap<&'a Label, Vec<ActionId>>,
    position: Position,
}

impl<'a> TaskPlay<'a> {
    fn new(model: &Model, cells: &'a [Coord], ground: &'a Ground) -> Self {
        let count = model.pieces.counters.len();
        let first = ground.task.variables.len().saturating_sub(count);
        let counters = (0..).map(Coord::counter).zip(first..first + count).collect();
        let mut actions: BTreeMap<&Label, Vec<ActionId>> = BTreeMap::new();
        for (at, action) in (0..).zip(&ground.task.actions) {
            actions.entry(&action.label).or_default().push(at);
        }
        TaskPlay { cells, counters, ground, actions, position: ground.task.start.clone() }
    }

    /// The action that is this step; none if none has the same outcome.
    fn play(&mut self, step: &Replayed<'_>) -> Option<ActionId> {
        let after = step.after();
        let held = |place: &Coord| after.get(place).copied().unwrap_or(0);
        let places = || self.cells.iter().chain(&self.ground.floors);
        let same = |position: &Position| {
            places().zip(position).all(|(place, value)| held(place) == *value)
                && self.counters.iter().all(|(place, var)| position.get(*var) == Some(&held(place)))
        };
        for at in self.actions.get(step.label)? {
            let action = self.ground.task.actions.get(*at as usize)?;
            if let Ok(Some(next)) = self.ground.task.play(action, &self.position)
                && same(&next)
            {
                self.position = next;
                return Some(*at);
            }
        }
        None
    }
}
