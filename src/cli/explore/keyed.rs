//! `puzzlec explore` with a game.

use std::sync::Arc;

use super::{ExploreArgs, write_explored};
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};
use crate::cli::progress::Watch;
use crate::cli::worlds::GameFile;
use crate::cli::worlds::levels::{each, ended, refuse};
use puzzlec_analysis::keyed;

pub(super) fn run(args: &ExploreArgs, file: &GameFile, output: &Output) -> Result<Exit, Failure> {
    refuse(&[(!args.which.set.is_empty(), "`--set`: it has no parameters")])?;
    let graph = args.dot.is_some() || args.csv.is_some();
    let limits = args.limits();
    let single = graph || args.format == Format::Json;
    each(file, args.which.puzzle.as_deref(), single, &limits, output, |stage, limits| {
        let watch = Arc::new(Watch::new(&stage.1));
        let mut report = keyed::explore(&file.name, stage, args.depth, graph, &limits.context(&watch));
        drop(watch);
        write_explored(args, &mut report, &file.sources, output)?;
        Ok(ended(report.stopped.as_ref()))
    })
}
