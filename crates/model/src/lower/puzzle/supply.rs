//! Pieces to lay on a board.

mod shape;

use crate::board::Coord;
use crate::lower::config;
use crate::piece::{Form, Named};
use crate::puzzle::Supply;
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{Amount, Expr, PlaceEntry};
pub(super) use shape::shapes;

/// Maximum number of copies of a piece in a placement.
const MOST_PIECES: u16 = 10_000;

/// The pieces that entries name, each once.
pub(super) fn supply(scope: &mut Scope<'_, '_>, entries: &[PlaceEntry]) -> Option<Vec<Supply>> {
    let mut all = Vec::new();
    for entry in entries {
        let Named { kind, member } = scope.chosen(&entry.piece)?;
        let range = amount(scope, &entry.amount)?;
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
        let on = match &entry.on {
            Some(cells) => Some(cells_of(scope, cells)?),
            None => None,
        };
        let same =
            all.iter_mut().find(|s: &&mut Supply| s.kind == kind && s.member == member && s.labels == labels);
        // A piece that lies where both may lie could be of either entry.
        if let Some(same) = same.as_ref().filter(|same| same.on != on) {
            let text = "this piece is placed on two lists of cells";
            let d = Diagnostic::new(Code::BadPiece, entry.span, text)
                .also(same.span, "first here")
                .help("name all its cells behind one `on`, and restrict their numbers in the goal: `count(lamp, rim) == 2`");
            scope.diagnostics.push(d);
            return None;
        }
        // Any number of pieces is as many as their cells have room for.
        let new = Supply { kind, member, labels, shapes, on, least: 0, count: 0, span: entry.span };
        let cells = new.on.as_ref().map(Vec::len).or_else(|| scope.board.map(|b| b.cells().len()));
        let room = cells.map_or(usize::MAX, |cells| cells / new.size(scope.pieces).max(1));
        let room = u16::try_from(room).unwrap_or(MOST_PIECES).min(MOST_PIECES);
        let (low, high) = (range.0, range.1.unwrap_or(room.max(range.0)));
        let known = same.as_ref().map_or((0, 0), |s| (s.least, s.count));
        let open = range.1.is_none() || same.as_ref().is_some_and(|s| s.is_open());
        let (least, sum) = (known.0 + low, known.1 + high);
        let count = if open { sum.min(room.max(least)) } else { sum };
        if count > MOST_PIECES {
            let text = format!("0 to 10,000 pieces can be placed, found {count}");
            return scope.report(Code::OutOfRange, entry.span, text);
        }
        match same {
            Some(same) => (same.least, same.count) = (least, count),
            None => all.push(Supply { least, count, ..new }),
        }
    }
    if scope.board.is_some_and(|b| b.unbounded) {
        let span = entries.first().map_or(Span::default(), |e| e.span);
        return scope.report(Code::NeedsBound, span, "pieces can only be placed on a bounded board");
    }
    Some(all)
}

/// The cells that pieces may cover, in order.
fn cells_of(scope: &mut Scope<'_, '_>, cells: &Expr) -> Option<Vec<Coord>> {
    let mut on = config::fixed(scope, std::slice::from_ref(cells))?;
    on.sort_unstable();
    on.dedup();
    Some(on)
}

/// The least and the greatest number of pieces; without a greatest one as many as the board has room for.
fn amount(scope: &mut Scope<'_, '_>, amount: &Amount) -> Option<(u16, Option<u16>)> {
    let text = |n| format!("0 to 10,000 pieces can be placed, found {n}");
    let (least, most) = scope.amount(amount, MOST_PIECES.into(), text)?;
    let number = |n| u16::try_from(n).unwrap_or(MOST_PIECES);
    Some((number(least), most.map(number)))
}
