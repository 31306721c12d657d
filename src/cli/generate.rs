//! `puzzlec generate`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::args::{Format, Which};
use super::exit::Exit;
use super::limits::{SearchLimits, parse_number};
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use super::write;
use puzzlec_analysis::{Analysis, GenerateOptions, GenerateReport, PuzzleInfo};
use puzzlec_model::project::SearchPath;
use puzzlec_render::{generate, json};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec generate sudoku.puzzle > one.puzzle
  puzzlec generate sudoku.puzzle --count 20 --seed 7 -o sudokus
  puzzlec generate crates.puzzle --count 10 --tries 5000 -o crates
  puzzlec generate crates.puzzle --count 10 --from 5000 -o more
  puzzlec generate eight.puzzle --all -o hardest

The puzzle says with `fill` or `clues` what is open, and with `wish` which puzzles are wanted; see `puzzlec explain P0418`. \
The same seed gives the same puzzles on every machine. After Ctrl-C, or at a limit, the puzzles found so far are \
written. Without `-o` one file with all puzzles is written to standard output.

Exit codes:
  0  all puzzles were made
  3  there are fewer puzzles than requested
  4  a limit was reached first")]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    which: Which,
    /// The number of puzzles.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    count: usize,
    /// The seed of random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "all")]
    seed: u64,
    /// Maximum number of tries [default: 1,000 for the hardest puzzles, 100,000 for others].
    #[arg(long, value_name = "N", value_parser = parse_number, conflicts_with = "all")]
    tries: Option<u64>,
    /// The number of the first try: continue after an earlier run with the same seed.
    #[arg(long, value_name = "N", value_parser = parse_number, default_value = "0", conflicts_with = "all")]
    from: u64,
    /// Look at all fillings instead of random ones, those that a symmetry makes of each other once.
    #[arg(long)]
    all: bool,
    /// Write a file for each puzzle into this folder.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<String>,
    #[command(flatten)]
    limits: SearchLimits,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

pub(super) fn run(args: &GenerateArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let limits = args.limits.begin();
    let Some(Picked { loaded, puzzle }) = pick(&args.which, search, output)? else {
        return Ok(Exit::Errors);
    };
    let options = GenerateOptions {
        count: args.count,
        seed: args.seed,
        from: args.from,
        tries: args.tries.unwrap_or(0),
        all: args.all,
    };
    if let Some(folder) = &args.output
        && let Some(beside) = beside(&loaded, &puzzle)
        && !same_folder(folder, &args.which.file)
    {
        let text =
            format!("`{}` uses `{beside}` beside it: write the puzzles into its folder", args.which.file);
        return Err(Failure::Usage(text));
    }
    let watch = Arc::new(Watch::new(&puzzle.name));
    let made = loaded.generate(&puzzle, &args.which.set, &options, limits.context(&watch));
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let (report, mut errors) = match made {
        Ok(report) => (Some(report), Vec::new()),
        Err(diagnostics) => (None, diagnostics),
    };
    errors.retain(|d| d.is_error());
    let mut files = Vec::new();
    if let (Some(report), Some(folder)) = (&report, &args.output) {
        files = written(report, folder, output)?;
    }
    match (args.format, &report) {
        (Format::Json, _) => output.print(&json::generate(loaded.sources(), report.as_ref(), &errors))?,
        (Format::Human, None) => output.warn(loaded.sources(), &errors),
        (Format::Human, Some(report)) if args.output.is_some() => {
            output.print(&generate::report(report, &files))?;
        }
        (Format::Human, Some(report)) => {
            output.data(&report.text)?;
            output.note(&generate::report(report, &[]));
        }
    }
    let Some(report) = report else { return Ok(Exit::of(&errors)) };
    Ok(match &report.looked.stopped {
        Some(stop) => {
            if !args.all && stop.is_interrupted() {
                let next = args.from + report.looked.tries;
                output.say(&format!("`--from {next}` continues after these tries"));
            }
            Exit::stopped(stop)
        }
        None if report.puzzles.len() < args.count => Exit::Unsolvable,
        None => Exit::Clean,
    })
}

/// A file beside that of a puzzle that it uses, if it uses one.
fn beside(loaded: &Analysis, puzzle: &PuzzleInfo) -> Option<String> {
    let file = &loaded.sources().get(puzzle.file)?.name;
    let (_, used) = loaded.project().read().into_iter().find(|(name, _)| name == file)?;
    used.into_iter().find(|name| name != file && !name.starts_with("stdlib:"))
}

/// Writes the puzzles into a folder, and returns the names of their files.
fn written(report: &GenerateReport, folder: &str, output: &Output) -> Result<Vec<String>, Failure> {
    let cannot = |path: &Path, error| Failure::Other(format!("cannot write `{}`: {error}", path.display()));
    let folder = Path::new(folder);
    fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    let mut files = Vec::new();
    for puzzle in &report.puzzles {
        let name = format!("{}.puzzle", puzzle.name);
        let path = folder.join(&name);
        write::text(&path, &puzzle.text).map_err(|error| cannot(&path, error))?;
        files.push(name);
    }
    if !files.is_empty() {
        output.say(&format!(
            "wrote {} into {}",
            puzzlec_render::counted(files.len() as u64, "files"),
            folder.display()
        ));
    }
    Ok(files)
}

/// Whether a folder is that of a file.
fn same_folder(folder: &str, file: &str) -> bool {
    let beside = Path::new(file).parent().filter(|parent| !parent.as_os_str().is_empty());
    let known = |path: &Path| fs::canonicalize(path).ok();
    known(Path::new(folder)).is_some() && known(Path::new(folder)) == known(beside.unwrap_or(Path::new(".")))
}
