//! Puzzles for a page that plays them without this program: pictures, compiled actions, the steps of a solution.

mod credits;
pub(super) mod keys;
mod looks;
mod solution;
mod tables;

use serde::Serialize;

use super::covered::{MOST_CELLS, cells, covered};
use super::illustrated::{about, task};
use super::report::Report;
use super::{Analysis, PlanText, PuzzleInfo, PuzzlePictures, plan_file, scene, solve};
use crate::reasons::{self, PublishedReason};
use puzzlec_base::Budget;
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_checker as verify;
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::piece::ContentId;
use puzzlec_model::{Ending, Ends, Model, Question};
use puzzlec_search::Options;
use puzzlec_search::ground::{Failure, Ground, LAY, ground};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::Bounds;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_task::{Condition, Label, VarId};

pub use super::covered::Unpublished;
pub use credits::Credits;
pub use keys::KeyTables;
pub use looks::Look;
pub use solution::{PublishedStep, Solution};
pub use tables::{ConsequenceTables, Tables, Template};

/// Maximum number of actions of a puzzle that is played in a page.
const MOST_ACTIONS: usize = 60_000;
/// Maximum number of actions on a part of an endless board.
const MOST_ENDLESS: usize = 20_000;
/// The cells beyond the start that a page may have of an endless line, and of an endless plane.
const LINE: [u32; 5] = [24, 16, 12, 8, 5];
const PLANE: [u32; 5] = [6, 5, 4, 3, 2];
/// Maximum number of published steps of a solution.
const MOST_STEPS: usize = 2_000;

/// A puzzle for a page.
#[derive(Clone, Debug)]
pub struct PublishedPuzzle {
    /// The answer that was found, if one was searched for.
    pub report: Option<Report>,
    /// The comment on the puzzle.
    pub about: Option<String>,
    /// The comment on its file.
    pub source: Option<String>,
    /// Who made it, and where it is from.
    pub credits: Credits,
    /// The rules with the comments on them.
    pub rules: Vec<(String, String)>,
    /// The board, the start and the goal in pictures.
    pub pictures: PuzzlePictures,
    /// The contents of cells, by number.
    pub looks: Vec<Look>,
    /// For each direction the neighbour of each cell, where chains need it.
    pub neighbours: Vec<Vec<Option<usize>>>,
    /// The content of each cell at the start.
    pub start: Vec<ContentId>,
    /// The floor of each cell at the start; nothing without floor pieces.
    pub floor: Vec<ContentId>,
    /// The pieces of a placement that are given, by cell.
    pub given: Vec<(usize, ContentId)>,
    /// The pieces of a placement that deductions lay, in order.
    pub reasons: Vec<PublishedReason>,
    /// The statements that say what is to be done.
    pub task: Vec<String>,
    /// The kind of game.
    pub game: GameKind,
    /// Whether a player of two who reaches the goal loses.
    pub goal_loses: bool,
    /// The compiled puzzle, or why the page cannot play it.
    pub tables: Result<Tables, String>,
    /// The variable with the number of cells of a ring that closes up.
    pub ring: Option<VarId>,
    /// The counters: the name, the variable, and the number that its value 0 stands for.
    pub counters: Vec<(String, VarId, i64)>,
    /// Whether each floor is a variable, after those of the cells.
    pub floor_changes: bool,
    /// Whether the board goes on beyond its cells.
    pub endless: bool,
    /// The pieces to lay, each with the variable of their number.
    pub supply: Vec<(String, VarId)>,
    /// The unit of lengths, in the plural.
    pub unit: String,
    /// The solution, if one was found.
    pub solution: Option<Solution>,
    /// The certificate of the answer, if one was requested and there is one.
    pub certificate: Option<CertificateFile>,
    /// The rules of a puzzle with keys; the looks are then those of its objects.
    pub keys: Option<KeyTables>,
    /// Notes on the game in the page.
    pub notes: Vec<String>,
}

/// The kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// From the start to the goal.
    Moves,
    /// Pieces are laid on an empty board.
    Place,
    /// Two players; the last one to move wins.
    LastWins,
    /// Two players; the last one to move loses.
    LastLoses,
    /// Two players; a position without a move is a draw.
    LastDraws,
}

/// An answer, and the first steps of its plan if it is one: a further step shows that there are more than are shown.
#[derive(Clone, Debug)]
pub struct PlannedAnswer {
    /// The answer.
    pub report: Report,
    /// The steps.
    steps: Vec<Label>,
    /// Its certificate, if it was requested and there is one.
    certificate: Option<CertificateFile>,
}

impl Analysis {
    /// Solves a puzzle with these values of its parameters, and keeps the first 2,000 steps for [`Self::board`].
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is part of the report.
    pub fn plan(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: &Options,
        context: impl Into<SearchContext>,
    ) -> Result<PlannedAnswer, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        of_model(self, puzzle, &model, (options, false), context)
    }
}

fn of_model(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    model: &Model,
    (options, certificate): (&Options, bool),
    context: &SearchContext,
) -> Result<PlannedAnswer, Vec<Diagnostic>> {
    let answered = solve::answered(analysis, puzzle, model, options, context)?;
    let steps = answered.first_steps(model, MOST_STEPS + 1);
    let certificate = if certificate { answered.certificate(model, context).ok() } else { None };
    Ok(PlannedAnswer { report: answered.report, steps, certificate })
}

impl Analysis {
    /// A puzzle with these values of its parameters for a page that plays it by itself. Compiling, solving and
    /// replaying have a context of their own each.
    ///
    /// # Errors
    /// The errors of the puzzle, or the reason that it does not fit a page. A puzzle whose solution is not found within
    /// the limits is published without one.
    pub fn publish(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: &Options,
        context: &dyn Fn() -> SearchContext,
    ) -> Result<PublishedPuzzle, Unpublished> {
        let solve = |model: &Model| of_model(self, puzzle, model, (options, true), &context()).map(Some);
        made(self, puzzle, set, &solve, context)
    }

    /// A puzzle for a page as [`Self::publish`] gives it, without a search: with an answer that is known, or without one.
    /// The answer must be that of the same puzzle and values.
    ///
    /// # Errors
    /// The errors of the puzzle, or the reason that it does not fit a page.
    pub fn board(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        known: Option<&PlannedAnswer>,
        context: &dyn Fn() -> SearchContext,
    ) -> Result<PublishedPuzzle, Unpublished> {
        made(self, puzzle, set, &|_| Ok(known.cloned()), context)
    }
}

/// Finds the answer to a model, if it is wanted.
type Solve<'s> = dyn Fn(&Model) -> Result<Option<PlannedAnswer>, Vec<Diagnostic>> + 's;

fn made(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
    answer: &Solve<'_>,
    context: &dyn Fn() -> SearchContext,
) -> Result<PublishedPuzzle, Unpublished> {
    let first = context();
    let budget = first.budget();
    let model = analysis.model_within(puzzle, set, budget)?;
    let start = verify::start(&model);
    if model.board.cells().len().max(start.len()) > MOST_CELLS {
        let cells = puzzlec_base::words::grouped(MOST_CELLS as u64);
        return Err(Unpublished::Unfit(format!("its board has more than {cells} cells")));
    }
    let mut compiled = compiled(&model, budget)?;
    drop(first);
    let (report, mut steps, certificate) = match answer(&model)? {
        Some(PlannedAnswer { report, steps, certificate }) => (Some(report), steps, certificate),
        None => (None, Vec::new(), None),
    };
    let cut = steps.len() > MOST_STEPS;
    steps.truncate(MOST_STEPS);
    let endless = model.board.unbounded && model.window.is_none() && compiled.is_err();
    let mut notes = report.as_ref().map_or_else(Vec::new, |report| report.notes.clone());
    if endless && let Some((part, margin)) = part(&model, &steps, context().budget())? {
        compiled = Ok(part);
        notes.push(format!(
            "The board has no end. On this page it goes {margin} cells beyond the start on each side."
        ));
    }
    let second = context();
    let budget = second.budget();
    let cells = cells(&model, compiled.as_ref().ok(), &steps, budget)?;
    let pictures = scene::of_model(&model, cells.clone(), budget)?;
    let cells = cells.unwrap_or_else(|| model.board.cells().to_vec());
    let (tables, order, ground) = match compiled {
        Ok(ground) => match tables::tables(&model, &ground) {
            Ok((tables, order)) => (Ok(tables), order, Some(ground)),
            Err(why) => (Err(why.to_owned()), Vec::new(), None),
        },
        Err(why) => (Err(why), Vec::new(), None),
    };
    let replay = solution::Replay { model: &model, cells: &cells, ground: ground.as_ref(), order: &order };
    let solution = match &report {
        Some(report) => replay.solution(report, &steps, cut, budget)?,
        None => None,
    };
    let file = analysis.project().module(puzzle.at.module).and_then(|module| module.parse.file.doc.clone());
    let [(about, own), (source, general)] = [about(analysis, puzzle), file].map(credits::split);
    let credits = own.or(general);
    let held = |place: Coord| start.get(&place).copied().unwrap_or(0);
    let has_floor = model.pieces.has_floor();
    Ok(PublishedPuzzle {
        given: scene::given(&model)
            .into_iter()
            .filter_map(|(cell, held)| Some((cells.binary_search(&cell).ok()?, held)))
            .collect(),
        reasons: match (&model.question, &ground) {
            (Question::Place { .. }, Some(ground)) => reasons::published(&model, ground, budget),
            _ => Vec::new(),
        },
        task: task(analysis, puzzle, &pictures),
        about,
        source,
        credits,
        rules: analysis.rules(&model),
        looks: looks::looks(&model),
        neighbours: looks::neighbours(&model, &cells),
        start: cells.iter().map(|cell| held(*cell)).collect(),
        floor: if has_floor { cells.iter().map(|cell| held(cell.floor())).collect() } else { Vec::new() },
        game: match &model.question {
            Question::Moves { .. } => GameKind::Moves,
            Question::Place { .. } => GameKind::Place,
            Question::Game { ends, .. } => match ends.last {
                Ending::Wins => GameKind::LastWins,
                Ending::Loses => GameKind::LastLoses,
                Ending::Draws => GameKind::LastDraws,
            },
        },
        goal_loses: matches!(&model.question, Question::Game { ends: Ends { goal_loses: true, .. }, .. }),
        // The number of its cells follows the cells.
        ring: VarId::try_from(cells.len()).ok().filter(|_| ground.is_some() && model.shrinks()),
        counters: ground.as_ref().map_or_else(Vec::new, |ground| counters(&model, ground)),
        floor_changes: ground.as_ref().is_some_and(|ground| !ground.floors.is_empty()),
        endless: endless && ground.is_some(),
        supply: supply(&model, cells.len()),
        unit: match &model.question {
            Question::Place { .. } => "pieces".to_owned(),
            Question::Moves { .. } | Question::Game { .. } => model.unit.clone(),
        },
        certificate,
        keys: None,
        notes,
        report,
        pictures,
        tables,
        solution,
    })
}

/// The ground puzzle, or why a page cannot play it.
fn compiled(model: &Model, budget: &Budget) -> Result<Result<Ground, String>, Vec<Diagnostic>> {
    let ground = match ground(model, None, budget) {
        Ok(ground) => ground,
        // A theory may solve what cannot be compiled; otherwise these are also the errors of the search.
        Err(Failure::Diagnostics(_)) => return Ok(Err("it has no finite set of actions".to_owned())),
        Err(Failure::Stop(stop)) => return Ok(Err(solve::reported_stop(model, stop)?.to_string())),
    };
    if let Bounds::Window { stated: false, .. } = ground.bounds {
        return Ok(Err("its board has no end".to_owned()));
    }
    Ok(fitting(model, ground, MOST_ACTIONS))
}

/// A part of an endless board that has all that these steps cover, with its number of cells beyond the start.
fn part(model: &Model, steps: &[Label], budget: &Budget) -> Result<Option<(Ground, u32)>, Unpublished> {
    let covered = covered(model, steps, budget)?;
    let margins = if model.board.shape == Shape::Lattice(Lattice::Line) { LINE } else { PLANE };
    for margin in margins {
        let Ok(ground) = ground(model, Some(margin), budget) else { continue };
        let covers = covered.iter().all(|cell| ground.cells.binary_search(cell).is_ok());
        if covers && let Ok(ground) = fitting(model, ground, MOST_ENDLESS) {
            return Ok(Some((ground, margin)));
        }
    }
    Ok(None)
}

/// The ground puzzle, if a page can play it with this number of actions.
fn fitting(model: &Model, ground: Ground, most: usize) -> Result<Ground, String> {
    if let Err(stop) = ground.task.without_scripts() {
        return Err(match stop {
            Stop::Unsupported { .. } => ground
                .task
                .oracle
                .as_ref()
                .map_or("its moves are not listed", |oracle| oracle.reason())
                .to_owned(),
            other => other.to_string(),
        });
    }
    if ground.cells.len() > MOST_CELLS || !ground.cells.is_sorted() {
        return Err("its board is too large".to_owned());
    }
    let followed = ground.task.consequences.as_ref().map_or(0, |all| all.actions.len());
    if ground.task.actions.len() + followed > most {
        return Err("it has too many moves".to_owned());
    }
    Ok(match model.question {
        Question::Place { .. } => in_any_order(ground),
        Question::Moves { .. } | Question::Game { .. } => ground,
    })
}

/// A placement without its cursor: pieces are laid in any order, and every arrangement is one that the cursor reaches.
fn in_any_order(mut ground: Ground) -> Ground {
    let cursor = VarId::try_from(ground.cells.len()).unwrap_or(VarId::MAX);
    let task = &mut ground.task;
    task.actions.retain(|action| action.label.rule == LAY);
    for action in &mut task.actions {
        action.guard.retain(|(var, _)| *var != cursor);
        action.assign.retain(|(var, _)| *var != cursor);
    }
    if let Condition::All(parts) = &mut task.goal {
        parts.retain(|part| !matches!(part, Condition::In(var, _) if *var == cursor));
    }
    ground
}

impl Analysis {
    /// A solution in the notation of answers, one step a line, for [`Self::board`].
    ///
    /// # Errors
    /// Those of [`Analysis::test_plan`].
    pub fn written_plan(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        plan: PlanText<'_>,
        context: impl Into<SearchContext>,
    ) -> Result<PlannedAnswer, Vec<Diagnostic>> {
        let context = &context.into();
        let model = self.model_within(puzzle, set, context.budget())?;
        let (mut steps, length) = plan_file::followed(&model, plan, context)?;
        let answer = solve::solved_by(&model, &steps, length, context.budget())?;
        steps.truncate(MOST_STEPS + 1);
        Ok(PlannedAnswer { report: solve::found(self, puzzle, &model, answer), steps, certificate: None })
    }
}

/// The counters of a puzzle, which are the last variables.
fn counters(model: &Model, ground: &Ground) -> Vec<(String, VarId, i64)> {
    let all = &model.pieces.counters;
    let first = ground.task.variables.len().saturating_sub(all.len());
    let var = |at: usize| VarId::try_from(at).unwrap_or(VarId::MAX);
    all.iter().zip(first..).map(|(one, at)| (one.name.clone(), var(at), one.range.0)).collect()
}

/// The pieces to lay, with the variables of their numbers.
fn supply(model: &Model, cells: usize) -> Vec<(String, VarId)> {
    let Question::Place { supply, .. } = &model.question else { return Vec::new() };
    let name = |kind| model.pieces.kind(kind).map_or("piece", |kind| kind.name.as_str()).to_owned();
    supply
        .iter()
        .zip(cells + 1..)
        .map(|(entry, var)| (name(entry.kind), VarId::try_from(var).unwrap_or(VarId::MAX)))
        .collect()
}
