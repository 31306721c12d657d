//! Proofs about lights and presses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The body of a certificate of this theory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    /// Sums that no press changes. For every goal there is one that it breaks.
    Sums {
        /// The sums are compared modulo this.
        modulus: u32,
        /// By sum and cell the weights of what the cell may hold; those that are left out are 0.
        sums: Vec<Sum>,
    },
    /// A bound only: all solutions of the equations of presses are compared.
    Solutions {},
}

/// By cell and content, weights from 1 to below the modulus.
pub type Sum = BTreeMap<String, BTreeMap<String, u32>>;
