//! Claims about games of two players.

use super::failed;
use crate::{Answer, Outcome, Report};
use puzzlec_base::Span;
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_base::words::counted;
use puzzlec_model::Model;
use puzzlec_model::expect::Expected;
use puzzlec_search::Options;
use puzzlec_search::ground::Failure;
use puzzlec_task::{SearchContext, Verdict};
use puzzlec_theory::Theories;

/// The answer to a game with what a claim asks for: not every theory tells the number of moves or the Grundy value. Then
/// all positions are searched.
pub(super) fn completed(
    model: &Model,
    mut found: Report,
    expected: Expected,
    context: &SearchContext,
) -> Result<Result<Report, Stop>, Vec<Diagnostic>> {
    let Answer::Game { winner, length, value, .. } = &mut found.answer else { return Ok(Ok(found)) };
    let lacks = match expected {
        Expected::FirstWins(Some(_)) | Expected::SecondWins(Some(_)) => length.is_none() && winner != "draw",
        Expected::Grundy(_) => value.is_none(),
        _ => false,
    };
    if !lacks {
        return Ok(Ok(found));
    }
    match puzzlec_engine::solve(Theories(&[]), model, &Options::default(), context) {
        Ok(solved) => match solved.conclusion.verdict {
            Verdict::Game(game) => (*length, *value) = (game.length, game.value),
            Verdict::Stopped(stop) => return Ok(Err(stop)),
            Verdict::Solved(_) | Verdict::Unsolvable { .. } | Verdict::NotWithin(_) => {}
        },
        Err(Failure::Stop(stop)) => return Ok(Err(stop)),
        Err(Failure::Diagnostics(d)) => return Err(d),
    }
    Ok(Ok(found))
}

/// What the winner, the number of moves and the Grundy value make of a claim.
pub(super) fn judge(
    model: &Model,
    (winner, length, value): (&str, Option<u64>, Option<u64>),
    expected: Expected,
    span: Span,
) -> Outcome {
    match (winner, expected) {
        (_, Expected::Grundy(wanted)) => match value {
            Some(value) if value == wanted => Outcome::Held,
            Some(value) => failed(model, span, format!("its Grundy value is {value}")),
            None => failed(model, span, "it has no Grundy value: play can go on forever".into()),
        },
        ("first", Expected::FirstWins(wanted)) | ("second", Expected::SecondWins(wanted))
            if wanted.is_none() || wanted == length =>
        {
            Outcome::Held
        }
        ("draw", Expected::Draw) => Outcome::Held,
        ("draw", _) => failed(model, span, "with best play the game is a draw".into()),
        (winner, Expected::FirstWins(Some(_)) | Expected::SecondWins(Some(_))) => {
            let within = length.map_or(String::new(), |n| format!(" in {}", counted(n, "moves")));
            failed(model, span, format!("the {winner} player wins{within}"))
        }
        (winner, _) => failed(model, span, format!("the {winner} player wins")),
    }
}
