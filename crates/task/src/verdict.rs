//! The answer to a puzzle.

use serde::Serialize;

use super::certificate::{Proof, TheoryProof, Winner};
use crate::ActionId;
use puzzlec_base::diag::Stop;

/// The answer to a puzzle. Stopped is never unsolvable. `S` is how steps are written: as actions of the task by a search of
/// it, as [`Steps`](crate::Steps) of the rules by everything above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S = Vec<ActionId>> {
    /// There is a plan.
    Solved(Plan<S>),
    /// There is none.
    Unsolvable {
        /// Why.
        certificate: Certificate,
        /// The same in a few words, for people, where a theory says it.
        reason: Option<String>,
    },
    /// There is none of at most this length: every plan is longer.
    NotWithin(u64),
    /// Who wins a game of two players.
    Game(GameResult<S>),
    /// Not decided: a limit came first.
    Stopped(Stop),
}

impl<S> Verdict<S> {
    /// The same answer with its steps written in another way.
    pub fn map<T>(self, write: impl FnOnce(S) -> T) -> Verdict<T> {
        match self {
            Verdict::Solved(Plan { steps, length, optimality }) => {
                Verdict::Solved(Plan { steps: write(steps), length, optimality })
            }
            Verdict::Unsolvable { certificate, reason } => Verdict::Unsolvable { certificate, reason },
            Verdict::NotWithin(most) => Verdict::NotWithin(most),
            Verdict::Game(GameResult { winner, length, value, moves, proof }) => {
                Verdict::Game(GameResult { winner, length, value, moves: write(moves), proof })
            }
            Verdict::Stopped(stop) => Verdict::Stopped(stop),
        }
    }
}

impl<S> From<Certificate> for Verdict<S> {
    /// There is no plan.
    fn from(certificate: Certificate) -> Self {
        Verdict::Unsolvable { certificate, reason: None }
    }
}

impl<S> From<Searched> for Verdict<S> {
    /// There is no plan: a search found none.
    fn from(searched: Searched) -> Self {
        Certificate::Searched(searched).into()
    }
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<S = Vec<ActionId>> {
    /// Its steps in order.
    pub steps: S,
    /// Its length in the puzzle's measure.
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
pub struct GameResult<S = Vec<ActionId>> {
    /// The winner with best play.
    pub winner: Winner,
    /// The number of moves of both players until the game ends, if the winner hurries and the other delays; none for a
    /// draw, or where a theory does not tell it.
    pub length: Option<u64>,
    /// The Grundy value of the start; `None` if the player who cannot move wins, if play can go on forever, or where a theory
    /// does not tell it.
    pub value: Option<u64>,
    /// All first moves that win, the quickest first; none if the player who cannot move wins and is the first.
    pub moves: S,
    /// Why, where a theory says it.
    pub proof: Option<TheoryProof>,
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
