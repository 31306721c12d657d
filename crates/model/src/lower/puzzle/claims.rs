//! The expectations of a puzzle.

use super::parts::Parts;
use crate::expect::{self, Expected};
use crate::number::Values;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{PuzzleItem, PuzzleStatement, PuzzleStatementKind as Kind};

/// The claims of the statements `expect`, those that suit the question.
pub(super) fn expectations(
    item: &PuzzleItem,
    parts: &Parts<'_>,
    unit: &str,
    values: &Values,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<(Expected, Span)>> {
    let mut all = Vec::new();
    let mut sound = true;
    for statement in &item.statements {
        let PuzzleStatement { kind: Kind::Expect(expectation), span, .. } = statement else { continue };
        match expect::expected(&expectation.claim, unit, values) {
            Ok(expected) if expected.is_game() != parts.players.is_some() && parts.broken => sound = false,
            Ok(expected) if expected.is_game() != parts.players.is_some() => {
                let text = if expected.is_game() {
                    "this claim needs a two-player game"
                } else {
                    "a two-player game needs a claim about the winner"
                };
                let help = if expected.is_game() {
                    "add `players 2, last to move wins`"
                } else {
                    "expect `first player wins`, `second player wins` or `draw`"
                };
                diagnostics.push(Diagnostic::new(Code::BadExpectation, *span, text).help(help));
                sound = false;
            }
            Ok(Expected::Grundy(_))
                if parts.players.is_some_and(|(players, _)| !players.ends.always_win())
                    || parts.players.is_some() && (parts.goal.is_some() || !parts.wins.is_empty()) =>
            {
                let text = match (parts.goal, parts.wins.as_slice()) {
                    (Some(_), _) => "a game with a goal has no Grundy value",
                    (None, [_, ..]) => "a game with a test of a winner has no Grundy value",
                    (None, []) => "only a game in which the last to move wins has a Grundy value",
                };
                let help = "expect `first player wins` or `second player wins`";
                diagnostics.push(Diagnostic::new(Code::BadExpectation, *span, text).help(help));
                sound = false;
            }
            // The statement that could not be read may be `place`.
            Ok(Expected::Placements(..)) if parts.place.is_none() && parts.broken => sound = false,
            Ok(Expected::Placements(..)) if parts.place.is_none() => {
                let text = "only pieces to place have placements";
                let help = "expect a number of `solutions`";
                diagnostics.push(Diagnostic::new(Code::BadExpectation, *span, text).help(help));
                sound = false;
            }
            Ok(expected) => all.push((expected, *span)),
            // A statement that could not be read may be the measure or the players.
            Err(d) if parts.broken && d.code == Code::BadExpectation => sound = false,
            Err(d) => {
                diagnostics.push(*d);
                sound = false;
            }
        }
    }
    sound.then_some(all)
}
