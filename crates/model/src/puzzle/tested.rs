//! Tests of the position after a move.

use std::borrow::Cow;

use super::{Model, Question};
use crate::expr::Part;
use crate::rule::{Body, Quantified, Rule};
use puzzlec_syntax::ast::MeasureKind;

impl Model {
    /// A construct of it that the games of theories do not have. No theory recognizes a puzzle with one, and no proof of a theory
    /// covers it.
    pub fn beyond_theories(&self) -> Option<&'static str> {
        let tests = |r: &Rule| match &r.body {
            Body::Quantified(q) => !q.after.is_empty(),
            Body::Patterns(_) | Body::Scripted(_) | Body::Callback(_) => false,
        };
        if !self.board.walls().is_empty() {
            Some("the board has walls")
        } else if self.pieces.has_floor() {
            Some("the board has floor pieces")
        } else if !self.pieces.counters.is_empty() {
            Some("positions have counters")
        } else if !self.legal.is_empty() || self.rules().iter().any(tests) {
            Some("positions are tested after moves")
        } else if self.has_consequences() {
            Some("moves have consequences")
        } else if matches!(self.measure, MeasureKind::Cost | MeasureKind::Rules) {
            Some("moves have costs")
        } else if self.question.goal().is_some_and(|(goal, _)| goal.has_stuck()) {
            Some("the goal asks whether a move is possible")
        } else if self.ranges() {
            Some("rules or goals have number variables, numbers of pieces, rays or selections of cells")
        } else {
            None
        }
    }

    /// Whether its rules or its goal have number variables, rays, selections or intersections of cells, or numbers over
    /// cells or of pieces.
    fn ranges(&self) -> bool {
        let rules = match &self.question {
            Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
            Question::Place { .. } => return false,
        };
        let mut ranges = false;
        if let Some((goal, _)) = self.question.goal() {
            goal.tests(&mut |test| ranges |= Part::Test(test).ranges());
        }
        ranges
            || rules.iter().any(|rule| match &rule.body {
                Body::Quantified(written) => written.ranges(),
                Body::Scripted(all) => all.iter().any(Quantified::ranges),
                Body::Patterns(_) | Body::Callback(_) => false,
            })
    }

    /// The same puzzle without the tests after moves: it has all its moves, and others.
    pub fn without_tests(&self) -> Cow<'_, Model> {
        if self.beyond_theories().is_none() {
            return Cow::Borrowed(self);
        }
        let mut free = self.clone();
        free.legal.clear();
        if let Question::Moves { rules, .. } | Question::Game { rules, .. } = &mut free.question {
            for rule in rules {
                if let Body::Quantified(written) = &mut rule.body {
                    written.after.clear();
                }
            }
        }
        Cow::Owned(free)
    }
}
