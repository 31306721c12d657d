//! Answers as people and programs read them.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::Serialize;

use crate::reasons::ReasonsReport;
use crate::scene::{Scene, ScenePiece};
use puzzlec_base::diag::{Diagnostic, Stop};
use puzzlec_search::{Count, Level};
use puzzlec_task::{Certificate, Optimality, Statistics};
use puzzlec_theory::{Counted, Total};

/// The answer to one puzzle with given parameters.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The answer.
    pub answer: Answer,
    /// The work of the search.
    pub statistics: Statistics,
    /// Notes on the answer, such as the window of an unbounded board.
    pub notes: Vec<String>,
    /// Explanation of the choice of method, one sentence each.
    pub why: Vec<String>,
    /// Explanation of the certificate, line by line.
    #[serde(skip)]
    pub proof: Vec<String>,
    /// All shortest solutions, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<SolutionsReport>,
    /// The steps of reason of a placement, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<ReasonsReport>,
}

/// All shortest solutions.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionsReport {
    /// The number of different sequences of moves, in digits.
    pub count: String,
    /// The first of them, replayed by the rules as written; each step in short notation.
    pub listed: Vec<Vec<String>>,
}

/// The answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Answer {
    /// A plan, replayed by the rules as written.
    Solved(PlanReport),
    /// There is none.
    Unsolvable {
        /// The proof.
        certificate: Certificate,
        /// The same in a few words, if a theory provides it; JSON calls it `told`.
        #[serde(rename = "told", skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// There is none of at most this length.
    NotWithin {
        /// The length that was allowed.
        within: u64,
        /// No plan is shorter than this, which is more.
        at_least: u64,
        /// What lengths count, in the plural.
        unit: String,
    },
    /// Not decided.
    Stopped {
        /// The reason. A script failure or a bug is not an answer but a diagnostic.
        reason: Stop,
        /// No plan is shorter than this.
        at_least: Option<u64>,
        /// The unit of lengths, in the plural.
        unit: String,
    },
    /// The winner of a two-player game.
    Game {
        /// `first`, `second` or `draw`.
        winner: String,
        /// The number of moves of both until the game ends, if the winner hurries and the other delays; `None` for a draw,
        /// or if a theory does not tell it.
        #[serde(skip_serializing_if = "Option::is_none")]
        length: Option<u64>,
        /// The Grundy value of the start; `None` if there is none, or if a theory does not tell it.
        value: Option<u64>,
        /// A winning first move: the first of `moves`.
        first_move: Option<StepReport>,
        /// The winning first moves, each with the position after it.
        moves: Vec<StepReport>,
        /// The number of winning first moves that are not listed.
        #[serde(skip_serializing_if = "is_zero")]
        more: u64,
    },
}

/// A plan.
#[derive(Clone, Debug, Serialize)]
pub struct PlanReport {
    /// Least (proved) or found.
    pub optimality: Optimality,
    /// Its length, in the unit.
    pub length: u64,
    /// No plan is shorter than this (proved); where less is known than that this one is least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The unit in the plural: `moves`, `jumps`, `sweeps`.
    pub unit: String,
    /// The start as a picture, one string a row; empty where it would be too large.
    pub start: Vec<String>,
    /// The steps; the first ones of a very long plan.
    pub steps: Vec<StepReport>,
    /// The number of steps that are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: u64,
    /// The colours of marks, if the puzzle states any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub colours: BTreeMap<char, String>,
    /// The last position as a picture, one string a row; empty where it would be too large.
    #[serde(skip)]
    pub end: Vec<String>,
    /// Where pieces are placed, the arrangement as pictures with their captions, which may be empty; none if it would
    /// be too large.
    #[serde(skip)]
    pub placed: Option<Vec<(String, Vec<String>)>>,
    /// The start, and the pieces of the last position, where rows of marks do not show which cells a piece covers: with
    /// chains, and on a board with edges.
    #[serde(skip)]
    pub chains: Option<(Scene, Vec<ScenePiece>)>,
}

/// A step of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// The rule's name.
    pub rule: String,
    /// The short notation: `d2-d4`.
    pub notation: String,
    /// The position after it as a picture, one string a row; empty where the pictures of the plan would be
    /// too large with it.
    pub after: Vec<String>,
    /// The pieces after it, where [`PlanReport::chains`] has those of the start.
    #[serde(skip)]
    pub pieces: Vec<ScenePiece>,
}

/// The numbers of positions, solutions and games of a puzzle with given parameters.
#[derive(Clone, Debug, Serialize)]
pub struct CountReport {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// Positions.
    pub positions: u64,
    /// The numbers.
    #[serde(flatten)]
    pub count: Count,
    /// The solutions that a theory counts; positions and games are not counted then.
    pub theory: Option<TheoryCount>,
    /// The reason that the count is incomplete.
    pub stopped: Option<Stop>,
    /// Notes on the result.
    pub notes: Vec<String>,
}

/// Solutions that a theory counts.
#[derive(Clone, Debug, Serialize)]
pub struct TheoryCount {
    /// The name of the theory.
    pub name: &'static str,
    /// The length of the shortest solutions, in actions; none if there are no solutions.
    pub length: Option<u64>,
    /// The unit of the length in words.
    #[serde(skip)]
    pub unit: &'static str,
    /// In digits, the number of shortest solutions; none if there are infinitely many.
    pub solutions: Option<String>,
    /// Whether there may be more than that number.
    pub at_least: bool,
    /// Whether these are all solutions, of any length.
    pub all: bool,
    /// In digits, the number of all placements, with any number of pieces, where that is counted, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<String>,
}

impl TheoryCount {
    pub(super) fn new(
        name: &'static str,
        unit: &'static str,
        counted: Counted,
        placements: Option<BigUint>,
    ) -> Self {
        let at_least = matches!(counted.number, Total::AtLeast(_));
        let number = match counted.number {
            Total::Exactly(number) | Total::AtLeast(number) => Some(number),
            Total::Infinite => None,
        };
        let none = number.as_ref().is_some_and(|number| *number == BigUint::ZERO);
        TheoryCount {
            name,
            length: (!none).then_some(counted.length),
            unit,
            solutions: number.map(|number| number.to_string()),
            at_least,
            all: counted.all,
            placements: placements.map(|number| number.to_string()),
        }
    }
}

/// The starts that a start with `?` stands for.
#[derive(Clone, Debug, Serialize)]
pub struct StartsReport {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The number of open cells.
    pub open: usize,
    /// The marks of the contents that each of them may have, in order; separated by blanks if some have several
    /// characters.
    pub contents: String,
    /// The number of starts, in digits.
    pub starts: String,
    /// The starts that are counted: `solvable`, or `won` by the first player.
    pub wanted: String,
    /// Their number in digits, unless a limit was reached or the N-th start was found before the last.
    pub count: Option<String>,
    /// The number of starts that were solved one by one.
    pub solved: u64,
    /// The start that was asked for, if there is one.
    pub nth: Option<NthStart>,
    /// The theory that counted them.
    pub theory: Option<String>,
    /// The reason that the count is incomplete.
    pub stopped: Option<Stop>,
}

/// The N-th of the starts that are counted.
#[derive(Clone, Debug, Serialize)]
pub struct NthStart {
    /// N, from 1, in digits.
    pub number: String,
    /// The statement of the start.
    pub start: String,
}

/// The positions of a puzzle, level by level.
#[derive(Clone, Debug, Serialize)]
pub struct ExploreReport {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// Its title.
    pub title: Option<String>,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The number of positions of all levels.
    pub positions: u64,
    /// The positions by distance from the start, in moves.
    pub levels: Vec<Level>,
    /// Whether there are no other positions.
    pub whole: bool,
    /// The reason that the exploration is incomplete.
    pub stopped: Option<Stop>,
    /// Positions and moves one by one, where they were asked for.
    #[serde(skip)]
    pub graph: Option<GraphReport>,
    /// Notes on the result.
    pub notes: Vec<String>,
}

/// Positions and moves one by one; a position is known by its place.
#[derive(Clone, Debug)]
pub struct GraphReport {
    /// The positions; the first is the start.
    pub positions: Vec<PositionReport>,
    /// The moves, by origin.
    pub moves: Vec<MoveReport>,
}

/// A position.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The least number of moves that lead to it.
    pub level: u32,
    /// Whether it is a goal.
    pub goal: bool,
    /// It as a picture, one string a row.
    pub picture: Vec<String>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The position before.
    pub from: u32,
    /// The position after.
    pub to: u32,
    /// The rule's name.
    pub rule: String,
    /// The short notation: `d2-d4`.
    pub notation: String,
}

/// The result of one expectation.
#[derive(Clone, Debug, Serialize)]
pub struct TestResult {
    /// The file's name.
    pub file: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The expectation in the source.
    pub expectation: String,
    /// Its place among the expectations of the puzzle, from 0.
    #[serde(skip)]
    pub number: usize,
    /// Whether it holds.
    pub outcome: Outcome,
}

/// Whether an expectation holds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// It was proved.
    Held,
    /// It is false.
    Failed {
        /// The actual result, at the expectation's place.
        diagnostic: Box<Diagnostic>,
    },
    /// A limit came first.
    Undecided {
        /// The limit, at the expectation's place.
        diagnostic: Box<Diagnostic>,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(n: &u64) -> bool {
    *n == 0
}
