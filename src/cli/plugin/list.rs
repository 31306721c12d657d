//! `puzzlec plugin list`.

use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};
use puzzlec_analysis::{Game, Origin, Registry};
use puzzlec_base::Sources;
use puzzlec_base::diag::{self, Diagnostic};
use puzzlec_model::project::{DiskFiles, SearchPath};
use puzzlec_render::{columns, json};

/// The plugins are those that a file of this name in the current folder would see.
const HERE: &str = "here.puzzle";
/// A longer text in a column moves the rest of its line instead of all lines.
const WIDEST: usize = 60;

pub(super) fn run(format: Format, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let mut sources = Sources::default();
    let (registry, mut diagnostics) = Registry::of(&DiskFiles, search, HERE, &mut sources);
    diag::sort(&mut diagnostics);
    let games = registry.games();
    match format {
        Format::Human => {
            output.print(&table(games))?;
            output.warn(&sources, &diagnostics);
        }
        Format::Json => output.print(&json::plugins(&sources, games, &diagnostics))?,
    }
    Ok(if diagnostics.iter().any(Diagnostic::is_error) { Exit::Errors } else { Exit::Clean })
}

fn table(games: &[Game]) -> String {
    let row = |game: &Game| {
        let kind = match game.kind {
            Origin::Native => "native",
            Origin::Plugin => "plugin",
        };
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { one_line(text) };
        [
            or_dash(&game.name),
            or_dash(&game.version),
            kind.to_owned(),
            or_dash(&game.modules.join(", ")),
            game.folder.clone().unwrap_or_else(|| "puzzlec".to_owned()),
            one_line(&game.description),
        ]
    };
    let mut rows = vec![["name", "version", "kind", "modules", "where", "description"].map(str::to_owned)];
    rows.extend(games.iter().map(row));
    // The last column needs no width: nothing follows it.
    let mut widths = [0; 6];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row).take(5) {
            *width = (*width).max(columns(cell)).min(WIDEST);
        }
    }
    let line = |row: &[String; 6]| {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(columns(cell)) + 2));
        }
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}
