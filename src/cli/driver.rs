//! The one place where the commands meet the front end.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;

use num_bigint::BigUint;

use super::methods::Method;
use puzzlec_analysis::{
    self, Analysis, AnalyzeReport, AutomatonReport, CountOf, CountReport, ExploreReport, Game,
    GenerateReport, IllustratedAnswer, IllustratedPuzzle, PlanFileReport, PlanText, Play, PublishedPuzzle,
    PuzzlePictures, ReasonsReport, Registry, Report, StartsReport, TestResult, Unpublished,
};
pub(super) use puzzlec_analysis::{ExploreOptions, GenerateOptions};
use puzzlec_base::diag::{self, Diagnostic};
use puzzlec_base::{Budget, FileId, Limit, SourceFile, Sources, Span};
use puzzlec_checker::certificate::Checked;
use puzzlec_search::certificate::Unwritten;
use puzzlec_task::certificate::CertificateFile;

use puzzlec_model::Model;
use puzzlec_model::project::{FileSystem, SearchPath};
use puzzlec_render::pddl::{self, Form, Pddl, Refusal};
use puzzlec_search::ground::{Failure, ground};
use puzzlec_task::Label;
use puzzlec_task::SearchContext;
use puzzlec_theory::{FactsRequest, Theories};

/// The kind of solution to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A shortest one.
    #[default]
    Least,
    /// Any.
    Any,
    /// One of at most this length.
    Within(u64),
    /// Every shortest one.
    All,
}

/// `plugin list` lists the plugins that a file of this name in the current folder would see.
const HERE: &str = "here.puzzle";
/// The number of shortest solutions that `--all` lists.
const LISTED: usize = 100;

/// A request to a solver.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SolveOptions {
    /// Which solution.
    pub(super) wanted: Wanted,
    /// The search method.
    pub(super) method: Method,
}

impl SolveOptions {
    /// As the engine has them.
    fn of_engine(&self) -> puzzlec_search::Options {
        let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let wanted = match self.wanted {
            Wanted::Least => puzzlec_search::Wanted::Least,
            Wanted::Any => puzzlec_search::Wanted::Any,
            Wanted::Within(most) => puzzlec_search::Wanted::Within(most),
            Wanted::All => puzzlec_search::Wanted::All { listed: LISTED },
        };
        puzzlec_search::Options { wanted, method: self.method, threads, ..puzzlec_search::Options::default() }
    }
}

/// A puzzle of the loaded files.
#[derive(Clone, Debug)]
pub(super) struct PuzzleInfo {
    /// Its place among all puzzles.
    pub(super) index: usize,
    /// Its file.
    pub(super) file: FileId,
    /// Its name.
    pub(super) name: String,
    /// Its parameters with their defaults.
    pub(super) params: Vec<(String, Option<i64>)>,
    /// How many expectations it states.
    pub(super) expectations: usize,
}

/// Files with everything that is known of them.
#[derive(Debug)]
pub(super) struct Loaded(Analysis);

/// Reads files and what they import, also from plugins.
pub(super) fn load(files: &dyn FileSystem, paths: &[String], search: &SearchPath) -> Loaded {
    Loaded(Analysis::load_with(files, paths, search))
}

/// Reads one file by itself into the sources; one that cannot be read stands there empty.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read(
    files: &dyn FileSystem,
    path: &str,
    sources: &mut Sources,
) -> Result<FileId, Vec<Diagnostic>> {
    let read = files.read(path);
    let text = read.as_ref().map_or("", |t| t.strip_prefix('\u{feff}').unwrap_or(t));
    let file = sources.add(SourceFile::new(path, text));
    if read.is_ok() {
        return Ok(file);
    }
    // The loader has the words for it.
    let mut faults = load(files, &[path.to_owned()], &SearchPath::default()).faults();
    for fault in &mut faults {
        fault.primary.span = Span::new(file, 0, 0);
    }
    Err(faults)
}

/// The games of the program and of the plugins that a file in the current folder may use, with what
/// is wrong with those, sorted.
pub(super) fn games(
    files: &dyn FileSystem,
    search: &SearchPath,
    sources: &mut Sources,
) -> (Vec<Game>, Vec<Diagnostic>) {
    let (registry, mut diagnostics) = Registry::of(files, search, HERE, sources);
    diag::sort(&mut diagnostics);
    (registry.games().to_vec(), diagnostics)
}

impl Loaded {
    /// All texts.
    pub(super) fn sources(&self) -> &Sources {
        self.0.sources()
    }

    /// For each file that was asked for those that it reads, directly or through others.
    pub(super) fn read(&self) -> BTreeMap<String, BTreeSet<String>> {
        self.0.project().read()
    }

    /// Everything that `check` finds, sorted, and the limit that came before everything was checked.
    pub(super) fn diagnostics(&self, budget: &Budget) -> (Vec<Diagnostic>, Option<Limit>) {
        self.0.check_within(budget)
    }

    /// What is wrong with the files before their meaning is looked at, sorted.
    pub(super) fn faults(&self) -> Vec<Diagnostic> {
        self.0.faults()
    }

    /// All puzzles of the named files, in order.
    pub(super) fn puzzles(&self) -> Vec<PuzzleInfo> {
        let info = |(index, p): (usize, &puzzlec_analysis::PuzzleInfo)| PuzzleInfo {
            index,
            file: p.file,
            name: p.name.clone(),
            params: p.params.clone(),
            expectations: p.expectations,
        };
        self.0.puzzles().iter().enumerate().map(info).collect()
    }

    /// Solves a puzzle with these values of its parameters.
    pub(super) fn solve(
        &self,
        index: usize,
        sets: &[(String, i64)],
        options: &SolveOptions,
        context: &SearchContext,
    ) -> Result<Report, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.solve(puzzle, sets, &options.of_engine(), context)
    }

    /// The steps of reason of a placement; nothing for other puzzles.
    pub(super) fn reasons(
        &self,
        index: usize,
        sets: &[(String, i64)],
        context: &SearchContext,
    ) -> Result<Option<ReasonsReport>, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.reasons(puzzle, sets, context)
    }

    /// Solves a puzzle; with the certificate of its answer, or why there is none.
    pub(super) fn certify(
        &self,
        index: usize,
        sets: &[(String, i64)],
        options: &SolveOptions,
        context: &SearchContext,
    ) -> Result<(Report, Result<CertificateFile, Unwritten>), Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.certify(puzzle, sets, &options.of_engine(), context)
    }

    /// Checks a certificate of a puzzle.
    pub(super) fn verify(
        &self,
        index: usize,
        document: &CertificateFile,
        context: &SearchContext,
    ) -> Result<Checked, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.verify(puzzle, document, context)
    }

    /// Counts the positions, solutions and games of a puzzle with these values of its parameters.
    pub(super) fn count(
        &self,
        index: usize,
        sets: &[(String, i64)],
        (of, threads): (CountOf, NonZero<usize>),
        context: &SearchContext,
    ) -> Result<CountReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.count(puzzle, sets, of, threads, context)
    }

    /// Counts the starts of a puzzle that are solvable or won, and finds one by its number.
    pub(super) fn starts(
        &self,
        index: usize,
        sets: &[(String, i64)],
        nth: Option<&BigUint>,
        context: &SearchContext,
    ) -> Result<StartsReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.starts(puzzle, sets, nth, context)
    }

    /// The automaton of the starts of a puzzle with these values of its parameters.
    pub(super) fn automaton(
        &self,
        index: usize,
        sets: &[(String, i64)],
        most: usize,
        context: &SearchContext,
    ) -> Result<AutomatonReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.automaton(puzzle, sets, most, context)
    }

    /// Fills the holes of a puzzle.
    pub(super) fn generate(
        &self,
        index: usize,
        sets: &[(String, i64)],
        options: &GenerateOptions,
        context: &SearchContext,
    ) -> Result<GenerateReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.generate(puzzle, sets, options, context)
    }

    /// A file beside that of a puzzle that it uses, if it uses one.
    pub(super) fn beside(&self, index: usize) -> Option<String> {
        let file = &self.sources().get(self.0.puzzles().get(index)?.file)?.name;
        let (_, used) = self.0.project().read().into_iter().find(|(name, _)| name == file)?;
        used.into_iter().find(|name| name != file && !name.starts_with("stdlib:"))
    }

    /// What a theory says of a puzzle with these values of its parameters.
    pub(super) fn analyze(
        &self,
        index: usize,
        sets: &[(String, i64)],
        request: &FactsRequest<'_>,
        budget: &Budget,
    ) -> Result<AnalyzeReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.analyze(puzzle, sets, request, budget)
    }

    /// Follows a written plan of a puzzle with these values of its parameters.
    pub(super) fn test_plan(
        &self,
        index: usize,
        sets: &[(String, i64)],
        plan: PlanText<'_>,
        context: &SearchContext,
    ) -> Result<PlanFileReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.test_plan(puzzle, sets, plan, context)
    }

    /// The steps of a written plan.
    pub(super) fn follow_plan(
        &self,
        index: usize,
        sets: &[(String, i64)],
        plan: PlanText<'_>,
        context: &SearchContext,
    ) -> Result<Vec<Label>, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.follow_plan(puzzle, sets, plan, context)
    }

    /// Explores the positions of a puzzle with these values of its parameters.
    pub(super) fn explore(
        &self,
        index: usize,
        sets: &[(String, i64)],
        options: ExploreOptions,
        context: &SearchContext,
    ) -> Result<ExploreReport, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.explore(puzzle, sets, options, context)
    }

    /// The start and the goal of a puzzle in pictures.
    pub(super) fn pictures(
        &self,
        index: usize,
        sets: &[(String, i64)],
        budget: &Budget,
    ) -> Result<PuzzlePictures, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.pictures(puzzle, sets, budget)
    }

    /// A puzzle in words and pictures.
    pub(super) fn illustrate(
        &self,
        index: usize,
        sets: &[(String, i64)],
        budget: &Budget,
    ) -> Result<IllustratedPuzzle, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.illustrate(puzzle, sets, budget)
    }

    /// Adds an overlay to the picture of the start, or tells those that the puzzle has.
    pub(super) fn overlay(
        &self,
        index: usize,
        sets: &[(String, i64)],
        drawn: (&mut IllustratedPuzzle, &str),
        budget: &Budget,
    ) -> Result<Result<(), Vec<&'static str>>, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.overlay(puzzle, sets, drawn, budget)
    }

    /// A puzzle with its answer and the positions of its plan, and a certificate if requested. Solving and drawing have a
    /// context of their own each.
    pub(super) fn illustrate_answer(
        &self,
        index: usize,
        sets: &[(String, i64)],
        (options, certificate): (&SolveOptions, bool),
        context: &dyn Fn() -> SearchContext,
    ) -> Result<IllustratedAnswer, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.illustrate_answer(puzzle, sets, (&options.of_engine(), certificate), context)
    }

    /// A puzzle for a page, solved if there are options for that. Compiling, solving and replaying have a context of
    /// their own each.
    pub(super) fn publish(
        &self,
        index: usize,
        sets: &[(String, i64)],
        options: Option<&SolveOptions>,
        context: &dyn Fn() -> SearchContext,
    ) -> Result<PublishedPuzzle, Unpublished> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Unpublished::Errors(Vec::new())) };
        match options {
            Some(options) => self.0.publish(puzzle, sets, &options.of_engine(), context),
            None => self.0.board(puzzle, sets, None, context),
        }
    }

    /// The meaning of a puzzle with these values of its parameters.
    pub(super) fn model(
        &self,
        index: usize,
        sets: &[(String, i64)],
        budget: &Budget,
    ) -> Result<Model, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        self.0.model_within(puzzle, sets, budget)
    }

    /// The rules of a puzzle that have a comment, with it.
    pub(super) fn rules(&self, model: &Model) -> Vec<(String, String)> {
        self.0.rules(model)
    }

    /// The games with theorems.
    pub(super) fn theories(&self) -> Theories {
        self.0.theories()
    }

    /// The least length that a puzzle's expectations state.
    pub(super) fn stated_length(&self, index: usize, model: &Model) -> Option<u64> {
        self.0.stated_length(self.0.puzzles().get(index)?, model)
    }

    /// A play of a puzzle as an expectation.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn expectation(&self, index: usize, play: &Play<'_>) -> Result<String, String> {
        let puzzle = self.0.puzzles().get(index).ok_or_else(|| "there is no such puzzle".to_owned())?;
        play.expectation(puzzle)
    }

    /// The file of a puzzle, its text, and its text with another expectation.
    pub(super) fn with_expectation(&self, index: usize, line: &str) -> Option<(String, String, String)> {
        let puzzle = self.0.puzzles().get(index)?;
        let (old, new) = self.0.with_expectation(puzzle, line)?;
        Some((self.sources().get(puzzle.file)?.name.clone(), old, new))
    }

    /// A puzzle in PDDL; the inner error is why it has none.
    pub(super) fn pddl(
        &self,
        index: usize,
        sets: &[(String, i64)],
        form: Form,
        budget: &Budget,
    ) -> Result<Result<Pddl, Refusal>, Vec<Diagnostic>> {
        let Some(puzzle) = self.0.puzzles().get(index) else { return Err(Vec::new()) };
        let model = self.0.model_within(puzzle, sets, budget)?;
        let file = self.sources().get(puzzle.file).map_or("", |f| f.name.as_str());
        match ground(&model, None, budget) {
            Ok(ground) => Ok(pddl::export(&model, &ground, file, form)),
            Err(Failure::Diagnostics(diagnostics)) => Err(diagnostics),
            Err(Failure::Stop(stop)) => Ok(Err(Refusal(stop.to_string()))),
        }
    }

    /// Proves a puzzle's expectations, each within a context of its own.
    pub(super) fn test(
        &self,
        index: usize,
        context: &dyn Fn() -> SearchContext,
    ) -> Result<Vec<TestResult>, Vec<Diagnostic>> {
        match self.0.puzzles().get(index) {
            Some(puzzle) => self.0.test(puzzle, context),
            None => Err(Vec::new()),
        }
    }

    /// A puzzle's expectations, each undecided for this reason.
    pub(super) fn untried(&self, index: usize, why: &str) -> Vec<TestResult> {
        self.0.puzzles().get(index).map_or_else(Vec::new, |puzzle| self.0.untried(puzzle, why))
    }
}
