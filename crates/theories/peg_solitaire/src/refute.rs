//! Tests that refute problems, weakest first, and their exact proofs. One form, the tree, covers every test
//! from the resource counts (Ramaré 2008, sections 7 and 8) to the quadratic tests with depths and heights
//! (sections 9 to 11).

pub mod branch_and_bound;
pub mod case;
pub mod classes;
pub mod decide;
pub mod levels;
mod linear_program;
pub mod pairs;
mod ranges;
pub mod rows;
pub mod thickness;
pub mod totals;

use super::board::{self, Cells, PegBoard, Problem};
use levels::Meeting;
use std::collections::BTreeMap;

/// The tests, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestName {
    /// Cells coloured along lines, modulo 3.
    RuleOfThree,
    /// All sets that every jump meets in an even number.
    Reiss,
    /// Integer combinations of jumps.
    Lattice,
    /// Non-negative combinations of jumps: resource counts.
    Cone,
    /// Combinations with natural numbers.
    Ilp,
    /// The simple quadratic test, real numbers.
    QuadLp,
    /// The simple quadratic test, natural numbers.
    QuadIlp,
    /// The quadratic test with flatness, real numbers.
    FlatLp,
    /// The quadratic test with flatness, natural numbers.
    FlatIlp,
    /// The last one with depths and heights.
    DepthHeight,
    /// The last one with pairs of cells that exclude each other.
    Pairs,
}

impl TestName {
    /// All tests, weakest first.
    pub const ALL: [TestName; 11] = [
        TestName::RuleOfThree,
        TestName::Reiss,
        TestName::Lattice,
        TestName::Cone,
        TestName::Ilp,
        TestName::QuadLp,
        TestName::QuadIlp,
        TestName::FlatLp,
        TestName::FlatIlp,
        TestName::DepthHeight,
        TestName::Pairs,
    ];
    /// The main line: the simple quadratic ones cost more than they find.
    pub const MAIN: [TestName; 9] = [
        TestName::RuleOfThree,
        TestName::Reiss,
        TestName::Lattice,
        TestName::Cone,
        TestName::Ilp,
        TestName::FlatLp,
        TestName::FlatIlp,
        TestName::DepthHeight,
        TestName::Pairs,
    ];

    /// A name for people.
    pub fn name(self) -> &'static str {
        match self {
            TestName::RuleOfThree => "rule of three",
            TestName::Reiss => "Reiss classes",
            TestName::Lattice => "lattice",
            TestName::Cone => "resource count",
            TestName::Ilp => "whole numbers of moves",
            TestName::QuadLp => "simple quadratic",
            TestName::QuadIlp => "simple quadratic in whole numbers",
            TestName::FlatLp => "quadratic",
            TestName::FlatIlp => "quadratic in whole numbers",
            TestName::DepthHeight => "depth and height",
            TestName::Pairs => "pairs of cells",
        }
    }
}

/// A proof that the goal is not reachable from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// A set of cells that every jump meets in an even number, start and goal together in an odd one
    /// (Reiss; section 3).
    Parity {
        /// The set.
        witness: Cells,
        /// Is it one of the sets of the rule of three?
        rule_of_three: bool,
    },
    /// A row u with u.f = 0 (mod d) for all jumps f, but not u.(I - J): outside the lattice (section 4).
    Lattice {
        /// One weight per cell.
        weights: Vec<i128>,
        /// The modulus d; 0: equality of integers.
        modulus: i128,
    },
    /// A tree of cases, each closed by a potential.
    Tree(Tree),
    /// Disjoint levels of positions from both ends.
    Meeting(Meeting),
}

/// Cases on how often jumps are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// No game has these counts.
    Leaf(Potential),
    /// The jump is played at most `at` times, or more often.
    Branch {
        /// The index of the jump on its board.
        jump: usize,
        /// The most times in the case `fewer`.
        at: u32,
        /// At most `at` times.
        fewer: Box<Tree>,
        /// At least `at` + 1 times.
        more: Box<Tree>,
    },
    /// The jump is played at most `at` times while the bystander holds a peg, or more often.
    Beside {
        /// The index of the jump on its board.
        jump: usize,
        /// A cell outside the jump.
        bystander: u8,
        /// The most times in the case `fewer`.
        at: u32,
        /// At most `at` times.
        fewer: Box<Tree>,
        /// At least `at` + 1 times.
        more: Box<Tree>,
    },
}

/// A quadratic potential E(X), the sum of the weights of the pegs and pairs of pegs of X, together with weights
/// mu(A) on p(A), the number of moves during which A holds a peg before or after (section 10).
///
/// A jump f costs at most c(f), the largest change of E over all sets of bystanders plus the weights mu of
/// the cells it touches and of the bystanders. Then E(J) - E(I) + sum mu(A) p(A) <= sum c(f) x(f) in every
/// game in which f is played x(f) times; the leaf is closed if this fails for all x of the case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Potential {
    /// Weights of pegs.
    pub single: Vec<(u8, i64)>,
    /// Weights of pairs of pegs on two different cells.
    pub pairs: Vec<(u8, u8, i64)>,
    /// Weights mu(A).
    pub occupancy: Vec<(u8, i64)>,
    /// Weights of p(A) + p(B) without the jumps that touch both (30): negative for cells that never both hold
    /// a peg. Positive for cells that are never both empty, without the jumps that touch one or both.
    pub together: Vec<(u8, u8, i64)>,
    /// A part of the gain of a bystander A of a jump that is paid by the bound of its case (`Tree::Beside`)
    /// instead of c(f): positive with the bound from above, negative with the bound from below.
    pub beside: Vec<(usize, u8, i64)>,
}

/// The reversed problem: (I, J) can be solved if and only if (S \\ J, S \\ I) can (Leibniz).
pub fn reversed<'b>(problem: &Problem<'b>) -> Problem<'b> {
    let all = problem.board.all();
    Problem { board: problem.board, start: all & !problem.goal, goal: all & !problem.start }
}

/// A proof for the reversed problem as one for the problem: -E(S \ X) instead of E(X). None: the tree has cases
/// that count jumps beside a bystander, or occupancy, or numbers too large.
pub fn turned(board: &PegBoard, tree: &Tree) -> Option<Tree> {
    match tree {
        Tree::Leaf(potential) => turned_leaf(board, potential).map(Tree::Leaf),
        Tree::Branch { jump, at, fewer, more } => Some(Tree::Branch {
            jump: *jump,
            at: *at,
            fewer: Box::new(turned(board, fewer)?),
            more: Box::new(turned(board, more)?),
        }),
        Tree::Beside { .. } => None,
    }
}

fn turned_leaf(board: &PegBoard, potential: &Potential) -> Option<Potential> {
    if !potential.occupancy.is_empty() || !potential.beside.is_empty() {
        return None;
    }
    let mut single: BTreeMap<u8, i64> = BTreeMap::new();
    let ends = potential.pairs.iter().flat_map(|&(a, b, by)| [(a, by), (b, by)]);
    for (cell, by) in potential.single.iter().copied().chain(ends) {
        let place = single.entry(cell).or_default();
        *place = place.checked_add(by)?;
    }
    let single = single.into_iter().filter(|(cell, by)| usize::from(*cell) < board.cells() && *by != 0);
    let pairs = potential.pairs.iter().map(|&(a, b, by)| Some((a, b, by.checked_neg()?)));
    Some(Potential { single: single.collect(), pairs: pairs.collect::<Option<_>>()?, ..Potential::default() })
}
