//! `puzzlec count`.

use std::sync::Arc;

use super::Exit;
use super::args::{CountArgs, Format};
use super::driver::PuzzleInfo;
use super::limits::Limits;
use super::output::{Failure, Output};
use super::pick::{Chosen, Picked, choose, pick, several};
use super::progress::Watch;
use super::run_folder::RunFolder;
use puzzlec_analysis::{CountOf, CountReport, StartsReport};
use puzzlec_base::diag::Stop;
use puzzlec_model::project::SearchPath;
use puzzlec_render::{count, json};

pub(super) fn run(args: &CountArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let limits = Limits::new(args.timeout, args.states, args.memory);
    if args.starts {
        let picked = pick(&args.file, args.puzzle.as_deref(), search, output)?;
        return picked.map_or(Ok(Exit::Errors), |picked| starts(args, &picked, &limits, output));
    }
    let chosen = choose(&args.file, args.puzzle.as_deref(), search, output)?;
    let Some(chosen) = chosen else { return Ok(Exit::Errors) };
    if chosen.puzzles.len() > 1 && args.format == Format::Json {
        return Err(several(&args.file, &chosen.puzzles));
    }
    if chosen.puzzles.len() > 1 && args.disk.is_some() {
        let message = format!("a folder has the levels of one puzzle; name one of `{}`", args.file);
        return Err(Failure::Usage(message));
    }
    chosen.each(output, |puzzle| one(args, &chosen, puzzle, &limits.for_puzzle(), output))
}

/// Counts one puzzle.
fn one(
    args: &CountArgs,
    chosen: &Chosen,
    puzzle: &PuzzleInfo,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    let (loaded, sets) = (&chosen.loaded, chosen.settings(puzzle, &args.set));
    let of = match folder(args)? {
        Some(folder) => CountOf::Kept(Arc::new(folder)),
        None if args.positions => CountOf::Positions,
        None => CountOf::Solutions,
    };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let counted = loaded.count(puzzle.index, &sets, of, &limits.context(&watch));
    // The line of progress must be gone before the answer is written.
    drop(watch);
    if let Ok(CountReport { stopped: Some(Stop::Checkpoint { what }), .. }) = &counted {
        return Err(Failure::Other(what.clone()));
    }
    let shown = (args.format, loaded.sources());
    let report = output.answer(counted, shown, count::report, json::count)?;
    Ok(match report.map(|r| r.stopped) {
        None => Exit::Errors,
        Some(None) => Exit::Clean,
        Some(Some(stop)) => {
            if let Some(path) = &args.disk {
                output.say(&format!("`--disk {path} --resume` continues from the last completed level"));
            }
            Exit::stopped(&stop)
        }
    })
}

/// The folder that levels are to be kept in.
fn folder(args: &CountArgs) -> Result<Option<RunFolder>, Failure> {
    let Some(path) = &args.disk else { return Ok(None) };
    let opened = match args.resume {
        true => RunFolder::resume(path, args.disk_limit),
        false => RunFolder::create(path, args.disk_limit),
    };
    opened.map(Some).map_err(Failure::Other)
}

/// `puzzlec count --starts`.
fn starts(args: &CountArgs, picked: &Picked, limits: &Limits, output: &Output) -> Result<Exit, Failure> {
    let Picked { loaded, puzzle } = picked;
    let watch = Arc::new(Watch::new(&puzzle.name));
    let counted = loaded.starts(puzzle.index, &args.set, args.nth.as_ref(), &limits.context(&watch));
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let words = |report: &StartsReport| count::starts(report, args.nth.is_some());
    let report = output.answer(counted, (args.format, loaded.sources()), words, json::starts)?;
    Ok(match report {
        None => Exit::Errors,
        Some(report) => match report.stopped {
            Some(stop) => Exit::stopped(&stop),
            None if args.nth.is_some() && report.nth.is_none() => Exit::Unsolvable,
            None => Exit::Clean,
        },
    })
}
