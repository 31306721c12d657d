//! Checks the proofs. The game is recognised anew.

use puzzlec_checker::checker::{CheckContext, Claim, ProofChecker, body as read};
use puzzlec_checker::{Unproved, alternatives};
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::piece::Named;
use puzzlec_model::rule::{Body as RuleBody, PatternCell};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Why there is no plan, or none that is shorter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    /// Start and goal do not have the same number of tokens.
    Count,
    /// The goal has fewer tokens than the start from this cell on.
    From(String),
    /// The tokens are so many steps from their places.
    Distance(u64),
}

/// The checker.
pub struct Checker;

impl ProofChecker for Checker {
    fn check(&self, body: &Json, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        let body: Body = read(body)?;
        let (start, goal) = ends(cx.model())?;
        let from = |end: &[Coord], x: i32| end.iter().filter(|c| c.x >= x).count();
        let sum = |end: &[Coord]| end.iter().map(|c| i64::from(c.x)).sum::<i64>();
        match (claim.moves(cx.model())?, body) {
            (None, Body::Count) if start.len() != goal.len() => {
                Ok("no step changes the number of tokens".to_owned())
            }
            (None, Body::From(name)) => {
                let named = start.iter().find(|c| cx.model().board.name(**c) == name);
                let x = named.ok_or_else(|| Unproved::wrong("no token starts there"))?.x;
                if from(&goal, x) >= from(&start, x) {
                    return Err(Unproved::wrong("the goal has as many tokens from there on"));
                }
                Ok("no token steps left".to_owned())
            }
            (Some(length), Body::Distance(said)) => {
                // A step adds 1 to the sum of the places, whichever token it moves.
                let least = u64::try_from(sum(&goal) - sum(&start)).ok();
                if start.len() != goal.len() || least != Some(said) || said < length {
                    return Err(Unproved::wrong("the tokens are not that far from their places"));
                }
                Ok("every step brings one token nearer".to_owned())
            }
            _ => Err(Unproved::wrong("the proof does not show that")),
        }
    }
}

/// Where tokens start and where all of them must come, if no rule does anything but a step to the right.
fn ends(model: &Model) -> Result<(Vec<Coord>, Vec<Coord>), Unproved> {
    let other = || Unproved::wrong("the puzzle is not about tokens that step to the right");
    let Question::Moves { rules, start, goal: (goal, _) } = &model.question else {
        return Err(other());
    };
    let right = model.board.direction("right");
    for rule in rules {
        let RuleBody::Patterns(patterns) = &rule.body else { return Err(other()) };
        for pattern in patterns {
            let steps = matches!(pattern.cells.as_slice(),
                [(PatternCell::Piece(Named { kind: a, member: None }, 0), PatternCell::Empty), (PatternCell::Empty, PatternCell::Piece(Named { kind: b, member: None }, 0))]
                if a == b);
            let right = pattern.paths.iter().all(|path| path.len() == 1 && path.first().copied() == right);
            if !steps || !right {
                return Err(other());
            }
        }
    }
    let goals = alternatives::read(model, goal)?;
    let [goal] = goals.as_slice() else { return Err(other()) };
    if model.board.shape != Shape::Lattice(Lattice::Line) || goal.anywhere {
        return Err(other());
    }
    // Pieces of several kinds count alike: what holds for their number holds for them.
    let goal = goal.clone().pieces(model)?;
    let start = start.iter().filter(|(_, held)| **held != 0).map(|(cell, _)| *cell);
    Ok((start.collect(), goal.into_keys().collect()))
}
