//! The ways to an answer, by name.

use crate::theories::MethodInfo;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Theorems about rows of coins, without any search.
    Theorems,
    /// Plans of n moves from a plan for fewer coins.
    Bases,
    /// Exact search.
    Windows,
}

/// What `--method` takes.
pub(super) static METHODS: [MethodInfo; 3] = [
    MethodInfo { name: "theorems", about: "coins that cannot come to the goal, without a search" },
    MethodInfo { name: "bases", about: "a plan for fewer coins, extended to a plan of n moves" },
    MethodInfo { name: "windows", about: "least plans by exhausting windows of the line" },
];

/// The way of this name.
pub(super) fn way(name: &str) -> Option<Way> {
    match name {
        "theorems" => Some(Way::Theorems),
        "bases" => Some(Way::Bases),
        "windows" => Some(Way::Windows),
        _ => None,
    }
}
