//! What becomes of the contents that are exchanged. A content either has a known successor, or the exchange has none at
//! all.

use puzzlec_model::config::only_content;
use puzzlec_model::piece::{Content, ContentId, Pieces};
use puzzlec_model::rule::Face;

/// The content of a cell with an old one that becomes `face`. A family takes over the number of the old member;
/// nothing if it has no member of this number, or the old content has none.
fn becomes(pieces: &Pieces, face: Face, old: ContentId) -> Option<ContentId> {
    let Face::Piece(named) = face else { return Some(0) };
    only_content(pieces, named).or_else(|| match pieces.content(old) {
        Content::Unit(_, member) => pieces.id(&Content::Unit(named.kind, *member)),
        _ => None,
    })
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
