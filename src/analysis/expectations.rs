//! Deciding expectations.

use std::collections::BTreeMap;

use super::solve::{limit, model, report, values};
use super::{Analysis, Answer, Outcome, PuzzleInfo, Report, TestResult};
use crate::base::words::counted;
use crate::base::{Budget, Limit, Span};
use crate::diag::{Code, Diagnostic, Fix, TextEdit};
use crate::engine::{self, Optimality, Options, Wanted};
use crate::model::Model;
use crate::model::expect::{Expected, instances, openings};
use crate::model::number::Values;
use crate::syntax::ast::{Claim, Expectation, ExprKind, PuzzleStatementKind};
use crate::task::ground::{Failure, ground};

pub(super) fn test(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    budget: &dyn Fn() -> Budget,
) -> Result<Vec<TestResult>, Vec<Diagnostic>> {
    let Some(item) = analysis.item(puzzle) else { return Ok(Vec::new()) };
    let stated: Vec<(&Expectation, Span)> = item
        .statements
        .iter()
        .filter_map(|s| match &s.kind {
            PuzzleStatementKind::Expect(e) => Some((e, s.span)),
            _ => None,
        })
        .collect();
    let mut results = Vec::new();
    let mut known: BTreeMap<Values, (Model, Option<(Wanted, Report)>)> = BTreeMap::new();
    for (number, (expectation, span)) in stated.iter().enumerate() {
        // A parameter without a default is given by the expectation's own range.
        let ranged = openings(item, [*expectation]);
        let defaults = values(analysis, puzzle, &ranged)?;
        for values in instances(expectation, &defaults, *span).map_err(|d| vec![*d])? {
            if !known.contains_key(&values) {
                known.insert(values.clone(), (model(analysis, puzzle, &values, &budget())?, None));
            }
            let Some((model, answered)) = known.get_mut(&values) else { continue };
            let Some((expected, _)) = model.expectations.get(number).copied() else { continue };
            let mut outcome = decide(analysis, puzzle, model, answered, expected, *span, &budget())?;
            if let Outcome::Failed { diagnostic } = &mut outcome {
                correct(diagnostic, expectation, answered.as_ref().map(|a| &a.1.answer));
            }
            results.push(TestResult {
                file: analysis.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
                puzzle: puzzle.name.clone(),
                parameters: values.clone(),
                expectation: analysis.sources().slice(*span).split_whitespace().collect::<Vec<_>>().join(" "),
                outcome,
            });
        }
    }
    Ok(results)
}

fn undecided(span: Span, limit: &Limit) -> Outcome {
    let text = format!("this was not decided: {limit}");
    Outcome::Undecided { diagnostic: Box::new(Diagnostic::new(Code::ExpectationUndecided, span, text)) }
}

fn failed(model: &Model, span: Span, why: String) -> Outcome {
    let mut d = Diagnostic::new(Code::ExpectationFailed, span, why);
    if !model.values.is_empty() {
        let values: Vec<String> = model.values.iter().map(|(k, v)| format!("{k} = {v}")).collect();
        d = d.note(format!("with {}", values.join(", ")));
    }
    Outcome::Failed { diagnostic: Box::new(d) }
}

/// Offers what is true in the place of what was expected.
fn correct(d: &mut Diagnostic, expectation: &Expectation, answer: Option<&Answer>) {
    if !expectation.ranges.is_empty() {
        return;
    }
    let (span, text) = match (&expectation.claim, answer) {
        (Claim::Least(n, _) | Claim::Within(n, _), Some(Answer::Solved(plan)))
            if plan.optimality == Optimality::Least && matches!(n.kind, ExprKind::Int(_)) =>
        {
            (n.span, plan.length.to_string())
        }
        (Claim::Unsolvable(_), Some(Answer::Solved(_))) => (d.primary.span, "expect solvable".to_owned()),
        (Claim::Solvable | Claim::Least(..) | Claim::Within(..), Some(Answer::Unsolvable { .. })) => {
            (d.primary.span, "expect unsolvable".to_owned())
        }
        (Claim::FirstWins | Claim::SecondWins, Some(Answer::Game { winner, .. })) if winner != "draw" => {
            (d.primary.span, format!("expect {winner} player wins"))
        }
        _ => return,
    };
    // The puzzle may be what is wrong.
    let edits = vec![TextEdit { span, text: text.clone() }];
    d.fixes.push(Fix { title: format!("expect what is true: `{text}`"), edits, safe: false });
}

fn decide(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    answered: &mut Option<(Wanted, Report)>,
    expected: Expected,
    span: Span,
    budget: &Budget,
) -> Result<Outcome, Vec<Diagnostic>> {
    if let Expected::Solutions(wanted) = expected {
        return solutions(model, wanted, span, budget);
    }
    let wanted = match expected {
        Expected::Solvable | Expected::Unsolvable => Wanted::Any,
        _ => Wanted::Least,
    };
    let known = |(of, report): &(Wanted, Report)| {
        limit(&report.answer).is_none() && (*of == Wanted::Least || wanted == Wanted::Any)
    };
    let (_, report) = match answered {
        Some(answered) if known(answered) => answered,
        _ => {
            let options = Options { wanted, ..Options::default() };
            answered.insert((wanted, report(analysis, puzzle, model, &options, budget)?))
        }
    };
    Ok(match (&report.answer, expected) {
        (Answer::Stopped { reason, at_least, .. }, _) => match (expected, at_least) {
            (Expected::Least(n) | Expected::Within(n), Some(least)) if *least > n => {
                failed(model, span, format!("no solution has fewer than {}", counted(*least, &model.unit)))
            }
            _ => undecided(span, reason),
        },
        (Answer::Solved(plan), _) => {
            let label = if plan.optimality != Optimality::Found { "a shortest" } else { "the found" };
            let told = format!("{label} solution has {}", counted(plan.length, &plan.unit));
            match expected {
                Expected::Solvable => Outcome::Held,
                Expected::Within(n) if plan.length <= n => Outcome::Held,
                Expected::Least(n) if plan.length == n && plan.optimality != Optimality::Found => {
                    Outcome::Held
                }
                Expected::Least(n) if plan.length == n => {
                    let text = format!(
                        "this was not decided: a solution of {n} {} was found, a shorter one was not ruled out",
                        plan.unit
                    );
                    Outcome::Undecided {
                        diagnostic: Box::new(Diagnostic::new(Code::ExpectationUndecided, span, text)),
                    }
                }
                Expected::Within(n) if plan.optimality != Optimality::Least => {
                    let text = format!("this was not decided: {told}, one within {n} was not ruled out");
                    Outcome::Undecided {
                        diagnostic: Box::new(Diagnostic::new(Code::ExpectationUndecided, span, text)),
                    }
                }
                Expected::Unsolvable => failed(model, span, format!("it is solvable: {told}")),
                _ => failed(model, span, told),
            }
        }
        (Answer::Unsolvable { .. }, Expected::Unsolvable) => Outcome::Held,
        (Answer::Unsolvable { .. }, _) => failed(model, span, "it has no solution".into()),
        (Answer::Game { winner, .. }, _) => match (winner.as_str(), expected) {
            ("first", Expected::FirstWins) | ("second", Expected::SecondWins) => Outcome::Held,
            ("draw", _) => failed(model, span, "with best play nobody wins".into()),
            (winner, _) => failed(model, span, format!("the {winner} player wins")),
        },
    })
}

fn solutions(model: &Model, wanted: u64, span: Span, budget: &Budget) -> Result<Outcome, Vec<Diagnostic>> {
    let ground = match ground(model, None, budget) {
        Ok(ground) => ground,
        Err(Failure::Limit(limit)) => return Ok(undecided(span, &limit)),
        Err(Failure::Diagnostics(d)) => return Err(d),
    };
    if let Some(what) = ground.bounds.doubt() {
        return Ok(undecided(span, &Limit::Size { what }));
    }
    Ok(match engine::shortest_count(&ground.task, budget) {
        Err(limit) => undecided(span, &limit),
        Ok(None) if wanted == 0 => Outcome::Held,
        Ok(None) => failed(model, span, "it has no solution".into()),
        Ok(Some((_, n))) if n == u128::from(wanted) => Outcome::Held,
        Ok(Some((length, n))) => {
            failed(model, span, format!("it has {n} shortest solutions, of {}", counted(length, "moves")))
        }
    })
}
