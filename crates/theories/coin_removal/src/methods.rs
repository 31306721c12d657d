//! The ways to an answer, by name.

use puzzlec_theory::MethodInfo;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Rows and rings.
    Words,
    /// Trees, grids and other graphs.
    Graphs,
    /// Games of two players.
    Values,
}

/// What `--method` takes.
pub(super) static METHODS: [MethodInfo; 3] = [
    MethodInfo { name: "words", about: "rows and rings of coins, by parity and parity sum" },
    MethodInfo { name: "graphs", about: "coins on trees, grids and other graphs" },
    MethodInfo { name: "values", about: "games of two players, by Grundy values of the parts" },
];

/// The way of this name.
pub(super) fn way(name: &str) -> Option<Way> {
    match name {
        "words" => Some(Way::Words),
        "graphs" => Some(Way::Graphs),
        "values" => Some(Way::Values),
        _ => None,
    }
}
