//! The core that the command line and the language server share: load, check, solve, test, count, play and publish.
//!
//! It owns the registry of games and plugins, the steps from a model to a checked answer, the reports as plain values,
//! and the queries of editors. It knows no terminal, no protocol and no output format: `puzzlec-render` writes what it
//! returns. It names no game.

mod analyze;
mod automaton;
mod check;
mod count;
mod covered;
mod expectations;
mod explain;
mod explore;
mod generate;
mod hooks;
pub mod host;
pub mod ide;
mod illustrated;
pub mod keyed;
mod lints;
mod methods;
mod picture;
mod plan_file;
mod play;
mod proof;
mod publish;
mod reasons;
mod registry;
mod report;
mod scene;
mod solve;
mod starts;
mod verify;

use puzzlec_base::diag::{self, Diagnostic};
use puzzlec_base::{Budget, FileId, Limit, Sources, Span};
use puzzlec_model::Model;
use puzzlec_model::names::{ItemRef, Names, Sort};
use puzzlec_model::number::{self, Values};
use puzzlec_model::project::{FileSystem, Project, SearchPath, load};
use puzzlec_search::Options;
use puzzlec_search::certificate::Unwritten;
use puzzlec_syntax::ast::{ItemKind, PuzzleItem};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_theory::{Games, Theories};

pub use analyze::AnalyzeReport;
pub use automaton::{
    Answers, AutomatonReport, Comparison, LetterInfo, Machine, NamedStates, Recurrence, RowAnswer, StateInfo,
    WitnessInfo,
};
pub use count::{CountOf, Kept};
pub use explore::ExploreOptions;
pub use generate::{GenerateOptions, GenerateReport, GeneratedPuzzle, Looked};
pub use illustrated::{IllustratedAnswer, IllustratedPuzzle, MOST_PICTURED, PicturedStep};
pub use methods::methods;
pub use plan_file::{KnownLengths, PlanFileReport, PlanText};
pub use play::{LegalMove, Outlook, OutlookRequest, Play, PlayStatus, SavedMove, SavedPlay, WhyNot};
pub use publish::{
    ConsequenceTables, Credits, GameKind, Look, PlannedAnswer, PublishedPuzzle, PublishedStep, Solution,
    Tables, Template, Unpublished,
};
pub use reasons::{Difficulty, PublishedReason, ReasonStep, ReasonedHint, ReasonsEnd, ReasonsReport};
pub use registry::{Game, Origin, Registry};
pub use report::{
    Answer, CountReport, ExploreReport, GraphReport, MoveReport, NthStart, Outcome, PlanReport,
    PositionReport, Report, SolutionsReport, StartsReport, StepReport, TestResult, TheoryCount,
};
pub use scene::{
    CellShape, CellSort, Ground, PieceForm, Point, PuzzlePictures, Scene, SceneCell, SceneCounter, SceneLine,
    SceneOverlay, ScenePiece,
};

/// Maximum number of cells of a board for the one-line summary of a theory.
const MOST_CELLS: usize = 400;

/// Files with everything that is known of them.
#[derive(Debug)]
pub struct Analysis {
    project: Project,
    puzzles: Vec<PuzzleInfo>,
    games: Games,
    /// Why there may be files of the workspace that are not read.
    unread: Option<String>,
}

/// A puzzle of a file that was asked for.
#[derive(Clone, Debug)]
pub struct PuzzleInfo {
    /// Its file.
    pub file: FileId,
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// Its title.
    pub title: Option<String>,
    /// Its parameters with their defaults.
    pub params: Vec<(String, Option<i64>)>,
    /// The number of its expectations.
    pub expectations: usize,
    /// Whether it has holes, of which other puzzles are made.
    pub holes: bool,
    at: ItemRef,
}

impl Analysis {
    /// Reads files and all they import; plugins only from the folders around them.
    pub fn load(files: &dyn FileSystem, paths: &[String]) -> Self {
        Analysis::load_with(files, paths, &SearchPath::default())
    }

    /// Reads files and everything that they import, including plugins on a search path.
    pub fn load_with(files: &dyn FileSystem, paths: &[String], search: &SearchPath) -> Self {
        Analysis::of(load(files, paths, search), Games::Solved(puzzlec_theories::ALL))
    }

    /// As [`load`](Self::load), without theories: for checks, which then do not need the theories in the program.
    pub fn load_without_theories(files: &dyn FileSystem, paths: &[String]) -> Self {
        Analysis::of(load(files, paths, &SearchPath::default()), puzzlec_theories::GAMES)
    }

    /// An analysis of the files of a project.
    fn of(project: Project, games: Games) -> Self {
        let mut puzzles = Vec::new();
        let names = Names::of(&project);
        for (module, parsed) in project.roots() {
            for (at, name) in names.all(module, Sort::Puzzle) {
                if let Some(ItemKind::Puzzle(item)) = names.item(at).map(|i| &i.kind) {
                    puzzles.push(info(parsed.file, at, name.span, item));
                }
            }
        }
        Analysis { project, puzzles, games, unread: None }
    }

    /// The same with other theories.
    #[must_use]
    pub fn with_theories(self, theories: Theories) -> Self {
        Analysis { games: Games::Solved(theories), ..self }
    }

    /// The available theories.
    pub fn theories(&self) -> Theories {
        self.games.theories()
    }

    /// The source texts.
    pub fn sources(&self) -> &Sources {
        &self.project.sources
    }

    /// The files and their trees.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// The puzzles of the files that were asked for, in order.
    pub fn puzzles(&self) -> &[PuzzleInfo] {
        &self.puzzles
    }

    /// The errors of reading and syntax, without name resolution.
    pub fn faults(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.project.diagnostics.clone();
        diag::sort(&mut diagnostics);
        diagnostics
    }

    /// Everything that is wrong or surely a mistake, sorted by file and place, as far as the budget
    /// reaches.
    pub fn check(&self, budget: &Budget) -> Vec<Diagnostic> {
        self.check_within(budget).0
    }

    /// As [`check`](Self::check), with the limit if the check is incomplete.
    pub fn check_within(&self, budget: &Budget) -> (Vec<Diagnostic>, Option<Limit>) {
        let (mut diagnostics, limit) =
            check::check(&self.project, check::Context { games: self.games, budget });
        diag::sort(&mut diagnostics);
        (diagnostics, limit)
    }

    /// The meaning of a puzzle with these values of its parameters; the others have their
    /// defaults.
    ///
    /// # Errors
    /// The diagnostics of the check.
    pub fn model(&self, puzzle: &PuzzleInfo, set: &[(String, i64)]) -> Result<Model, Vec<Diagnostic>> {
        self.model_within(puzzle, set, &Budget::unlimited())
    }

    /// As [`model`](Self::model), with a budget for its scripts.
    ///
    /// # Errors
    /// The diagnostics of the check.
    pub fn model_within(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        budget: &Budget,
    ) -> Result<Model, Vec<Diagnostic>> {
        let values = solve::values(self, puzzle, set)?;
        solve::model(self, puzzle, &values, budget)
    }

    /// Solves a puzzle with these values of its parameters; the others have their defaults.
    ///
    /// # Errors
    /// The errors of the puzzle. A reached limit is an answer, not an error.
    pub fn solve(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: &Options,
        context: impl Into<SearchContext>,
    ) -> Result<Report, Vec<Diagnostic>> {
        solve::solve(self, puzzle, set, options, &context.into())
    }

    /// A theory's one-line summary of a puzzle with the default parameter values, with the theory's name;
    /// `None` if no theory has one within the budget, or if the board has more than 400 cells.
    pub fn brief(&self, puzzle: &PuzzleInfo, budget: &Budget) -> Option<(String, String)> {
        let values = solve::values(self, puzzle, &[]).ok()?;
        let model = solve::family(self, puzzle, &values, budget).ok()?;
        if model.board.cells().len() > MOST_CELLS {
            return None;
        }
        if model.family.as_ref().is_some_and(|family| family.holes.is_some()) {
            return None;
        }
        if model.family.is_some() {
            return starts::brief(self, puzzle, model, budget);
        }
        analyze::brief(self, &model, budget)
    }

    /// Solves a puzzle and writes the certificate of its answer, or the reason that there is none.
    ///
    /// # Errors
    /// The errors of the puzzle.
    pub fn certify(
        &self,
        puzzle: &PuzzleInfo,
        set: &[(String, i64)],
        options: &Options,
        context: impl Into<SearchContext>,
    ) -> Result<(Report, Result<CertificateFile, Unwritten>), Vec<Diagnostic>> {
        solve::certify(self, puzzle, set, options, &context.into())
    }

    /// Decides every expectation of a puzzle, each within a context of its own.
    ///
    /// # Errors
    /// The errors of the puzzle.
    pub fn test(
        &self,
        puzzle: &PuzzleInfo,
        context: &dyn Fn() -> SearchContext,
    ) -> Result<Vec<TestResult>, Vec<Diagnostic>> {
        expectations::test(self, puzzle, context)
    }

    /// The expectations of a puzzle that is not tested, each undecided for this reason.
    pub fn untried(&self, puzzle: &PuzzleInfo, why: &str) -> Vec<TestResult> {
        expectations::untried(self, puzzle, why)
    }

    fn item(&self, puzzle: &PuzzleInfo) -> Option<&PuzzleItem> {
        let item = self.project.module(puzzle.at.module)?.parse.file.items.get(puzzle.at.item)?;
        match &item.kind {
            ItemKind::Puzzle(item) => Some(item),
            _ => None,
        }
    }
}

fn info(file: FileId, at: ItemRef, span: Span, item: &PuzzleItem) -> PuzzleInfo {
    let mut values = Values::new();
    let mut params = Vec::new();
    for param in &item.params {
        let default = param.default.as_ref().and_then(|d| number::evaluate(d, &values).ok());
        if let Some(n) = default {
            values.insert(param.name.text.clone(), n);
        }
        params.push((param.name.text.clone(), default));
    }
    let title = item.title().map(|t| t.value.clone());
    let expectations = item.expectations().count();
    let holes = item.has_holes();
    PuzzleInfo { file, name: item.name.text.clone(), span, title, params, expectations, holes, at }
}
