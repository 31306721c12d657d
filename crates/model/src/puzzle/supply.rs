//! Pieces to lay on a board.

mod shape;

use crate::config;
use crate::number;
use crate::piece::{Form, KindId, Named, Pieces};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::Code;
use puzzlec_syntax::ast::PlaceEntry;
pub(crate) use shape::shapes;

/// Maximum number of copies of a piece in a placement.
const MOST_PIECES: u16 = 10_000;

/// Pieces to lay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The kind.
    pub kind: KindId,
    /// The member of a family; any without one.
    pub member: Option<u16>,
    /// The labels of the two ends of a two-cell piece.
    pub labels: Option<(u16, u16)>,
    /// The shapes in which a rigid piece may lie, by their numbers; empty for other pieces.
    pub shapes: Vec<u16>,
    /// The number.
    pub count: u16,
    /// The place of the first entry that names it.
    pub span: Span,
}

impl Supply {
    /// The number of cells that one of the pieces covers.
    pub fn size(&self, pieces: &Pieces) -> usize {
        match (self.shapes.first(), self.labels) {
            (Some(shape), _) => pieces.shapes.get(usize::from(*shape)).map_or(1, Vec::len),
            (None, Some(_)) => 2,
            (None, None) => 1,
        }
    }
}

/// The pieces that entries name, each once.
pub(super) fn supply(scope: &mut Scope<'_, '_>, entries: &[PlaceEntry]) -> Option<Vec<Supply>> {
    let mut all = Vec::new();
    for entry in entries {
        let Named { kind, member } = scope.chosen(&entry.piece)?;
        let count = match &entry.times {
            None => 1,
            Some(expr) => match number::evaluate(expr, &scope.values) {
                Ok(n) => match u16::try_from(n).ok().filter(|n| *n <= MOST_PIECES) {
                    Some(n) => n,
                    None => {
                        let text = format!("0 to 10,000 pieces can be placed, found {n}");
                        return scope.report(Code::OutOfRange, expr.span, text);
                    }
                },
                Err(d) => {
                    scope.diagnostics.push(*d);
                    return None;
                }
            },
        };
        let form = scope.pieces.kind(kind).map(|k| k.form);
        let labels = match (form, entry.labels.as_slice()) {
            (Some(Form::Chain(2)), [a, b]) => {
                let (a, b) = (scope.pieces.label(&a.text), scope.pieces.label(&b.text));
                config::introduce(scope, kind, &[a, b], entry.span)?;
                Some((a, b))
            }
            (Some(Form::Chain(2)), []) => {
                config::introduce(scope, kind, &[0, 0], entry.span)?;
                Some((0, 0))
            }
            (Some(Form::Unit), []) => None,
            (Some(Form::Chain(3..)), _) => {
                let text = "placing bending pieces of more than two cells is not supported";
                return scope.report(Code::BadPiece, entry.span, text);
            }
            (Some(Form::Rigid), []) => None,
            _ => {
                let text = "a two-cell piece has two labels, other pieces have none";
                return scope.report(Code::PieceShape, entry.span, text);
            }
        };
        let shapes = match form {
            Some(Form::Rigid) => shapes(scope, kind, entry.span)?,
            _ => Vec::new(),
        };
        // The ends of a piece are unordered, so entries of the same piece are merged.
        let labels = labels.map(|(a, b)| if b < a { (b, a) } else { (a, b) });
        // Placements would count several times if a piece could be of two entries.
        if all.iter().any(|s: &Supply| s.kind == kind && s.member.is_some() != member.is_some()) {
            let text = "this family is placed both as a whole and by its members";
            return scope.report(Code::NoSuchMember, entry.piece.span, text);
        }
        let same =
            all.iter_mut().find(|s: &&mut Supply| s.kind == kind && s.member == member && s.labels == labels);
        let sum = same.as_ref().map_or(0, |s| s.count) + count;
        if sum > MOST_PIECES {
            let text = format!("0 to 10,000 pieces can be placed, found {sum}");
            return scope.report(Code::OutOfRange, entry.span, text);
        }
        match same {
            Some(same) => same.count = sum,
            None => all.push(Supply { kind, member, labels, shapes, count, span: entry.span }),
        }
    }
    if scope.board.is_some_and(|b| b.unbounded) {
        let span = entries.first().map_or(Span::default(), |e| e.span);
        return scope.report(Code::NeedsBound, span, "pieces can only be placed on a bounded board");
    }
    Some(all)
}
