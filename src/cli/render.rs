//! `puzzlec render`.

use std::fs;
use std::sync::Arc;

use clap::Args;

use super::Exit;
use super::limits::{Limits, parse_setting};
use super::output::{Failure, Output};
use super::pick::{Picked, pick};
use super::progress::Watch;
use crate::project::SearchPath;
use crate::render::svg;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec render central.puzzle -o central.svg
  puzzlec render gourds.puzzle Seven --names > seven.svg")]
pub(super) struct RenderArgs {
    /// The file, or `-` for standard input.
    file: String,
    /// The puzzle; optional if the file has only one.
    puzzle: Option<String>,
    /// Show the names of the cells.
    #[arg(long)]
    names: bool,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    set: Vec<(String, i64)>,
    /// The file to write, instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
}

pub(super) fn run(args: &RenderArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let picked = pick("render", &args.file, args.puzzle.as_deref(), search, output)?;
    let Some(Picked { loaded, puzzle }) = picked else { return Ok(Exit::Errors) };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let limits = Limits::new(None, None, None);
    let pictures = loaded.pictures(puzzle.index, &args.set, limits.context(&watch).budget());
    drop(watch);
    let pictures = match pictures {
        Ok(pictures) => pictures,
        Err(errors) => {
            output.warn(loaded.sources(), &errors);
            return Ok(Exit::Errors);
        }
    };
    let text = svg::puzzle(&pictures, args.names);
    match &args.output {
        None => output.data(&text)?,
        Some(target) => fs::write(target, text)
            .map_err(|error| Failure::Other(format!("cannot write `{target}`: {error}")))?,
    }
    Ok(Exit::Clean)
}
