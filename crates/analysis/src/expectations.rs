//! Deciding expectations.

mod games;
mod plan;

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::solve::{LITTLE, model, report, reported_stop, stop, values};
use super::{Analysis, Answer, Outcome, PuzzleInfo, Report, TestResult};
use puzzlec_base::diag::{Code, Diagnostic, Fix, Stop, TextEdit};
use puzzlec_base::words::counted;
use puzzlec_base::{Progress, Span};
use puzzlec_model::expect::{Expected, instances, openings};
use puzzlec_model::hooks::Hooks;
use puzzlec_model::number::Values;
use puzzlec_model::{Model, Question};
use puzzlec_placement::laid::Laid;
use puzzlec_search::ground::{Failure, ground};
use puzzlec_search::{self, Options, Wanted};
use puzzlec_syntax::ast::{Expectation, ExpectationKind, ExprKind};
use puzzlec_task::{Conclusion, Optimality, SearchContext, Verdict};
use puzzlec_theory::meter::{Halted, Meter};
use puzzlec_theory::{self, Puzzle, Total};

pub(super) fn test(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    context: &dyn Fn() -> SearchContext,
) -> Result<Vec<TestResult>, Vec<Diagnostic>> {
    let Some(item) = analysis.item(puzzle) else { return Ok(Vec::new()) };
    let mut results = Vec::new();
    let mut known: BTreeMap<Values, (Model, Answers)> = BTreeMap::new();
    for (number, (statement, expectation)) in item.expectations().enumerate() {
        let span = statement.span;
        // All values of a range share the budget of one expectation.
        let context = context();
        // A range of the expectation itself provides the values of a parameter without a default.
        let ranged = openings(item, [expectation]);
        let defaults = values(analysis, puzzle, &ranged)?;
        let mut instances = instances(expectation, &defaults, span).map_err(|d| vec![*d])?.into_iter();
        while let Some(values) = instances.next() {
            if !known.contains_key(&values) {
                known.insert(
                    values.clone(),
                    (model(analysis, puzzle, &values, context.budget())?, Answers::new()),
                );
            }
            let Some((model, answered)) = known.get_mut(&values) else { continue };
            let Some((expected, _)) = model.expectations.get(number).copied() else { continue };
            let mut outcome = match &expectation.claim {
                ExpectationKind::Plan(moves) => plan::decide(model, moves, span, &context)?,
                _ => decide(analysis, puzzle, model, answered, expected, span, &context)?,
            };
            if let Outcome::Failed { diagnostic } = &mut outcome {
                let mut known = answered.iter().rev().map(|(_, report)| &report.answer);
                correct(diagnostic, expectation, known.find(|a| stop(a).is_none()));
            }
            let over = context.budget().poll(&Progress::default()).is_err();
            if let (Outcome::Undecided { diagnostic }, true, 1..) = (&mut outcome, over, instances.len()) {
                let left = counted(instances.len() as u64, "further values");
                diagnostic.notes.push(format!("not tried: {left} of its range"));
            }
            results.push(result(analysis, puzzle, values, (number, span), outcome));
            if over {
                break;
            }
        }
    }
    Ok(results)
}

/// The expectations of a puzzle that is not tried, each undecided for this reason.
pub(super) fn untried(analysis: &Analysis, puzzle: &PuzzleInfo, why: &str) -> Vec<TestResult> {
    let stated = analysis.item(puzzle).into_iter().flat_map(|item| item.expectations());
    let outcome = |span| Outcome::Undecided {
        diagnostic: Box::new(Diagnostic::new(
            Code::ExpectationUndecided,
            span,
            format!("this was not tried: {why}"),
        )),
    };
    let all = (0..).zip(stated);
    all.map(|(number, (s, _))| result(analysis, puzzle, Values::new(), (number, s.span), outcome(s.span)))
        .collect()
}

fn result(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    parameters: Values,
    (number, span): (usize, Span),
    outcome: Outcome,
) -> TestResult {
    TestResult {
        file: analysis.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
        puzzle: puzzle.name.clone(),
        parameters,
        expectation: analysis.sources().slice(span).split_whitespace().collect::<Vec<_>>().join(" "),
        number,
        outcome,
    }
}

/// The request that decides a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Query {
    /// Any solution.
    Any,
    /// A shortest one, if the script's bound is right.
    ByBound,
    /// A shortest one.
    Least,
    /// One of at most this length.
    Within(u64),
}

impl Query {
    /// Whether the answer to another query answers this one.
    fn answered_by(self, of: Query, answer: &Answer) -> bool {
        match (self, answer) {
            _ if stop(answer).is_some() => false,
            (Query::Within(n), Answer::NotWithin { at_least, .. }) => *at_least > n,
            (Query::Within(n), Answer::Solved(plan)) => {
                plan.length <= n || plan.optimality == Optimality::Least
            }
            (Query::Any, Answer::NotWithin { .. }) => false,
            (Query::Any | Query::Within(_), _) => true,
            (Query::Least | Query::ByBound, _) => of == self,
        }
    }
}

/// What is known of a puzzle.
type Answers = Vec<(Query, Report)>;

fn undecided(span: Span, stop: &Stop) -> Outcome {
    let text = format!("this was not decided: {stop}");
    Outcome::Undecided { diagnostic: Box::new(Diagnostic::new(Code::ExpectationUndecided, span, text)) }
}

fn failed(model: &Model, span: Span, why: String) -> Outcome {
    failed_by(model, Diagnostic::new(Code::ExpectationFailed, span, why))
}

fn failed_by(model: &Model, mut d: Diagnostic) -> Outcome {
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
        (ExpectationKind::Least(n, _) | ExpectationKind::Within(n, _), Some(Answer::Solved(plan)))
            if plan.optimality == Optimality::Least && matches!(n.kind, ExprKind::Int(_)) =>
        {
            (n.span, plan.length.to_string())
        }
        (ExpectationKind::Unsolvable(_), Some(Answer::Solved(_))) => {
            (d.primary.span, "expect solvable".to_owned())
        }
        (
            ExpectationKind::Solvable | ExpectationKind::Least(..) | ExpectationKind::Within(..),
            Some(Answer::Unsolvable { .. }),
        ) => (d.primary.span, "expect unsolvable".to_owned()),
        (
            claim @ (ExpectationKind::FirstWins(_) | ExpectationKind::SecondWins(_) | ExpectationKind::Draw),
            Some(Answer::Game { winner, length, .. }),
        ) => {
            let stated =
                matches!(claim, ExpectationKind::FirstWins(Some(_)) | ExpectationKind::SecondWins(Some(_)));
            let text = match (winner.as_str(), length.filter(|_| stated)) {
                ("draw", _) => "expect draw".to_owned(),
                (winner, Some(length)) => {
                    format!("expect {winner} player wins in {}", counted(length, "moves"))
                }
                (winner, None) => format!("expect {winner} player wins"),
            };
            (d.primary.span, text)
        }
        (ExpectationKind::Grundy(n), Some(Answer::Game { value: Some(value), .. }))
            if matches!(n.kind, ExprKind::Int(_)) =>
        {
            (n.span, value.to_string())
        }
        _ => return,
    };
    // The puzzle may be what is wrong.
    let edits = vec![TextEdit { span, text: text.clone() }];
    d.fixes.push(Fix { title: format!("correct the expectation: `{text}`"), edits, safe: false });
}

fn decide(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    answered: &mut Answers,
    expected: Expected,
    span: Span,
    context: &SearchContext,
) -> Result<Outcome, Vec<Diagnostic>> {
    let number = match expected {
        Expected::Solutions(wanted) => Some((wanted, false)),
        Expected::Placements(wanted, up_to_symmetry) => Some((wanted, up_to_symmetry)),
        _ => None,
    };
    let shortest = matches!(expected, Expected::Solutions(_));
    if let (Some((wanted, up_to_symmetry)), Question::Place { .. }) = (number, &model.question)
        && let Some(outcome) = placements(model, wanted, (up_to_symmetry, shortest), span, context)?
    {
        return Ok(outcome);
    }
    if let Some((wanted, false)) = number {
        if let Some(outcome) = listed(analysis, model, wanted, span, context)? {
            return Ok(outcome);
        }
        if let Some(outcome) = counted_by_theory(analysis, model, wanted, span, context)? {
            return Ok(outcome);
        }
        return solutions(model, wanted, span, context);
    }
    let mut ask = |query: Query, context: &SearchContext| -> Result<Report, Vec<Diagnostic>> {
        let known = answered.iter().find(|(of, report)| query.answered_by(*of, &report.answer));
        if let Some((_, report)) = known {
            return Ok(report.clone());
        }
        let wanted = match query {
            Query::Any => Wanted::Any,
            Query::ByBound | Query::Least => Wanted::Least,
            Query::Within(n) => Wanted::Within(n),
        };
        let options = Options { wanted, ..Options::default() };
        let found = match query {
            // Without its bound the puzzle means the same.
            Query::Least if model.hooks.bound.is_some() => {
                let hooks = Hooks { bound: None, ..model.hooks.clone() };
                report(analysis, puzzle, &Model { hooks, ..model.clone() }, &options, context)?
            }
            _ => report(analysis, puzzle, model, &options, context)?,
        };
        answered.push((query, found.clone()));
        Ok(found)
    };
    let least = match expected {
        Expected::Least(n) if model.hooks.bound.is_some() => n,
        Expected::Within(n) => {
            let mut found = ask(Query::Within(n), context)?;
            if let Answer::NotWithin { .. } = found.answer {
                // The message has the true length if it is found quickly.
                let least = ask(Query::Least, &context.within_states(LITTLE))?;
                found = if stop(&least.answer).is_none() { least } else { found };
            }
            return Ok(judge(model, &found, None, expected, span));
        }
        Expected::Solvable | Expected::Unsolvable => {
            return Ok(judge(model, &ask(Query::Any, context)?, None, expected, span));
        }
        expected if expected.is_game() => {
            let found = ask(Query::Least, context)?;
            return match games::completed(model, found, expected, context)? {
                Ok(found) => Ok(judge(model, &found, None, expected, span)),
                Err(stop) => Ok(undecided(span, &reported_stop(model, stop)?)),
            };
        }
        _ => return Ok(judge(model, &ask(Query::Least, context)?, None, expected, span)),
    };
    // A plan proves that one of its length is there; that none is shorter the bound only says.
    let by_bound = ask(Query::ByBound, context)?;
    let told = match &by_bound.answer {
        Answer::Solved(plan) => {
            if plan.length < least || plan.optimality == Optimality::Least {
                return Ok(judge(model, &by_bound, None, expected, span));
            }
            let length = counted(plan.length, &plan.unit);
            Some(format!("if the script's bound is admissible, a shortest solution has {length}"))
        }
        Answer::Unsolvable { .. } => return Ok(judge(model, &by_bound, None, expected, span)),
        Answer::NotWithin { .. } | Answer::Stopped { .. } | Answer::Game { .. } => None,
    };
    Ok(judge(model, &ask(Query::Least, context)?, told, expected, span))
}

/// What an answer makes of a claim. `bound` is what the script's bound says of it.
fn judge(model: &Model, report: &Report, bound: Option<String>, expected: Expected, span: Span) -> Outcome {
    match (&report.answer, expected) {
        (Answer::Stopped { reason, at_least, .. }, _) => match (expected, at_least) {
            (Expected::Least(n) | Expected::Within(n), Some(least)) if *least > n => {
                failed(model, span, format!("no solution has fewer than {}", counted(*least, &model.unit)))
            }
            _ => match (undecided(span, reason), bound) {
                (Outcome::Undecided { mut diagnostic }, Some(bound)) => {
                    diagnostic.notes.push(bound);
                    Outcome::Undecided { diagnostic }
                }
                (outcome, _) => outcome,
            },
        },
        (Answer::Solved(plan), _) => {
            let label = if plan.optimality == Optimality::Least { "a shortest" } else { "the found" };
            let told = format!("{label} solution has {}", counted(plan.length, &plan.unit));
            match expected {
                Expected::Solvable => Outcome::Held,
                Expected::Within(n) if plan.length <= n => Outcome::Held,
                Expected::Least(n) if plan.length == n && plan.optimality == Optimality::Least => {
                    Outcome::Held
                }
                Expected::Least(n) | Expected::Within(n) if plan.at_least.is_some_and(|least| least > n) => {
                    let least = plan.at_least.unwrap_or(n);
                    failed(model, span, format!("no solution has fewer than {}", counted(least, &model.unit)))
                }
                Expected::Least(n) if plan.length >= n && plan.optimality != Optimality::Least => {
                    let text = if plan.length == n {
                        format!(
                            "this was not decided: a solution of {n} {} was found, a shorter one was not ruled out",
                            plan.unit
                        )
                    } else {
                        format!("this was not decided: {told}, one of {n} was not ruled out")
                    };
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
        (Answer::NotWithin { at_least, unit, .. }, _) => {
            failed(model, span, format!("no solution has fewer than {}", counted(*at_least, unit)))
        }
        (Answer::Unsolvable { .. }, Expected::Unsolvable) => Outcome::Held,
        (Answer::Unsolvable { .. }, _) => failed(model, span, "it has no solution".into()),
        (Answer::Game { winner, length, value, .. }, _) => {
            games::judge(model, (winner, *length, *value), expected, span)
        }
    }
}

/// The number of shortest solutions on an endless board, where a theory counts them.
fn listed(
    analysis: &Analysis,
    model: &Model,
    wanted: u64,
    span: Span,
    context: &SearchContext,
) -> Result<Option<Outcome>, Vec<Diagnostic>> {
    if !model.board.unbounded {
        return Ok(None);
    }
    let (puzzle, mut why) = (Puzzle::new(model), Vec::new());
    let Ok(Some((_, mut solver))) = analysis.theories().of(&puzzle, &|_| true, &mut why, context.budget())
    else {
        return Ok(None);
    };
    let options = Options { wanted: Wanted::All { listed: 1 }, ..Options::default() };
    let found = puzzlec_theory::answer(solver.as_mut(), &options, &mut why, context);
    let Some(Conclusion { verdict, solutions, .. }) = found else { return Ok(None) };
    Ok(match (verdict, solutions) {
        (Verdict::Solved(_), Some(all)) if all.count == wanted.to_string() => Some(Outcome::Held),
        (Verdict::Solved(_), Some(all)) => {
            let length = all.plans.first().map_or(0, Vec::len) as u64;
            let told = format!("it has {} shortest solutions, of {}", all.count, counted(length, "moves"));
            Some(failed(model, span, told))
        }
        (Verdict::Unsolvable { .. }, _) if wanted == 0 => Some(Outcome::Held),
        (Verdict::Unsolvable { .. }, _) => Some(failed(model, span, "it has no solution".into())),
        (Verdict::Stopped(stop), _) => Some(undecided(span, &reported_stop(model, stop)?)),
        _ => None,
    })
}

/// The number of shortest solutions of a bounded board, where a theory counts them without a list of positions.
fn counted_by_theory(
    analysis: &Analysis,
    model: &Model,
    wanted: u64,
    span: Span,
    context: &SearchContext,
) -> Result<Option<Outcome>, Vec<Diagnostic>> {
    let found = match super::count::by_theory(analysis.theories(), model, context) {
        Some(Ok((_, found))) if !model.board.unbounded => found,
        Some(Err(stop)) => return Ok(Some(undecided(span, &reported_stop(model, stop)?))),
        Some(Ok(_)) | None => return Ok(None),
    };
    let number = match &found.number {
        Total::Exactly(number) => number,
        Total::AtLeast(_) | Total::Infinite => return Ok(None),
    };
    Ok(Some(if *number == BigUint::from(wanted) {
        Outcome::Held
    } else if *number == BigUint::ZERO {
        failed(model, span, "it has no solution".into())
    } else if matches!(model.question, Question::Place { .. }) {
        failed(model, span, format!("the pieces can be placed in {number} ways"))
    } else {
        let length = counted(found.length, "moves");
        failed(model, span, format!("it has {number} shortest solutions, of {length}"))
    }))
}

/// The number of placements, or of those with the fewest pieces, unless scripts decide them.
fn placements(
    model: &Model,
    wanted: u64,
    (up_to_symmetry, shortest): (bool, bool),
    span: Span,
    context: &SearchContext,
) -> Result<Option<Outcome>, Vec<Diagnostic>> {
    let ground = match ground(model, None, context.budget()) {
        Ok(ground) => ground,
        Err(Failure::Stop(stop)) => return Ok(Some(undecided(span, &reported_stop(model, stop)?))),
        Err(Failure::Diagnostics(d)) => return Err(d),
    };
    let Some(mut laid) = Laid::read(&ground) else { return Ok(None) };
    let meter = &Meter::of(context);
    if shortest && laid.is_open() {
        match laid.shortest(meter) {
            Ok(found) => laid = found.map_or(laid, |(few, _)| few),
            Err(Halted) => return Ok(Some(undecided(span, &reported_stop(model, meter.stop())?))),
        }
    }
    let number = if up_to_symmetry {
        laid.count_up_to_symmetry(model, meter)
    } else {
        laid.count(meter).map_err(|Halted| meter.stop())
    };
    let number = match number {
        Ok(number) => number,
        Err(stop) => return Ok(Some(undecided(span, &reported_stop(model, stop)?))),
    };
    let symmetry = if up_to_symmetry { " up to symmetry" } else { "" };
    Ok(Some(if number == BigUint::from(wanted) {
        Outcome::Held
    } else if number == BigUint::ZERO {
        failed(model, span, "it has no solution".into())
    } else {
        failed(model, span, format!("the pieces can be placed in {number} ways{symmetry}"))
    }))
}

fn solutions(
    model: &Model,
    wanted: u64,
    span: Span,
    context: &SearchContext,
) -> Result<Outcome, Vec<Diagnostic>> {
    let ground = match ground(model, None, context.budget()) {
        Ok(ground) => ground,
        Err(Failure::Stop(stop)) => return Ok(undecided(span, &reported_stop(model, stop)?)),
        Err(Failure::Diagnostics(d)) => return Err(d),
    };
    if let Some(what) = ground.bounds.doubt() {
        return Ok(undecided(span, &Stop::TooLarge { what }));
    }
    Ok(match puzzlec_search::shortest_count(&ground.task, context) {
        Err(stop) => undecided(span, &reported_stop(model, stop)?),
        Ok(None) if wanted == 0 => Outcome::Held,
        Ok(None) => failed(model, span, "it has no solution".into()),
        Ok(Some((_, n))) if n == u128::from(wanted) => Outcome::Held,
        Ok(Some((_, n))) if matches!(model.question, Question::Place { .. }) => {
            failed(model, span, format!("the pieces can be placed in {n} ways"))
        }
        Ok(Some((length, n))) => {
            failed(model, span, format!("it has {n} shortest solutions, of {}", counted(length, "moves")))
        }
    })
}
