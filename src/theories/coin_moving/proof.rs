//! Proofs about coins that move to cells beside two others. Galliot, Gravier and Sivignon, An update on the
//! coin-moving game on the square grid, 2021.

use serde::{Deserialize, Serialize};

/// What a certificate says in the words of this theory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// A proof for each goal: in the order of the puzzle; the places of a goal that lies `anywhere` in reading
    /// order, those that lie in the smallest rectangle around the start.
    pub goals: Vec<Proof>,
}

/// A rectangle: its first cell in reading order, and its last.
pub type Corners = [String; 2];

/// Why one goal is not reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proof {
    /// Start and goal have not the same number of coins.
    Counts {},
    /// A coin of the goal lies outside of what coins could ever cover (1.9).
    Outside {
        /// Rectangles around all coins of the start, three steps apart or more.
        rectangles: Vec<Corners>,
        /// The coin of the goal.
        coin: String,
    },
    /// No coin of the goal touches two others, so none can have moved last (1.2).
    NoLastMove {},
    /// Whichever coin moves first, the others cannot cover the goal any more (1.17).
    NoFirstMove {
        /// For each coin of the start, in reading order, a coin of the goal that is lost without it.
        lost: Vec<String>,
    },
    /// Without this coin all coins of the goal are isolated, and no single move reaches it (1.3).
    Isolated {
        /// The coin.
        coin: String,
    },
    /// Start and goal span the same even rectangle with one coin more than that takes, and no single move
    /// leads from one to the other (5.1).
    EvenMinimum {},
    /// Coins cannot come apart: two components of the goal's span lie in one component of the start's (4.2).
    Split {
        /// The components.
        components: [Corners; 2],
    },
    /// The same, where no two moves take them apart (4.5).
    LateSplit {
        /// The components.
        components: [Corners; 2],
    },
    /// Whatever is a move before the goal or one of these positions is one of them, or not reached by 1.2, 1.3, 1.17,
    /// 4.2 or 4.5.
    LookBack {
        /// The coins of each position.
        positions: Vec<Vec<String>>,
    },
}

/// What a certificate says of the triangular grid, or of another number of neighbours: N coins must touch one that
/// moves. What holds of the grid holds of a part of it, where moves are missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Others {
    /// Each goal is ruled out by itself.
    Alone {
        /// In the order of the puzzle, one for each, also for a goal that may lie anywhere.
        goals: Vec<Alone>,
    },
    /// All positions of one side that matter, and none is an end of the other.
    Closed {
        /// Whether it is the side of the goals: positions in the closure of the start from which a goal is reached.
        /// Else they are reached from the start, where the coins that stay in a move have a goal in their closure.
        backward: bool,
        /// How many there are.
        positions: u64,
    },
    /// A number of moves that no plan is shorter than: coins that lie elsewhere, and layers that coins cross.
    Layers {},
}

/// Why one goal is not reached on such a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Alone {
    /// Start and goal have not the same number of coins.
    Number {},
    /// The start has no move.
    NoMove {},
    /// No coin of the goal is touched by N others.
    NoLastMove {},
    /// Without some coin of the goal no coin is touched by N - 1 others, and no single move reaches it.
    OneCoin {},
    /// A coin of the goal lies outside of the closure of the start.
    Outside {},
    /// Without any one coin of the start a coin of the goal lies outside of the closure.
    NoExtraCoin {},
}
