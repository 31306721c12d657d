//! The games that the program knows theorems about. A theory knows its game by what the rules do,
//! whoever wrote them. Four of the five have no solver yet: they are names that a `theory … for …`
//! statement gives, and what they are about.

pub mod meter;
pub mod peg_solitaire;

use crate::base::Budget;
use crate::engine::{Options, SearchResult};
use crate::task::Task;

/// The answer of a theory; none where general search has to find it. `why` is told what was done, also
/// without an answer.
pub fn solve(task: &Task, options: &Options, budget: &Budget, why: &mut Vec<String>) -> Option<SearchResult> {
    peg_solitaire::solve(task, options, budget, why)
}

/// A game with a theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theory {
    /// The name in `theory NAME for RULE`.
    pub name: &'static str,
    /// What the game is called.
    pub title: &'static str,
    /// Where its theorems come from.
    pub paper: &'static str,
    /// The module of the standard library with its rules.
    pub module: &'static str,
}

/// All of them, by name.
pub const THEORIES: [Theory; 5] = [
    Theory {
        name: "coin_moving",
        title: "Coins that move to where two others touch them",
        paper: "Galliot, Gravier and Sivignon, An update on the coin-moving game on the square grid, \
                HAL hal-03157069, 2021",
        module: "coins",
    },
    Theory {
        name: "coin_removal",
        title: "Coins that are taken while their neighbours turn over",
        paper: "Shelton and Siler, Variations of a Coin-Removal Problem, arXiv:math/0411052, 2004",
        module: "removal",
    },
    Theory {
        name: "gourds",
        title: "Two-cell pieces that follow their heads",
        paper: "Hamersma, van Kreveld, Uno and van der Zanden, Gourds: A Sliding-Block Puzzle with Turning, \
                ISAAC 2020, arXiv:2011.00968",
        module: "gourds",
    },
    Theory {
        name: "peg_solitaire",
        title: "Pegs that jump off the board",
        paper: "Ramaré, On the peg-solitaire board, 2008",
        module: "peg",
    },
    Theory {
        name: "sliding_coins",
        title: "Coins in a row, several moved at a time",
        paper: "Lin, Tsai, Tsai and Tsay, More on the One-Dimensional Sliding-Coin Puzzle, \
                Discrete Applied Mathematics 162, 2014",
        module: "sliding",
    },
];
