//! SARIF 2.1.0, the format that code scanners exchange.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use puzzlec_base::diag::{Code, Diagnostic, Fix, Label, Severity};
use puzzlec_base::{Sources, Span};

use super::json::range;

/// The log of one run as text.
pub fn log(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut codes: Vec<Code> = diagnostics.iter().map(|d| d.code).collect();
    codes.sort();
    codes.dedup();
    let results = diagnostics.iter().map(|d| result(sources, d, &codes)).collect();
    let driver = Driver {
        name: "puzzlec",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: codes.iter().map(|c| rule(*c)).collect(),
    };
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: vec![Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results }],
    };
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    super::safe::json(&text)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn rule(code: Code) -> Rule {
    let info = code.info();
    Rule {
        id: info.number,
        short_description: Text { text: info.title.to_owned() },
        help: Markdown { text: info.page, markdown: info.page },
        default_configuration: Level { level: level(info.severity) },
    }
}

fn result(sources: &Sources, diagnostic: &Diagnostic, codes: &[Code]) -> Result {
    let mut message = diagnostic.headline.clone();
    super::words::remarks(diagnostic, &mut message);
    Result {
        rule_id: diagnostic.code.as_str(),
        rule_index: codes.iter().position(|c| *c == diagnostic.code).unwrap_or(0),
        level: level(diagnostic.severity()),
        message: Text { text: message },
        locations: vec![location(sources, &diagnostic.primary)],
        related_locations: diagnostic.secondary.iter().map(|l| location(sources, l)).collect(),
        fixes: diagnostic.fixes.iter().map(|f| repair(sources, f)).collect(),
    }
}

fn location(sources: &Sources, label: &Label) -> Location {
    let (artifact_location, region) = place(sources, label.span);
    let message = (!label.text.is_empty()).then(|| Text { text: label.text.clone() });
    Location { physical_location: Physical { artifact_location, region }, message }
}

fn place(sources: &Sources, span: Span) -> (Artifact, Region) {
    let at = range(sources, span);
    let region = Region {
        start_line: at.start.line,
        start_column: at.start.column,
        end_line: at.end.line,
        end_column: at.end.column,
    };
    (Artifact { uri: uri(&at.file) }, region)
}

fn repair(sources: &Sources, fix: &Fix) -> Repair {
    // SARIF groups replacements by file; edits of one file are consecutive.
    let mut changes: Vec<Change> = Vec::new();
    for edit in &fix.edits {
        let (artifact_location, deleted_region) = place(sources, edit.span);
        let replacement = Replacement { deleted_region, inserted_content: Text { text: edit.text.clone() } };
        match changes.iter_mut().find(|c| c.artifact_location.uri == artifact_location.uri) {
            Some(change) => change.replacements.push(replacement),
            None => changes.push(Change { artifact_location, replacements: vec![replacement] }),
        }
    }
    Repair { description: Text { text: fix.title.clone() }, artifact_changes: changes }
}

/// A path as a URI reference: everything but unreserved characters and `/` in percent signs.
fn uri(path: &str) -> String {
    const KEPT: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    utf8_percent_encode(&path.replace('\\', "/"), KEPT).to_string()
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: Vec<Run>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Result>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text,
    help: Markdown,
    default_configuration: Level,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
struct Markdown {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct Level {
    level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Repair>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Repair {
    description: Text,
    artifact_changes: Vec<Change>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    artifact_location: Artifact,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Text,
}
