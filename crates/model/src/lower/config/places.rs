//! Configurations as lists: pieces at cells.

use std::collections::BTreeMap;

use super::{all_empty, blocks, chains, fixed, simple};
use crate::board::Coord;
use crate::config::{Held, Partial};
use crate::piece::Form;
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Expr, Path};

/// The pieces at their cells; a piece of several cells is named with all of them.
pub(super) fn listed(scope: &mut Scope<'_, '_>, places: &[(Path, Vec<Expr>)], goal: bool) -> Option<Partial> {
    let mut partial = all_empty(scope);
    // The cells above the floor that are named so far, and whether their piece covers several.
    let mut taken: BTreeMap<Coord, (bool, Span)> = BTreeMap::new();
    for (path, exprs) in places {
        let piece = scope.chosen(path)?;
        let form = scope.pieces.kind(piece.kind).map(|kind| kind.form);
        let cells = match form {
            Some(Form::Rigid | Form::Chain(_)) => fixed(scope, exprs)?,
            _ => {
                let content = simple(scope, piece, path.span)?;
                let cells = fixed(scope, exprs)?;
                let floor = scope.pieces.is_floor(piece.kind);
                let place = |cell: &Coord| if floor { cell.floor() } else { *cell };
                partial.extend(cells.iter().map(|cell| (place(cell), Held::one(content))));
                if floor { Vec::new() } else { cells }
            }
        };
        let mut several = true;
        match form {
            Some(Form::Rigid) => {
                partial.extend(blocks::listed(scope, (piece.kind, path.span), &cells, goal)?)
            }
            Some(Form::Chain(length)) => {
                partial.extend(chains::listed(scope, (piece.kind, length), &cells, path.span)?);
            }
            _ => several = false,
        }
        for cell in cells {
            if let Some((other, first)) = taken.insert(cell, (several, path.span))
                && (several || other)
            {
                let name = scope.board.map_or_else(String::new, |board| board.name(cell));
                let text = format!("another piece already lies on {name}");
                let d = Diagnostic::new(Code::PieceShape, path.span, text).also(first, "this one");
                scope.diagnostics.push(d);
                return None;
            }
        }
    }
    Some(partial)
}
