//! The result of a search.

use serde::Serialize;

use super::certificate::{Proof, Winner};
use crate::ActionId;
use puzzlec_base::diag::Stop;

/// The answer to the question whether there is a plan. Stopped is never unsolvable.
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

/// What is proved about a plan's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Optimality {
    /// No shorter plan exists: every shorter one was ruled out.
    Least,
    /// No shorter plan exists if the puzzle's scripted bound is admissible.
    LeastByBound,
    /// It is a plan; a shorter one may exist.
    Found,
}

/// A proof that there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Certificate {
    /// A search visited all relevant positions. A proof for a file enumerates them once more.
    Searched(Searched),
    /// A part of the puzzle, with which the rest has nothing to do, has no plan.
    Part(PartCertificate),
    /// A proof.
    Proved(Proof),
}

/// A proof that a part of a puzzle has no plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "part")]
pub struct PartCertificate {
    /// The names of its variables.
    pub part: Vec<String>,
    /// Why.
    pub certificate: Box<Certificate>,
}

/// All relevant positions were visited, without a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Searched {
    /// All reachable positions were visited, and none is a goal.
    Exhausted {
        /// The number of positions.
        states: u64,
        /// The number of positions first reached after 0, 1, 2, … steps of the search.
        levels: Vec<u64>,
    },
    /// All reachable positions were visited up to symmetry, and none is a goal.
    ExhaustedClasses {
        /// The number of visited positions.
        classes: u64,
        /// The number of positions first reached after 0, 1, 2, … steps of the search.
        levels: Vec<u64>,
    },
    /// All positions from which the goal can be reached were visited, and none is the start. In these
    /// positions every variable has a value that is reachable where values accumulate.
    ExhaustedBackward {
        /// The number of positions.
        states: u64,
        /// The number of positions first reached after 0, 1, 2, … steps back from the goal.
        levels: Vec<u64>,
    },
}

/// The answer to a two-player game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner with best play.
    pub winner: Winner,
    /// The number of moves of both players until the game ends, if the winner hurries and the other delays; none for a
    /// draw.
    pub length: Option<u64>,
    /// The Grundy value of the start; `None` if the player who cannot move wins, or if play can go on
    /// forever.
    pub value: Option<u64>,
    /// All first moves that win, in the order of the task; none if the player who cannot move wins and is the
    /// first.
    pub moves: Vec<ActionId>,
    /// Visited positions.
    pub states: u64,
}

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Visited positions.
    pub states: u64,
    /// Expanded positions.
    pub expanded: u64,
    /// Bytes held at the end.
    pub bytes: u64,
}
