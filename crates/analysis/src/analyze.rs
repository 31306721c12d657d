//! A theory's facts about a puzzle.

use std::collections::BTreeMap;

use serde::Serialize;

use super::solve::rule_name;
use super::{Analysis, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_checker::{self, Replayed};
use puzzlec_model::Model;
use puzzlec_search::ground::Failure;
use puzzlec_theory::{Content, Facts, FactsRequest, Overlay, Puzzle, Section};

/// What a theory says of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyzeReport {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The theory's name.
    pub theory: String,
    /// The source of its theorems.
    pub paper: String,
    /// The one-line summary.
    pub summary: String,
    /// All sections.
    pub sections: Vec<Section>,
}

impl Analysis {
    /// A theory's facts about a puzzle with these parameter values.
    ///
    /// # Errors
    /// The errors of the puzzle, or that no theory applies to it.
    pub fn analyze(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        request: &FactsRequest<'_>,
        budget: &Budget,
    ) -> Result<AnalyzeReport, Vec<Diagnostic>> {
        let model = self.model_within(puzzle, set, budget)?;
        let none = |notes: Vec<String>| {
            let headline = format!("no theory applies to `{}`", puzzle.name);
            let found = Diagnostic::new(Code::NoTheory, puzzle.span, headline);
            vec![notes.into_iter().fold(found, Diagnostic::note)]
        };
        match facts(self, &model, request, budget) {
            Ok((theory, paper, facts)) => Ok(AnalyzeReport {
                file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
                puzzle: model.name.clone(),
                title: model.title.clone(),
                parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
                theory,
                paper,
                summary: facts.summary,
                sections: of_plan(&model, request, budget).into_iter().chain(facts.sections).collect(),
            }),
            Err(Silent::Failed(Failure::Diagnostics(found))) => Err(found),
            Err(Silent::Failed(Failure::Stop(stop))) => Err(none(vec![stop.to_string()])),
            Err(Silent::NoTheory(mut why)) => {
                if why.is_empty() {
                    let known = self.theories().all().filter(|t| t.checker().is_some());
                    why.extend(known.map(|t| {
                        let info = t.info();
                        format!("the theory `{}` covers: {}", info.name, info.title)
                    }));
                }
                Err(none(why))
            }
            Err(Silent::Unfit(text)) => Err(vec![Diagnostic::new(Code::NoTheory, puzzle.span, text)]),
        }
    }
}

/// Facts about a given plan.
fn of_plan(model: &Model, request: &FactsRequest<'_>, budget: &Budget) -> Option<Section> {
    let plan = request.plan?;
    let mut by_rule: BTreeMap<String, u64> = BTreeMap::new();
    let mut count = |step: &Replayed<'_>| *by_rule.entry(rule_name(model, step.label)).or_default() += 1;
    let length = puzzlec_checker::replay(model, plan, budget, &mut count).ok()?;
    let mut facts = vec![("length".to_owned(), counted(length, &model.unit))];
    facts.extend(by_rule.into_iter().map(|(rule, steps)| (format!("`{rule}`"), counted(steps, "steps"))));
    Some(Section::new("given plan", "", Content::Facts { facts }))
}

/// A theory's one-line summary of a puzzle, with the theory's name; `None` if no theory has one.
pub(super) fn brief(analysis: &Analysis, model: &Model, budget: &Budget) -> Option<(String, String)> {
    let clock = || std::time::Duration::ZERO;
    let request = FactsRequest { goal: None, plan: None, brief: true, clock: &clock };
    let (theory, _, facts) = facts(analysis, model, &request, budget).ok()?;
    Some((theory, facts.summary))
}

/// The marks of a theory on the board of a model, each with the note of its section; nothing where no theory applies.
pub(super) fn overlays(analysis: &Analysis, model: &Model, budget: &Budget) -> Vec<(Overlay, String)> {
    let clock = || std::time::Duration::ZERO;
    let request = FactsRequest { goal: None, plan: None, brief: false, clock: &clock };
    let Ok((_, _, facts)) = facts(analysis, model, &request, budget) else { return Vec::new() };
    let marks = facts.sections.into_iter().filter_map(|section| {
        let words = match section.note.is_empty() {
            true => section.title,
            false => section.note,
        };
        Some((section.overlay.filter(|overlay| !overlay.name.is_empty())?, words))
    });
    marks.collect()
}

/// The reason that no theory applies.
enum Silent {
    /// There is none, with what is known of that.
    NoTheory(Vec<String>),
    /// The request does not fit the puzzle.
    Unfit(String),
    /// The puzzle has no ground form.
    Failed(Failure),
}

fn facts(
    analysis: &Analysis,
    model: &Model,
    request: &FactsRequest<'_>,
    budget: &Budget,
) -> Result<(String, String, Facts), Silent> {
    let puzzle = Puzzle::new(model);
    let mut why = Vec::new();
    let found = analysis.theories().of(&puzzle, &|_| true, &mut why, budget).map_err(Silent::Failed)?;
    let Some((theory, mut solver)) = found else { return Err(Silent::NoTheory(why)) };
    let facts = solver.facts(request, budget).map_err(Silent::Unfit)?;
    Ok((theory.info().name.to_owned(), theory.info().paper.to_owned(), facts))
}
