//! `puzzlec fmt`.

use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::args::Format;
use super::exit::Exit;
use super::inputs::{Inputs, STDIN};
use super::limits::Within;
use super::output::{Failure, Output};
use super::write;
use puzzlec_base::Sources;
use puzzlec_base::diag::Diagnostic;
use puzzlec_render::counted;
use puzzlec_render::json::{self, Finding};
use puzzlec_syntax::format::format;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec fmt .
  puzzlec fmt --check .          exit code 1 if a file would change
  puzzlec fmt - < my.puzzle      from standard input to standard output")]
pub(super) struct FmtArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    /// Change nothing; list the files that would change.
    #[arg(long)]
    pub(super) check: bool,
    #[command(flatten)]
    pub(super) within: Within,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// What became of a file.
#[derive(Debug, Serialize)]
struct Done {
    file: String,
    changed: bool,
}

pub(super) fn run(args: &FmtArgs, output: &Output) -> Result<Exit, Failure> {
    args.within.limits();
    let inputs = Inputs::gather(&args.paths);
    let mut sources = Sources::default();
    let mut diagnostics = inputs.diagnostics(&mut sources);
    let mut done = Vec::new();
    for path in &inputs.paths {
        let file = match inputs.source(path, &mut sources) {
            Ok(file) => file,
            Err(faults) => {
                diagnostics.extend(faults);
                continue;
            }
        };
        let Some(source) = sources.get(file) else { continue };
        let formatted = match format(file, &source.text) {
            Ok(formatted) => formatted,
            Err(broken) => {
                // A file whose outline is broken stays as it is; on a pipe it passes unchanged.
                diagnostics.extend(broken);
                if path == STDIN && !args.check && args.format == Format::Human {
                    output.data(&source.text)?;
                }
                continue;
            }
        };
        let changed = *formatted != *source.text;
        if path == STDIN && !args.check && args.format == Format::Human {
            output.data(&formatted)?;
        } else if changed && !args.check && path != STDIN {
            write::text(Path::new(path), &formatted)
                .map_err(|e| Failure::Other(format!("cannot write `{path}`: {e}")))?;
        }
        done.push(Done { file: path.clone(), changed });
    }
    let changed = done.iter().filter(|d| d.changed).count();
    tell(args, output, &sources, &diagnostics, &done)?;
    let clean = !diagnostics.iter().any(Diagnostic::is_error) && (changed == 0 || !args.check);
    Ok(if clean { Exit::Clean } else { Exit::Errors })
}

fn tell(
    args: &FmtArgs,
    output: &Output,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    done: &[Done],
) -> Result<(), Failure> {
    if args.format == Format::Json {
        #[derive(Serialize)]
        struct Fmt<'a> {
            files: &'a [Done],
            diagnostics: Vec<Finding>,
        }
        let diagnostics = diagnostics.iter().map(|d| json::finding(sources, d)).collect();
        return output.print(&json::document("fmt", Fmt { files: done, diagnostics }));
    }
    output.warn(sources, diagnostics);
    let changed: Vec<&Done> = done.iter().filter(|d| d.changed).collect();
    if args.check {
        for file in &changed {
            output.print(&format!("would change {}\n", file.file))?;
        }
    }
    let only_stdin = done.iter().all(|d| d.file == STDIN);
    if !only_stdin {
        let verb = if args.check { "would change" } else { "changed" };
        output.say(&format!("{verb} {} of {}", changed.len(), counted(done.len() as u64, "files")));
    }
    Ok(())
}
