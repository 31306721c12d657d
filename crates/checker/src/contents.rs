//! The contents that effects name, by the manual: which contents a name means, and which one a cell gets.
//!
//! Plans and readings of all moves take contents from here. A content that does not exist is an error of the step, never
//! the old content.

use puzzlec_model::piece::{Content, ContentId, Named, Pieces};
use puzzlec_model::rule::Face;

/// The members of a piece of one cell, in order; none of a piece of several cells.
fn members(pieces: &Pieces, piece: Named) -> Vec<ContentId> {
    let is_member = |content: &Content| match content {
        Content::Unit(kind, number) => {
            *kind == piece.kind && piece.member.is_none_or(|member| member == *number)
        }
        Content::Empty | Content::Part(..) | Content::Block(..) => false,
    };
    let mut all: Vec<(u16, ContentId)> = pieces
        .contents()
        .filter(|(_, content)| is_member(content))
        .map(|(id, content)| (if let Content::Unit(_, number) = content { *number } else { 0 }, id))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}

/// The contents of a face, in order.
fn all(pieces: &Pieces, face: Face) -> Vec<ContentId> {
    match face {
        Face::Empty => vec![0],
        Face::Piece(piece) => members(pieces, piece),
    }
}

/// The content of a cell that a piece is put on; nothing if the name does not mean exactly one piece of one cell.
pub(super) fn put(pieces: &Pieces, piece: Named) -> Option<ContentId> {
    match members(pieces, piece).as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// What each content becomes by an exchange, by its number; nothing if the two sides do not have the same number of
/// contents, at least one.
pub(super) fn exchange(pieces: &Pieces, one: Face, other: Face) -> Option<Vec<ContentId>> {
    let (first, second) = (all(pieces, one), all(pieces, other));
    if first.len() != second.len() || first.is_empty() {
        return None;
    }
    let partner = |content: ContentId| {
        let to = |from: &[ContentId], to: &[ContentId]| {
            from.iter().position(|known| *known == content).and_then(|at| to.get(at).copied())
        };
        to(&first, &second).or_else(|| to(&second, &first)).unwrap_or(content)
    };
    Some(pieces.contents().map(|(content, _)| partner(content)).collect())
}
