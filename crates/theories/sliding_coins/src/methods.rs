//! The ways to an answer, by name.

use puzzlec_theory::MethodInfo;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// A plan of n moves from a plan for fewer coins.
    Bases,
    /// Exact search.
    Rows,
    /// The algorithm of the paper for this number of coins at a time.
    Printed(usize),
}

/// What `--method` takes.
pub(super) static METHODS: [MethodInfo; 4] = [
    MethodInfo { name: "bases", about: "a plan for fewer coins, extended to a plan of n moves" },
    MethodInfo { name: "rows", about: "least plans by exact search on the line" },
    MethodInfo { name: "by-two", about: "two coins at a time, by Algorithm 3.1 of the paper" },
    MethodInfo {
        name: "by-three",
        about: "three at a time, by Algorithm 4.1 for odd numbers, Lemma 4.3 for even ones",
    },
];

/// The way of this name.
pub(super) fn way(name: &str) -> Option<Way> {
    match name {
        "bases" => Some(Way::Bases),
        "rows" => Some(Way::Rows),
        "by-two" => Some(Way::Printed(2)),
        "by-three" => Some(Way::Printed(3)),
        _ => None,
    }
}
