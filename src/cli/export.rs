//! `puzzlec export`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::args::Which;
use super::exit::Exit;
use super::limits::Within;
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use puzzlec_analysis::{Analysis, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::SearchPath;
use puzzlec_render::counted;
use puzzlec_render::pddl::{self, Form, Pddl, Refusal};
use puzzlec_search::ground;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec export --pddl central.puzzle      domain.pddl and problem.pddl, here
  puzzlec export --pddl sliding.puzzle Alternate --set n=7 -o pddl/

The length of a plan, or its cost if actions have costs, is the length of a solution in the puzzle's \
own measure. For the translation to PDDL, see docs/pddl.md.")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    which: Which,
    /// Write PDDL for planners: domain.pddl and problem.pddl.
    #[arg(long, required = true)]
    pddl: bool,
    /// Write the contents of all cells, even where each piece occurs once and can be written with its cell.
    #[arg(long)]
    by_cell: bool,
    #[command(flatten)]
    within: Within,
    /// The output directory; created if missing.
    #[arg(long, short, value_name = "DIRECTORY", default_value = ".")]
    output: PathBuf,
}

pub(super) fn run(args: &ExportArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let limits = args.within.limits();
    let Some(Picked { loaded, puzzle }) = pick(&args.which, search, output)? else {
        return Ok(Exit::Errors);
    };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let form = if args.by_cell { Form::ByCell } else { Form::ByPiece };
    let pddl = translated(&loaded, &puzzle, &args.which.set, form, limits.context(&watch).budget());
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
        output.file(&shown(path), loaded.sources(), |file| file.write_all(text.as_bytes()))?;
    }
    let (schemas, moves) = (counted(pddl.schemas as u64, "actions"), counted(pddl.actions as u64, "moves"));
    let mut text = format!("{schemas} for {moves}\n");
    for note in &pddl.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    output.print(&text)?;
    Ok(Exit::Clean)
}

/// A puzzle in PDDL; the inner error is why it has none.
fn translated(
    loaded: &Analysis,
    puzzle: &PuzzleInfo,
    sets: &[(String, i64)],
    form: Form,
    budget: &Budget,
) -> Result<Result<Pddl, Refusal>, Vec<Diagnostic>> {
    let model = loaded.model_within(puzzle, sets, budget)?;
    let file = loaded.sources().get(puzzle.file).map_or("", |f| f.name.as_str());
    match ground::ground(&model, None, budget) {
        Ok(ground) => Ok(pddl::export(&model, &ground, file, form)),
        Err(ground::Failure::Diagnostics(diagnostics)) => Err(diagnostics),
        Err(ground::Failure::Stop(stop)) => Ok(Err(Refusal(stop.to_string()))),
    }
}
