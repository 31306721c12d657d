//! Plans that people write: lists of moves in the notation of answers, played by the rules as written.

pub(super) mod candidates;
mod follow;
pub(super) mod refuse;
pub(super) mod words;

use std::collections::BTreeMap;

use serde::Serialize;

use super::solve::{LITTLE, report, reported_stop};
use super::{Analysis, Answer, PuzzleInfo};
pub(super) use follow::Unfollowed;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};
use puzzlec_checker::{self, Unproved};
use puzzlec_model::expect::{Expected, expected};
use puzzlec_model::{Model, Question};
use puzzlec_search::{Options, Wanted};
use puzzlec_syntax::ast::Name;
use puzzlec_task::Label;
use puzzlec_task::{Optimality, SearchContext};
use words::{Phrase, Word};

/// A plan that is a solution.
#[derive(Clone, Debug, Serialize)]
pub struct PlanFileReport {
    /// The puzzle's file.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The file with the plan.
    pub plan: String,
    /// How many steps it has.
    pub steps: u64,
    /// Its length, in the unit.
    pub length: u64,
    /// The unit in the plural.
    pub unit: String,
    /// The known bounds of the lengths of solutions.
    pub known: KnownLengths,
}

/// The known bounds of the lengths of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KnownLengths {
    /// The shortest solution that a short search found, if it found one.
    pub found: Option<u64>,
    /// No solution is shorter than this (proved).
    pub at_least: Option<u64>,
    /// The least length that an expectation of the puzzle states.
    pub expected: Option<u64>,
}

/// The text of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanText<'a> {
    /// Its file, where what is wrong with it stands.
    pub file: FileId,
    /// Its name.
    pub name: &'a str,
    /// It.
    pub text: &'a str,
}

impl Analysis {
    /// The least length that a puzzle's expectations state, for a model of it.
    pub fn stated_length(&self, puzzle: &PuzzleInfo, model: &Model) -> Option<u64> {
        stated_length(self, puzzle, model)
    }

    /// Follows a plan that people wrote, move by move, and tells its length beside what is known.
    ///
    /// # Errors
    /// What is wrong with the puzzle; the first move that is not possible; that the moves stop short of the
    /// goal.
    pub fn test_plan(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        plan: PlanText<'_>,
        context: impl Into<SearchContext>,
    ) -> Result<PlanFileReport, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        let (labels, length) = followed(&model, plan, context)?;
        let placing = matches!(model.question, Question::Place { .. });
        Ok(PlanFileReport {
            file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
            puzzle: model.name.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            plan: plan.name.to_owned(),
            steps: labels.len() as u64,
            length,
            unit: if placing { "pieces".to_owned() } else { model.unit.clone() },
            known: known(self, puzzle, &model, context)?,
        })
    }

    /// The steps of a plan that people wrote.
    ///
    /// # Errors
    /// Those of [`Analysis::test_plan`].
    pub fn follow_plan(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        plan: PlanText<'_>,
        context: impl Into<SearchContext>,
    ) -> Result<Vec<Label>, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        followed(&model, plan, context).map(|(labels, _)| labels)
    }
}

/// The steps of a written plan, and its length; every one is legal, and the last position is a goal.
///
/// # Errors
/// The first move that is not possible, or that the moves stop short of the goal.
pub(super) fn followed(
    model: &Model,
    plan: PlanText<'_>,
    context: &SearchContext,
) -> Result<(Vec<Label>, u64), Vec<Diagnostic>> {
    if let Question::Game { .. } = model.question {
        let at = Span::new(plan.file, 0, 0);
        let text = format!("`{}` is a game of two players, and has no solutions", model.name);
        return Err(vec![Diagnostic::new(Code::NoPlan, at, text)]);
    }
    let phrases = words::phrases(plan, &model.name).map_err(|d| vec![*d])?;
    solution(model, &phrases, Span::new(plan.file, 0, 0), context).map_err(|unfollowed| match unfollowed {
        Unfollowed::Wrong(wrong) => vec![*wrong],
        Unfollowed::Stopped { at, why } => {
            let text = match why {
                Unproved::Rejected(why) => why,
                Unproved::Stopped(stop) => match reported_stop(model, stop) {
                    Ok(stop) => stop.to_string(),
                    Err(found) => return found,
                },
            };
            vec![Diagnostic::new(Code::NoPlan, at, format!("the plan was not followed to its end: {text}"))]
        }
    })
}

/// The steps of a plan, and its length. `at` is the place of a plan without moves.
fn solution(
    model: &Model,
    phrases: &[Phrase],
    at: Span,
    context: &SearchContext,
) -> Result<(Vec<Label>, u64), Unfollowed> {
    let labels = follow::labels(model, phrases, context.budget())?;
    let last = phrases.last().and_then(|phrase| phrase.last());
    let at = last.map_or(at, |word| word.span);
    match puzzlec_checker::replay(model, &labels, context.budget(), &mut |_| {}) {
        Ok(length) => Ok((labels, length)),
        Err(rejected) => Err(match rejected.why {
            why @ Unproved::Stopped(_) => Unfollowed::Stopped { at, why },
            Unproved::Rejected(_) => refuse::stops_short(model, at, labels.len()).into(),
        }),
    }
}

/// The steps that a written plan stands for, if it is a solution.
///
/// # Errors
/// Those of following it.
pub(super) fn solved_by(
    model: &Model,
    plan: PlanText<'_>,
    context: &SearchContext,
) -> Result<Vec<Label>, Vec<Diagnostic>> {
    followed(model, plan, context).map(|(labels, _)| labels)
}

/// Whether the moves that an expectation at `at` states are a solution.
///
/// # Errors
/// The first move that is not possible, that the moves stop short of the goal, or the reason why they could not be
/// followed.
pub(super) fn holds(
    model: &Model,
    moves: &[Vec<Name>],
    at: Span,
    context: &SearchContext,
) -> Result<(), Unfollowed> {
    let word = |name: &Name| Word { text: name.text.clone(), span: name.span };
    let phrases: Vec<Phrase> = moves.iter().map(|words| words.iter().map(word).collect()).collect();
    solution(model, &phrases, at, context).map(|_| ())
}

fn known(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    context: &SearchContext,
) -> Result<KnownLengths, Vec<Diagnostic>> {
    let mut known =
        KnownLengths { expected: stated_length(analysis, puzzle, model), ..KnownLengths::default() };
    if let Question::Place { .. } = model.question {
        return Ok(known);
    }
    let options = Options { wanted: Wanted::Least, ..Options::default() };
    let report = report(analysis, puzzle, model, &options, &context.within_states(LITTLE))?;
    match report.answer {
        Answer::Solved(plan) => {
            known.found = Some(plan.length);
            let least = (plan.optimality == Optimality::Least).then_some(plan.length);
            known.at_least = least.or(plan.at_least);
        }
        Answer::Stopped { at_least, .. } => known.at_least = at_least,
        Answer::Unsolvable { .. } | Answer::NotWithin { .. } | Answer::Game { .. } => {}
    }
    Ok(known)
}

/// The least length that the puzzle's expectations without a range state.
pub(super) fn stated_length(analysis: &Analysis, puzzle: &PuzzleInfo, model: &Model) -> Option<u64> {
    let item = analysis.item(puzzle)?;
    let plain = item.expectations().filter(|(_, expectation)| expectation.ranges.is_empty());
    let length = plain.filter_map(|(_, e)| match expected(&e.claim, &model.unit, &model.values).ok()? {
        Expected::Least(n) | Expected::Within(n) => Some(n),
        _ => None,
    });
    length.min()
}
