//! The marks in force: those of legends and of the pieces near.

use super::Scope;
use crate::mark;
use crate::names::Sort;
use crate::piece::{self, Form, KindId, Named};
use crate::project::ItemRef;
use puzzlec_syntax::ast::{ItemKind, Legend, Sign};

/// The legends in force: that of the puzzle, then those of the file.
pub(crate) fn in_force<'a>(scope: &Scope<'a, '_>) -> Vec<&'a Legend> {
    scope.legend.into_iter().chain(scope.names.legends(scope.module)).collect()
}

/// The line of a legend that gives a mark its meaning.
pub(crate) fn sign<'a>(scope: &Scope<'a, '_>, wanted: char) -> Option<&'a Sign> {
    let mut signs = in_force(scope).into_iter().flat_map(|legend| &legend.signs);
    signs.find(|sign| mark::of(&sign.mark.value) == Some(wanted))
}

/// Whether a legend in force has a mark of several characters.
fn legend_words(scope: &Scope<'_, '_>) -> bool {
    let mut signs = in_force(scope).into_iter().flat_map(|legend| &legend.signs);
    signs.any(|sign| mark::of(&sign.mark.value).is_some_and(mark::is_word))
}

/// The member of a family that a mark alone names: by a legend, or as one of the marks of a family.
pub(super) fn member_of_mark(scope: &mut Scope<'_, '_>, mark: char) -> Option<Named> {
    if let Some(sign) = sign(scope, mark) {
        return scope.chosen(&sign.piece).filter(|_| sign.on.is_none());
    }
    let kind = family_of(scope, mark)?;
    let at = scope.pieces.kind(kind)?.marks.iter().position(|m| *m == mark)?;
    Some(Named { kind, member: Some(u16::try_from(at).ok()?) })
}

/// Candidate pieces in three groups: those that the rules name, those of the file, those of the rules'
/// modules. Earlier groups take precedence.
pub(crate) fn rings(scope: &Scope<'_, '_>) -> [Vec<ItemRef>; 3] {
    let first: Vec<ItemRef> = scope.pieces.kinds.iter().map(|k| k.item).collect();
    let own: Vec<ItemRef> = scope.names.all(scope.module, Sort::Piece).map(|(at, _)| at).collect();
    let others = scope
        .piece_modules
        .iter()
        .flat_map(|m| scope.names.all(*m, Sort::Piece).map(|(at, _)| at).collect::<Vec<_>>())
        .collect();
    [first, own, others]
}

/// The family with a mark, if it is clear which.
fn family_of(scope: &mut Scope<'_, '_>, mark: char) -> Option<KindId> {
    let ring = rings(scope).into_iter().find_map(|ring| {
        let mut with: Vec<ItemRef> = ring
            .into_iter()
            .filter(|at| match scope.names.item(*at).map(|i| &i.kind) {
                Some(ItemKind::Piece(p)) => piece::form(p) == Form::Unit && piece::marks(p).contains(&mark),
                _ => false,
            })
            .collect();
        with.dedup();
        (!with.is_empty()).then_some(with)
    })?;
    let [at] = ring.as_slice() else { return None };
    let Some(ItemKind::Piece(piece)) = scope.names.item(*at).map(|i| &i.kind) else { return None };
    if piece::marks(piece).len() < 2 { None } else { scope.add_piece(*at) }
}

/// Whether a piece near or a legend has this mark.
pub(crate) fn known(scope: &Scope<'_, '_>, wanted: char) -> bool {
    let has = |at: &ItemRef| match scope.names.item(*at).map(|i| &i.kind) {
        Some(ItemKind::Piece(piece)) => piece::marks(piece).contains(&wanted),
        _ => false,
    };
    sign(scope, wanted).is_some() || rings(scope).iter().flatten().any(has)
}

/// Whether a mark of the pieces near or of a legend has several characters: then blanks separate the marks.
pub(crate) fn has_words(scope: &Scope<'_, '_>) -> bool {
    let words = |at: &ItemRef| match scope.names.item(*at).map(|i| &i.kind) {
        Some(ItemKind::Piece(piece)) => piece::marks(piece).into_iter().any(mark::is_word),
        _ => false,
    };
    legend_words(scope) || rings(scope).iter().flatten().any(words)
}
