//! Arguments that commands share.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use puzzlec_render::svg::Style;

/// The format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Human,
    /// For programs; see docs/json.md.
    Json,
}

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// For people.
    #[default]
    Human,
    /// For programs; see docs/json.md.
    Json,
    /// SARIF 2.1.0, for code scanners.
    Sarif,
    /// Annotations in a GitHub workflow.
    Github,
}

/// Options for running a command again when files change.
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// Keep running, and run again when a file changes.
    #[arg(long, short)]
    pub(super) watch: bool,
    /// Clear the screen before each run.
    #[arg(long, requires = "watch")]
    pub(super) clear: bool,
    /// Poll the files, for systems without change notifications.
    #[arg(long, requires = "watch")]
    pub(super) poll: bool,
}

/// A puzzle of a file, or several.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; without it all puzzles, or the only one.
    pub(super) puzzle: Option<String>,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
}

/// A theme by its name.
pub(super) fn theme() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(Style::NAMED.map(|(name, _)| name)).map(|given| {
        let found = Style::NAMED.into_iter().find(|(name, _)| *name == given);
        found.map_or(Style::ByGame, |(_, style)| style)
    })
}

/// `n=12`.
pub fn parse_setting(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("it must be written NAME=VALUE, such as n=12")?;
    let name = name.trim();
    if name.is_empty() {
        return Err("the name before `=` is missing".to_owned());
    }
    let value = value.trim();
    let number = value.parse().map_err(|_| format!("`{value}` is not a whole number that fits"))?;
    Ok((name.to_owned(), number))
}
