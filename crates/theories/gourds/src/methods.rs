//! The ways to an answer, by name.

use puzzlec_theory::MethodInfo;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Search for a least plan.
    Least,
    /// Plans by construction.
    Reconfigure,
    /// Plans by the simple construction of O(n³) moves, as they are.
    Insertion,
    /// Gourds laid on a board.
    Placement,
}

/// What `--method` takes.
pub(super) static METHODS: [MethodInfo; 4] = [
    MethodInfo { name: "gourds-least", about: "least plans, by search with distances of single gourds" },
    MethodInfo { name: "reconfigure", about: "plans by construction on boards of any size, then shortened" },
    MethodInfo {
        name: "insertion",
        about: "plans of O(n³) moves (4.6), not shortened; boards without holes",
    },
    MethodInfo { name: "placement", about: "gourds laid on a board by colour" },
];

/// The way of this name.
pub(super) fn way(name: &str) -> Option<Way> {
    match name {
        "gourds-least" => Some(Way::Least),
        "reconfigure" => Some(Way::Reconfigure),
        "insertion" => Some(Way::Insertion),
        "placement" => Some(Way::Placement),
        _ => None,
    }
}
