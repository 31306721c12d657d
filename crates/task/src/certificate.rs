//! Certificates: files with proofs of answers.
//!
//! Files use the names of the puzzle, so that people can read them. `docs/certificates.md` describes the
//! format; `puzzlec-checker` checks it.

pub mod hash;
mod names;
mod read;
mod steps;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ValueSet;
use puzzlec_model::{Model, Question};

pub use names::{Names, contents};
pub use read::bytes_to_read;
pub use steps::StepList;

/// The version of the format that is written. Files of version 1 are also read, as far as they claim only
/// what version 1 could express.
pub const VERSION: u32 = 2;
/// The value of the field `kind` of a certificate.
pub const KIND: &str = "certificate";

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    /// The version of the format.
    pub version: u32,
    /// Always `certificate`.
    pub kind: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The values of its parameters.
    pub parameters: BTreeMap<String, i64>,
    /// The margin of a cut of an unbounded line that the puzzle does not bound: the number of cells on each
    /// side of the start.
    #[serde(deserialize_with = "Option::deserialize")]
    pub margin: Option<u32>,
    /// The first and the last cell of the rectangle of an unbounded board that the proof covers, where no piece can
    /// leave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<[String; 2]>,
    /// The fingerprint of the ground puzzle; `None` if the answer needed no ground puzzle. It proves nothing,
    /// but distinguishes a changed puzzle from a wrong proof.
    #[serde(deserialize_with = "Option::deserialize")]
    pub task: Option<String>,
    /// The claim and its proof.
    pub proof: Proof,
}

impl CertificateFile {
    /// The certificate of a placement, with the claim that there is no other.
    #[must_use]
    pub fn only(self) -> Self {
        match self.proof {
            Proof::Plan { steps, .. } => {
                CertificateFile { proof: Proof::OnlyPlacement { steps, lemmas: None }, ..self }
            }
            _ => self,
        }
    }
}

/// What is proved, and how. Every kind proves that there is no solution, but for `plan`, `only_placement`, `at_least`,
/// `winner` and `game`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proof {
    /// A solution.
    Plan {
        /// Its length.
        length: u64,
        /// The unit of the length, in the plural.
        unit: String,
        /// The proof that no plan is shorter, if the file has one.
        #[serde(deserialize_with = "Option::deserialize")]
        least: Option<LowerBound>,
        /// A proved lower bound that is less than the length.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<AtLeast>,
        /// The steps.
        steps: StepList,
    },
    /// No plan is shorter than this.
    AtLeast {
        /// The length.
        length: u64,
        /// What it counts, in the plural.
        unit: String,
        /// Why.
        bound: LowerBound,
    },
    /// Sums that no move changes, one of which every goal breaks.
    Invariants {
        /// The sums.
        invariants: Vec<Invariant>,
        /// The possible values of the variables.
        values: Values,
    },
    /// There is no solution, by a theory.
    Theory(TheoryProof),
    /// The winner of a two-player game, proved by a theory.
    Winner {
        /// The winner with best play.
        winner: Winner,
        /// The proof.
        proof: TheoryProof,
    },
    /// The winner of a two-player game, proved by strategies.
    Game {
        /// The winner with best play.
        winner: Winner,
        /// The Grundy value of the start: the strategy is for the second player, with a heap of this size
        /// beside the game.
        #[serde(deserialize_with = "Option::deserialize")]
        value: Option<u64>,
        /// The number of moves of both players, if the winner hurries and the other delays. A second strategy, of the
        /// other player, ends no sooner.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<u64>,
        /// One of the winner, or of each player in a draw: the numbers of the chosen moves, separated by
        /// blanks.
        strategies: Vec<String>,
    },
    /// A part of the puzzle, with which the rest has nothing to do, has no solution.
    Part {
        /// The variables of the part: cells and counters.
        part: Vec<String>,
        /// The proof, of one of the kinds `invariants`, `goal_impossible`, `closed` and `closed_backward`, for the puzzle in
        /// which nothing else moves.
        proof: Box<Proof>,
    },
    /// The start has a dead end: the content of a cell, or contents of several cells together, that a move can only exchange
    /// for another dead end, and that no goal has.
    DeadEnd {
        /// By content, the cells in which it is a dead end.
        dead: BTreeMap<String, Vec<String>>,
        /// Several cells that are a dead end together: by cell its content.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        together: Vec<BTreeMap<String, String>>,
        /// The possible values of the variables.
        values: Values,
    },
    /// No position of these values is a goal.
    GoalImpossible {
        /// The possible values of the variables.
        values: Values,
    },
    /// No arrangement of the pieces satisfies the goal. The checker tries all, unless there are lemmas.
    Placement {
        /// The lemmas.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lemmas: Option<Lemmas>,
    },
    /// Weights of cells and pieces. Every piece covers cells whose weights add up to that of the piece, every empty cell has
    /// that of empty cells, all modulo a number; but all cells together do not add up to all pieces.
    Colouring {
        /// Sums are compared modulo this.
        modulus: u64,
        /// By cell its weight; 0 for cells that are not listed.
        cells: BTreeMap<String, i64>,
        /// The weights of the pieces, in the order of `place`, each piece once.
        pieces: Vec<i64>,
        /// The weight of an empty cell.
        empty: i64,
    },
    /// A placement; there is no other. The checker tries all, unless there are lemmas.
    OnlyPlacement {
        /// The steps.
        steps: StepList,
        /// The lemmas.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lemmas: Option<Lemmas>,
    },
    /// All reachable positions; none is a goal.
    Closed {
        /// By the least number of moves from the start.
        levels: Vec<Level>,
    },
    /// All positions from which the goal can be reached; the start is not among them.
    ClosedBackward {
        /// By the least number of moves to the goal.
        levels: Vec<Level>,
        /// The possible values of the variables.
        values: Values,
    },
}

/// A proof in the words of a theory, which brings the checker for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheoryProof {
    /// The theory's name.
    pub theory: String,
    /// The proof, of a form that the theory alone knows.
    pub body: serde_json::Value,
}

impl TheoryProof {
    /// The proof of the theory with this name. A body that cannot be written becomes the reason as a text, which no checker takes
    /// for a proof.
    pub fn new(theory: &str, body: &impl Serialize) -> Self {
        let body = serde_json::to_value(body).unwrap_or_else(|error| error.to_string().into());
        TheoryProof { theory: theory.to_owned(), body }
    }
}

/// A length that no plan is shorter than.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// The length.
    pub length: u64,
    /// The reason.
    pub proof: LowerBound,
}

/// The proof that no plan is shorter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LowerBound {
    /// The positions before the last level, level by level: none is a goal.
    Levels(Vec<Level>),
    /// A theory's proof.
    Theory(TheoryProof),
    /// The levels of parts that have nothing to do with each other: their numbers add up.
    Parts(PartBounds),
    /// The numbers of moves of a few pieces each; no move counts in two of them.
    Patterns(PatternBounds),
    /// No placement has fewer pieces. The checker tries all, unless there are lemmas.
    Placements(PlacementBound),
}

/// A number of pieces that no placement has fewer of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacementBound {
    /// The number.
    pub fewest: u64,
    /// The lemmas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lemmas: Option<Lemmas>,
}

/// Clauses, of which each follows from the puzzle and those before it by propagation alone. The last is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lemmas {
    /// The facts of which clauses speak.
    pub facts: Vec<Fact>,
    /// The clauses: one of these facts holds. A fact is written as its number in the list, from 1 on, and the opposite with a
    /// minus; numbers are separated by blanks.
    pub clauses: Vec<String>,
}

/// What may be so in an arrangement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Fact {
    /// A cell holds a content.
    Holds {
        /// The cell.
        cell: String,
        /// The content.
        holds: String,
    },
    /// A piece is laid so.
    Laid {
        /// Its number in the order of `place`, from 1 on.
        piece: usize,
        /// By cell the content.
        cells: BTreeMap<String, String>,
    },
}

/// Lower bounds of parts of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartBounds {
    /// Parts without a variable in common.
    pub parts: Vec<PartBound>,
}

/// The lower bound of a part of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartBound {
    /// The variables of the part: cells and counters.
    pub part: Vec<String>,
    /// The positions before the last level of the part alone, level by level: none is a goal.
    pub levels: Vec<Level>,
}

/// Lower bounds by a few pieces each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternBounds {
    /// Patterns without a piece in common.
    pub patterns: Vec<PatternBound>,
}

/// How often the pieces of a pattern move at least, if all other pieces are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternBound {
    /// The pieces, as the cells' contents.
    pub pieces: Vec<String>,
    /// The number of moves.
    pub at_least: u64,
}

/// The winner of a two-player game with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The player who moves first.
    First,
    /// The other one.
    Second,
    /// Neither: the game does not end, or ends with a draw.
    Draw,
}

/// By variable, its possible values, as names.
pub type Values = BTreeMap<String, Vec<String>>;

/// A level of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The number of steps.
    pub positions: u64,
    /// The sum of their hashes modulo 2^128, as 32 hexadecimal digits.
    pub hash: String,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The rule.
    pub rule: String,
    /// The index of the statement, for a drawn rule of several; otherwise 0.
    pub part: u32,
    /// The cells of the pattern in order, or the values of the rule's variables.
    pub at: Vec<Place>,
}

/// The values of a rule's variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// A cell, by its name.
    Cell(String),
    /// A direction, by its name.
    Direction(String),
    /// A number.
    Number(i64),
}

/// The names of a model's rules, each once, by their numbers in labels.
pub fn rules(model: &Model) -> Vec<String> {
    let rules = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => rules,
        Question::Place { .. } => return vec!["place".into()],
    };
    names::unique(rules.iter().map(|r| r.name.as_str()))
}

/// Sets of values in names.
pub fn values(names: &Names, sets: &[ValueSet]) -> Values {
    let each = (0..).zip(sets).map(|(var, set)| {
        let values = set.iter().map(|value| names.value(var, value));
        (names.variable(var), values.collect())
    });
    each.collect()
}

/// Weights of what the cells hold, by what is held and where, whose sum no action changes.
///
/// Contents that are not listed have weight 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invariant {
    /// Sums are compared modulo this; 0 where they are compared as they are.
    pub modulus: u32,
    /// The sum at the start, from 0 to below the modulus where there is one.
    pub start: i64,
    /// By content, the cells with their weights.
    pub weights: BTreeMap<String, BTreeMap<String, i64>>,
    /// Modulo 2 only: cells, in the order of the board, with pairwise different contents at all times. Every
    /// pair out of order, the greater content first, adds one; contents are ordered as in the puzzle, the
    /// empty one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// Additional weights of pairs of cells; absent if `order` is present. Sorted by contents, then by
    /// weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pairs>,
}

/// Pairs of cells that have one weight for one thing that they hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// The contents of the first cell of a pair and of the second.
    pub held: (String, String),
    /// The weight of each pair that does.
    pub weight: i64,
    /// The pairs, in the order of the board.
    pub cells: Vec<(String, String)>,
}
