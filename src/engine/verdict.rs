//! What a search answers.

use serde::Serialize;

use super::certificate::Proof;
use crate::diag::Stop;
use crate::task::ActionId;

/// The answer to "is there a plan?". Stopped is never unsolvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A plan.
    Solved(Plan),
    /// None, and why.
    Unsolvable(Certificate),
    /// None of at most this length: every plan is longer.
    NotWithin(u64),
    /// Not decided: a limit came first.
    Stopped(Stop),
}

/// The actions of a solution in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The actions, by their places in the task.
    pub actions: Vec<ActionId>,
    /// Their length in the task's measure.
    pub length: u64,
    /// Whether a shorter one is ruled out.
    pub optimality: Optimality,
}

/// What is known of a plan's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Optimality {
    /// No shorter plan exists: every shorter one was ruled out.
    Least,
    /// No shorter plan exists if the bound that a script of the puzzle gives never says too much.
    LeastByBound,
    /// It is a plan; a shorter one may exist.
    Found,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Certificate {
    /// A search saw all positions that matter. A proof for a file walks over them once more.
    Searched(Searched),
    /// A proof.
    Proved(Proof),
}

/// All positions that matter, and none of them gives a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Searched {
    /// Every position that can be reached was seen, and none is a goal.
    Exhausted {
        /// The number of positions.
        states: u64,
        /// How many are first reached after 0, 1, 2, … steps of the search.
        levels: Vec<u64>,
    },
    /// Every position that can be reached was seen, and none is a goal; of positions that
    /// symmetries of the puzzle make of each other, one was looked at.
    ExhaustedClasses {
        /// The number of positions that were looked at.
        classes: u64,
        /// How many are first reached after 0, 1, 2, … steps of the search.
        levels: Vec<u64>,
    },
    /// Every position from which the goal can be reached was seen, and none is the start. The
    /// positions are those in which every variable holds a value that
    /// [`relaxed`](crate::task::relaxed) leaves it.
    ExhaustedBackward {
        /// The number of positions.
        states: u64,
        /// How many are first reached after 0, 1, 2, … steps back from the goal.
        levels: Vec<u64>,
    },
}

/// The answer to "who wins?" for two players who move in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameVerdict {
    /// The player to move at the start wins, by this move first.
    FirstWins {
        /// A winning first move; none if there is no move and who cannot move has won.
        by: Option<ActionId>,
        /// Positions looked at.
        states: u64,
    },
    /// The other player wins.
    SecondWins {
        /// Positions looked at.
        states: u64,
    },
    /// With best play the game does not end.
    Draw {
        /// Positions looked at.
        states: u64,
    },
    /// Not decided.
    Stopped(Stop),
}

/// How much a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Positions seen.
    pub states: u64,
    /// Positions whose moves were made.
    pub expanded: u64,
    /// Bytes held at the end.
    pub bytes: u64,
}
