//! `puzzlec new`: a starter file for each game, small and complete.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::output::{Failure, Output};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec new peg                writes my-peg.puzzle
  puzzlec new sliding tait       writes tait.puzzle")]
pub(super) struct NewArgs {
    /// The game.
    #[arg(value_enum)]
    pub(super) game: Starter,
    /// The file name, without `.puzzle` [default: my-GAME].
    pub(super) name: Option<String>,
}

/// The games with a starter file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Starter {
    /// Peg solitaire: jump pegs off the board.
    #[value(name = "peg")]
    Solitaire,
    /// Coins move to cells where they touch two others.
    Coins,
    /// Coins in a row, moved several at a time.
    Sliding,
    /// Removing a coin turns its neighbours over.
    Removal,
    /// Two-cell pieces slide and turn on a hexagonal board.
    Gourds,
    /// Lights Out: a press toggles a light and its neighbours.
    Lights,
    /// Sokoban: push all boxes to targets.
    Sokoban,
    /// Sliding blocks of any shape.
    Blocks,
    /// Numbered tiles that slide into an empty cell.
    Tiles,
    /// A game for two players.
    Players,
    /// Pieces to place on a board.
    Placement,
    /// Digits to find by deduction.
    Deduction,
    /// A game with your own rules.
    Custom,
}

impl Starter {
    fn text(self) -> &'static str {
        match self {
            Starter::Solitaire => include_str!("scaffold/peg.puzzle"),
            Starter::Coins => include_str!("scaffold/coins.puzzle"),
            Starter::Sliding => include_str!("scaffold/sliding.puzzle"),
            Starter::Removal => include_str!("scaffold/removal.puzzle"),
            Starter::Gourds => include_str!("scaffold/gourds.puzzle"),
            Starter::Lights => include_str!("scaffold/lights.puzzle"),
            Starter::Sokoban => include_str!("scaffold/sokoban.puzzle"),
            Starter::Blocks => include_str!("scaffold/blocks.puzzle"),
            Starter::Tiles => include_str!("scaffold/tiles.puzzle"),
            Starter::Players => include_str!("scaffold/players.puzzle"),
            Starter::Placement => include_str!("scaffold/placement.puzzle"),
            Starter::Deduction => include_str!("scaffold/deduction.puzzle"),
            Starter::Custom => include_str!("scaffold/custom.puzzle"),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Starter::Solitaire => "peg",
            Starter::Coins => "coins",
            Starter::Sliding => "sliding",
            Starter::Removal => "removal",
            Starter::Gourds => "gourds",
            Starter::Lights => "lights",
            Starter::Sokoban => "sokoban",
            Starter::Blocks => "blocks",
            Starter::Tiles => "tiles",
            Starter::Players => "players",
            Starter::Placement => "placement",
            Starter::Deduction => "deduction",
            Starter::Custom => "custom",
        }
    }
}

pub(super) fn run(args: &NewArgs, output: &Output) -> Result<Exit, Failure> {
    let text = args.game.text();
    let default = format!("my-{}", args.game.name());
    let name = args.name.as_deref().unwrap_or(&default);
    let stem = name.strip_suffix(".puzzle").unwrap_or(name);
    let Some(file_name) = Path::new(stem).file_name().filter(|_| !stem.ends_with(['/', '\\'])) else {
        return Err(Failure::Usage(format!("`{name}` is not a valid file name")));
    };
    // A module is looked up beside the file first: `peg.puzzle` that says `use peg` would import itself.
    let own = format!("use {}", file_name.to_string_lossy());
    if text.lines().any(|line| line == own) {
        return Err(Failure::Usage(format!(
            "a file `{stem}.puzzle` would hide the library module `{stem}`, which it uses; choose another name"
        )));
    }
    let path = format!("{stem}.puzzle");
    let made = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = made.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Other(format!("`{path}` already exists and was not changed")),
        ErrorKind::NotFound => Failure::Other(format!("there is no directory for `{path}`")),
        _ => Failure::Other(format!("cannot write `{path}`: {error}")),
    })?;
    file.write_all(text.as_bytes())?;
    output.print(&format!("wrote {path}\n\n  puzzlec solve {path}\n  puzzlec test {path}\n"))?;
    Ok(Exit::Clean)
}
