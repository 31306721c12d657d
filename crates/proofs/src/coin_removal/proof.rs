//! Proofs about coins that are removed while their neighbours turn over.

use serde::{Deserialize, Serialize};

/// The body of a certificate of this theory. A `coin` is named by its cell at the start and stands for its part: the
/// coins that are joined to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    /// A part shows no heads.
    NoHeads {
        /// A coin of the part.
        coin: String,
    },
    /// Gaps stay open. The tails of a part and its pairs of neighbours are together an odd number.
    Parity {
        /// A coin of the part.
        coin: String,
    },
    /// The part is a row that closes up, and its parity sum leaves the remainder 2 modulo 3.
    ParitySum {
        /// A coin of the part.
        coin: String,
    },
    /// The part is a ring of two coins or more that closes up and shows an even number of tails.
    EvenTails {
        /// A coin of the part.
        coin: String,
    },
    /// Gaps stay open. No order of removal allows these subgraphs of a block, which have no common edge.
    Packed {
        /// A coin of the part.
        coin: String,
        /// The coins of the block; none for all coins of the part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        block: Vec<String>,
        /// The edges of each subgraph: two neighbours, or one coin that shows heads, which stands for an edge to an
        /// additional coin.
        members: Vec<Vec<Vec<String>>>,
    },
    /// Gaps stay open. The heads of a block are exactly its coins with an odd number of neighbours in it, so that none can
    /// be the last.
    NoLast {
        /// A coin of the part.
        coin: String,
        /// The coins of the block; none for all coins of the part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        block: Vec<String>,
    },
    /// Gaps stay open. No order removes all coins of a block: the checker tries all.
    Exhausted {
        /// A coin of the part.
        coin: String,
        /// The coins of the block; none for all coins of the part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        block: Vec<String>,
    },
    /// A bound only: a move removes one coin.
    Coins {},
    /// A game of two players only: the Grundy value of the start.
    Value {
        /// The value.
        value: u64,
    },
}
