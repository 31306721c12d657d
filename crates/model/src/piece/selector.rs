//! The contents that a text refers to.

use super::{Content, KindId, Named};

/// The contents that a rule or goal refers to.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selector {
    /// An empty cell.
    pub empty: bool,
    /// Any piece.
    pub any: bool,
    /// These pieces.
    pub kinds: Vec<KindId>,
    /// These members of families.
    pub members: Vec<(KindId, u16)>,
}

impl Selector {
    /// The empty cell alone.
    pub fn empty() -> Self {
        Selector { empty: true, ..Selector::default() }
    }

    /// Any piece.
    pub fn any() -> Self {
        Selector { any: true, ..Selector::default() }
    }

    /// One kind of piece.
    pub fn kind(kind: KindId) -> Self {
        Selector { kinds: vec![kind], ..Selector::default() }
    }

    /// A piece as it is named.
    pub fn named(piece: Named) -> Self {
        match piece.member {
            None => Selector::kind(piece.kind),
            Some(member) => Selector { members: vec![(piece.kind, member)], ..Selector::default() },
        }
    }

    /// Whether it includes this content.
    pub fn matches(&self, content: &Content) -> bool {
        let member = || matches!(content, Content::Unit(kind, at) if self.members.contains(&(*kind, *at)));
        content.kind().map_or(self.empty, |kind| self.any || self.kinds.contains(&kind) || member())
    }
}
