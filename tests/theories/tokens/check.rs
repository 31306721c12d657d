//! Checks the proofs. The game is recognised anew.

use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{
    About, CheckContext, Claim, ProofChecker, QuestionKind, Requires, Scripts, body as read,
};
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::Named;
use puzzlec_model::rule::{Body as RuleBody, PatternCell};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use serde_json::Value as Json;

use super::proof::Body;

/// The checker.
pub struct Checker;

impl ProofChecker for Checker {
    fn requires(&self) -> Requires {
        Requires { question: QuestionKind::Moves, scripts: Scripts::NoMoves, about: About::Puzzle }
    }

    fn check(&self, body: &Json, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        let body: Body = read(body)?;
        let (start, goal) = ends(cx.model())?;
        let from = |end: &[Coord], x: i32| end.iter().filter(|c| c.x >= x).count();
        let sum = |end: &[Coord]| end.iter().map(|c| i64::from(c.x)).sum::<i64>();
        match (claim, body) {
            (Claim::Unsolvable, Body::Count) if start.len() != goal.len() => {
                Ok("no step changes the number of tokens".to_owned())
            }
            (Claim::Unsolvable, Body::From(name)) => {
                let named = start.iter().find(|c| cx.model().board.name(**c) == name);
                let x = named.ok_or_else(|| Unproved::wrong("no token starts there"))?.x;
                if from(&goal, x) >= from(&start, x) {
                    return Err(Unproved::wrong("the goal has as many tokens from there on"));
                }
                Ok("no token steps left".to_owned())
            }
            (Claim::AtLeast(length), Body::Distance(said)) => {
                // A step adds 1 to the sum of the places, whichever token it moves.
                let least = u64::try_from(sum(&goal) - sum(&start)).ok();
                if start.len() != goal.len() || least != Some(said) || said < length {
                    return Err(Unproved::wrong("the tokens are not that far from their places"));
                }
                if cx.model().measure != MeasureKind::Actions {
                    return Err(Unproved::wrong("it bounds the number of steps, and other things count"));
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
    let goal = goal.drawn().ok_or_else(other)?;
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
    if model.board.shape != Shape::Lattice(Lattice::Line) || goal.anywhere {
        return Err(other());
    }
    // Pieces of several kinds count alike: what holds for their number holds for them.
    let mut ends = Vec::new();
    for (cell, held) in &goal.cells {
        match held.as_slice() {
            [0] => {}
            [_] => ends.push(*cell),
            _ => return Err(Unproved::wrong("the goal leaves a cell open")),
        }
    }
    let spoken = |cell: &Coord| goal.cells.contains_key(cell);
    if !goal.rest_empty && (model.board.unbounded || !model.board.cells().iter().all(spoken)) {
        return Err(Unproved::wrong("the goal leaves a cell open"));
    }
    Ok((held(start), ends))
}

fn held(start: &Configuration) -> Vec<Coord> {
    start.iter().filter(|(_, held)| **held != 0).map(|(cell, _)| *cell).collect()
}
