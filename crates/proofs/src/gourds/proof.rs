//! Proofs about gourds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The body of a certificate of this theory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Each goal of the puzzle is ruled out by one of these, which are all different.
    pub proofs: Vec<Proof>,
}

/// By cell a number, 0 for cells that are not listed.
pub type Potentials = BTreeMap<String, i64>;

/// Why one goal is not reached, or not by fewer moves, or why gourds cannot be laid so. Cells have their names.
///
/// With potentials a proof counts: the cells that gourds cover have together as much as all cells without those that are
/// left empty, and a gourd has at most the potential of its best place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proof {
    /// The gourds do not fit the goal, wherever they come to lie.
    Labels {
        /// By cell its potential.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        potentials: Potentials,
    },
    /// Without the cells of a barrier the board falls into more odd components than the barrier has cells.
    ///
    /// Of gourds that move: no cell of the barrier is ever empty, and the gourd on one of them is not what the goal
    /// wants there. Of gourds that are laid: more cells must remain empty than do.
    Barrier {
        /// The barrier.
        cells: Vec<String>,
        /// The cell of the barrier on which the goal wants another gourd; none where gourds are laid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cell: Option<String>,
    },
    /// The gourds do not fit the goal, even if each goes wherever it could go alone among gourds that are alike.
    Alone {
        /// By cell its potential.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        potentials: Potentials,
    },
    /// The gourds lie along a cycle through all cells, and their order on it never changes.
    Ring {
        /// The cycle.
        cells: Vec<String>,
    },
    /// No pivot is ever possible, other moves are even permutations of the ends and the empty cell, and the goal is an odd one.
    NoPivot {},
    /// The near-perfect matchings are listed, with the group of permutations of the gourds and their ends: the goal is in no
    /// coset of it.
    Group {
        /// The number of near-perfect matchings that moves lead to.
        matchings: u64,
        /// The order of the group, in decimal digits.
        order: String,
    },
    /// A bound only: each gourd needs as many moves as it would alone.
    Distances {
        /// By cell its potential.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        potentials: Potentials,
    },
    /// A bound only: all plans with fewer moves are tried.
    Exhausted {
        /// The number of near-perfect matchings that moves lead to.
        matchings: u64,
    },
    /// Of gourds that are laid: all ways to fill the cells one after the other are tried.
    Filled {},
}
