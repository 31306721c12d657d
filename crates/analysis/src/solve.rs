//! Solving a puzzle: compile it, obtain a claim from a theory or a search, replay the claim, report it.

mod arrangement;
mod claim;
mod compile;
mod laid;
mod notation;
mod proved;
mod replay;

use std::collections::BTreeMap;

use super::check::first_edition;
use super::proof;
use super::{Analysis, Answer, PuzzleInfo, Report};
use claim::Claimed;
use puzzlec_base::Budget;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::words::counted;
use puzzlec_model::{Model, Question};
use puzzlec_search::certificate::{Unwritten, Writer};
use puzzlec_search::ground::{Failure, Ground, ground};
use puzzlec_search::{Method, Options};
use puzzlec_task::Label;
use puzzlec_task::certificate::{AtLeast, CertificateFile, LowerBound, Proof, Winner};
use puzzlec_task::{Certificate, Optimality, SearchContext, Statistics, Steps};
use puzzlec_theory::{Claim, LengthBound, Theories};

pub(super) use compile::{family, model, values};
pub(super) use laid::{Laid, laid, stop as limit};
pub(super) use notation::{Changes, Step, given_name, notation, rule_name, turned, undirected};

/// Maximum number of positions of a search that only adds the length of a shortest solution to an answer.
pub(super) const LITTLE: u64 = 1 << 16;

pub(super) fn solve(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    options: &Options,
    context: &SearchContext,
) -> Result<Report, Vec<Diagnostic>> {
    let values = values(analysis, puzzle, set)?;
    let model = model(analysis, puzzle, &values, context.budget())?;
    report(analysis, puzzle, &model, options, context)
}

/// The answer to a model.
pub(super) fn report(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Report, Vec<Diagnostic>> {
    answered(analysis, puzzle, model, options, context).map(|(report, _)| report)
}

fn first_steps(model: &Model, report: &Report, claimed: Option<&Claimed>, most: usize) -> Vec<Label> {
    match (&report.answer, claimed.map(|claimed| &claimed.claim)) {
        (Answer::Solved(_), Some(Claim::Plan { steps, .. })) => replay::shown(model, steps.as_ref(), most),
        _ => Vec::new(),
    }
}

/// An answer, the first steps of its plan, and its certificate or why there is none, if one was requested.
pub(super) type Examined = (Report, Vec<Label>, Option<Result<CertificateFile, Unwritten>>);

/// The answer with its certificate, or why there is none.
pub(super) fn certify(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    options: &Options,
    context: &SearchContext,
) -> Result<(Report, Result<CertificateFile, Unwritten>), Vec<Diagnostic>> {
    let values = values(analysis, puzzle, set)?;
    let model = model(analysis, puzzle, &values, context.budget())?;
    let (report, _, certificate) = examined(analysis, puzzle, &model, (options, true), context, 0)?;
    Ok((report, certificate.unwrap_or_else(|| Err(Unwritten::None("none was requested".into())))))
}

/// The answer to a model with the first steps of its plan and, if requested, its certificate, or why there is none.
pub(super) fn examined(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    (options, certificate): (&Options, bool),
    context: &SearchContext,
    most: usize,
) -> Result<Examined, Vec<Diagnostic>> {
    let (report, claimed) = answered(analysis, puzzle, model, options, context)?;
    let steps = first_steps(model, &report, claimed.as_ref(), most);
    if !certificate {
        return Ok((report, steps, None));
    }
    let certificate = match (&report.answer, &claimed) {
        (Answer::Stopped { reason, .. }, claimed) => {
            let certificate =
                claimed.as_ref().and_then(|claimed| writer(model, claimed, None, context).stopped());
            certificate.ok_or_else(|| Unwritten::Stopped(reason.clone()))
        }
        (_, None) => Err(Unwritten::None("this answer has no certificate".into())),
        (answer, Some(claimed)) => written(model, answer, claimed, context),
    };
    let one = report.solutions.as_ref().is_some_and(|all| all.count == "1");
    let known = claimed.as_ref().and_then(|claimed| Some((&claimed.claim, claimed.ground.as_ref()?)));
    let certificate = match (certificate, known) {
        (Ok(document), Some((claim, ground))) => {
            laid::completed(model, ground, (claim, one), document, context).map_err(Unwritten::Stopped)
        }
        (certificate, _) => certificate,
    };
    Ok((report, steps, Some(certificate)))
}

fn writer<'a>(
    model: &'a Model,
    claimed: &'a Claimed,
    made: Option<&'a Ground>,
    context: &'a SearchContext,
) -> Writer<'a> {
    Writer { model, ground: claimed.ground.as_ref().or(made), patterns: claimed.patterns.as_ref(), context }
}

/// The certificate of an answer that was replayed.
fn written(
    model: &Model,
    answer: &Answer,
    claimed: &Claimed,
    context: &SearchContext,
) -> Result<CertificateFile, Unwritten> {
    // A theory that needed no ground puzzle may have left the proof to general search.
    let walked = match &claimed.claim {
        Claim::Plan { optimality, bound, .. } => *optimality == Optimality::Least && bound.is_none(),
        Claim::Unsolvable { certificate, .. } => {
            matches!(certificate, Certificate::Searched(_) | Certificate::Part(_))
        }
        Claim::NotWithin { bound, .. } => bound.is_none(),
        Claim::Winner { .. } | Claim::Stopped { .. } => false,
    };
    let made = match &claimed.ground {
        None if walked => ground(model, None, context.budget()).ok(),
        _ => None,
    };
    let writer = writer(model, claimed, made.as_ref(), context);
    let proved = |bound: &LengthBound| {
        let proof = bound.proof.proof(context)?;
        Some(AtLeast { length: bound.length, proof: LowerBound::Theory(proof) })
    };
    match &claimed.claim {
        Claim::Plan { steps, optimality, bound, .. } => {
            let bound = bound.as_ref().and_then(proved);
            match answer {
                Answer::NotWithin { within, .. } => writer.not_within(*within, bound),
                Answer::Solved(plan) => writer.plan(steps.as_ref(), (plan.length, *optimality), bound),
                _ => Err(Unwritten::None("this answer has no certificate".into())),
            }
        }
        Claim::NotWithin { most, bound, .. } => writer.not_within(*most, bound.as_ref().and_then(proved)),
        Claim::Unsolvable { certificate, .. } => writer.unsolvable(certificate),
        Claim::Winner { winner, proof: Some(proof), .. } => {
            Ok(writer.document(Proof::Winner { winner: *winner, proof: proof.clone() }))
        }
        Claim::Winner { proof: None, .. } => writer.game(),
        Claim::Stopped { stop, .. } => Err(Unwritten::Stopped(stop.clone())),
    }
}

/// The answer to a model, and its claim; no claim if grounding reached a limit.
fn answered(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<(Report, Option<Claimed>), Vec<Diagnostic>> {
    let budget = context.budget();
    let told = concluded(analysis.theories(), model, options, context).and_then(|(mut claimed, answer)| {
        let solutions = claimed.solutions.take().map(|all| replay::listed(model, all, budget)).transpose()?;
        Ok((answer, solutions, claimed))
    });
    let (answer, solutions, claimed) = match told {
        Ok((answer, solutions, claimed)) => (answer, solutions, Some(claimed)),
        Err(Failure::Stop(stop)) => (stopped(model, told_of(model, stop)?, 0), None, None),
        Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
    };
    let proof = match claimed.as_ref().map(|c| (&c.claim, &c.ground)) {
        Some((Claim::Unsolvable { certificate, .. }, Some(ground))) => {
            proof::words(model, ground, certificate)
        }
        _ => Vec::new(),
    };
    let told = claimed.as_ref();
    let hint = first_edition::note(analysis, puzzle, model);
    let report = Report {
        statistics: told.map_or(Statistics::default(), |c| c.statistics),
        notes: told.map_or(Vec::new(), |c| c.notes.clone()).into_iter().chain(hint).collect(),
        why: told.map_or(Vec::new(), |c| c.why.clone()),
        proof,
        solutions,
        ..found(analysis, puzzle, model, answer)
    };
    Ok((report, claimed))
}

/// A report of an answer, without what was learnt on the way.
pub(super) fn found(analysis: &Analysis, puzzle: &PuzzleInfo, model: &Model, answer: Answer) -> Report {
    Report {
        file: analysis.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
        puzzle: model.name.clone(),
        title: model.title.clone(),
        parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect::<BTreeMap<_, _>>(),
        answer,
        statistics: Statistics::default(),
        notes: Vec::new(),
        why: Vec::new(),
        proof: Vec::new(),
        solutions: None,
        reasons: None,
    }
}

/// The answer of a plan that was found elsewhere.
pub(super) fn solved_by(
    model: &Model,
    steps: &dyn Steps,
    length: u64,
    budget: &Budget,
) -> Result<Answer, Vec<Diagnostic>> {
    let told = replay::LengthClaim { length: Some(length), optimality: Optimality::Found, at_least: None };
    match replay::plan(model, steps, &told, budget) {
        Ok(plan) => Ok(Answer::Solved(plan)),
        Err(Failure::Stop(stop)) => Ok(stopped(model, told_of(model, stop)?, 0)),
        Err(Failure::Diagnostics(diagnostics)) => Err(diagnostics),
    }
}

/// The most steps of a plan that is replayed after a limit was reached.
const SHORT: usize = 10_000;

/// Whether a plan is replayed in a moment: few steps, and no scripts.
fn is_short(model: &Model, steps: &dyn Steps) -> bool {
    !model.has_callbacks() && steps.labels().take(SHORT + 1).count() <= SHORT
}

/// The answer to a model, checked, and the claim that it was made of.
pub(super) fn concluded(
    theories: Theories,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<(Claimed, Answer), Failure> {
    let mut claimed = claim::claim(theories, model, options, context)?;
    let told = answer(model, &claimed, context.budget())?;
    proved::check(theories, model, (&claimed, &told), context)?;
    let (Some(within), Answer::Solved(plan)) = (options.within(), &told) else { return Ok((claimed, told)) };
    if plan.length <= within {
        return Ok((claimed, told));
    }
    // Only a theory has plans that are too long.
    let (length, unit) = (plan.length, plan.unit.clone());
    let proved = match &claimed.claim {
        Claim::Plan { bound: Some(bound), .. } => bound.length,
        _ => 0,
    };
    let at_least = if plan.optimality == Optimality::Least { length.max(proved) } else { proved };
    if at_least > within {
        return Ok((claimed, Answer::NotWithin { within, at_least, unit }));
    }
    let note = format!("a solution of {} was found, which is longer", counted(length, &unit));
    if let Method::Named(_) = options.method {
        claimed.notes.push(note);
        let reason = Stop::unsuited("the method rules out no solution that is short enough");
        return Ok((claimed, Answer::Stopped { reason, at_least: Some(at_least).filter(|n| *n > 0), unit }));
    }
    let undecided = |reason: Stop, known: Option<u64>, unit: String| {
        let at_least = known.unwrap_or(0).max(at_least);
        Answer::Stopped { reason, at_least: Some(at_least).filter(|n| *n > 0), unit }
    };
    let mut searched = match claim::claim(Theories(&[]), model, options, context) {
        Ok(searched) => searched,
        Err(failure) => {
            let reason = match failure {
                Failure::Stop(stop) if stop.is_mistake() => return Err(stop.into()),
                Failure::Stop(stop) => stop,
                // The theory needs no bound of the board, and a search does.
                Failure::Diagnostics(_) => Stop::too_large("no search covers the whole board"),
            };
            claimed.notes.push(note);
            return Ok((claimed, undecided(reason, None, unit)));
        }
    };
    let told = match answer(model, &searched, context.budget())? {
        Answer::Stopped { reason, at_least, unit } => {
            searched.notes.push(note);
            undecided(reason, at_least, unit)
        }
        told => told,
    };
    claimed.why.append(&mut searched.why);
    searched.why = claimed.why;
    Ok((searched, told))
}

/// Why there is no answer, unless that is a mistake: of a script, or of this program.
///
/// # Errors
/// The mistake.
pub(super) fn told_of(model: &Model, stop: Stop) -> Result<Stop, Vec<Diagnostic>> {
    match stop {
        Stop::Fault(fault) => Err(vec![*fault]),
        Stop::Bug { what } => Err(vec![
            Diagnostic::new(Code::PlanRejected, model.span, what)
                .note("this is a bug in puzzlec; please report it"),
        ]),
        other => Ok(other),
    }
}

/// The answer to report: plans are replayed by the rules as written. Proofs of theories are checked
/// afterwards.
fn answer(model: &Model, claimed: &Claimed, budget: &Budget) -> Result<Answer, Failure> {
    Ok(match &claimed.claim {
        Claim::Plan { steps, length, optimality, bound } => {
            let told = replay::LengthClaim {
                length: *length,
                optimality: *optimality,
                at_least: bound.as_ref().map(|b| b.length),
            };
            match replay::plan(model, steps.as_ref(), &told, budget) {
                // A limit that is reached does not take away a plan that was found before.
                Err(Failure::Stop(Stop::Limit(_))) if is_short(model, steps.as_ref()) => {
                    Answer::Solved(replay::plan(model, steps.as_ref(), &told, &Budget::unlimited())?)
                }
                replayed => Answer::Solved(replayed?),
            }
        }
        Claim::Unsolvable { certificate, reason } => {
            Answer::Unsolvable { certificate: certificate.clone(), reason: reason.clone() }
        }
        Claim::NotWithin { most, at_least, .. } => {
            let unit = unit(model);
            Answer::NotWithin { within: *most, at_least: *at_least, unit }
        }
        Claim::Winner { winner, length, value, moves, .. } => {
            let winner = match winner {
                Winner::First => "first",
                Winner::Second => "second",
                Winner::Draw => "draw",
            };
            let (moves, more) = replay::first_moves(model, moves, budget)?;
            let first_move = moves.first().cloned();
            Answer::Game { winner: winner.into(), length: *length, value: *value, first_move, moves, more }
        }
        Claim::Stopped { stop, .. } if stop.is_mistake() => return Err(stop.clone().into()),
        Claim::Stopped { stop, at_least } => stopped(model, stop.clone(), *at_least),
    })
}

/// What the length of a plan counts, in the plural.
fn unit(model: &Model) -> String {
    match model.question {
        Question::Place { .. } => "pieces".to_owned(),
        Question::Moves { .. } | Question::Game { .. } => model.unit.clone(),
    }
}

fn stopped(model: &Model, reason: Stop, at_least: u64) -> Answer {
    Answer::Stopped { reason, at_least: Some(at_least).filter(|n| *n > 0), unit: model.unit.clone() }
}

/// The limit that prevented an answer, if any.
pub(super) fn stop(answer: &Answer) -> Option<&Stop> {
    match answer {
        Answer::Stopped { reason, .. } => Some(reason),
        _ => None,
    }
}
