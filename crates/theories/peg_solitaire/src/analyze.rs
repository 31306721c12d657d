//! The facts of the theory about a board and about a problem on it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::board::{Cells, PegBoard, Problem};
use super::refute::Refutation;
use super::refute::decide::{Invariants, TestLimits, TestName, TestOutcome, Tester};
use super::refute::levels::depths;
use puzzlec_theory::meter::Meter;

/// The facts about a board alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFacts {
    /// Cells.
    pub cells: usize,
    /// |D(S)|, the number of jumps.
    pub jumps: usize,
    /// Symmetries, the identity among them.
    pub symmetries: usize,
    /// The dimension of the space of witnesses: sets of cells that every jump meets in an even number
    /// (section 3). A basis of d witnesses distinguishes 2^d classes of positions.
    pub witnesses: Vec<Cells>,
    /// The Smith form of the jumps: the multiplicity of each factor (section 4). `None` if its numbers grow
    /// too large.
    pub smith: Option<BTreeMap<i128, usize>>,
    /// Unordered pairs of cells, a cell with itself among them: the rows of the quadratic tests.
    pub pairs: usize,
    /// Jumps, and jumps beside another cell: the columns of the quadratic tests (section 9).
    pub generators: usize,
}

impl BoardFacts {
    /// The facts about a board. `places` are the (row, column) of the cells, if they have any.
    pub fn new(board: &PegBoard, invariants: &Invariants) -> BoardFacts {
        let (cells, jumps) = (board.cells(), board.jumps().len());
        let smith = invariants.lattice.as_ref().map(|lattice| {
            let mut factors = BTreeMap::new();
            lattice.factors.iter().for_each(|factor| *factors.entry(*factor).or_insert(0) += 1);
            factors
        });
        BoardFacts {
            cells,
            jumps,
            symmetries: board.symmetries().len(),
            witnesses: invariants.witnesses.clone(),
            smith,
            pairs: cells * (cells + 1) / 2,
            generators: jumps + jumps * cells.saturating_sub(3),
        }
    }
}

/// The result of a test on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFacts {
    /// The test.
    pub test: TestName,
    /// The result.
    pub outcome: TestOutcome,
    /// The time that it took.
    pub time: Duration,
}

/// The facts about a problem (I, J).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemFacts {
    /// |I| - |J|, the number of jumps of every game.
    pub moves: i64,
    /// Every test up to the first that refutes, weakest first.
    pub tests: Vec<TestFacts>,
    /// By jump, the maximum number of times it is played in any game (Theorem 8.1); `None` if a weaker test
    /// refutes.
    pub thickness: Option<Vec<u32>>,
    /// Depth(A, I): after how many jumps A can be empty at the soonest; from some number on a lower bound.
    pub depth: Vec<u32>,
    /// Height(A, I): after how many jumps A can hold a peg at the soonest; the same.
    pub height: Vec<u32>,
}

impl ProblemFacts {
    /// Runs all tests on a problem, weakest first, up to the first that refutes.
    pub fn new(
        problem: Problem<'_>,
        invariants: &Invariants,
        clock: &dyn Fn() -> Duration,
        meter: &Meter<'_>,
    ) -> ProblemFacts {
        let moves = i64::from(problem.start.count_ones()) - i64::from(problem.goal.count_ones());
        let mut tester = Tester::new(problem, invariants, TestLimits::FULL, meter);
        let mut tests = Vec::new();
        let mut thickness = None;
        for test in TestName::ALL {
            let begun = clock();
            let outcome = tester.run(test);
            let refuted = matches!(outcome, TestOutcome::Refuted(_));
            tests.push(TestFacts { test, outcome, time: clock().saturating_sub(begun) });
            if refuted || meter.stopped() {
                break;
            }
            if test == TestName::Cone {
                thickness = tester.thickness().map(|t| t.bounds.clone());
            }
        }
        let most = u32::try_from(moves.max(0)).unwrap_or(0).saturating_add(1);
        let soonest = depths(problem.board, problem.start, most, meter);
        ProblemFacts { moves, tests, thickness, depth: soonest.empty, height: soonest.filled }
    }

    /// The test that refutes the problem, with its proof.
    pub fn refutation(&self) -> Option<(TestName, &Refutation)> {
        self.tests.iter().find_map(|facts| match &facts.outcome {
            TestOutcome::Refuted(refutation) => Some((facts.test, refutation)),
            TestOutcome::Passed | TestOutcome::Open => None,
        })
    }
}
