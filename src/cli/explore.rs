//! `puzzlec explore`.

mod keyed;

use std::sync::Arc;
use std::{fmt, io};

use clap::Args;

use super::args::{Format, Which};
use super::exit::Exit;
use super::limits::{Limits, SearchLimits};
use super::output::{Failure, Output};
use super::pick::{Chosen, choose, several};
use super::progress::Watch;
use super::worlds;
use puzzlec_analysis::{ExploreOptions, ExploreReport, PuzzleInfo};
use puzzlec_base::diag::Stop;
use puzzlec_base::{Limit, Sources};
use puzzlec_model::project::SearchPath;
use puzzlec_render::{explore, grouped, json};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec explore central.puzzle --depth 6      up to six moves from the start
  puzzlec explore small.puzzle --dot small.dot  a graph: dot -Tsvg small.dot
  puzzlec explore small.puzzle Corner --csv - > corner.csv

The columns:
  positions     positions first reached after this number of moves; a move is
                one action of a rule that changes the position, in every measure
  goals, stuck  goals and positions without a move among them
  forward       moves from them to the next level
  within, back  moves from them to the same level and to earlier levels

Symmetric positions, and moves, are counted separately.")]
pub(super) struct ExploreArgs {
    #[command(flatten)]
    pub(super) which: Which,
    /// The greatest number of moves from the start.
    #[arg(long, value_name = "MOVES")]
    pub(super) depth: Option<u32>,
    /// Write all positions and moves as a graph in the DOT language, at most 100k positions without `--states`; `-` for
    /// standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) dot: Option<String>,
    /// Write all positions and moves as comma-separated values; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<String>,
    #[command(flatten)]
    pub(super) limits: SearchLimits,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// Maximum number of positions of a graph without `--states`.
const MOST_DRAWN: u64 = 100_000;

impl ExploreArgs {
    /// As limits that begin now.
    pub(super) fn limits(&self) -> Limits {
        let graph = self.dot.is_some() || self.csv.is_some();
        let states = self.limits.states.or(graph.then_some(MOST_DRAWN));
        Limits::new(self.limits.timeout, states, self.limits.memory)
    }
}

pub(super) fn run(args: &ExploreArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let targets = [&args.dot, &args.csv];
    let to_output = targets.iter().filter(|t| t.as_deref() == Some("-")).count();
    if to_output > 1 || to_output == 1 && args.format == Format::Json {
        return Err(Failure::Usage("only one graph can be written to standard output".to_owned()));
    }
    if let Some(game) = worlds::game(&args.which.file) {
        return keyed::run(args, &game, output);
    }
    let graph = targets.iter().any(|t| t.is_some());
    let limits = args.limits();
    let Some(chosen) = choose(&args.which, search, output)? else {
        return Ok(Exit::Errors);
    };
    if chosen.puzzles.len() > 1 && (graph || args.format == Format::Json) {
        return Err(several(&args.which.file, &chosen.puzzles));
    }
    chosen.each(output, |puzzle| one(args, &chosen, puzzle, &limits.for_puzzle(), output))
}

/// Explores one puzzle.
fn one(
    args: &ExploreArgs,
    chosen: &Chosen,
    puzzle: &PuzzleInfo,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    let (loaded, sets) = (&chosen.loaded, chosen.settings(puzzle, &args.which.set));
    let targets = [&args.dot, &args.csv];
    let graph = targets.iter().any(|t| t.is_some());
    let watch = Arc::new(Watch::new(&puzzle.name));
    let threads = std::thread::available_parallelism().ok();
    let options = ExploreOptions { depth: args.depth, graph, threads };
    let explored = loaded.explore(puzzle, &sets, options, limits.context(&watch));
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let mut report = match explored {
        Ok(report) => report,
        Err(mut errors) => {
            errors.retain(|d| d.is_error());
            match args.format {
                Format::Json => output.print(&json::explore(loaded.sources(), None, &errors))?,
                Format::Human => output.warn(loaded.sources(), &errors),
            }
            return Ok(Exit::Errors);
        }
    };
    write_explored(args, &mut report, loaded.sources(), output)?;
    Ok(match report.stopped {
        None => Exit::Clean,
        Some(stop) => Exit::stopped(&stop),
    })
}

/// Writes the graphs that are wanted, or says why not, and prints the report unless a graph goes to standard output. It
/// is called under the limits, which end with the answer.
fn write_explored(
    args: &ExploreArgs,
    report: &mut ExploreReport,
    sources: &Sources,
    output: &Output,
) -> Result<(), Failure> {
    let targets = [&args.dot, &args.csv];
    let graph = report.graph.take();
    if let Some(graph) = &graph {
        if let Some(target) = &args.dot {
            write(target, sources, output, |text| explore::dot(&report.puzzle, graph, text))?;
        }
        if let Some(target) = &args.csv {
            write(target, sources, output, |text| explore::csv(graph, text))?;
        }
    }
    if !targets.iter().any(|t| t.as_deref() == Some("-")) {
        match args.format {
            Format::Json => output.print(&json::explore(sources, Some(&*report), &[]))?,
            Format::Human => output.print(&explore::report(report))?,
        }
    }
    if graph.is_none() && targets.iter().any(|t| t.is_some()) {
        let why = match &report.stopped {
            Some(Stop::Limit(Limit::States { states })) => format!(
                "the graph is not written: it has more than {} positions; raise the limit with \
                 `--states`, or restrict the depth with `--depth`",
                grouped(*states)
            ),
            _ => "the graph is not written because it is incomplete".to_owned(),
        };
        output.complain(&why);
    }
    Ok(())
}

/// Writes to a file, or to standard output where `-` stands.
fn write(
    target: &str,
    sources: &Sources,
    output: &Output,
    fill: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> Result<(), Failure> {
    let fill = |out: &mut dyn io::Write| {
        let mut text = Text { out, failed: None };
        match (fill(&mut text), text.failed) {
            (Ok(()), _) => Ok(()),
            (Err(_), failed) => Err(failed.unwrap_or_else(|| io::ErrorKind::Other.into())),
        }
    };
    match target {
        "-" => output.stream(fill),
        _ => output.file(target, sources, |file| fill(file)),
    }
}

/// Text that goes to an output piece by piece.
struct Text<'a> {
    out: &'a mut dyn io::Write,
    failed: Option<io::Error>,
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}
