//! Proofs about jumps: every action removes two neighbouring pegs and fills the cell behind them with one.
//! Ramaré, On the peg-solitaire board, 2008.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use puzzlec_task::certificate::Values;

/// The format of this theory's proofs: goals that jumps do not reach. If no goal remains, there is no
/// solution; if the remaining ones have at most a certain number of pegs, no solution has fewer jumps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The goals with these values, each once.
    pub goals: Vec<Refuted>,
    /// The possible values of the cells.
    pub values: Values,
}

/// A goal that jumps do not reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refuted {
    /// The cells with pegs, in the order of the board.
    pub pegs: Vec<String>,
    /// The test that found it, for people.
    pub test: String,
    /// The proof.
    pub proof: JumpProof,
}

/// A proof that one position is not reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum JumpProof {
    /// Every jump changes an even number of these cells, and start and goal differ in an odd number
    /// of them (section 3).
    Parity {
        /// The cells, in the order of the board.
        cells: Vec<String>,
    },
    /// Weights of pegs whose sum every jump changes by a multiple of the modulus, and by which start
    /// and goal do not differ (section 4).
    Lattice {
        /// The modulus; 0 where no jump changes the sum.
        modulus: i64,
        /// By cell; 0 for the others.
        weights: BTreeMap<String, i64>,
    },
    /// Disjoint levels of positions from both ends.
    Meeting {
        /// Weights by cell that no jump raises: positions that weigh less than the goal or more than the
        /// start are pruned.
        counts: Vec<BTreeMap<String, i64>>,
        /// The numbers of positions after 0, 1, 2, … jumps from the start.
        forward: Vec<u64>,
        /// The numbers of positions 0, 1, 2, … jumps before the goal.
        backward: Vec<u64>,
    },
    /// Cases, each of which no game has (sections 7 to 11).
    Cases {
        /// A tree: a split, then the cases with fewer, then those with more.
        tree: Vec<Case>,
    },
}

/// A node of a tree of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Case {
    /// A case split: a jump is played at most a number of times, or more often.
    Split {
        /// The cells where it starts, that it jumps over, and where it lands.
        jump: [String; 3],
        /// Only the times count at which this other cell holds a peg.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<String>,
        /// The maximum number of times in the first case.
        at_most: u32,
    },
    /// Weights that a game would have to raise more than its jumps can.
    Closed(Weights),
}

/// Weights of a position, and of the time that cells hold pegs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// Of a peg, by cell.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pegs: BTreeMap<String, i64>,
    /// Of pegs on two cells, each pair once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<(String, String, i64)>,
    /// Of a jump before or after which the cell holds a peg.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<String, i64>,
    /// Of a jump before or after which one of two cells holds a peg. Negative weights: cells that never
    /// both hold a peg, without the jumps that touch both. Positive weights: cells that are never both empty,
    /// without the jumps that touch one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<(String, String, i64)>,
    /// Of a jump while another cell holds a peg.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<([String; 3], String, i64)>,
}
