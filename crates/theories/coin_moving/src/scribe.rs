//! Proofs in the names of the puzzle, as certificates have them.

use super::coins::Coins;
use super::decide::Reason;
use super::poke::decide::{self as poke, Unreached};
use super::problem::Problem;
use super::rectangle::Rectangle;
use puzzlec_model::board::Coord;
use puzzlec_proofs::coin_moving::proof::{Corners, Proof, Unpoked, Why};

/// Writes proofs about a problem on a board whose cells have these names.
pub struct Scribe<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The name of a cell of the board.
    pub name: &'a dyn Fn(Coord) -> String,
}

impl Scribe<'_> {
    /// The proof that the goal is not reached; nothing where a cell is not of the board.
    pub fn proof(&self, reason: &Reason) -> Option<Proof> {
        Some(match reason {
            Reason::Counts => Proof::Counts {},
            Reason::Outside { rectangles, coin } => Proof::Outside {
                rectangles: rectangles.iter().map(|r| self.corners(*r)).collect::<Option<_>>()?,
                coin: self.cell(*coin)?,
            },
            Reason::NoLastMove => Proof::NoLastMove {},
            Reason::NoFirstMove { lost } => {
                Proof::NoFirstMove { lost: lost.iter().map(|c| self.cell(*c)).collect::<Option<_>>()? }
            }
            Reason::Isolated { coin } => Proof::Isolated { coin: self.cell(*coin)? },
            Reason::EvenMinimum => Proof::EvenMinimum {},
            Reason::Poking { goals } => {
                Proof::Poking { goals: goals.iter().map(|g| self.unpoked(g)).collect::<Option<_>>()? }
            }
            Reason::Split { components } => Proof::Split { components: self.pair(*components)? },
            Reason::LateSplit { components } => Proof::LateSplit { components: self.pair(*components)? },
            Reason::LookBack { positions } => {
                let coins = |p: &Coins| p.iter().map(|c| self.cell(c)).collect::<Option<Vec<_>>>();
                Proof::LookBack { positions: positions.iter().map(coins).collect::<Option<_>>()? }
            }
        })
    }

    fn unpoked(&self, goal: &Unreached) -> Option<Unpoked> {
        let why = match goal.why {
            poke::Why::NoPair => Why::NoPair {},
            poke::Why::Ends => Why::Ends {},
            poke::Why::Class(size) => Why::Class { size: size as u64 },
        };
        Some(Unpoked { coin: self.cell(goal.coin)?, why })
    }

    fn cell(&self, cell: Coord) -> Option<String> {
        self.problem.on_board(cell).map(self.name)
    }

    fn corners(&self, r: Rectangle) -> Option<Corners> {
        Some([self.cell(Coord::new(r.left, r.top))?, self.cell(Coord::new(r.right, r.bottom))?])
    }

    fn pair(&self, [first, second]: [Rectangle; 2]) -> Option<[Corners; 2]> {
        Some([self.corners(first)?, self.corners(second)?])
    }
}
