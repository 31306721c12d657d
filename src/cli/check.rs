//! `puzzlec check`.

use super::Exit;
use super::args::{CheckArgs, CheckFormat};
use super::driver::{self, Loaded};
use super::fix;
use super::inputs::Inputs;
use super::output::{Failure, Output, summary};
use super::watch::{self, Round};
use crate::base::Sources;
use crate::diag::Diagnostic;
use crate::project::Search;
use crate::render::json::Counts;
use crate::render::{counted, github, json, sarif};

/// Mending one mistake may uncover another; after so many rounds the rest is left to the author.
const ROUNDS: usize = 10;

pub(super) fn run(args: &CheckArgs, search: &Search, output: &Output) -> Result<Exit, Failure> {
    if args.watch.watch {
        if args.fix {
            return Err(Failure::Usage(
                "`--watch` waits for changes; it makes none, so leave out `--fix`".to_owned(),
            ));
        }
        return watch::run(&args.paths, &args.watch, output, &mut |inputs| {
            let loaded = driver::load(inputs, &inputs.paths, search);
            let (sources, diagnostics) = found(&loaded, inputs);
            let files = counted(inputs.paths.len() as u64, "files");
            let exit = tell(args.format, &sources, &diagnostics, (true, 0), &files, output)?;
            Ok(Round { exit, read: loaded.read() })
        });
    }
    let inputs = Inputs::gather(&args.paths);
    if args.fix && inputs.has_stdin() {
        return Err(Failure::Usage("`--fix` changes files; it cannot change standard input".to_owned()));
    }
    let (mut sources, mut diagnostics) = findings(&inputs, search);
    let mut fixed = 0;
    if args.fix {
        for _ in 0..ROUNDS {
            let mended = fix::apply(&inputs, &sources, &diagnostics)?;
            if mended == 0 {
                break;
            }
            fixed += mended;
            (sources, diagnostics) = findings(&inputs, search);
        }
    }
    let files = counted(inputs.paths.len() as u64, "files");
    tell(args.format, &sources, &diagnostics, (!args.fix, fixed), &files, output)
}

/// Writes findings; `mends` is whether `--fix` may be proposed, and how many mistakes it has mended.
pub(super) fn tell(
    format: CheckFormat,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    mends: (bool, usize),
    files: &str,
    output: &Output,
) -> Result<Exit, Failure> {
    let (may_fix, fixed) = mends;
    let counts = Counts::of(diagnostics);
    match format {
        CheckFormat::Human => {
            output.show(sources, diagnostics)?;
            let mut line = summary(counts);
            if fixed > 0 {
                line.push_str(&format!("; {} mended", counted(fixed as u64, "mistakes")));
            }
            let fixable = diagnostics.iter().filter(|d| d.fixes.iter().any(|f| f.safe)).count();
            if may_fix && fixable > 0 {
                let which = match (fixable, diagnostics.len()) {
                    (1, 1) => "it".to_owned(),
                    (some, all) if some == all => "all of them".to_owned(),
                    (some, _) => format!("{some} of them"),
                };
                line.push_str(&format!("; `--fix` mends {which}"));
            }
            if diagnostics.is_empty() {
                line.push_str(&format!(" in {files}"));
            }
            output.print(&format!("{}\n", output.paint(&line, counts.errors == 0)))?;
        }
        CheckFormat::Json => output.print(&json::check(sources, diagnostics, fixed))?,
        CheckFormat::Sarif => output.print(&sarif::log(sources, diagnostics))?,
        CheckFormat::Github => output.print(&github::annotations(sources, diagnostics))?,
    }
    Ok(if counts.errors == 0 { Exit::Clean } else { Exit::Errors })
}

pub(super) fn findings(inputs: &Inputs, search: &Search) -> (Sources, Vec<Diagnostic>) {
    found(&driver::load(inputs, &inputs.paths, search), inputs)
}

fn found(loaded: &Loaded, inputs: &Inputs) -> (Sources, Vec<Diagnostic>) {
    let mut sources = loaded.sources().clone();
    let mut diagnostics = loaded.diagnostics();
    diagnostics.extend(inputs.diagnostics(&mut sources));
    (sources, diagnostics)
}
