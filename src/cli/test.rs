//! `puzzlec test`.

mod args;
mod plan;

use std::sync::Arc;

use super::args::Format;
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits::Limits;
use super::output::{Failure, Output};
use super::progress::Watch;
use super::watch;
use super::watched::Round;
use super::worlds;
use puzzlec_analysis::{Analysis, Outcome, PuzzleInfo, TestResult};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{SourceFile, Sources};
use puzzlec_model::project::SearchPath;
use puzzlec_render::counted;
use puzzlec_render::json::{self, Tally};

pub(super) use args::{TestArgs, TestHow};

pub(super) fn run(args: &TestArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    if let Some(plan) = &args.plan {
        return plan::run(args, plan, search, output);
    }
    if args.watch.watch {
        return watch::run(&args.paths, &args.watch, output, &mut |inputs| {
            let limits = args.how.limits();
            let (games, paths) = worlds::apart(inputs);
            let loaded = Analysis::load_with(inputs, &paths, search);
            let exit = expectations_of(&loaded, games, inputs, &args.how, &limits, output)?;
            Ok(Round { exit, read: loaded.project().read() })
        });
    }
    let limits = args.how.limits();
    let inputs = Inputs::gather(&args.paths);
    expectations(&inputs, &args.how, &limits, search, output)
}

/// Proves the expectations of files.
pub(super) fn expectations(
    inputs: &Inputs,
    args: &TestHow,
    limits: &Limits,
    search: &SearchPath,
    output: &Output,
) -> Result<Exit, Failure> {
    let (games, paths) = worlds::apart(inputs);
    expectations_of(&Analysis::load_with(inputs, &paths, search), games, inputs, args, limits, output)
}

fn expectations_of(
    loaded: &Analysis,
    games: Vec<SourceFile>,
    inputs: &Inputs,
    args: &TestHow,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut sources = loaded.sources().clone();
    let watch = Arc::new(Watch::new("check"));
    // Warnings are for `check`; an expectation of a text that means nothing has no outcome.
    let (mut errors, _) = loaded.check_within(limits.context(&watch).budget());
    drop(watch);
    errors.extend(inputs.diagnostics(&mut sources));
    let games: Vec<_> = games.into_iter().map(|game| (sources.add(game.clone()), game)).collect();
    games.iter().for_each(|(file, game)| errors.extend(worlds::diagnostics(*file, &game.text)));
    errors.retain(Diagnostic::is_error);
    let human = args.format == Format::Human;
    if human {
        output.show(&sources, &errors)?;
    }
    let mut results = Vec::new();
    let (mut skipped, mut untried) = (0, 0);
    for puzzle in loaded.puzzles().iter().filter(|p| p.expectations > 0) {
        if limits.cancel.is_cancelled() {
            break;
        }
        if let Some(time) = limits.over() {
            let why = format!("the time limit of {} s for the whole run was reached", time.as_secs());
            let found = loaded.untried(puzzle, &why);
            untried += found.len();
            results.extend(found);
            continue;
        }
        match test_one(args, puzzle, loaded, limits, output)? {
            Ok(found) => {
                if human {
                    show(args, &sources, &found, output)?;
                }
                results.extend(found);
            }
            Err(diagnostics) => {
                skipped += puzzle.expectations;
                let mut news = diagnostics;
                news.retain(|d| d.is_error() && !errors.contains(d));
                if human {
                    output.show(&sources, &news)?;
                }
                errors.extend(news);
            }
        }
    }
    for (file, game) in &games {
        if limits.cancel.is_cancelled() {
            break;
        }
        let found = worlds::expectations(*file, game, limits);
        if human {
            show(args, &sources, &found, output)?;
        }
        results.extend(found);
    }
    let tally = Tally::of(&results);
    if human {
        if let (Some(time), 1..) = (limits.over(), untried) {
            let left = counted(untried as u64, "expectations");
            let time = time.as_secs();
            output.print(&format!("not run within the time limit of {time} s: {left}\n"))?;
        }
        let line = tally.words(skipped, errors.len());
        let good = tally.failed + tally.undecided + skipped + errors.len() == 0;
        output.print(&format!("{}\n", output.paint(&line, good)))?;
    } else {
        output.print(&json::test(&sources, &results, None, &errors))?;
    }
    let faulty = !errors.is_empty();
    let found = results.iter().filter_map(|r| match &r.outcome {
        Outcome::Failed { diagnostic } | Outcome::Undecided { diagnostic } => Some((**diagnostic).clone()),
        Outcome::Held => None,
    });
    errors.extend(found);
    Ok(if Exit::of(&errors) == Exit::Internal {
        Exit::Internal
    } else if limits.cancel.is_cancelled() {
        Exit::Interrupted
    } else if tally.failed > 0 || skipped > 0 || faulty {
        Exit::Errors
    } else if tally.undecided > 0 {
        Exit::Stopped
    } else {
        Exit::Clean
    })
}

type Outcomes = Result<Vec<TestResult>, Vec<Diagnostic>>;

fn test_one(
    args: &TestHow,
    puzzle: &PuzzleInfo,
    loaded: &Analysis,
    limits: &Limits,
    output: &Output,
) -> Result<Outcomes, Failure> {
    let watch = Arc::new(Watch::new(&puzzle.name));
    let found = loaded.test(puzzle, &|| limits.context(&watch));
    let time = watch.elapsed();
    drop(watch);
    if args.time && args.format == Format::Human {
        let file = loaded.sources().get(puzzle.file).map_or("", |f| f.name.as_str());
        output.print(&format!("{:>8.2} s  {file}: {}\n", time.as_secs_f64(), puzzle.name))?;
    }
    Ok(found)
}

fn show(args: &TestHow, sources: &Sources, results: &[TestResult], output: &Output) -> Result<(), Failure> {
    for result in results {
        let word = match &result.outcome {
            Outcome::Held => "ok",
            Outcome::Failed { .. } => "FAILED",
            Outcome::Undecided { .. } => "undecided",
        };
        if args.verbose {
            let line = format!("{}: {}: {}", result.file, named(result), result.expectation);
            let held = matches!(result.outcome, Outcome::Held);
            output.print(&format!("{} {line}\n", output.paint(word, held)))?;
        }
        if let Outcome::Failed { diagnostic } | Outcome::Undecided { diagnostic } = &result.outcome {
            output.show(sources, std::slice::from_ref(&**diagnostic))?;
        }
    }
    Ok(())
}

fn named(result: &TestResult) -> String {
    if result.parameters.is_empty() {
        return result.puzzle.clone();
    }
    let values: Vec<String> = result.parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    format!("{} ({})", result.puzzle, values.join(", "))
}
