//! The tests that say which player has won a game.

use super::parts::Parts;
use crate::expr::{Num, Test};
use crate::goal::Goal;
use crate::lower::goal;
use crate::puzzle::Wins;
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_syntax::ast::{BinaryOp, Ends};

/// The tests of both players, with the places of their statements.
#[derive(Default)]
pub(super) struct Tests {
    first: Option<(Goal, Span)>,
    second: Option<(Goal, Span)>,
    turn: Option<Num>,
}

/// The tests of the statements `win`. `None` if there is an error.
pub(super) fn of_players(scope: &mut Scope<'_, '_>, parts: &Parts<'_>) -> Option<Tests> {
    let mut tests = Tests::default();
    let mut sound = true;
    for (first, test, span) in &parts.wins {
        let found = goal::lower(scope, test).map(|goal| (goal, *span));
        sound &= found.is_some();
        *(if *first { &mut tests.first } else { &mut tests.second }) = found;
        // Without players there are no turns, which was reported.
        tests.turn = parts.players.map(|_| scope.turn(*span));
    }
    sound.then_some(tests)
}

/// Where a game ends, with the place that says so, and who has won there.
type Ended = ((Goal, Span), Option<Box<Wins>>);

impl Tests {
    /// Where the game ends, and who has won there; without tests, the goal alone. `None` if only a lack of moves ends it.
    pub(super) fn join(self, goal: Option<(Goal, Span)>, ends: Ends) -> Option<Ended> {
        let Some(turn) = self.turn else { return goal.map(|goal| (goal, None)) };
        let (mut over, mut last, mut other) = (Vec::new(), Vec::new(), Vec::new());
        let mut place = None;
        if let Some((goal, span)) = goal {
            over.push(goal.clone());
            (if ends.goal_loses { &mut other } else { &mut last }).push(goal);
            place = Some(span);
        }
        for (player, test) in [(1, self.first), (2, self.second)] {
            let Some((test, span)) = test else { continue };
            over.push(test.clone());
            let moves_next =
                |number| Goal::Test(Test::Compare(BinaryOp::Equal, turn.clone(), Num::Fixed(number)));
            other.push(Goal::All(vec![moves_next(player), test.clone()]));
            last.push(Goal::All(vec![moves_next(3 - player), test]));
            place = place.or(Some(span));
        }
        let wins = Wins { last: Goal::Any(last), other: Goal::Any(other) };
        Some(((Goal::Any(over), place?), Some(Box::new(wins))))
    }
}
