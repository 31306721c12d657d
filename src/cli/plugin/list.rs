//! `puzzlec plugin list`.

use crate::analysis::{Game, Origin};
use crate::base::Sources;
use crate::cli::Exit;
use crate::cli::args::Format;
use crate::cli::driver;
use crate::cli::output::{Failure, Output};
use crate::diag::Diagnostic;
use crate::project::{DiskFiles, Search};
use crate::render::json;

pub(super) fn run(format: Format, search: &Search, output: &Output) -> Result<Exit, Failure> {
    let mut sources = Sources::default();
    let (games, diagnostics) = driver::games(&DiskFiles, search, &mut sources);
    match format {
        Format::Human => {
            output.print(&table(&games))?;
            output.warn(&sources, &diagnostics);
        }
        Format::Json => output.print(&json::plugins(&sources, &games, &diagnostics))?,
    }
    Ok(if diagnostics.iter().any(Diagnostic::is_error) { Exit::Errors } else { Exit::Clean })
}

fn table(games: &[Game]) -> String {
    let row = |game: &Game| {
        let kind = match game.kind {
            Origin::Native => "native",
            Origin::Plugin => "plugin",
        };
        let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        [
            or_dash(&game.name),
            or_dash(&game.version),
            kind.to_owned(),
            or_dash(&game.modules.join(", ")),
            game.folder.clone().unwrap_or_else(|| "puzzlec".to_owned()),
            game.description.clone(),
        ]
    };
    let mut rows = vec![["name", "version", "kind", "modules", "where", "description"].map(str::to_owned)];
    rows.extend(games.iter().map(row));
    let mut widths = [0; 6];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; 6]| {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
