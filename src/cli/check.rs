//! `puzzlec check`.

use std::sync::Arc;

use clap::Args;

use super::args::{CheckFormat, WatchArgs};
use super::exit::Exit;
use super::fix;
use super::inputs::Inputs;
use super::limits::{CheckWithin, Limits};
use super::output::{Failure, Output, summary};
use super::progress::Watch;
use super::watch;
use super::watched::Round;
use super::worlds;
use puzzlec_analysis::Analysis;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Limit, SourceFile, Sources};
use puzzlec_model::project::SearchPath;
use puzzlec_render::json::Counts;
use puzzlec_render::{counted, github, json, sarif};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec check puzzles/ extra.puzzle
  puzzlec check --fix .
  puzzlec check --watch --clear puzzles/   check again when a file changes
  cat my.puzzle | puzzlec check -")]
pub(super) struct CheckArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    /// Apply all safe fixes.
    #[arg(long)]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) within: CheckWithin,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: CheckFormat,
    #[command(flatten)]
    pub(super) watch: WatchArgs,
}

/// Fixing one problem may uncover another; after this number of rounds the author fixes the rest.
const ROUNDS: usize = 10;

pub(super) fn run(args: &CheckArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    if args.watch.watch {
        if args.fix {
            return Err(Failure::Usage("`--fix` cannot be combined with `--watch`".to_owned()));
        }
        return watch::run(&args.paths, &args.watch, output, &mut |inputs| {
            let limits = args.within.limits();
            let (games, paths) = worlds::apart(inputs);
            let loaded = Analysis::load_with(inputs, &paths, search);
            let found = found(&loaded, inputs, games, &limits);
            let files = counted(inputs.paths.len() as u64, "files");
            let exit = tell(args.format, &found, true, 0, &files, output)?;
            Ok(Round { exit, read: loaded.project().read() })
        });
    }
    let limits = args.within.limits();
    let inputs = Inputs::gather(&args.paths);
    if args.fix && inputs.has_stdin() {
        return Err(Failure::Usage("`--fix` cannot change standard input".to_owned()));
    }
    let mut found = findings(&inputs, &limits, search);
    let mut fixed = 0;
    if args.fix {
        for _ in 0..ROUNDS {
            let mended = fix::apply(&inputs, &found.sources, &found.diagnostics)?;
            if mended == 0 {
                break;
            }
            fixed += mended;
            found = findings(&inputs, &limits, search);
        }
    }
    let files = counted(inputs.paths.len() as u64, "files");
    tell(args.format, &found, !args.fix, fixed, &files, output)
}

/// The findings of a check.
pub(super) struct Found {
    pub(super) sources: Sources,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The limit that came before everything was checked.
    stopped: Option<Limit>,
}

/// Writes findings. `may_fix` is whether to propose `--fix`, `fixed` the number of mistakes that it has fixed.
pub(super) fn tell(
    format: CheckFormat,
    found: &Found,
    may_fix: bool,
    fixed: usize,
    files: &str,
    output: &Output,
) -> Result<Exit, Failure> {
    let Found { sources, diagnostics, stopped } = found;
    let counts = Counts::of(diagnostics);
    match format {
        CheckFormat::Human => {
            output.show(sources, diagnostics)?;
            let mut line = summary(counts);
            if fixed > 0 {
                line.push_str(&format!("; {} fixed", counted(fixed as u64, "problems")));
            }
            let fixable = diagnostics.iter().filter(|d| d.fixes.iter().any(|f| f.safe)).count();
            if may_fix && fixable > 0 {
                let which = match (fixable, diagnostics.len()) {
                    (1, 1) => "it".to_owned(),
                    (some, all) if some == all => "all of them".to_owned(),
                    (some, _) => format!("{some} of them"),
                };
                line.push_str(&format!("; `--fix` fixes {which}"));
            }
            if let Some(limit) = stopped {
                line.push_str(&format!("; not everything was checked: {limit}"));
            } else if diagnostics.is_empty() {
                line.push_str(&format!(" in {files}"));
            }
            output.print(&format!("{}\n", output.paint(&line, counts.errors == 0 && stopped.is_none())))?;
        }
        CheckFormat::Json => output.print(&json::check(sources, diagnostics, fixed, stopped.as_ref()))?,
        CheckFormat::Sarif => output.print(&sarif::log(sources, diagnostics))?,
        CheckFormat::Github => output.print(&github::annotations(sources, diagnostics))?,
    }
    if let (Some(limit), CheckFormat::Sarif | CheckFormat::Github) = (stopped, format) {
        output.complain(&format!("not everything was checked: {limit}"));
    }
    Ok(match stopped {
        Some(Limit::Cancelled) => Exit::Interrupted,
        _ if counts.errors > 0 => Exit::Errors,
        Some(_) => Exit::Stopped,
        None => Exit::Clean,
    })
}

pub(super) fn findings(inputs: &Inputs, limits: &Limits, search: &SearchPath) -> Found {
    let (games, paths) = worlds::apart(inputs);
    found(&Analysis::load_with(inputs, &paths, search), inputs, games, limits)
}

fn found(loaded: &Analysis, inputs: &Inputs, games: Vec<SourceFile>, limits: &Limits) -> Found {
    let mut sources = loaded.sources().clone();
    let watch = Arc::new(Watch::new("check"));
    let (mut diagnostics, stopped) = loaded.check_within(limits.context(&watch).budget());
    for game in games {
        let file = sources.add(game.clone());
        diagnostics.extend(worlds::diagnostics(file, &game.text));
    }
    diagnostics.extend(inputs.diagnostics(&mut sources));
    Found { sources, diagnostics, stopped }
}
