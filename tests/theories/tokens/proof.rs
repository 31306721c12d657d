//! What is written into certificates.

use serde::{Deserialize, Serialize};

/// Why there is no plan, or none that is shorter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    /// Start and goal do not have the same number of tokens.
    Count,
    /// The goal has fewer tokens than the start from this cell on.
    From(String),
    /// The tokens are so many steps from their places.
    Distance(u64),
}
