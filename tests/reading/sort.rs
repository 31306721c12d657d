//! What is asked of the content of a cell.

use super::position::{Held, Piece};

/// A kind of content that is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sort {
    Empty,
    Anything,
    Piece(Piece),
    /// One of a family.
    Member(Piece, usize),
}

/// A floor piece, or one of its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Below(pub Piece, pub Option<usize>);

impl Below {
    pub fn lies(self, floor: Option<&(Piece, usize)>) -> bool {
        floor.is_some_and(|(piece, member)| *piece == self.0 && self.1.is_none_or(|own| own == *member))
    }
}

impl Sort {
    pub fn admits(self, held: Option<&Held>) -> bool {
        match self {
            Sort::Empty => held.is_none(),
            Sort::Anything => held.is_some(),
            Sort::Piece(piece) => held.is_some_and(|h| h.piece() == piece),
            Sort::Member(piece, member) => {
                matches!(held, Some(Held::One(p, m)) if (*p, *m) == (piece, member))
            }
        }
    }
}
