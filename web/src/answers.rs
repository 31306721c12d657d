//! Long requests: solve, count, analyze, generate, test, verify.

use std::collections::BTreeMap;
use std::num::NonZero;

use puzzlec_analysis::ide;
use puzzlec_analysis::{Answer as Found, CountOf, GenerateOptions, Outcome, Report, TestResult, methods};
use puzzlec_base::Span;
use puzzlec_base::diag::{Diagnostic, did_you_mean};
use puzzlec_checker::certificate::Checked;
use puzzlec_render::json::Tally;
use puzzlec_render::{analyze as analyzed, certificate, count as counted, generate as generated, plan};
use puzzlec_search::certificate::Unwritten;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_theory::FactsRequest;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::boards::{first_error, no_puzzle};
use crate::keyed;
use crate::limits::{Limits, Work};
use crate::places::{Places, file};
use crate::session::Session;
use crate::{Answer, Call};

/// The width of texts in columns, as the program has it without a terminal.
pub(crate) const WIDTH: usize = 100;

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wish {
    #[default]
    Least,
    Any,
}

#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) file: String,
    pub(crate) puzzle: String,
    #[serde(default)]
    set: BTreeMap<String, i64>,
    method: Option<String>,
    #[serde(default)]
    wanted: Wish,
    #[serde(default)]
    pub(crate) limits: Limits,
    #[serde(default)]
    pub(crate) certificate: bool,
}

impl Question {
    fn settings(&self) -> Vec<(String, i64)> {
        self.set.iter().map(|(name, value)| (name.clone(), *value)).collect()
    }

    fn options(&self) -> Result<Options, String> {
        let wanted = match self.wanted {
            Wish::Least => Wanted::Least,
            Wish::Any => Wanted::Any,
        };
        let method = match &self.method {
            None => Method::Auto,
            Some(name) => {
                let all = methods();
                let known = all.iter().find(|(known, ..)| known == name).map(|(_, _, method)| *method);
                known.ok_or_else(|| {
                    let hint = did_you_mean(name, all.iter().map(|(known, ..)| *known)).unwrap_or_default();
                    format!("there is no method `{name}`; {hint}").trim_end_matches("; ").to_owned()
                })?
            }
        };
        Ok(Options { wanted, method, ..Options::default() })
    }
}

/// The text and the steps of a report.
pub(crate) fn solved(report: &Report) -> Map<String, Value> {
    let mut told = Map::new();
    told.insert("text".to_owned(), json!(plan::report(report, plan::PlanStyle::Auto, false, WIDTH, false)));
    told.insert("report".to_owned(), json!(report));
    if let Found::Solved(found) = &report.answer {
        let steps: Vec<&str> = found.steps.iter().map(|step| step.notation.as_str()).collect();
        told.insert("plan".to_owned(), json!(steps));
    }
    told
}

/// The answer in place of a report: the errors of the puzzle.
fn wrong(errors: &[Diagnostic]) -> Answer {
    let lines: Vec<String> = errors
        .iter()
        .filter(|d| d.is_error())
        .map(|d| format!("{} [{}]", d.headline, d.code.as_str()))
        .collect();
    match lines.as_slice() {
        [] => Err(first_error(errors)),
        lines => Ok(json!({ "report": null, "text": lines.join("\n") })),
    }
}

/// Solves a puzzle.
pub(crate) fn solve(session: &mut Session, call: &Call) -> Answer {
    let question: Question = call.read()?;
    let (snapshot, id) = file(session, &question.file)?;
    if id.is_none() {
        return keyed::solve(session, call, &question);
    }
    let name = &question.puzzle;
    let puzzle = snapshot.puzzle(&question.file, name).ok_or_else(|| no_puzzle(name, &question.file))?;
    let (options, set) = (question.options()?, question.settings());
    let work = Work::new(&call.host, question.limits);
    let analysis = snapshot.analysis();
    if !question.certificate {
        return match analysis.solve(puzzle, &set, &options, work.context()) {
            Ok(report) => Ok(Value::Object(solved(&report))),
            Err(errors) => wrong(&errors),
        };
    }
    match analysis.certify(puzzle, &set, &options, work.context()) {
        Err(errors) => wrong(&errors),
        Ok((report, document)) => {
            let mut told = solved(&report);
            match document {
                Ok(document) => told.insert("certificate".to_owned(), json!(certificate::text(&document))),
                Err(Unwritten::Stopped(stop)) => {
                    told.insert("uncertified".to_owned(), json!(plan::stop(&stop)))
                }
                Err(Unwritten::None(why)) => told.insert("uncertified".to_owned(), json!(why)),
            };
            Ok(Value::Object(told))
        }
    }
}

/// Counts positions, solutions and games.
pub(crate) fn count(session: &mut Session, call: &Call) -> Answer {
    let question: Question = call.read()?;
    let (snapshot, id) = file(session, &question.file)?;
    if id.is_none() {
        return keyed::count(session, call, &question);
    }
    let name = &question.puzzle;
    let puzzle = snapshot.puzzle(&question.file, name).ok_or_else(|| no_puzzle(name, &question.file))?;
    let work = Work::new(&call.host, question.limits);
    let (of, threads) = (CountOf::Solutions, NonZero::<usize>::MIN);
    match snapshot.analysis().count(puzzle, &question.settings(), of, threads, work.context()) {
        Ok(report) => Ok(json!({ "report": report, "text": counted::report(&report) })),
        Err(errors) => wrong(&errors),
    }
}

/// What a theory says of a puzzle.
pub(crate) fn analyze(session: &mut Session, call: &Call) -> Answer {
    let question: Question = call.read()?;
    let (snapshot, id) = file(session, &question.file)?;
    if id.is_none() {
        return keyed::analyze(session, call, &question);
    }
    let name = &question.puzzle;
    let puzzle = snapshot.puzzle(&question.file, name).ok_or_else(|| no_puzzle(name, &question.file))?;
    let work = Work::new(&call.host, question.limits);
    let request = FactsRequest { goal: None, plan: None, brief: false, clock: &|| work.elapsed() };
    match snapshot.analysis().analyze(puzzle, &question.settings(), &request, work.context().budget()) {
        Ok(report) => Ok(json!({ "report": report, "text": analyzed::report(&report, WIDTH, false) })),
        Err(errors) => wrong(&errors),
    }
}

/// Makes a puzzle of one with holes.
pub(crate) fn generate(session: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Wanted {
        #[serde(flatten)]
        question: Question,
        seed: u64,
    }
    let Wanted { question, seed } = call.read()?;
    let (snapshot, id) = file(session, &question.file)?;
    if id.is_none() {
        return Err("a game of keys has no holes".to_owned());
    }
    let name = &question.puzzle;
    let puzzle = snapshot.puzzle(&question.file, name).ok_or_else(|| no_puzzle(name, &question.file))?;
    let work = Work::new(&call.host, question.limits);
    let options = GenerateOptions { seed, ..GenerateOptions::default() };
    match snapshot.analysis().generate(puzzle, &question.settings(), &options, work.context()) {
        Ok(report) => {
            let made = report.puzzles.first();
            let made = made.map(|one| json!({ "name": format!("{}.puzzle", one.name), "text": one.text }));
            Ok(json!({ "made": made, "text": generated::report(&report, &[]) }))
        }
        Err(errors) => {
            let mut told = wrong(&errors)?;
            if let Value::Object(fields) = &mut told {
                fields.remove("report");
                fields.insert("made".to_owned(), Value::Null);
            }
            Ok(told)
        }
    }
}

/// A result with the place of its expectation.
pub(crate) fn tested(places: &Places<'_>, span: Span, result: &TestResult) -> Value {
    let (start, end) = places.range(span);
    let (passed, undecided, text) = match &result.outcome {
        Outcome::Held => (true, false, String::new()),
        Outcome::Failed { diagnostic } => (false, false, reason(diagnostic)),
        Outcome::Undecided { diagnostic } => (false, true, reason(diagnostic)),
    };
    json!({
        "puzzle": result.puzzle,
        "expectation": result.expectation,
        "start": start,
        "end": end,
        "passed": passed,
        "undecided": undecided,
        "text": text,
    })
}

fn reason(diagnostic: &Diagnostic) -> String {
    let notes: String = diagnostic.notes.iter().map(|note| format!("\n{note}")).collect();
    format!("{}{notes}", diagnostic.headline)
}

/// Results in words, each that does not hold and their numbers.
pub(crate) fn summary(results: &[TestResult], skipped: usize, errors: &[String]) -> String {
    let mut text = String::new();
    for error in errors {
        text.push_str(&format!("{error}\n"));
    }
    for result in results {
        let (word, diagnostic) = match &result.outcome {
            Outcome::Held => continue,
            Outcome::Failed { diagnostic } => ("failed", diagnostic),
            Outcome::Undecided { diagnostic } => ("undecided", diagnostic),
        };
        text.push_str(&format!(
            "{word}: {}: {}\n  {}\n",
            result.puzzle,
            result.expectation,
            reason(diagnostic)
        ));
    }
    text.push_str(&Tally::of(results).words(skipped, errors.len()));
    text.push('\n');
    text
}

/// Decides the expectations of a file.
pub(crate) fn test(session: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Test {
        file: String,
        #[serde(default)]
        limits: Limits,
    }
    let Test { file: name, limits } = call.read()?;
    let (snapshot, id) = file(session, &name)?;
    let work = Work::new(&call.host, limits);
    let Some(id) = id else { return keyed::test(session, &name, &work) };
    let analysis = snapshot.analysis();
    let places = Places::of(&snapshot);
    let expecting = ide::expecting(analysis, id);
    let (mut results, mut told, mut errors, mut skipped) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for puzzle in analysis.puzzles().iter().filter(|one| one.file == id && one.expectations > 0) {
        if work.is_cancelled() {
            break;
        }
        let spans = expecting.iter().find(|one| one.span == puzzle.span).map(|one| &one.expectations);
        match analysis.test(puzzle, &|| work.context()) {
            Ok(found) => {
                for result in found {
                    let span = spans.and_then(|all| all.get(result.number)).map_or(puzzle.span, |one| one.1);
                    told.push(tested(&places, span, &result));
                    results.push(result);
                }
            }
            Err(found) => {
                skipped += puzzle.expectations;
                errors.push(format!("{}: {}", puzzle.name, first_error(&found)));
            }
        }
    }
    Ok(json!({ "results": told, "text": summary(&results, skipped, &errors) }))
}

/// Checks a certificate, with the checkers alone.
pub(crate) fn verify(session: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Verify {
        file: String,
        certificate: String,
        puzzle: Option<String>,
        #[serde(default)]
        limits: Limits,
    }
    let Verify { file, certificate, puzzle, limits } = call.read()?;
    session.text(&file)?;
    let work = Work::new(&call.host, limits);
    let checked = puzzlec_verify::verify_text(&session.files(), &file, &certificate, &work.context());
    let (about, checked) = match checked {
        Ok(found) => found,
        Err(lines) => return Ok(json!({ "accepted": false, "text": lines.join("\n") })),
    };
    if let Some(puzzle) = puzzle.filter(|puzzle| about.split(" (").next() != Some(puzzle.as_str())) {
        let text = format!("rejected: the certificate is for `{about}`, not for `{puzzle}`");
        return Ok(json!({ "accepted": false, "text": text }));
    }
    let accepted = matches!(checked, Checked::Verified(_));
    Ok(json!({ "accepted": accepted, "text": puzzlec_verify::words(&about, &checked) }))
}
