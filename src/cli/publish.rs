//! `puzzlec publish`.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::Exit;
use super::driver::{self, PuzzleInfo, SolveOptions};
use super::inputs::Inputs;
use super::limits::{Limits, parse_bytes, parse_number, parse_setting, parse_time};
use super::output::{Failure, Output};
use super::progress::Watch;
use super::write;
use puzzlec_analysis::{Answer, PublishedPuzzle, Unpublished};
use puzzlec_base::Limit;
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_model::project::SearchPath;
use puzzlec_render::{bytes, counted, page, plan};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec publish central.puzzle                 site/index.html
  puzzlec publish puzzles/ -o public --title \"Puzzles of the week\"
  puzzlec publish sliding.puzzle --set n=7 --states 1M

The page is one file, which needs no network. A puzzle that is not solved within the limits is published without a \
solution. With `--states` and without `--timeout` the same puzzles always give the same page.")]
pub(super) struct PublishArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(required = true)]
    paths: Vec<String>,
    /// The output directory; created if missing.
    #[arg(long, short, value_name = "DIRECTORY", default_value = "site")]
    output: PathBuf,
    /// The title of the page [default: that of its only puzzle, or `Puzzles`].
    #[arg(long)]
    title: Option<String>,
    /// Set a parameter of the puzzles that have it.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    set: Vec<(String, i64)>,
    /// Time limit for the solution of each puzzle, such as 10s, 5m or 1h [default: 10s, without `--states`].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
    /// Limit on the number of positions, such as 5000000 or 5M.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    states: Option<u64>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
}

/// The time for a solution if no limit is stated.
const TIME: Duration = Duration::from_secs(10);

pub(super) fn run(args: &PublishArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let time = args.timeout.or(args.states.is_none().then_some(TIME));
    let limits = Limits::new(time, args.states, args.memory);
    let inputs = Inputs::gather(&args.paths);
    let loaded = driver::load(&inputs, &inputs.paths, search);
    let mut exit = Exit::Clean;
    let mut errors = loaded.faults();
    let mut sources = loaded.sources().clone();
    errors.extend(inputs.diagnostics(&mut sources));
    errors.retain(Diagnostic::is_error);
    if !errors.is_empty() {
        output.warn(&sources, &errors);
        exit = Exit::Errors;
    }
    let all = loaded.puzzles();
    if all.is_empty() {
        return match exit {
            Exit::Clean => Err(Failure::Other("there is no puzzle to publish".to_owned())),
            _ => Ok(exit),
        };
    }
    let has = |puzzle: &PuzzleInfo, name: &str| puzzle.params.iter().any(|param| param.0 == name);
    if let Some((name, _)) = args.set.iter().find(|(name, _)| !all.iter().any(|puzzle| has(puzzle, name))) {
        return Err(Failure::Usage(format!("no puzzle has a parameter `{name}`")));
    }
    let limits = limits.for_puzzles(all.len());
    let mut published = Vec::new();
    let mut lacking = Vec::new();
    for puzzle in &all {
        let set: Vec<(String, i64)> =
            args.set.iter().filter(|(name, _)| has(puzzle, name)).cloned().collect();
        let watch = Arc::new(Watch::new(&puzzle.name));
        let page =
            loaded.publish(puzzle.index, &set, &SolveOptions::default(), &|| limits.context_to_draw(&watch));
        // The line of progress must be gone before anything else is written.
        drop(watch);
        match page {
            Ok(page) => {
                let answer = page.report.as_ref().map(|report| &report.answer);
                if let Some(Answer::Stopped { reason: Stop::Limit(Limit::Cancelled), .. }) = answer {
                    return Ok(Exit::Interrupted);
                }
                lacking.extend(lack(&page).map(|what| format!("`{}` {what}", puzzle.name)));
                published.push(page);
            }
            Err(Unpublished::Unfit(why)) => lacking.push(format!("`{}` is left out: {why}", puzzle.name)),
            Err(Unpublished::Errors(mut errors)) => {
                errors.retain(Diagnostic::is_error);
                output.warn(loaded.sources(), &errors);
                exit = Exit::Errors;
            }
        }
    }
    for line in lacking {
        output.say(&line);
    }
    if published.is_empty() {
        return Err(Failure::Other("no puzzle can be published".to_owned()));
    }
    limits.hold();
    let title = args.title.clone().unwrap_or_else(|| match published.as_slice() {
        [one] => one.pictures.title.clone().unwrap_or_else(|| one.pictures.puzzle.clone()),
        _ => "Puzzles".to_owned(),
    });
    let text = page::page(&title, &published);
    let target = args.output.join("index.html");
    fs::create_dir_all(&args.output)
        .and_then(|()| write::text(&target, &text))
        .map_err(|error| Failure::Other(format!("cannot write `{}`: {error}", target.display())))?;
    output.print(&format!(
        "wrote {}: {}, {}\n",
        target.display(),
        counted(published.len() as u64, "puzzles"),
        bytes(text.len() as u64)
    ))?;
    Ok(exit)
}

/// What the page of a puzzle lacks, if anything.
fn lack(page: &PublishedPuzzle) -> Option<String> {
    match (&page.tables, page.report.as_ref().map(|report| &report.answer)) {
        (Err(why), _) => Some(format!("can be looked at, but not played: {why}")),
        (Ok(_), Some(answer @ Answer::Stopped { .. })) => {
            Some(format!("is published without a solution: {}", plan::label(answer)))
        }
        (Ok(_), _) => None,
    }
}
