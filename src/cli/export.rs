//! `puzzlec export`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::Exit;
use super::limits::{Limits, parse_bytes, parse_setting, parse_time};
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use super::write;
use puzzlec_model::project::SearchPath;
use puzzlec_render::counted;
use puzzlec_render::pddl::Form;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec export --pddl central.puzzle      domain.pddl and problem.pddl, here
  puzzlec export --pddl sliding.puzzle Alternate --set n=7 -o pddl/

The length of a plan, or its cost if actions have costs, is the length of a solution in the puzzle's \
own measure. For the translation to PDDL, see docs/pddl.md.")]
pub(super) struct ExportArgs {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    file: String,
    /// The puzzle; optional if the file has only one.
    puzzle: Option<String>,
    /// Write PDDL for planners: domain.pddl and problem.pddl.
    #[arg(long, required = true)]
    pddl: bool,
    /// Write the contents of all cells, even where each piece occurs once and can be written with its cell.
    #[arg(long)]
    by_cell: bool,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    set: Vec<(String, i64)>,
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// The output directory; created if missing.
    #[arg(long, short, value_name = "DIRECTORY", default_value = ".")]
    output: PathBuf,
}

pub(super) fn run(args: &ExportArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let limits = Limits::new(args.timeout, None, args.memory);
    let Some(Picked { loaded, puzzle }) = pick(&args.file, args.puzzle.as_deref(), search, output)? else {
        return Ok(Exit::Errors);
    };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let form = if args.by_cell { Form::ByCell } else { Form::ByPiece };
    let pddl = loaded.pddl(puzzle.index, &args.set, form, limits.context(&watch).budget());
    drop(watch);
    let pddl = match pddl {
        Ok(Ok(pddl)) => pddl,
        Ok(Err(refusal)) => {
            return Err(Failure::Other(format!("cannot translate `{}` to PDDL: {}", puzzle.name, refusal.0)));
        }
        Err(diagnostics) => {
            output.warn(loaded.sources(), &diagnostics);
            return Ok(Exit::Errors);
        }
    };
    fs::create_dir_all(&args.output)?;
    let domain = args.output.join("domain.pddl");
    let problem = args.output.join("problem.pddl");
    let shown = |path: &Path| path.display().to_string();
    for (path, text) in [(&domain, &pddl.domain), (&problem, &pddl.problem)] {
        write::output(&shown(path), (loaded.sources(), output), |file| file.write_all(text.as_bytes()))?;
    }
    let (schemas, moves) = (counted(pddl.schemas as u64, "actions"), counted(pddl.actions as u64, "moves"));
    let mut text = format!("{schemas} for {moves}\n");
    for note in &pddl.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    output.print(&text)?;
    Ok(Exit::Clean)
}
