//! What becomes of the content of a cell. Every effect that gives a cell a content by name works it out here, so that a
//! content either has a known successor or the effect has none at all.

use puzzlec_model::piece::{Content, ContentId, Form, Pieces};
use puzzlec_model::rule::Face;

/// The content of a cell with an old one that becomes `face`. A family takes over the number of the old member;
/// nothing if it has no member of this number, or the old content has none.
pub(super) fn becomes(pieces: &Pieces, face: Face, old: ContentId) -> Option<ContentId> {
    let Face::Piece(named) = face else { return Some(0) };
    let kind = pieces.kind(named.kind).filter(|kind| kind.form == Form::Unit)?;
    let member = match (named.member, pieces.content(old)) {
        (Some(member), _) => member,
        (None, _) if kind.marks.len() <= 1 => 0,
        (None, Content::Unit(_, member)) => *member,
        (None, _) => return None,
    };
    pieces.id(&Content::Unit(named.kind, member))
}

/// The exchange of two contents as a table, in which all others stay; nothing if one has no partner.
pub(super) fn flip(pieces: &Pieces, a: Face, b: Face) -> Option<Vec<ContentId>> {
    let (one, other) = (a.selector(), b.selector());
    let next = |(id, content): (ContentId, &Content)| match () {
        () if one.matches(content) => becomes(pieces, b, id),
        () if other.matches(content) => becomes(pieces, a, id),
        () => Some(id),
    };
    pieces.contents().map(next).collect()
}
