//! Proofs about coins on a line of which k neighbours move at a time.

use serde::{Deserialize, Serialize};

/// The body of a certificate of this theory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// A proof for each goal, in the order of the puzzle.
    pub goals: Vec<Proof>,
}

/// Why one goal is not reached, or not by fewer moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proof {
    /// Start and goal do not have the same coins.
    Coins {},
    /// One end, which is not the other, has no move.
    NoMove {
        /// Which end.
        end: End,
    },
    /// At most one coin is not lifted by a move, and start and goal do not have the same order of colours, as a cycle
    /// where one coin is left.
    Order {},
    /// Start and goal differ in the number of coins on the cells of some remainder modulo k.
    Remainders {},
    /// k is even, no two coins are alike, and the coins of the goal are an odd permutation of those of the start.
    Parity {},
    /// All positions that moves join to one end. The other one is not among them.
    Closed {
        /// Which end.
        end: End,
        /// On an endless line: gaps between two coins are alike if their lengths are congruent modulo this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        period: Option<u64>,
    },
    /// A bound only: a move makes at most two pairs of neighbours that the goal has and the start lacks.
    Pairs {},
    /// A bound only: the rows reached by these numbers of moves from both ends do not meet. Every plan has more moves
    /// than both numbers together.
    Exhausted {
        /// Moves from the start.
        forward: u64,
        /// Moves from the goal.
        backward: u64,
    },
}

/// An end of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The start.
    Start,
    /// The goal.
    Goal,
}
