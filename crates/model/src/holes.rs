//! What a puzzle leaves open: the pieces that fill its holes, the clues of a placement, and which puzzles are wanted.

use crate::board::Coord;
use crate::piece::{Named, Pieces};
use crate::technique::Technique;
use puzzlec_base::Span;

/// The holes of a puzzle, and which fillings are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holes {
    /// What is open.
    pub open: Open,
    /// The lengths of a shortest solution that are wanted, in the measure of the puzzle.
    pub length: Option<(u64, u64)>,
    /// The number that should be great.
    pub hardest: Option<Hardness>,
    /// Whether no clue may be left out.
    pub minimal: bool,
    /// Whether deductions lead to the solution, with the strongest technique that they need; any but a trial without one.
    pub deduction: Option<Option<Technique>>,
    /// The symmetry of what is filled in or given.
    pub symmetric: Option<HoleSymmetry>,
    /// The place of the first statement about holes.
    pub span: Span,
}

/// What is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// Cells of a start, with the pieces that lie in them. The other open cells are empty.
    Cells {
        /// The open cells, in reading order.
        cells: Vec<Coord>,
        /// The pieces, each once.
        fillings: Vec<Filling>,
    },
    /// Pieces of a placement are given.
    Clues {
        /// The least and the greatest number.
        range: (u32, u32),
        /// The pieces that may be given; any, if there are none.
        pieces: Vec<Named>,
        /// Whether a generated puzzle has none of these pieces but those that are given.
        all: bool,
    },
}

/// Pieces that fill holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The pieces, of which each may be taken any number of times; all of one layer.
    pub pieces: Vec<Named>,
    /// The shapes in which a rigid piece may lie; empty for other pieces.
    pub shapes: Vec<u16>,
    /// The least number of pieces.
    pub least: u32,
    /// The greatest number of pieces; no more than there are open cells.
    pub most: u32,
    /// The place of the first entry that names it.
    pub span: Span,
}

/// What makes a puzzle hard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hardness {
    /// The length of a shortest solution, in the measure of the puzzle.
    Length,
    /// The number of positions that can be reached from the start.
    Positions,
    /// The average number of moves of these positions.
    Branching,
    /// The strongest technique of the deductions that lead to the solution, and the number of its steps.
    Deductions,
    /// The least number of actions of some rules in any solution; by rule whether it counts.
    Rules(Vec<bool>),
}

/// A symmetry of what is filled in or given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleSymmetry {
    /// A turn by 180 degrees.
    HalfTurn,
    /// A turn by 90 degrees.
    QuarterTurn,
    /// The mirror image from left to right.
    Mirror,
}

impl Filling {
    /// Whether it consists of floor pieces.
    pub fn is_floor(&self, pieces: &Pieces) -> bool {
        self.pieces.first().is_some_and(|piece| pieces.is_floor(piece.kind))
    }
}

impl Holes {
    /// Whether floor pieces fill holes.
    pub fn fill_floors(&self, pieces: &Pieces) -> bool {
        match &self.open {
            Open::Cells { fillings, .. } => fillings.iter().any(|filling| filling.is_floor(pieces)),
            Open::Clues { .. } => false,
        }
    }
}
