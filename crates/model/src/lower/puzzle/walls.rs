//! Walls in the picture of a board that has none.

use crate::names::{Names, Sort};
use crate::project::ModuleId;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BoardExpr, BoardKind, ItemKind};

/// Explains pictures that do not fit a board whose own picture has `|` for a cell, which was meant for a wall.
pub(super) fn explain(
    names: &Names<'_>,
    module: ModuleId,
    board: Option<&BoardExpr>,
    diagnostics: &mut [Diagnostic],
) {
    let named =
        |path| match names.find(module, path, Sort::Board).and_then(|item| names.item(item)).map(|i| &i.kind)
        {
            Some(ItemKind::Board(item)) => Some(&item.value.kind),
            _ => None,
        };
    let kind = match board.map(|board| &board.kind) {
        Some(BoardKind::Named(path, _)) => named(path),
        kind => kind,
    };
    let Some(BoardKind::Drawn(_, picture)) = kind else { return };
    let wall = picture.rows.iter().find_map(|row| {
        let start = row.span.start + u32::try_from(row.text.find('|')?).ok()?;
        Some(Span { start, end: start + 1, ..row.span })
    });
    let Some(wall) = wall else { return };
    for diagnostic in diagnostics {
        if matches!(diagnostic.code, Code::PictureShape | Code::PictureSpacing) {
            *diagnostic = diagnostic
                .clone()
                .also(wall, "a cell of the board")
                .help("if `|` and `-` are walls between cells, write `square walls`");
        }
    }
}
