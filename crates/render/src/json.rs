//! Documents for programs. Each has a `version` and a `kind`; `docs/json.md` and `docs/schema`
//! describe them. A field is never renamed or removed without a new version.

mod unfinished;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::automaton::AutomatonAnswers;
use crate::safe;
use crate::words::{counted, grouped};
use puzzlec_analysis::{
    AnalyzeReport, AutomatonReport, CountReport, ExploreReport, Game, GenerateReport, Outcome,
    PlanFileReport, Report, StartsReport, TestResult,
};
use puzzlec_base::diag::{Diagnostic, Fix, Label, Severity};
use puzzlec_base::{Limit, Sources, Span};
use puzzlec_checker::certificate::Checked;

pub use unfinished::Unfinished;

/// The version of all documents.
pub const VERSION: u32 = 1;

/// A document: what every one has, and what is its own.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateFile<T> {
    /// The version of the format.
    pub version: u32,
    /// The command.
    pub kind: &'static str,
    /// The rest.
    #[serde(flatten)]
    pub body: T,
}

/// A document of this kind as text, with a line break at the end.
pub fn document<T: Serialize>(kind: &'static str, body: T) -> String {
    let document = CertificateFile { version: VERSION, kind, body };
    // Our own types have string keys only and no failing serializer.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    safe::json(&text)
}

/// A place in characters and bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The byte, from 0, not counting a byte order mark.
    pub offset: u32,
}

/// A range of a file, the end not included.
#[derive(Clone, Debug, Serialize)]
pub struct Range {
    /// The file's name.
    pub file: String,
    /// Its first character.
    pub start: Point,
    /// The character after its last.
    pub end: Point,
}

/// A range and its label.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The range.
    #[serde(flatten)]
    pub range: Range,
    /// The words; may be empty.
    pub text: String,
}

/// A repair.
#[derive(Clone, Debug, Serialize)]
pub struct Repair {
    /// Its description.
    pub title: String,
    /// Whether `check --fix` applies it.
    pub safe: bool,
    /// Ranges with the texts that replace them.
    pub edits: Vec<Place>,
}

/// A diagnostic.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// `P0301`.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: Severity,
    /// The subject of the code.
    pub title: &'static str,
    /// The message.
    pub headline: String,
    /// The range.
    pub primary: Place,
    /// Other places.
    pub secondary: Vec<Place>,
    /// Facts.
    pub notes: Vec<String>,
    /// The proposal.
    pub help: Option<String>,
    /// Repairs.
    pub fixes: Vec<Repair>,
}

/// The numbers of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl Counts {
    /// Counts them.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        Counts { errors, warnings: diagnostics.len() - errors }
    }
}

/// A range of the sources, as lines and columns.
pub fn range(sources: &Sources, span: Span) -> Range {
    let point = |offset: u32| match sources.get(span.file) {
        Some(file) => {
            let at = file.line_col(offset);
            Point { line: at.line, column: at.column, offset }
        }
        None => Point { line: 1, column: 1, offset },
    };
    let file = sources.get(span.file).map(|f| f.name.clone()).unwrap_or_default();
    Range { file, start: point(span.start), end: point(span.end) }
}

/// A diagnostic with its places resolved.
pub fn finding(sources: &Sources, diagnostic: &Diagnostic) -> Finding {
    let place = |label: &Label| Place { range: range(sources, label.span), text: label.text.clone() };
    let repair = |fix: &Fix| Repair {
        title: fix.title.clone(),
        safe: fix.safe,
        edits: fix
            .edits
            .iter()
            .map(|e| Place { range: range(sources, e.span), text: e.text.clone() })
            .collect(),
    };
    let info = diagnostic.code.info();
    Finding {
        code: info.number,
        severity: info.severity,
        title: info.title,
        headline: diagnostic.headline.clone(),
        primary: place(&diagnostic.primary),
        secondary: diagnostic.secondary.iter().map(place).collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
        fixes: diagnostic.fixes.iter().map(repair).collect(),
    }
}

fn findings(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    diagnostics.iter().map(|d| finding(sources, d)).collect()
}

/// The document of `check`.
pub fn check(sources: &Sources, diagnostics: &[Diagnostic], fixed: usize, stopped: Option<&Limit>) -> String {
    #[derive(Serialize)]
    struct Check<'a> {
        summary: Counts,
        fixed: usize,
        diagnostics: Vec<Finding>,
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<&'a Limit>,
    }
    let summary = Counts::of(diagnostics);
    document("check", Check { summary, fixed, diagnostics: findings(sources, diagnostics), stopped })
}

/// The document of `solve`.
pub fn solve(sources: &Sources, reports: &[Report], diagnostics: &[Diagnostic]) -> String {
    #[derive(Serialize)]
    struct Solve<'a> {
        reports: &'a [Report],
        diagnostics: Vec<Finding>,
    }
    document("solve", Solve { reports, diagnostics: findings(sources, diagnostics) })
}

/// The document of a command that reports on one puzzle.
fn about(
    kind: &'static str,
    sources: &Sources,
    report: Option<impl Serialize>,
    diagnostics: &[Diagnostic],
) -> String {
    #[derive(Serialize)]
    struct About<R> {
        report: Option<R>,
        diagnostics: Vec<Finding>,
    }
    document(kind, About { report, diagnostics: findings(sources, diagnostics) })
}

/// The document of `count`.
pub fn count(sources: &Sources, report: Option<&CountReport>, diagnostics: &[Diagnostic]) -> String {
    about("count", sources, report, diagnostics)
}

/// The document of `count --starts`.
pub fn starts(sources: &Sources, report: Option<&StartsReport>, diagnostics: &[Diagnostic]) -> String {
    about("starts", sources, report, diagnostics)
}

/// The document of `generate`.
pub fn generate(sources: &Sources, report: Option<&GenerateReport>, diagnostics: &[Diagnostic]) -> String {
    about("generate", sources, report, diagnostics)
}

/// The document of `automaton`.
pub fn automaton(
    sources: &Sources,
    report: Option<(&AutomatonReport, &AutomatonAnswers)>,
    diagnostics: &[Diagnostic],
) -> String {
    #[derive(Serialize)]
    struct Answered<'a> {
        #[serde(flatten)]
        report: &'a AutomatonReport,
        answers: &'a AutomatonAnswers,
    }
    let report = report.map(|(report, answers)| Answered { report, answers });
    about("automaton", sources, report, diagnostics)
}

/// The document of `analyze`.
pub fn analyze(sources: &Sources, report: Option<&AnalyzeReport>, diagnostics: &[Diagnostic]) -> String {
    about("analyze", sources, report, diagnostics)
}

/// The document of `explore`.
pub fn explore(sources: &Sources, report: Option<&ExploreReport>, diagnostics: &[Diagnostic]) -> String {
    about("explore", sources, report, diagnostics)
}

/// The document of `plugin list`.
pub fn plugins(sources: &Sources, games: &[Game], diagnostics: &[Diagnostic]) -> String {
    #[derive(Serialize)]
    struct Plugins<'a> {
        games: &'a [Game],
        diagnostics: Vec<Finding>,
    }
    document("plugins", Plugins { games, diagnostics: findings(sources, diagnostics) })
}

/// The document of `verify`: the proved claim, or the reason for a rejection.
///
/// `of` is the certificate, where it could be read.
pub fn verify(
    file: &str,
    certificate: &str,
    of: Option<&(String, BTreeMap<String, i64>)>,
    checked: &Checked,
) -> String {
    #[derive(Serialize)]
    struct Verify<'a> {
        file: &'a str,
        certificate: &'a str,
        puzzle: Option<&'a str>,
        parameters: Option<&'a BTreeMap<String, i64>>,
        outcome: &'static str,
        text: String,
    }
    let (outcome, text) = match checked {
        Checked::Verified(claim) => ("verified", claim.clone()),
        Checked::Rejected(why) => ("rejected", why.clone()),
        Checked::Stopped(limit) => ("stopped", limit.to_string()),
    };
    let (puzzle, parameters) = (of.map(|of| of.0.as_str()), of.map(|of| &of.1));
    document("verify", Verify { file, certificate, puzzle, parameters, outcome, text })
}

/// The numbers of expectations by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// They hold.
    pub passed: usize,
    /// They do not.
    pub failed: usize,
    /// A limit came first.
    pub undecided: usize,
}

impl Tally {
    /// Counts them.
    pub fn of(results: &[TestResult]) -> Self {
        results.iter().fold(Tally::default(), |mut tally, result| {
            match result.outcome {
                Outcome::Held => tally.passed += 1,
                Outcome::Failed { .. } => tally.failed += 1,
                Outcome::Undecided { .. } => tally.undecided += 1,
            }
            tally
        })
    }

    /// In words, with the number of expectations that were not run and of errors in the files.
    pub fn words(&self, skipped: usize, errors: usize) -> String {
        let number = |n: usize| grouped(n as u64);
        let mut line = format!("{} passed, {} failed", number(self.passed), number(self.failed));
        if self.undecided > 0 {
            line.push_str(&format!(", {} undecided", number(self.undecided)));
        }
        if skipped > 0 {
            line.push_str(&format!(", {} not run", number(skipped)));
        }
        if errors > 0 {
            line.push_str(&format!("; {} in the files", counted(errors as u64, "errors")));
        }
        line
    }
}

/// The document of `test`.
///
/// `plan` is a written plan that was followed to a goal.
pub fn test(
    sources: &Sources,
    results: &[TestResult],
    plan: Option<&PlanFileReport>,
    diagnostics: &[Diagnostic],
) -> String {
    #[derive(Serialize)]
    struct Expectation<'a> {
        file: &'a str,
        puzzle: &'a str,
        parameters: &'a BTreeMap<String, i64>,
        expectation: &'a str,
        outcome: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        diagnostic: Option<Finding>,
    }
    #[derive(Serialize)]
    struct Test<'a> {
        summary: Tally,
        results: Vec<Expectation<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        plan: Option<&'a PlanFileReport>,
        diagnostics: Vec<Finding>,
    }
    let expectation = |result: &'_ TestResult| -> (&'static str, Option<Finding>) {
        match &result.outcome {
            Outcome::Held => ("held", None),
            Outcome::Failed { diagnostic } => ("failed", Some(finding(sources, diagnostic))),
            Outcome::Undecided { diagnostic } => ("undecided", Some(finding(sources, diagnostic))),
        }
    };
    let rows = results.iter().map(|result| {
        let (outcome, diagnostic) = expectation(result);
        Expectation {
            file: &result.file,
            puzzle: &result.puzzle,
            parameters: &result.parameters,
            expectation: &result.expectation,
            outcome,
            diagnostic,
        }
    });
    let body = Test {
        summary: Tally::of(results),
        results: rows.collect(),
        plan,
        diagnostics: findings(sources, diagnostics),
    };
    document("test", body)
}
