//! Solving a puzzle: compile it, let the engine answer, replay and check the answer, report it.

mod arrangement;
mod compile;
mod notation;
mod proved;
mod replay;

use std::collections::BTreeMap;

use super::check::first_edition;
use super::proof;
use super::{Analysis, Answer, PuzzleInfo, Report};
use puzzlec_base::Budget;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_base::words::counted;
use puzzlec_engine::{self as engine, Solved};
use puzzlec_model::{Model, Question};
use puzzlec_search::certificate::{Unwritten, Writer};
use puzzlec_search::ground::{Failure, Ground, ground};
use puzzlec_search::{Method, Options};
use puzzlec_task::certificate::{AtLeast, CertificateFile, LowerBound, Proof, Winner};
use puzzlec_task::{Certificate, Conclusion, Optimality, SearchContext, Statistics, Steps};
use puzzlec_task::{GameResult, Label, LengthBound, Plan, Verdict};
use puzzlec_theory::Theories;

pub(super) use compile::{family, model, values};
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
    let model = analysis.model_within(puzzle, set, context.budget())?;
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
    Ok(answered(analysis, puzzle, model, options, context)?.report)
}

/// The answer with its certificate, or why there is none.
pub(super) fn certify(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    options: &Options,
    context: &SearchContext,
) -> Result<(Report, Result<CertificateFile, Unwritten>), Vec<Diagnostic>> {
    let model = analysis.model_within(puzzle, set, context.budget())?;
    let answered = answered(analysis, puzzle, &model, options, context)?;
    let certificate = answered.certificate(&model, context);
    Ok((answered.report, certificate))
}

/// An answer with what the engine found; nothing of that if grounding reached a limit.
pub(super) struct Answered {
    pub report: Report,
    solved: Option<Solved>,
}

impl Answered {
    /// The first steps of the plan.
    pub fn first_steps(&self, model: &Model, most: usize) -> Vec<Label> {
        match (&self.report.answer, self.solved.as_ref().map(|solved| &solved.conclusion.verdict)) {
            (Answer::Solved(_), Some(Verdict::Solved(plan))) => {
                replay::shown(model, plan.steps.as_ref(), most)
            }
            _ => Vec::new(),
        }
    }

    /// The certificate, or why there is none.
    pub fn certificate(&self, model: &Model, context: &SearchContext) -> Result<CertificateFile, Unwritten> {
        let none = || Unwritten::None("this answer has no certificate".into());
        let document = match (&self.report.answer, &self.solved) {
            (Answer::Stopped { reason, .. }, solved) => {
                let certificate =
                    solved.as_ref().and_then(|solved| writer(model, solved, None, context).stopped());
                certificate.ok_or_else(|| Unwritten::Stopped(reason.clone()))?
            }
            (answer, solved) => written(model, answer, solved.as_ref().ok_or_else(none)?, context)?,
        };
        match &self.solved {
            Some(solved) => Ok(engine::completed(model, solved, document, context)?),
            None => Ok(document),
        }
    }
}

fn writer<'a>(
    model: &'a Model,
    solved: &'a Solved,
    made: Option<&'a Ground>,
    context: &'a SearchContext,
) -> Writer<'a> {
    Writer { model, ground: solved.ground.as_ref().or(made), patterns: solved.patterns.as_ref(), context }
}

/// The certificate of an answer that was replayed.
fn written(
    model: &Model,
    answer: &Answer,
    solved: &Solved,
    context: &SearchContext,
) -> Result<CertificateFile, Unwritten> {
    let Conclusion { verdict, bound, .. } = &solved.conclusion;
    // A theory that needed no ground puzzle may have left the proof to general search.
    let walked = match verdict {
        Verdict::Solved(plan) => plan.optimality == Optimality::Least && bound.is_none(),
        Verdict::Unsolvable { certificate, .. } => {
            matches!(certificate, Certificate::Searched(_) | Certificate::Part(_))
        }
        Verdict::NotWithin(_) => bound.is_none(),
        Verdict::Game(_) | Verdict::Stopped(_) => false,
    };
    let made = match &solved.ground {
        None if walked => ground(model, None, context.budget()).ok(),
        _ => None,
    };
    let writer = writer(model, solved, made.as_ref(), context);
    let proved = |bound: &LengthBound| {
        let proof = bound.proof(context)?;
        Some(AtLeast { length: bound.length, proof: LowerBound::Theory(proof) })
    };
    let bound = || bound.as_ref().and_then(proved);
    match (verdict, answer) {
        (Verdict::Solved(_), Answer::NotWithin { within, .. }) => writer.not_within(*within, bound()),
        (Verdict::Solved(Plan { steps, optimality, .. }), Answer::Solved(plan)) => {
            writer.plan(steps.as_ref(), (plan.length, *optimality), bound())
        }
        (Verdict::Solved(_), _) => Err(Unwritten::None("this answer has no certificate".into())),
        (Verdict::NotWithin(most), _) => writer.not_within(*most, bound()),
        (Verdict::Unsolvable { certificate, .. }, _) => writer.unsolvable(certificate),
        (Verdict::Game(GameResult { winner, proof: Some(proof), .. }), _) => {
            Ok(writer.document(Proof::Winner { winner: *winner, proof: proof.clone() }))
        }
        (Verdict::Game(_), _) => writer.game(),
        (Verdict::Stopped(stop), _) => Err(Unwritten::Stopped(stop.clone())),
    }
}

/// The answer to a model.
pub(super) fn answered(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<Answered, Vec<Diagnostic>> {
    let found = concluded(analysis.theories(), model, options, context).and_then(|(solved, answer)| {
        let all = solved.conclusion.solutions.as_ref();
        let solutions = all.map(|all| replay::listed(model, all, context.budget())).transpose()?;
        Ok((answer, solutions, solved))
    });
    let hint = first_edition::note(analysis, puzzle, model);
    let (answer, solutions, solved) = match found {
        Ok(found) => found,
        Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
        Err(Failure::Stop(stop)) => {
            let answer = stopped(model, reported_stop(model, stop)?, 0);
            let notes = hint.into_iter().collect();
            let report = Report { notes, ..self::found(analysis, puzzle, model, answer) };
            return Ok(Answered { report, solved: None });
        }
    };
    let proof = match (&solved.conclusion.verdict, &solved.ground) {
        (Verdict::Unsolvable { certificate, .. }, Some(ground)) => proof::words(model, ground, certificate),
        _ => Vec::new(),
    };
    let report = Report {
        statistics: solved.conclusion.statistics,
        notes: solved.notes.iter().cloned().chain(hint).collect(),
        why: solved.why.clone(),
        proof,
        solutions,
        ..self::found(analysis, puzzle, model, answer)
    };
    Ok(Answered { report, solved: Some(solved) })
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
    let plan = Plan { steps, length, optimality: Optimality::Found };
    match replay::plan(model, plan, None, budget) {
        Ok(plan) => Ok(Answer::Solved(plan)),
        Err(Failure::Stop(stop)) => Ok(stopped(model, reported_stop(model, stop)?, 0)),
        Err(Failure::Diagnostics(diagnostics)) => Err(diagnostics),
    }
}

/// The most steps of a plan that is replayed after a limit was reached.
const SHORT: usize = 10_000;

/// Whether a plan is replayed in a moment: few steps, and no scripts.
fn is_short(model: &Model, steps: &dyn Steps) -> bool {
    !model.has_callbacks() && steps.labels().take(SHORT + 1).count() <= SHORT
}

/// The answer to a model, checked, and what it was made of.
pub(super) fn concluded(
    theories: Theories,
    model: &Model,
    options: &Options,
    context: &SearchContext,
) -> Result<(Solved, Answer), Failure> {
    let mut solved = engine::solve(theories, model, options, context)?;
    let told = answer(model, &solved.conclusion, context.budget())?;
    proved::check(theories, model, (&solved, &told), context)?;
    let (Some(within), Answer::Solved(plan)) = (options.within(), &told) else { return Ok((solved, told)) };
    if plan.length <= within {
        return Ok((solved, told));
    }
    // Only a theory has plans that are too long.
    let (length, unit) = (plan.length, plan.unit.clone());
    let proved = solved.conclusion.bound.as_ref().map_or(0, |bound| bound.length);
    let at_least = if plan.optimality == Optimality::Least { length.max(proved) } else { proved };
    if at_least > within {
        return Ok((solved, Answer::NotWithin { within, at_least, unit }));
    }
    let note = format!("a solution of {} was found, which is longer", counted(length, &unit));
    if let Method::Named(_) = options.method {
        solved.notes.push(note);
        let reason = Stop::unsuited("the method rules out no solution that is short enough");
        return Ok((solved, Answer::Stopped { reason, at_least: Some(at_least).filter(|n| *n > 0), unit }));
    }
    let undecided = |reason: Stop, known: Option<u64>, unit: String| {
        let at_least = known.unwrap_or(0).max(at_least);
        Answer::Stopped { reason, at_least: Some(at_least).filter(|n| *n > 0), unit }
    };
    let mut searched = match engine::solve(Theories(&[]), model, options, context) {
        Ok(searched) => searched,
        Err(failure) => {
            let reason = match failure {
                Failure::Stop(stop) if stop.is_mistake() => return Err(stop.into()),
                Failure::Stop(stop) => stop,
                // The theory needs no bound of the board, and a search does.
                Failure::Diagnostics(_) => Stop::too_large("no search covers the whole board"),
            };
            solved.notes.push(note);
            return Ok((solved, undecided(reason, None, unit)));
        }
    };
    let told = match answer(model, &searched.conclusion, context.budget())? {
        Answer::Stopped { reason, at_least, unit } => {
            searched.notes.push(note);
            undecided(reason, at_least, unit)
        }
        told => told,
    };
    solved.why.append(&mut searched.why);
    searched.why = solved.why;
    Ok((searched, told))
}

/// Why there is no answer, unless that is a mistake: of a script, or of this program.
///
/// # Errors
/// The mistake.
pub(super) fn reported_stop(model: &Model, stop: Stop) -> Result<Stop, Vec<Diagnostic>> {
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
fn answer(model: &Model, conclusion: &Conclusion, budget: &Budget) -> Result<Answer, Failure> {
    let at_least = conclusion.at_least;
    Ok(match &conclusion.verdict {
        Verdict::Solved(Plan { steps, length, optimality }) => {
            let bound = conclusion.bound.as_ref().map(|bound| bound.length);
            let replayed = |budget: &Budget| {
                let plan = Plan { steps: steps.as_ref(), length: *length, optimality: *optimality };
                replay::plan(model, plan, bound, budget)
            };
            match replayed(budget) {
                // A limit that is reached does not take away a plan that was found before.
                Err(Failure::Stop(Stop::Limit(_))) if is_short(model, steps.as_ref()) => {
                    Answer::Solved(replayed(&Budget::unlimited())?)
                }
                plan => Answer::Solved(plan?),
            }
        }
        Verdict::Unsolvable { certificate, reason } => {
            Answer::Unsolvable { certificate: certificate.clone(), reason: reason.clone() }
        }
        Verdict::NotWithin(within) => Answer::NotWithin { within: *within, at_least, unit: unit(model) },
        Verdict::Game(GameResult { winner, length, value, moves, .. }) => {
            let winner = match winner {
                Winner::First => "first",
                Winner::Second => "second",
                Winner::Draw => "draw",
            };
            let (moves, more) = replay::first_moves(model, moves.as_ref(), budget)?;
            let first_move = moves.first().cloned();
            Answer::Game { winner: winner.into(), length: *length, value: *value, first_move, moves, more }
        }
        Verdict::Stopped(stop) if stop.is_mistake() => return Err(stop.clone().into()),
        Verdict::Stopped(stop) => stopped(model, stop.clone(), at_least),
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
