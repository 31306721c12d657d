//! The ways to an answer, by name.

use puzzlec_theory::MethodInfo;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// A plan of n moves from a plan for fewer coins.
    Bases,
    /// Exact search.
    Rows,
}

/// What `--method` takes.
pub(super) static METHODS: [MethodInfo; 2] = [
    MethodInfo { name: "bases", about: "a plan for fewer coins, extended to a plan of n moves" },
    MethodInfo { name: "rows", about: "least plans by exact search on the line" },
];

/// The way of this name.
pub(super) fn way(name: &str) -> Option<Way> {
    match name {
        "bases" => Some(Way::Bases),
        "rows" => Some(Way::Rows),
        _ => None,
    }
}
