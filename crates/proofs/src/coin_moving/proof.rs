//! Proofs about coins that move to cells beside two others. Galliot, Gravier and Sivignon, An update on the
//! coin-moving game on the square grid, 2021.

use serde::{Deserialize, Serialize};

use puzzlec_task::certificate::Level;

/// The format of this theory's proofs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// A proof for each goal: in the order of the puzzle; the places of a goal that lies `anywhere` in reading
    /// order, those that lie in the smallest rectangle around the start.
    pub goals: Vec<Proof>,
}

/// A rectangle: its first cell in reading order, and its last.
pub type Corners = [String; 2];

/// The reason that a goal is unreachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proof {
    /// Start and goal do not have the same number of coins.
    Counts {},
    /// A coin of the goal lies outside of what coins could ever cover (1.9).
    Outside {
        /// Rectangles around all coins of the start, three steps apart or more.
        rectangles: Vec<Corners>,
        /// The coin of the goal.
        coin: String,
    },
    /// No coin of the goal has two neighbours, so none can have moved last (1.2).
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
    /// Start and goal span the same odd rectangle with one coin more than that takes, no single move leads from one
    /// to the other, and pokes do not lead from any start of the poking game to any of its goals (5.7).
    Poking {
        /// The goals: for each redundant coin of the goal, in reading order, the goal without it.
        goals: Vec<Unpoked>,
    },
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
    /// One side of a search is complete.
    Exhausted {
        /// Which.
        side: Exhausted,
        /// The number of sets of coins, and the sum of their hashes.
        sets: Level,
    },
    /// The first moves from the start and the last ones to the goal do not meet, so that every plan has more
    /// moves than both together.
    Apart {
        /// Configurations first reached after 0, 1, 2, … moves.
        forward: Vec<Level>,
        /// Sets of coins from which 0, 1, 2, … moves lead to the goal.
        backward: Vec<Level>,
    },
    /// Cells that some coin must be put on: different cells need different moves.
    Passed {
        /// Without a move to one of these, whichever, coins cannot cover the goal.
        cells: Vec<String>,
        /// The same for one or two cells of other lists.
        choices: Vec<Needed>,
    },
}

/// Cells of a list that coins must be put on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needed {
    /// The cells.
    pub cells: Vec<String>,
    /// The number of them that must be filled: 1 or 2.
    pub moves: u64,
}

/// A side of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exhausted {
    /// All configurations that the start reaches by moves after which the span includes the goal.
    Start,
    /// Sets of coins of which one lies in every configuration that leads to the goal.
    Goal,
}

/// The reason that no start of the poking game reaches a goal of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unpoked {
    /// The coin that the goal is without.
    pub coin: String,
    /// The reason.
    pub why: Why,
}

/// The reason that pokes do not reach a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Why {
    /// It has no adjacent coins.
    NoPair {},
    /// It is a chain, and no start is a chain with the same ends; or it is none, and all starts are (5.9).
    Ends {},
    /// Pokes lead to it from these only, of which none is a start.
    Class {
        /// The number of members.
        size: u64,
    },
}

/// What a certificate says of the triangular grid, or of another number of neighbours: N coins must touch one that
/// moves. What holds of the grid holds of a part of it, where moves are missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Others {
    /// Each goal is ruled out separately.
    Alone {
        /// In the order of the puzzle, one for each, also for a goal that may lie anywhere.
        goals: Vec<Alone>,
    },
    /// A number of moves that no plan is shorter than: coins that lie elsewhere, and layers that coins cross.
    Layers {},
}

/// The reason that a goal on such a grid is unreachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Alone {
    /// Start and goal do not have the same number of coins.
    Number {},
    /// The start has no move.
    NoMove {},
    /// No coin of the goal is touched by N others.
    NoLastMove {},
    /// Without some coin of the goal no coin is touched by N - 1 others, and no single move reaches it.
    OneCoin {},
}

/// The format of proofs of the poking game: the reason that pokes do not lead from the start to the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Unpokable {
    /// Pokes lead to minimum configurations of the same rectangle with an adjacent pair, and the goal is none (5.6).
    Kept {},
    /// One of the two is a chain, and the other is no chain with the same ends (5.9).
    Ends {},
    /// Pokes lead from the start to these only, and none is the goal.
    Class {
        /// The number of members.
        size: u64,
    },
}
