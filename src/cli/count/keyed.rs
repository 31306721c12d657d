//! `puzzlec count` with a game.

use std::sync::Arc;

use super::CountArgs;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::progress::Watch;
use crate::cli::worlds::GameFile;
use crate::cli::worlds::levels::{each, ended, refuse};
use puzzlec_analysis::keyed;
use puzzlec_render::{count, json};

pub(super) fn run(
    args: &CountArgs,
    file: &GameFile,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    refuse(&[
        (!args.which.set.is_empty(), "`--set`: it has no parameters"),
        (args.starts, "`--starts`: its start is a picture without `?`"),
        (args.kept.disk.is_some(), "`--disk`: its positions are kept in memory"),
    ])?;
    let single = args.format == Format::Json;
    each(file, args.which.puzzle.as_deref(), single, limits, output, |stage, limits| {
        let watch = Arc::new(Watch::new(&stage.1));
        let report = keyed::count(&file.name, stage, &limits.context(&watch));
        // The line of progress must be gone before the answer is written.
        drop(watch);
        match args.format {
            Format::Human => output.print(&count::report(&report))?,
            Format::Json => output.print(&json::count(&file.sources, Some(&report), &[]))?,
        }
        Ok(ended(report.stopped.as_ref()))
    })
}
