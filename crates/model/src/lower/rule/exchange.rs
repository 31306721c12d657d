//! The pieces that effects give to cells: each is one piece of one cell, so that its content is known.

use crate::expr::Cells;
use crate::piece::{Form, Named};
use crate::rule::{Face, members, unlike};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::Path;

/// One of the two contents of a flip.
pub(super) fn face(scope: &mut Scope<'_, '_>, path: &Path) -> Option<Face> {
    if path.single().is_some_and(|name| name.text == "empty") && path.member.is_none() {
        return Some(Face::Empty);
    }
    let piece = scope.chosen(path)?;
    unit(scope, piece, path.span)?;
    Some(Face::Piece(piece))
}

/// The cells of a flip in the layer of its contents, of which each must determine the other.
pub(super) fn exchanged(
    scope: &mut Scope<'_, '_>,
    (one, other): (Face, Face),
    cells: Cells,
    span: Span,
) -> Option<Cells> {
    match (one, other) {
        (Face::Empty, Face::Empty) => {
            scope.report(Code::EmptyRule, span, "this exchanges an empty cell with itself")
        }
        (Face::Empty, Face::Piece(piece)) | (Face::Piece(piece), Face::Empty) => {
            certain(scope, piece, span)?;
            Some(scope.layer(&Face::Piece(piece).selector(), cells))
        }
        (Face::Piece(a), Face::Piece(b)) => {
            if scope.pieces.is_floor(a.kind) != scope.pieces.is_floor(b.kind) {
                return scope.report(Code::WrongLayer, span, "these are of two layers");
            }
            match unlike(scope.pieces, a, b) {
                Some(text) => scope.report(Code::NoSuchMember, span, text),
                None => Some(scope.layer(&one.selector(), cells)),
            }
        }
    }
}

/// Reports a piece of several cells where a piece of one cell is needed.
pub(super) fn unit(scope: &mut Scope<'_, '_>, piece: Named, span: Span) -> Option<()> {
    let kind = scope.pieces.kind(piece.kind).filter(|kind| kind.form != Form::Unit);
    let Some(name) = kind.map(|kind| kind.name.clone()) else { return Some(()) };
    let text = format!("`{name}` covers several cells, and this is about single cells");
    let d = Diagnostic::new(Code::BadPiece, span, text)
        .help(format!("move the whole piece: `shift x towards d` with a variable `x: {name}`"));
    scope.diagnostics.push(d);
    None
}

/// Reports a family where one of its members is needed.
pub(super) fn certain(scope: &mut Scope<'_, '_>, piece: Named, span: Span) -> Option<()> {
    if members(scope.pieces, piece) == 1 {
        return Some(());
    }
    let name = scope.pieces.kind(piece.kind).map_or("", |kind| &kind.name);
    let text = format!("`{name}` is a family: its member would be unknown");
    scope.report(Code::NoSuchPiece, span, text)
}
