//! The document of a command that ends before its answer is known.

use serde::Serialize;

use super::{Counts, Finding, Tally, document};
use puzzlec_analysis::Report;
use puzzlec_base::Limit;
use puzzlec_base::diag::Severity;

/// What is known of a command that ends before its answer.
#[derive(Debug, Default)]
pub struct Unfinished<'a> {
    /// The limit that ended it.
    pub stopped: Option<Limit>,
    /// The puzzle that was being solved has no shorter plan (proved); 0 if nothing is known.
    pub at_least: u64,
    /// Why it ended, if no limit ended it, in words.
    pub error: Option<&'a str>,
    /// The answers that were known.
    pub reports: &'a [Report],
    /// The errors that were found.
    pub diagnostics: &'a [Finding],
    /// For `verify`: the puzzle file and the certificate.
    pub files: Option<(&'a str, &'a str)>,
}

/// The fields of all kinds; each kind has some of them.
#[derive(Default, Serialize)]
struct Body<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reports: Option<&'a [Report]>,
    /// There is none: null.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<()>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<[(); 0]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<[(); 0]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<[(); 0]>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    verify: Option<Verify<'a>>,
    diagnostics: &'a [Finding],
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Summary {
    Check(Counts),
    Test(Tally),
}

#[derive(Serialize)]
struct Verify<'a> {
    file: &'a str,
    certificate: &'a str,
    puzzle: Option<&'a str>,
    parameters: Option<()>,
    outcome: &'static str,
    text: String,
}

impl Unfinished<'_> {
    /// The document of a command whose documents are of this kind.
    pub fn document(&self, kind: &'static str) -> String {
        let mut body = Body {
            diagnostics: self.diagnostics,
            stopped: self.stopped,
            error: self.error,
            ..Body::default()
        };
        match kind {
            "check" => {
                let errors = self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
                let warnings = self.diagnostics.len() - errors;
                body.summary = Some(Summary::Check(Counts { errors, warnings }));
                body.fixed = Some(0);
            }
            "solve" => {
                body.reports = Some(self.reports);
                body.at_least = Some(self.at_least).filter(|n| *n > 0);
            }
            "test" => {
                body.summary = Some(Summary::Test(Tally::default()));
                body.results = Some([]);
            }
            "plugins" => body.games = Some([]),
            "fmt" => body.files = Some([]),
            "verify" => body.verify = Some(self.verify()),
            "explain" | "codes" => {}
            _ => body.report = Some(()),
        }
        document(kind, body)
    }

    fn verify(&self) -> Verify<'_> {
        let (file, certificate) = self.files.unwrap_or_default();
        let (outcome, text) = match (&self.stopped, self.error) {
            (Some(limit), _) => ("stopped", limit.to_string()),
            (None, Some(error)) => ("error", error.to_owned()),
            (None, None) => ("error", "the puzzle has errors".to_owned()),
        };
        Verify { file, certificate, puzzle: None, parameters: None, outcome, text }
    }
}
