//! Configurations that scripts draw.

use super::{marks, place};
use crate::board::Coord;
use crate::config::{Held, Partial, only_content};
use crate::hooks::{kind_in_play, view};
use crate::lower::scripted::{Failed, bounded, kind};
use crate::piece::Named;
use crate::scope::Scope;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_script::ConfigurationSpec;
use puzzlec_syntax::ast::{Picture, PictureRow, Script};

/// The contents that a script puts on the board.
///
/// # Errors
/// Its error.
pub(super) fn drawn(scope: &mut Scope<'_, '_>, script: &Script) -> Result<Partial, Failed> {
    let (names, module) = (scope.names, scope.module);
    let board = scope.board.ok_or_else(Vec::new)?;
    let hook = bounded(names, module, script, &scope.values, "start", board)?;
    let made = puzzlec_script::configuration(&hook, &view(board), &names.budget).map_err(|d| vec![*d])?;
    let wrong = |why: String| vec![Diagnostic::new(Code::ScriptResult, hook.at, why)];
    match made {
        ConfigurationSpec::Picture(rows) => {
            let row = |text: String| PictureRow { text, span: hook.at };
            let picture =
                Picture { rows: rows.into_iter().map(row).collect(), odd_indent: None, span: hook.at };
            let cells = place(scope, &picture, false).ok_or_else(Vec::new)?;
            marks(scope, &cells).ok_or_else(Vec::new)
        }
        ConfigurationSpec::Pairs(pairs) => {
            let cell = |cell: u32| board.cells().get(cell as usize).copied();
            let pairs: Vec<[Coord; 2]> =
                pairs.iter().filter_map(|[a, b]| Some([cell(*a)?, cell(*b)?])).collect();
            super::pairs(scope, &pairs, hook.at).ok_or_else(Vec::new)
        }
        ConfigurationSpec::Placed(placed) => {
            let mut partial: Partial = board.cells().iter().map(|c| (*c, Held::one(0))).collect();
            for (cell, name) in placed {
                let kind = kind(names, module, scope.pieces, &name)
                    .or_else(|_| kind_in_play(scope.pieces, &name))
                    .map_err(wrong)?;
                let piece = Named { kind, member: None };
                let content = only_content(scope.pieces, piece).ok_or_else(|| {
                    wrong(format!(
                        "`{name}` is not one piece of one cell: end the function with `picture(rows)`"
                    ))
                })?;
                if let Some(cell) = board.cells().get(cell as usize) {
                    let place = if scope.pieces.is_floor(kind) { cell.floor() } else { *cell };
                    partial.insert(place, Held::one(content));
                }
            }
            Ok(partial)
        }
    }
}
