//! The tests, run in order on one problem.

use super::Refutation;
pub use super::TestName;
use super::board::{Cells, PegBoard, Problem};
use super::branch_and_bound::{Test, TreeResult, used};
use super::case::{Case, Occupancy};
use super::classes;
use super::levels::occupancy;
use super::linear_program;
use super::rows::Shape;
use super::thickness::{Thickness, refuting as resource, thickness};
use super::{reversed, turned};
use puzzlec_algebra::Lattice;
use puzzlec_theory::meter::Meter;

/// The limits of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestLimits {
    /// Branches of one integer test.
    pub nodes: usize,
    /// Branches of the solver that looks for natural numbers first.
    pub tries: u64,
    /// Columns of a linear program.
    pub columns: usize,
}

impl TestLimits {
    /// A few branches and no linear program for pairs of cells.
    pub const LIGHT: TestLimits = TestLimits { nodes: 60, tries: 0, columns: 0 };
    /// Tests that take up to seconds.
    pub const FULL: TestLimits = TestLimits { nodes: 300, tries: 30, columns: linear_program::LARGEST };
}

/// The data that depends only on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// The sets of the rule of three; empty without coordinates.
    pub rule_of_three: Vec<Cells>,
    /// A basis of the witnesses of Reiss.
    pub witnesses: Vec<Cells>,
    /// The lattice of jumps; `None` if its numbers are too large.
    pub lattice: Option<Lattice>,
}

impl Invariants {
    /// `places`: (row, column) of the cells, if they have any.
    pub fn new(board: &PegBoard, places: Option<&[(i32, i32)]>) -> Invariants {
        Invariants {
            rule_of_three: places.map_or_else(Vec::new, |places| classes::rule_of_three(board, places)),
            witnesses: classes::witnesses(board),
            lattice: classes::lattice(board),
        }
    }
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// The problem cannot be solved.
    Refuted(Refutation),
    /// The test does not refute it.
    Passed,
    /// Not decided: a limit, or numerical trouble.
    Open,
}

/// The result of several tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    /// The test that refuted it, with its proof.
    pub verdict: Option<(TestName, Refutation)>,
    /// The tests that it passed.
    pub passed: Vec<TestName>,
    /// The tests that were tried in the last round and not decided.
    pub open: Vec<TestName>,
    /// Upper bounds of the number of times each jump is played in any solution.
    pub thickness: Option<Thickness>,
}

/// The use that a test makes of the times during which cells hold pegs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Unused,
    Cells,
    Pairs,
}

/// Runs tests on one problem and keeps their shared data.
pub struct Tester<'t> {
    problem: Problem<'t>,
    invariants: &'t Invariants,
    limits: TestLimits,
    meter: &'t Meter<'t>,
    thickness: Option<Thickness>,
    occupancy: Option<Occupancy>,
    /// Is a round without linear programs over?
    tried: bool,
}

impl<'t> Tester<'t> {
    /// No test has run yet.
    pub fn new(
        problem: Problem<'t>,
        invariants: &'t Invariants,
        limits: TestLimits,
        meter: &'t Meter<'t>,
    ) -> Tester<'t> {
        Tester { problem, invariants, limits, meter, thickness: None, occupancy: None, tried: false }
    }

    /// Runs one test.
    pub fn run(&mut self, name: TestName) -> TestOutcome {
        let linear =
            |refutation: Option<Refutation>| refutation.map_or(TestOutcome::Passed, TestOutcome::Refuted);
        let invariants = self.invariants;
        match name {
            TestName::RuleOfThree => linear(classes::refute(&invariants.rule_of_three, &self.problem, true)),
            TestName::Reiss => linear(classes::refute(&invariants.witnesses, &self.problem, false)),
            TestName::Lattice => match &invariants.lattice {
                Some(lattice) => linear(classes::outside(lattice, &self.problem)),
                None => TestOutcome::Open,
            },
            TestName::Cone => outcome(resource(&self.problem)),
            TestName::Ilp => self.counts(Shape::Linear, true, Time::Unused),
            TestName::QuadLp => self.simple(false),
            TestName::QuadIlp => self.simple(true),
            TestName::FlatLp => self.counts(Shape::Flat, false, Time::Unused),
            TestName::FlatIlp => self.counts(Shape::Flat, true, Time::Unused),
            TestName::DepthHeight => self.counts(Shape::Flat, true, Time::Cells),
            TestName::Pairs => self.counts(Shape::Flat, true, Time::Pairs),
        }
    }

    /// The bounds on all jumps, once the cone has passed.
    pub fn thickness(&mut self) -> Option<&Thickness> {
        if self.thickness.is_none() {
            self.thickness = thickness(&self.problem, self.meter);
        }
        self.thickness.as_ref()
    }

    /// A test within the bounds of the thickness.
    fn counts(&mut self, shape: Shape, whole: bool, time: Time) -> TestOutcome {
        if time != Time::Unused && self.occupancy.is_none() {
            self.occupancy = occupancy(&self.problem, self.meter);
        }
        if self.thickness().is_none() {
            return TestOutcome::Open;
        }
        let Some(thickness) = &self.thickness else { return TestOutcome::Open };
        let case = Case::at_most(&thickness.bounds);
        let occupancy = self.occupancy.as_ref().and_then(|all| match time {
            Time::Unused => None,
            Time::Cells => Some(all.of_cells()),
            Time::Pairs => Some(all.clone()),
        });
        let TestLimits { columns, tries, nodes } = self.limits;
        let quick = if self.tried { 0 } else { TestLimits::LIGHT.nodes };
        let test = Test { shape, occupancy: occupancy.as_ref(), columns, quick, tries, meter: self.meter };
        let found = match whole {
            true => test.whole(&self.problem, &case, nodes),
            false => test.real(&self.problem, &case),
        };
        outcome(match found {
            TreeResult::Refuted(tree) => {
                let used = used(&self.problem, &tree);
                thickness.around(used, tree).map_or(TreeResult::Open, TreeResult::Refuted)
            }
            other => other,
        })
    }

    /// The simple quadratic test is not the same for the reversed problem: both are tried.
    fn simple(&mut self, whole: bool) -> TestOutcome {
        let own = self.counts(Shape::Simple, whole, Time::Unused);
        if let TestOutcome::Refuted(_) = own {
            return own;
        }
        let mut back = Tester::new(reversed(&self.problem), self.invariants, self.limits, self.meter);
        let board = self.problem.board;
        match back.counts(Shape::Simple, whole, Time::Unused) {
            TestOutcome::Refuted(Refutation::Tree(tree)) => turned(board, &tree)
                .map_or(TestOutcome::Open, |tree| TestOutcome::Refuted(Refutation::Tree(tree))),
            TestOutcome::Passed => own,
            _ => TestOutcome::Open,
        }
    }
}

fn outcome(found: TreeResult) -> TestOutcome {
    match found {
        TreeResult::Refuted(tree) => TestOutcome::Refuted(Refutation::Tree(tree)),
        TreeResult::Passed => TestOutcome::Passed,
        TreeResult::Open => TestOutcome::Open,
    }
}

/// Runs tests up to one that refutes: in this order without linear programs for pairs, then those still open
/// with them. The cone must come before the tests that use integers or pairs.
pub fn run(
    names: &[TestName],
    invariants: &Invariants,
    problem: &Problem<'_>,
    limits: TestLimits,
    meter: &Meter<'_>,
) -> Tested {
    let mut tester = Tester::new(*problem, invariants, limits, meter);
    let mut tested = Tested { verdict: None, passed: Vec::new(), open: Vec::new(), thickness: None };
    for round in [TestLimits { nodes: TestLimits::LIGHT.nodes, columns: 0, ..limits }, limits] {
        tester.limits = round;
        tested.open.clear();
        for &name in names {
            if tested.passed.contains(&name) {
                continue;
            }
            match tester.run(name) {
                TestOutcome::Refuted(refutation) => {
                    tested.verdict = Some((name, refutation));
                    break;
                }
                TestOutcome::Passed => tested.passed.push(name),
                TestOutcome::Open => tested.open.push(name),
            }
        }
        // A solution of the rows of the strongest test satisfies those of all.
        if tested.passed.contains(&TestName::Pairs) {
            tested.passed.append(&mut tested.open);
        }
        if tested.verdict.is_some() || tested.open.is_empty() || limits.columns == 0 {
            break;
        }
        tester.tried = true;
    }
    Tested { thickness: tester.thickness, ..tested }
}

/// The test of the main line that refutes a problem.
pub fn refuting(problem: &Problem<'_>, invariants: &Invariants, meter: &Meter<'_>) -> Option<TestName> {
    run(&TestName::MAIN, invariants, problem, TestLimits::FULL, meter).verdict.map(|(test, _)| test)
}
