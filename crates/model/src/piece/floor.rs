//! The two layers: floor pieces, and the pieces above them.

use super::{ContentId, KindId, Pieces, Selector};

impl Pieces {
    /// Whether a kind is of floor pieces.
    pub fn is_floor(&self, id: KindId) -> bool {
        self.kind(id).is_some_and(|kind| kind.floor)
    }

    /// The number of floor pieces that a selector names.
    pub fn below(&self, selector: &Selector) -> usize {
        let kinds = selector.kinds.iter().chain(selector.members.iter().map(|(kind, _)| kind));
        kinds.filter(|kind| self.is_floor(**kind)).count()
    }

    /// Whether a content is a floor piece.
    pub fn lies_below(&self, id: ContentId) -> bool {
        self.content(id).kind().is_some_and(|kind| self.is_floor(kind))
    }

    /// Whether floor pieces are in play, so that a cell may hold two pieces.
    pub fn has_floor(&self) -> bool {
        self.kinds.iter().any(|kind| kind.floor)
    }

    /// The mark that a picture shows for a cell with this content and floor: their own if a legend gives them one,
    /// otherwise that of what lies above.
    pub fn shown(&self, held: ContentId, floor: ContentId) -> char {
        let above = if held == 0 { floor } else { held };
        self.stacked.get(&(held, floor)).copied().unwrap_or_else(|| self.glyph(above))
    }
}
