//! All positions, by the rules as written: slow, obvious, and a second opinion on every search.

use std::collections::BTreeSet;

use super::{Position, apply, is_goal};
use crate::model::board::{Coord, Direction};
use crate::model::rule::{Body, Domain, Quantified, Rule};
use crate::model::{Model, Question};
use crate::task;

/// What a breadth-first walk over all positions saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// How many positions are first reached after 0, 1, 2, … steps.
    pub levels: Vec<u64>,
    /// The step after which a goal is first reached.
    pub goal_at: Option<u64>,
}

/// Walks over all positions that the rules reach from the start on a bounded board. None when
/// there are more than `most`.
pub fn explore(model: &Model, most: usize) -> Option<Explored> {
    let rules = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => return None,
    };
    let first = Position::first(model);
    let mut seen: BTreeSet<Position> = BTreeSet::from([first.clone()]);
    let mut level = vec![first];
    let mut levels = Vec::new();
    let mut goal_at = None;
    while !level.is_empty() {
        if goal_at.is_none() && level.iter().any(|p| is_goal(model, &p.cells)) {
            goal_at = u64::try_from(levels.len()).ok();
        }
        levels.push(u64::try_from(level.len()).unwrap_or(u64::MAX));
        let mut next = Vec::new();
        for position in &level {
            for after in successors(model, rules, position) {
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        level = next;
    }
    Some(Explored { levels, goal_at })
}

fn successors(model: &Model, rules: &[Rule], position: &Position) -> Vec<Position> {
    let board = &*apply::board(model, position);
    let mut all = Vec::new();
    for (number, rule) in (0..).zip(rules) {
        let first = all.len();
        match &rule.body {
            Body::Asked(_) => {}
            Body::Patterns(patterns) => {
                for pattern in patterns {
                    for first in board.cells() {
                        if pattern.edges {
                            for second in board.neighbours(*first) {
                                all.extend(apply::drawn(model, position, pattern, &[*first, second]).ok());
                            }
                        }
                        for path in &pattern.paths {
                            let mut cells = vec![*first];
                            for direction in path {
                                cells.extend(cells.last().and_then(|c| board.step(*c, *direction)));
                            }
                            let distinct: BTreeSet<&Coord> = cells.iter().collect();
                            if distinct.len() == cells.len() {
                                all.extend(apply::drawn(model, position, pattern, &cells).ok());
                            }
                        }
                    }
                }
            }
            Body::Quantified(quantified) => bindings(model, position, quantified, &mut all),
            Body::Scripted(parts) => parts.iter().for_each(|q| bindings(model, position, q, &mut all)),
        }
        if model.hooks.legal.is_some() {
            let before = model.contents(&position.cells);
            let legal = |p: &Position| {
                matches!(apply::legal(model, number, &before, &model.contents(&p.cells)), Ok(true))
            };
            let made = all.split_off(first);
            all.extend(made.into_iter().filter(legal));
        }
    }
    let given = apply::given(model, &model.contents(&position.cells)).unwrap_or_default();
    all.extend(given.iter().map(|next| Position { cells: apply::configuration(model, next), gone: 0 }));
    all.retain(|p| p != position);
    all
}

fn bindings(model: &Model, position: &Position, rule: &Quantified, all: &mut Vec<Position>) {
    let board = &*apply::board(model, position);
    let mut lists: Vec<Vec<task::Bound>> = vec![Vec::new()];
    for variable in &rule.variables {
        let choices: Vec<task::Bound> = match variable.domain {
            Domain::Directions => (0..board.directions().len())
                .filter_map(|d| Direction::try_from(d).ok())
                .map(task::Bound::Direction)
                .collect(),
            Domain::Cells(_) => board.cells().iter().map(|c| task::Bound::Cell(c.x, c.y)).collect(),
        };
        lists = lists
            .iter()
            .flat_map(|list| {
                choices.iter().map(move |c| {
                    let mut longer = list.clone();
                    longer.push(*c);
                    longer
                })
            })
            .collect();
    }
    all.extend(lists.iter().filter_map(|binding| apply::written(model, position, rule, binding).ok()));
}
