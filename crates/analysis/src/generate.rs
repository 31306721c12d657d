//! Puzzles from a puzzle with holes: filled starts, and clues of placements.

mod clues;
mod fill;
mod rate;
mod starts;
mod symmetry;
mod write;

use std::collections::BTreeMap;

use serde::Serialize;

use super::reasons::Difficulty;
use super::solve;
use super::{Analysis, PuzzleInfo};
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_model::holes::{Hardness, Holes, Open};
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::{Failure, ground};
use puzzlec_task::SearchContext;

/// Tries for a random puzzle that is not the hardest of many.
const TRIES: u64 = 100_000;

/// Tries of which the hardest are taken.
const COMPARED: u64 = 1_000;

/// How many puzzles are generated, and from which tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The number of puzzles.
    pub count: usize,
    /// The seed of random numbers.
    pub seed: u64,
    /// The number of the first try, from 0.
    pub from: u64,
    /// The number of tries.
    pub tries: u64,
    /// Whether all fillings are looked at instead of random ones.
    pub all: bool,
}

/// The generated puzzles, and what was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct GenerateReport {
    /// The file of the puzzle with holes.
    pub file: String,
    /// The puzzle with holes.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The seed; none if all fillings were looked at.
    pub seed: Option<u64>,
    /// What was looked at.
    #[serde(flatten)]
    pub looked: Looked,
    /// The measure of lengths; none for placements.
    pub unit: Option<String>,
    /// What makes a puzzle hard, in words.
    pub hardest_by: Option<String>,
    /// The puzzles, the hardest first.
    pub puzzles: Vec<GeneratedPuzzle>,
    /// A file with all of them; empty if there is none.
    pub text: String,
}

/// Statistics of a generator.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Looked {
    /// Fillings of the holes, if all were looked at.
    pub fillings: u64,
    /// Tries, or fillings of which no symmetry of the puzzle makes another.
    pub tries: u64,
    /// Those of them that have a solution, if all were looked at.
    pub solvable: u64,
    /// Different puzzles that fit the wish.
    pub fitting: u64,
    /// Tries that were not decided.
    pub undecided: u64,
    /// The greatest hardness, and the number of puzzles that have it.
    pub hardest: Option<(f64, u64)>,
    /// The limit that came first.
    pub stopped: Option<Stop>,
}

/// A generated puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct GeneratedPuzzle {
    /// Its name.
    pub name: String,
    /// The text of a file with it alone.
    pub text: String,
    /// The start or the clues as rows of marks.
    pub picture: Vec<String>,
    /// The length of a shortest solution.
    pub length: Option<u64>,
    /// The number of positions that it reaches, if they were counted.
    pub positions: Option<u64>,
    /// The number of moves between these positions.
    pub moves: Option<u64>,
    /// The least number of actions of the rules that make it hard.
    pub counted: Option<u64>,
    /// The number of clues.
    pub clues: Option<usize>,
    /// How hard the deductions are, if the wish is about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions { count: 1, seed: 1, from: 0, tries: 0, all: false }
    }
}

impl Analysis {
    /// Puzzles that fill the holes of a puzzle with these parameter values, as texts whose expectations were tested. The
    /// same options give the same puzzles on any number of threads.
    ///
    /// # Errors
    /// The errors of the puzzle, or that it has no holes. A reached limit is part of the report.
    pub fn generate(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: &GenerateOptions,
        context: impl Into<SearchContext>,
    ) -> Result<GenerateReport, Vec<Diagnostic>> {
        let context = &context.into();
        let values = solve::values(self, puzzle, set)?;
        let mut model = solve::family(self, puzzle, &values, context.budget())?;
        let Some(holes) = holes(&model) else {
            let text = format!("puzzle `{}` has no holes", model.name);
            let help =
                "leave cells of the start open with `?`, say what lies in them with `fill`, or add `clues`";
            return Err(vec![Diagnostic::new(Code::BadHoles, model.span, text).help(help)]);
        };
        let tries = match options.tries {
            0 if holes.hardest.is_some() => COMPARED,
            0 => TRIES,
            tries => tries,
        };
        let options = &GenerateOptions { tries, ..*options };
        let placing = matches!(model.question, Question::Place { .. });
        let mut report = GenerateReport {
            file: self.sources().get(puzzle.file).map_or(String::new(), |f| f.name.clone()),
            puzzle: model.name.clone(),
            title: model.title.clone(),
            parameters: model.values.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            seed: (!options.all).then_some(options.seed),
            looked: Looked::default(),
            unit: (!placing).then(|| model.unit.clone()),
            hardest_by: holes.hardest.as_ref().map(|hardness| words(&model, hardness)),
            puzzles: Vec::new(),
            text: String::new(),
        };
        let ground = match ground(&model, None, context.budget()) {
            Ok(ground) => ground,
            Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
            Err(Failure::Stop(stop)) => {
                report.looked.stopped = Some(solve::reported_stop(&model, stop)?);
                return Ok(report);
            }
        };
        let (fillings, looked) = if placing {
            clues::clues(&model, (&ground, &holes), options, context)?
        } else {
            let (starts, looked) = starts::starts(&model, (&ground, &holes), options, context)?;
            (starts.iter().map(|start| write::Made::start(&ground, start)).collect(), looked)
        };
        report.looked = looked;
        if let Some(stop) = report.looked.stopped.take() {
            report.looked.stopped = Some(solve::reported_stop(&model, stop)?);
        }
        // Pictures are drawn with the marks of pieces.
        model.hooks.render = None;
        let origin = write::Origin { analysis: self, puzzle, model: &model, options };
        let mut written = Vec::new();
        for (number, made) in (1..).zip(&fillings) {
            let one = origin.written(number, made)?;
            report.puzzles.push(GeneratedPuzzle { text: origin.checked(&[&one])?, ..one.report(made) });
            written.push(one);
        }
        if !written.is_empty() {
            report.text = origin.text(&written.iter().collect::<Vec<_>>());
        }
        Ok(report)
    }
}

/// The holes of a puzzle; those of several starts are filled as these are.
fn holes(model: &Model) -> Option<Holes> {
    let family = model.family.as_ref()?;
    if let Some(holes) = &family.holes {
        return Some((**holes).clone());
    }
    let fillings = family.fillings(&model.pieces);
    Some(Holes {
        open: Open::Cells { cells: family.cells.clone(), fillings },
        length: None,
        hardest: None,
        minimal: false,
        deduction: None,
        symmetric: None,
        span: family.span,
    })
}

fn words(model: &Model, hardness: &Hardness) -> String {
    match hardness {
        Hardness::Length => model.unit.clone(),
        Hardness::Positions => "positions".to_owned(),
        Hardness::Branching => "moves of a position".to_owned(),
        Hardness::Deductions => "deductions".to_owned(),
        Hardness::Rules(counts) => {
            let (Question::Moves { rules, .. } | Question::Game { rules, .. }) = &model.question else {
                return String::new();
            };
            let mut names: Vec<&str> = Vec::new();
            for (rule, _) in rules.iter().zip(counts).filter(|(_, counts)| **counts) {
                if !names.contains(&rule.name.as_str()) {
                    names.push(&rule.name);
                }
            }
            format!("actions of {}", names.join(", "))
        }
    }
}
