//! Pieces to lay on a board.

use crate::board::Coord;
use crate::piece::{KindId, Pieces};
use puzzlec_base::Span;

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
    /// The cells that they may cover, in order; all if nothing is said.
    pub on: Option<Vec<Coord>>,
    /// The least number.
    pub least: u16,
    /// The greatest number.
    pub count: u16,
    /// The place of the first entry that names it.
    pub span: Span,
}

impl Supply {
    /// Whether the number of pieces is not stated exactly.
    pub fn is_open(&self) -> bool {
        self.least < self.count
    }

    /// Whether its pieces may cover a cell.
    pub fn covers(&self, cell: Coord) -> bool {
        self.on.as_ref().is_none_or(|on| on.binary_search(&cell).is_ok())
    }

    /// The number of cells that one of the pieces covers.
    pub fn size(&self, pieces: &Pieces) -> usize {
        match (self.shapes.first(), self.labels) {
            (Some(shape), _) => pieces.shapes.get(usize::from(*shape)).map_or(1, Vec::len),
            (None, Some(_)) => 2,
            (None, None) => 1,
        }
    }
}
