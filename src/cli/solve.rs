//! `puzzlec solve`.

mod args;
mod keep;
mod keyed;
mod report;

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::args::Format;
use super::checkpoint::Checkpoint;
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits::Limits;
use super::methods::{Method, options};
use super::output::{Failure, Output, spare};
use super::owed::{self, Reports};
use super::pick::named;
use super::progress::Watch;
use super::worlds;
use keep::keep;
use puzzlec_analysis::{Analysis, Answer, PuzzleInfo};
use puzzlec_base::diag::{Diagnostic, Stop, did_you_mean};
use puzzlec_base::{SharedJournal, Sources};
use puzzlec_model::project::SearchPath;
use puzzlec_render::{json, plan};

pub(super) use args::SolveArgs;

pub(super) fn run(args: &SolveArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let limits = args.limits.begin();
    let inputs = Inputs::gather(std::slice::from_ref(&args.which.file));
    if let Some(game) = worlds::game(&args.which.file) {
        return keyed::run(args, &game, &limits, output);
    }
    let loaded = Analysis::load_with(&inputs, &inputs.paths, search);
    let all = loaded.puzzles();
    let chosen: Vec<PuzzleInfo> = match &args.which.puzzle {
        // Its errors say why there is none.
        Some(name) if !all.is_empty() => vec![named(&args.which.file, name, all)?],
        _ => all.to_vec(),
    };
    let sources = loaded.sources();
    let mut found = Found { diagnostics: Vec::new(), reports: Reports::default(), exit: Exit::Clean };
    owed::reports(&found.reports);
    // A named puzzle is solved despite errors in others.
    if args.which.puzzle.is_none() || chosen.is_empty() {
        found.report(loaded.faults(), sources, args, output);
    }
    if chosen.is_empty() && found.exit == Exit::Clean {
        return Err(Failure::Other(format!("there is no puzzle in `{}`", args.which.file)));
    }
    let names: Vec<&PuzzleInfo> = chosen.iter().collect();
    check_settings(args, &names)?;
    let document =
        args.certificate.as_ref().map(|_| "certificate").or(args.report.as_ref().map(|_| "report"));
    if let Some(document) = document.filter(|_| chosen.len() > 1) {
        let names: Vec<&str> = chosen.iter().map(|p| p.name.as_str()).collect();
        let message =
            format!("a {document} covers one puzzle; name it: `{}` has {}", args.which.file, listed(&names));
        return Err(Failure::Usage(message));
    }
    let journal = journal(args)?;
    let several = chosen.len() > 1;
    for puzzle in &chosen {
        let limits = if several { limits.for_puzzle() } else { limits.clone() };
        let last = solve_one(args, puzzle, &loaded, &limits, journal.as_ref(), output, &mut found)?;
        if last {
            break;
        }
    }
    if args.format == Format::Json {
        let reports = mem::take(&mut *found.reports.lock().unwrap_or_else(PoisonError::into_inner));
        output.print(&json::solve(sources, &reports, &found.diagnostics))?;
    }
    Ok(found.exit)
}

/// The results so far.
struct Found {
    diagnostics: Vec<Diagnostic>,
    reports: Reports,
    exit: Exit,
}

impl Found {
    fn is_first(&self) -> bool {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Takes the errors among diagnostics that are not yet known, and draws them.
    fn report(&mut self, news: Vec<Diagnostic>, sources: &Sources, args: &SolveArgs, output: &Output) {
        let mut errors = news;
        errors.retain(|d| d.is_error() && !self.diagnostics.contains(d));
        if errors.is_empty() {
            return;
        }
        if args.format == Format::Human {
            output.warn(sources, &errors);
        }
        self.exit = self.exit.and(Exit::of(&errors));
        self.diagnostics.extend(errors);
    }
}

/// Solves one puzzle; true when it was interrupted, so that no other is to follow.
fn solve_one(
    args: &SolveArgs,
    puzzle: &PuzzleInfo,
    loaded: &Analysis,
    limits: &Limits,
    journal: Option<&SharedJournal>,
    output: &Output,
    found: &mut Found,
) -> Result<bool, Failure> {
    owed::begin();
    let watch = Arc::new(Watch::new(&puzzle.name));
    let sets: Vec<(String, i64)> = args
        .which
        .set
        .iter()
        .filter(|(name, _)| args.which.puzzle.is_some() || puzzle.params.iter().any(|p| p.0 == *name))
        .cloned()
        .collect();
    let options = options(args.wanted(), args.method);
    let context = || {
        let context = limits.context(&watch);
        match journal {
            Some(journal) => context.with_journal(Arc::clone(journal)),
            None => context,
        }
    };
    for target in args.certificate.iter().chain(&args.report) {
        spare(target, loaded.sources())?;
    }
    let begun = Instant::now();
    let mut page = None;
    let (mut answer, certificate) = match (&args.report, &args.certificate) {
        (None, None) => (loaded.solve(puzzle, &sets, &options, context()), None),
        (None, Some(path)) => match loaded.certify(puzzle, &sets, &options, context()) {
            Ok((report, document)) => (Ok(report), Some((path, document))),
            Err(diagnostics) => (Err(diagnostics), None),
        },
        (Some(target), path) => {
            match loaded.illustrate_answer(puzzle, &sets, &options, path.is_some(), &context) {
                Ok(mut answer) => {
                    let document = answer.certificate.take();
                    let report = answer.report.clone();
                    page = Some((target, answer, begun.elapsed()));
                    (Ok(report), path.as_ref().zip(document))
                }
                Err(diagnostics) => (Err(diagnostics), None),
            }
        }
    };
    if let (true, Ok(report)) = (args.explain, &mut answer) {
        match loaded.reasons(puzzle, &sets, context()) {
            Ok(Some(reasons)) => report.reasons = Some(reasons),
            Ok(None) => report.notes.push("only placements have steps of reason".to_owned()),
            Err(diagnostics) => answer = Err(diagnostics),
        }
    }
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let report = match answer {
        Ok(report) => report,
        Err(diagnostics) => {
            found.exit = found.exit.and(Exit::Errors);
            found.report(diagnostics, loaded.sources(), args, output);
            return Ok(false);
        }
    };
    if let Answer::Stopped { reason: Stop::Checkpoint { what }, .. } = &report.answer {
        return Err(Failure::Other(what.clone()));
    }
    let exit = Exit::answered(&report.answer);
    found.exit = found.exit.and(exit);
    if args.format == Format::Human {
        let gap = if found.is_first() { "" } else { "\n" };
        let text = plan::report(&report, args.plan.into(), args.why, output.width(), output.is_coloured());
        output.print(&format!("{gap}{text}"))?;
    }
    if let (Answer::Stopped { .. }, Some(file)) = (&report.answer, kept_in(args)) {
        output.say(&format!("`--resume {file}` continues from the last completed level"));
    }
    let stopped = matches!(report.answer, Answer::Stopped { .. });
    found.reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    // The file of the certificate is still under the limits.
    limits.hold();
    let mut written = None;
    if let Some((path, document)) = certificate {
        written = document.is_ok().then_some(path);
        found.exit = found.exit.and(keep(path, document, stopped, loaded.sources(), output)?);
    }
    if let Some((target, answer, time)) = page {
        let certificate = written.map(String::as_str);
        report::write(target, &answer, time, args, certificate, loaded.sources(), output)?;
    }
    Ok(exit == Exit::Interrupted)
}

/// The file that completed levels are kept in.
fn kept_in(args: &SolveArgs) -> Option<&str> {
    args.checkpoint.as_deref().or(args.resume.as_deref())
}

/// The journal that the search is to keep.
fn journal(args: &SolveArgs) -> Result<Option<SharedJournal>, Failure> {
    let Some(path) = kept_in(args) else { return Ok(None) };
    if !matches!(args.method, Method::Auto | Method::Breadth | Method::Bidirectional) {
        let message = "only level-by-level searches save levels: the methods auto, breadth and bidirectional";
        return Err(Failure::Usage(message.into()));
    }
    let opened = match &args.resume {
        Some(_) => Checkpoint::resume(path),
        None => Checkpoint::create(path),
    };
    let checkpoint = opened.map_err(Failure::Other)?;
    Ok(Some(Arc::new(Mutex::new(checkpoint))))
}

/// Refuses a value for a parameter that none of the puzzles has.
fn check_settings(args: &SolveArgs, chosen: &[&PuzzleInfo]) -> Result<(), Failure> {
    let known: Vec<&str> = chosen.iter().flat_map(|p| p.params.iter().map(|q| q.0.as_str())).collect();
    for (name, _) in &args.which.set {
        if chosen.is_empty() || known.contains(&name.as_str()) {
            continue;
        }
        let hint = match did_you_mean(name, known.iter().copied()) {
            Some(hint) => hint,
            None if known.is_empty() => "it has none".to_owned(),
            None => format!("it has {}", listed(&known)),
        };
        let whose = match chosen {
            [one] => format!("`{}` has", one.name),
            _ => "no puzzle of the file has".to_owned(),
        };
        let no = if chosen.len() == 1 { "no parameter" } else { "a parameter" };
        return Err(Failure::Usage(format!("{whose} {no} `{name}`; {hint}")));
    }
    Ok(())
}

fn listed(names: &[&str]) -> String {
    let mut sorted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    sorted.dedup();
    sorted.join(", ")
}
