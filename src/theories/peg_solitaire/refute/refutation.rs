//! Proofs that a peg solitaire problem cannot be solved. One form, the tree, serves every test from the resource
//! counts (Ramaré 2008, sections 7 and 8) to the quadratic tests with depths and heights (sections 9 to 11).

use super::board::Cells;
use super::meeting::Meeting;

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
    /// Positions from both ends that do not meet.
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
/// A jump f costs at most c(f), the largest change of E over all sets of bystanders plus the weights mu of the
/// cells it touches and of the bystanders. Then E(J) - E(I) + sum mu(A) p(A) <= sum c(f) x(f) in every game in
/// which f is played x(f) times; the leaf is closed when this fails for all x of the case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Potential {
    /// Weights of pegs.
    pub single: Vec<(u8, i64)>,
    /// Weights of pairs of pegs on two different cells.
    pub pairs: Vec<(u8, u8, i64)>,
    /// Weights mu(A).
    pub occupancy: Vec<(u8, i64)>,
    /// Weights of p(A) + p(B) without the jumps that touch both (30): below 0 for cells that never both hold a peg.
    /// Above 0 for cells that are never both empty, without the jumps that touch one or both.
    pub together: Vec<(u8, u8, i64)>,
    /// A part of the gain of a bystander A of a jump that is paid by the bound of its case (`Tree::Beside`)
    /// instead of c(f): positive with the bound from above, negative with the bound from below.
    pub beside: Vec<(usize, u8, i64)>,
}
