//! Enumeration of all positions by the rules as written: slow, simple, and independent of every search.

use std::collections::BTreeSet;

use super::play::{Play, Stages, board};
use super::{Position, apply, is_goal};
use puzzlec_base::Budget;
use puzzlec_model::board::{Board, Coord, Direction};
use puzzlec_model::config::Configuration;
use puzzlec_model::rule::{Body, Domain, Quantified, Rule, Setting};
use puzzlec_model::{Model, Question};
use puzzlec_task as task;

/// The result of a breadth-first enumeration of all positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The number of positions first reached after 0, 1, 2, … steps.
    pub levels: Vec<u64>,
    /// The step after which a goal is first reached.
    pub goal_at: Option<u64>,
}

/// Enumerates all positions that are reachable from the start on a bounded board. `None` if there are more
/// than `most`, or if a script fails.
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
    let stages = Stages::default();
    while !level.is_empty() {
        for position in &level {
            if goal_at.is_none() && is_goal(model, &position.cells).ok()? {
                goal_at = u64::try_from(levels.len()).ok();
            }
        }
        levels.push(u64::try_from(level.len()).unwrap_or(u64::MAX));
        let mut next = Vec::new();
        for position in &level {
            let over =
                matches!(model.question, Question::Game { .. }) && is_goal(model, &position.cells).ok()?;
            if over {
                continue;
            }
            for after in successors(model, rules, position, &stages)? {
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

/// Whether a move is possible in a position, by the rules as written.
pub(super) fn can_move(model: &Model, position: &Configuration) -> bool {
    let position = Position { cells: position.clone(), gone: 0 };
    let after = successors(model, apply::rules(model), &position, &Stages::default());
    after.is_none_or(|after| !after.is_empty())
}

fn successors(model: &Model, rules: &[Rule], position: &Position, stages: &Stages) -> Option<Vec<Position>> {
    let budget = Budget::unlimited();
    let board = &*board(model, position.gone);
    let mut play = Play::new(model, position.clone()).sharing(stages);
    let mut all = Vec::new();
    for (number, rule) in (0..).zip(rules) {
        let first = all.len();
        match &rule.body {
            Body::Callback(_) => {}
            Body::Patterns(patterns) => {
                for pattern in patterns {
                    for first in board.cells() {
                        if pattern.edges {
                            for second in board.neighbours(*first) {
                                all.extend(tried(&mut play, |play| {
                                    play.drawn(pattern, &[*first, second], &rule.sets)
                                }));
                            }
                        }
                        for path in &pattern.paths {
                            let mut cells = vec![*first];
                            for direction in path {
                                cells.extend(cells.last().and_then(|c| board.step(*c, *direction)));
                            }
                            let distinct: BTreeSet<&Coord> = cells.iter().collect();
                            if distinct.len() == cells.len() {
                                all.extend(tried(&mut play, |play| play.drawn(pattern, &cells, &rule.sets)));
                            }
                        }
                    }
                }
            }
            Body::Quantified(quantified) => bindings(&mut play, board, (quantified, &rule.sets), &mut all),
            Body::Scripted(parts) => {
                parts.iter().for_each(|q| bindings(&mut play, board, (q, &rule.sets), &mut all));
            }
        }
        if model.hooks.legal.is_some() {
            let before = model.contents(&position.cells);
            for next in all.split_off(first) {
                if apply::legal(model, number, &before, &model.contents(&next.cells), &budget).ok()? {
                    all.push(next);
                }
            }
        }
    }
    let given = apply::given(model, &model.contents(&position.cells), &budget).ok()?;
    all.extend(given.iter().map(|next| Position { cells: apply::configuration(model, next), gone: 0 }));
    all.retain(|p| p != position);
    Some(all)
}

/// The position after an action; the current position is unchanged.
fn tried(play: &mut Play<'_>, act: impl FnOnce(&mut Play<'_>) -> Result<(), String>) -> Option<Position> {
    play.begin();
    let after = act(play).ok().filter(|()| play.illegal_after().is_none()).map(|()| play.position());
    play.undo();
    after
}

fn bindings(
    play: &mut Play<'_>,
    board: &Board,
    (rule, sets): (&Quantified, &[Setting]),
    all: &mut Vec<Position>,
) {
    let mut lists: Vec<Vec<task::Bound>> = vec![Vec::new()];
    for variable in &rule.variables {
        let choices: Vec<task::Bound> = match &variable.domain {
            Domain::Directions => (0..board.directions().len())
                .filter_map(|d| Direction::try_from(d).ok())
                .map(task::Bound::Direction)
                .collect(),
            Domain::Numbers(low, high) => (*low..=*high).map(task::Bound::Number).collect(),
            Domain::Cells(selector) => {
                let eval = play.eval();
                let fits = |c: &&Coord| selector.as_ref().is_none_or(|s| s.matches(eval.content(**c)));
                board.cells().iter().filter(fits).map(|c| task::Bound::Cell(c.x, c.y)).collect()
            }
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
    all.extend(lists.iter().filter_map(|binding| tried(play, |play| play.written(rule, binding, sets))));
}
