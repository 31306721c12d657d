//! `puzzlec export`.

use std::fs;
use std::path::Path;

use super::Exit;
use super::args::ExportArgs;
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use crate::project::Search;
use crate::render::counted;

pub(super) fn run(args: &ExportArgs, search: &Search, output: &Output) -> Result<Exit, Failure> {
    let Some(Picked { loaded, puzzle }) = pick("export", &args.file, args.puzzle.as_deref(), search, output)?
    else {
        return Ok(Exit::Errors);
    };
    let pddl = match loaded.pddl(puzzle.index, &args.set) {
        Ok(Ok(pddl)) => pddl,
        Ok(Err(refusal)) => {
            return Err(Failure::Other(format!("`{}` cannot be put into PDDL: {}", puzzle.name, refusal.0)));
        }
        Err(diagnostics) => {
            output.warn(loaded.sources(), &diagnostics);
            return Ok(Exit::Errors);
        }
    };
    fs::create_dir_all(&args.output)?;
    let domain = args.output.join("domain.pddl");
    let problem = args.output.join("problem.pddl");
    fs::write(&domain, &pddl.domain)?;
    fs::write(&problem, &pddl.problem)?;
    let shown = |path: &Path| path.display().to_string();
    let mut text = format!(
        "wrote {} and {}: {}",
        shown(&domain),
        shown(&problem),
        counted(pddl.schemas as u64, "actions")
    );
    text.push_str(&format!(" for {}\n", counted(pddl.actions as u64, "moves")));
    for note in &pddl.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    output.print(&text)?;
    Ok(Exit::Clean)
}
