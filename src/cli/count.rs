//! `puzzlec count`.

use std::sync::Arc;

use super::Exit;
use super::args::{CountArgs, Format};
use super::driver::PuzzleInfo;
use super::folders::{self, Member};
use super::inputs::Inputs;
use super::limits::Limits;
use super::machine;
use super::output::{Failure, Output};
use super::pick::{Chosen, Picked, choose, pick, several};
use super::progress::Watch;
#[cfg(feature = "distributed")]
use super::workers;
use super::worlds;
use puzzlec_analysis::{CountOf, CountReport, Kept, StartsReport};
use puzzlec_base::diag::Stop;
use puzzlec_model::project::SearchPath;
use puzzlec_render::{count, json};

pub(super) fn run(args: &CountArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    #[cfg(feature = "distributed")]
    if let (Some(hosts), None) = (&args.workers, args.worker) {
        return workers::supervise(args, hosts, output);
    }
    #[cfg(feature = "distributed")]
    let member = workers::member(args)?;
    #[cfg(not(feature = "distributed"))]
    let member = Member::alone();
    let share = |bytes: u64| bytes / member.beside.get() as u64;
    let limits = Limits::new(args.timeout, args.states, args.memory.or_else(|| machine::memory().map(share)));
    if let Some(game) = worlds::game(&Inputs::gather(std::slice::from_ref(&args.file))) {
        return worlds::count(args, &game, &limits, output);
    }
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
    chosen.each(output, |puzzle| one(args, &chosen, puzzle, (&member, &limits.for_puzzle()), output))
}

/// Counts one puzzle.
fn one(
    args: &CountArgs,
    chosen: &Chosen,
    puzzle: &PuzzleInfo,
    (member, limits): (&Member, &Limits),
    output: &Output,
) -> Result<Exit, Failure> {
    let (loaded, sets) = (&chosen.loaded, chosen.settings(puzzle, &args.set));
    let of = match &args.disk {
        Some(disk) => {
            let (store, earlier) = folders::open(disk, args, member).map_err(Failure::Other)?;
            let peers = member.connect.as_ref().map(|connect| connect(limits, output)).transpose()?;
            CountOf::Kept(Kept { store, earlier, peers })
        }
        None if args.positions => CountOf::Positions,
        None => CountOf::Solutions,
    };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let counted = loaded.count(puzzle.index, &sets, (of, member.threads()), &limits.context(&watch));
    // The line of progress must be gone before the answer is written.
    drop(watch);
    if let Ok(CountReport { stopped: Some(Stop::Checkpoint { what }), .. }) = &counted {
        return Err(Failure::Other(what.clone()));
    }
    if member.number > 0
        && let Ok(report) = &counted
    {
        // The first process gives the answer.
        return Ok(report.stopped.as_ref().map_or(Exit::Clean, |stop| {
            output.say(&stop.to_string());
            Exit::stopped(stop)
        }));
    }
    let shown = (args.format, loaded.sources());
    let report = output.answer(counted, shown, count::report, json::count)?;
    Ok(match report.map(|r| r.stopped) {
        None => Exit::Errors,
        Some(None) => Exit::Clean,
        Some(Some(stop)) => {
            if let Some(path) = args.disk.as_ref().filter(|_| member.connect.is_none()) {
                output.say(&format!("`--disk {path} --resume` continues from the last completed level"));
            }
            Exit::stopped(&stop)
        }
    })
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
