//! `puzzlec count`.

mod keyed;

use std::sync::Arc;

use clap::Args;
use num_bigint::BigUint;

use super::args::{Format, Which};
use super::exit::Exit;
use super::folders::{self, FolderArgs, Member};
use super::limits::{Limits, SearchLimits, parse_ordinal};
use super::machine;
use super::output::{Failure, Output};
use super::pick::{Chosen, Picked, choose, pick, several};
use super::progress::Watch;
#[cfg(feature = "distributed")]
use super::workers;
use super::worlds;
use puzzlec_analysis::{CountOf, CountReport, Kept, PuzzleInfo, StartsReport};
use puzzlec_base::diag::Stop;
use puzzlec_model::project::SearchPath;
use puzzlec_render::{count, json};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec count central.puzzle                  all puzzles in the file
  puzzlec count sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec count large.puzzle --timeout 10m --memory 2GiB --format json
  puzzlec count huge.puzzle Far --disk levels           levels in a folder
  puzzlec count huge.puzzle Far --disk levels --resume  after its last level
  puzzlec count huge.puzzle Far --disk levels --workers hosts.txt
  puzzlec count coins.puzzle Row --starts       with `start row 110 ?*32`
  puzzlec count coins.puzzle Row --starts --nth 1000

Counts:
  positions   positions reachable from the start, by the least number of moves;
              a move is one action of a rule that changes the position
  stuck       positions without a move
  goals       goal positions
  solutions   sequences of moves from the start to a goal; they may pass through
              other goals
  games       sequences of moves from the start to a stuck position

If positions can repeat, solutions and games are endless, and only the shortest solutions are counted. When a limit is reached, or after Ctrl-C, the counts so far are shown.")]
pub(super) struct CountArgs {
    #[command(flatten)]
    pub(super) which: Which,
    /// Count positions, too, where a theory would count solutions without them.
    #[arg(long, conflicts_with = "starts")]
    pub(super) positions: bool,
    /// Count the starts that are solvable, or that the first player wins, where `?` is any piece.
    #[arg(long)]
    pub(super) starts: bool,
    /// Write the N-th of these starts, from 1.
    #[arg(long, value_name = "N", requires = "starts", value_parser = parse_ordinal)]
    pub(super) nth: Option<BigUint>,
    #[command(flatten)]
    pub(super) kept: FolderArgs,
    #[command(flatten)]
    pub(super) limits: SearchLimits,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

pub(super) fn run(args: &CountArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    #[cfg(feature = "distributed")]
    if let (Some(hosts), None) = (&args.kept.workers, args.kept.worker) {
        return workers::supervise(&args.which.file, &args.kept, hosts, output);
    }
    #[cfg(feature = "distributed")]
    let member = workers::member(&args.kept)?;
    #[cfg(not(feature = "distributed"))]
    let member = Member::alone();
    let share = |bytes: u64| bytes / member.beside.get() as u64;
    let given = &args.limits;
    let limits =
        Limits::new(given.timeout, given.states, given.memory.or_else(|| machine::memory().map(share)));
    if let Some(game) = worlds::game(&args.which.file) {
        return keyed::run(args, &game, &limits, output);
    }
    if args.starts {
        let picked = pick(&args.which, search, output)?;
        return picked.map_or(Ok(Exit::Errors), |picked| starts(args, &picked, &limits, output));
    }
    let chosen = choose(&args.which, search, output)?;
    let Some(chosen) = chosen else { return Ok(Exit::Errors) };
    if chosen.puzzles.len() > 1 && args.format == Format::Json {
        return Err(several(&args.which.file, &chosen.puzzles));
    }
    if chosen.puzzles.len() > 1 && args.kept.disk.is_some() {
        let message = format!("a folder has the levels of one puzzle; name one of `{}`", args.which.file);
        return Err(Failure::Usage(message));
    }
    chosen.each(output, |puzzle| one(args, &chosen, puzzle, &member, &limits.for_puzzle(), output))
}

/// Counts one puzzle.
fn one(
    args: &CountArgs,
    chosen: &Chosen,
    puzzle: &PuzzleInfo,
    member: &Member,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    let (loaded, sets) = (&chosen.loaded, chosen.settings(puzzle, &args.which.set));
    let of = match &args.kept.disk {
        Some(disk) => {
            let (store, earlier) = folders::open(disk, &args.kept, member).map_err(Failure::Other)?;
            let peers = member.connect.as_ref().map(|connect| connect(limits, output)).transpose()?;
            CountOf::Kept(Kept { store, earlier, peers })
        }
        None if args.positions => CountOf::Positions,
        None => CountOf::Solutions,
    };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let counted = loaded.count(puzzle, &sets, of, member.threads(), limits.context(&watch));
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
    let report = output.answer(counted, args.format, loaded.sources(), count::report, json::count)?;
    Ok(match report.map(|r| r.stopped) {
        None => Exit::Errors,
        Some(None) => Exit::Clean,
        Some(Some(stop)) => {
            if let Some(path) = args.kept.disk.as_ref().filter(|_| member.connect.is_none()) {
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
    let counted = loaded.starts(puzzle, &args.which.set, args.nth.as_ref(), limits.context(&watch));
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let words = |report: &StartsReport| count::starts(report, args.nth.is_some());
    let report = output.answer(counted, args.format, loaded.sources(), words, json::starts)?;
    Ok(match report {
        None => Exit::Errors,
        Some(report) => match report.stopped {
            Some(stop) => Exit::stopped(&stop),
            None if args.nth.is_some() && report.nth.is_none() => Exit::Unsolvable,
            None => Exit::Clean,
        },
    })
}
