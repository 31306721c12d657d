//! A puzzle in words and pictures, with the positions of its plan.

use std::collections::BTreeSet;

use super::covered::{self, Unpublished, each_step};
use super::picture::Painter;
use super::report::Report;
use super::scene::{self, Point, PuzzlePictures, Scene, SceneCounter, SceneLine, SceneOverlay, ScenePiece};
use super::solve::{self, Step, notation, rule_name, turned};
use super::{Analysis, PuzzleInfo, analyze};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker as verify;
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_model::names::Names;
use puzzlec_search::Options;
use puzzlec_search::certificate::Unwritten;
use puzzlec_syntax::ast::{PuzzleStatement, PuzzleStatementKind};
use puzzlec_task::Label;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_theory::facts::{Line, Overlay};

/// Maximum number of steps of a plan whose positions are drawn.
pub const MOST_PICTURED: usize = 1_000;

/// A puzzle in words and pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct IllustratedPuzzle {
    /// The start and, where it is drawn, the goal.
    pub pictures: PuzzlePictures,
    /// The comment on the puzzle.
    pub about: Option<String>,
    /// The rules with the comments on them, if they have any.
    pub rules: Vec<(String, String)>,
    /// The statements that say what is to be done, as they are written; a goal that is drawn is not among them.
    pub task: Vec<String>,
}

/// An answer with the positions of its plan.
#[derive(Clone, Debug)]
pub struct IllustratedAnswer {
    /// The puzzle, on a board that is large enough for all positions.
    pub puzzle: IllustratedPuzzle,
    /// The answer.
    pub report: Report,
    /// The steps of the plan, at most [`MOST_PICTURED`].
    pub steps: Vec<PicturedStep>,
    /// Whether the plan has further steps.
    pub cut: bool,
    /// The reason that the steps are not drawn.
    pub undrawn: Option<String>,
    /// The certificate, or why there is none, if one was requested.
    pub certificate: Option<Result<CertificateFile, Unwritten>>,
}

/// A step of a plan with the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct PicturedStep {
    /// The rule's name.
    pub rule: String,
    /// The short notation: `d2-d4`.
    pub notation: String,
    /// The pieces after it, on the cells of the start.
    pub pieces: Vec<ScenePiece>,
    /// The counters after it.
    pub counters: Vec<SceneCounter>,
    /// The cells of the moving piece before and after.
    pub moved: Option<(usize, usize)>,
}

impl Analysis {
    /// The start of a puzzle with these values of its parameters in pictures, and its goal if it is drawn.
    ///
    /// # Errors
    /// The errors of the puzzle.
    pub fn pictures(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        budget: &Budget,
    ) -> Result<PuzzlePictures, Vec<Diagnostic>> {
        let model = self.model_within(puzzle, set, budget)?;
        scene::of_model(&model, None, budget)
    }

    /// A puzzle with these values of its parameters in words and pictures.
    ///
    /// # Errors
    /// The errors of the puzzle.
    pub fn illustrate(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        budget: &Budget,
    ) -> Result<IllustratedPuzzle, Vec<Diagnostic>> {
        let model = self.model_within(puzzle, set, budget)?;
        illustrated(self, puzzle, &model, None, budget)
    }

    /// Adds an overlay of the puzzle's theory to the pictures of its start and goal. Inner error: the names of the overlays that it
    /// has, if this is none of them.
    ///
    /// # Errors
    /// The errors of the puzzle.
    pub fn overlay(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        drawn: &mut IllustratedPuzzle,
        name: &str,
        budget: &Budget,
    ) -> Result<Result<(), Vec<&'static str>>, Vec<Diagnostic>> {
        let model = self.model_within(puzzle, set, budget)?;
        let PuzzlePictures { start, goal, .. } = &mut drawn.pictures;
        // A goal that is not drawn has no picture.
        let has_goal = goal.is_some();
        let shown = |overlay: &Overlay| has_goal || !overlay.on_goal;
        let all = analyze::overlays(self, &model, budget).into_iter().filter(|(overlay, _)| shown(overlay));
        let (named, others): (Vec<_>, Vec<_>) = all.partition(|(overlay, _)| overlay.name == name);
        if named.is_empty() {
            let mut names: Vec<&str> = others.iter().map(|(overlay, _)| overlay.name).collect();
            names.sort_unstable();
            names.dedup();
            return Ok(Err(names));
        }
        for (overlay, note) in named {
            if let Some(scene) = if overlay.on_goal { goal.as_mut() } else { Some(&mut *start) } {
                mark(scene, &model, overlay, note);
            }
        }
        Ok(Ok(()))
    }
}

/// Adds marks to a picture.
fn mark(scene: &mut Scene, model: &Model, overlay: Overlay, note: String) {
    let place = |cell: Coord| {
        let name = model.board.name(cell);
        scene.cells.iter().position(|known| known.name == name)
    };
    let middle = |cells: &[Coord]| {
        let points: Option<Vec<Point>> =
            cells.iter().map(|cell| Some(scene.cells.get(place(*cell)?)?.at)).collect();
        let points = points.filter(|points| !points.is_empty())?;
        let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        Some(Point { x: mean(|p| p.x), y: mean(|p| p.y) })
    };
    let line = |line: &Line| {
        let [from, to] = &line.ends;
        let ends = [middle(from)?, middle(to)?];
        Some(SceneLine { ends, colour: line.colour, directed: line.directed, label: line.label.clone() })
    };
    let marks = SceneOverlay {
        name: overlay.name.to_owned(),
        note,
        tints: overlay.tints.iter().filter_map(|(cell, colour)| Some((place(*cell)?, *colour))).collect(),
        labels: overlay.labels.iter().filter_map(|(at, text)| Some((middle(at)?, text.clone()))).collect(),
        lines: overlay.lines.iter().filter_map(line).collect(),
        legend: overlay.legend,
    };
    scene.overlays.push(marks);
}

impl Analysis {
    /// A puzzle with its answer, the positions of its plan and, if requested, a certificate. Solving and drawing have a context of their own each.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is an answer, not an error.
    pub fn illustrate_answer(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: &Options,
        certificate: bool,
        context: &dyn Fn() -> SearchContext,
    ) -> Result<IllustratedAnswer, Vec<Diagnostic>> {
        let first = context();
        let model = self.model_within(puzzle, set, first.budget())?;
        let answered = solve::answered(self, puzzle, &model, options, &first)?;
        let mut labels = answered.first_steps(&model, MOST_PICTURED + 1);
        let certificate = certificate.then(|| answered.certificate(&model, &first));
        let report = answered.report;
        drop(first);
        let cut = labels.len() > MOST_PICTURED;
        labels.truncate(MOST_PICTURED);
        let second = context();
        let budget = second.budget();
        let drawn = covered::cells(&model, None, &labels, budget).and_then(|cells| {
            let steps = pictured(&model, cells.as_deref().unwrap_or(model.board.cells()), &labels, budget)?;
            Ok((cells, steps))
        });
        let (cells, steps, undrawn) = match drawn {
            Ok((cells, steps)) => (cells, steps, None),
            Err(Unpublished::Unfit(why)) => (None, Vec::new(), Some(why)),
            Err(Unpublished::Errors(errors)) => return Err(errors),
        };
        let puzzle = illustrated(self, puzzle, &model, cells, budget)?;
        Ok(IllustratedAnswer { puzzle, report, steps, cut, undrawn, certificate })
    }
}

fn illustrated(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    cells: Option<Vec<Coord>>,
    budget: &Budget,
) -> Result<IllustratedPuzzle, Vec<Diagnostic>> {
    let pictures = scene::of_model(model, cells, budget)?;
    Ok(IllustratedPuzzle {
        about: about(analysis, puzzle),
        rules: analysis.rules(model),
        task: task(analysis, puzzle, &pictures),
        pictures,
    })
}

/// The comment on a puzzle.
pub(super) fn about(analysis: &Analysis, puzzle: &PuzzleInfo) -> Option<String> {
    let module = analysis.project().module(puzzle.at.module)?;
    module.parse.file.items.get(puzzle.at.item)?.doc.clone()
}

impl Analysis {
    /// The names of rules with their comments, each pair once.
    pub fn rules(&self, model: &Model) -> Vec<(String, String)> {
        let names = Names::of(self.project());
        let mut seen = BTreeSet::new();
        let all = model.rules().iter().chain(model.then.iter().flat_map(|consequence| &consequence.rules));
        all.filter_map(|rule| {
            let text = names.item(rule.item)?.doc.clone()?;
            seen.insert((rule.name.clone(), text.clone())).then(|| (rule.name.clone(), text))
        })
        .collect()
    }
}

/// The statements that say what is to be done; a goal that is drawn is not among them.
pub(super) fn task(analysis: &Analysis, puzzle: &PuzzleInfo, pictures: &PuzzlePictures) -> Vec<String> {
    let wanted = |statement: &&PuzzleStatement| match statement.kind {
        PuzzleStatementKind::Goal(_) => pictures.goal.is_none(),
        PuzzleStatementKind::Place(_)
        | PuzzleStatementKind::Players(_)
        | PuzzleStatementKind::Win(..)
        | PuzzleStatementKind::Measure(_)
        | PuzzleStatementKind::LegalAfter(_)
        | PuzzleStatementKind::Then(_) => true,
        _ => false,
    };
    let written = |statement: &PuzzleStatement| {
        let span = statement.span;
        let text = analysis.sources().get(span.file)?.text.get(span.start as usize..span.end as usize)?;
        let mut text = text.trim();
        // Of a goal that is drawn on the board there remains what follows it.
        let rest = text.rsplit_once("\"\"\"").map(|(_, rest)| rest.trim().trim_start_matches("and ").trim());
        if let (PuzzleStatementKind::Goal(_), Some(rest)) = (&statement.kind, rest) {
            text = rest;
        }
        // The layout of a file has aligned columns; a picture keeps its blanks.
        let words = || text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(if text.contains('\n') { text.to_owned() } else { words() })
    };
    let statements = analysis.item(puzzle).into_iter().flat_map(|item| &item.statements);
    statements.filter(wanted).filter_map(written).filter(|text| !text.is_empty()).collect()
}

/// The positions after these steps.
fn pictured(
    model: &Model,
    cells: &[Coord],
    labels: &[Label],
    budget: &Budget,
) -> Result<Vec<PicturedStep>, Unpublished> {
    let start = verify::start(model);
    let mut painter = Painter::new(model, cells.to_vec(), &start, budget).map_err(|error| vec![*error])?;
    let given = scene::of_model(model, Some(cells.to_vec()), budget)?.start.pieces;
    let given = if scene::given(model).is_empty() { Vec::new() } else { given };
    let mut steps = Vec::with_capacity(labels.len());
    each_step(model, labels, budget, &mut |replayed| {
        painter.show(replayed);
        let step = Step::from(replayed);
        let place = |cell: Coord| cells.binary_search(&cell).ok();
        let moved = turned(model, &step.changes).or(step.mover);
        let (mut pieces, counters) = scene::position(model, cells, &painter);
        let waiting: Vec<ScenePiece> =
            given.iter().filter(|one| pieces.iter().all(|piece| piece.cells != one.cells)).cloned().collect();
        pieces.extend(waiting);
        steps.push(PicturedStep {
            rule: rule_name(model, replayed.label),
            notation: notation(model, &step),
            pieces,
            counters,
            moved: moved.and_then(|(from, to)| Some((place(from)?, place(to)?))),
        });
    })?;
    Ok(steps)
}
