//! The tests by name and in order, weakest first.

use super::board::{Cells, PegBoard, Problem};
use super::case::{Case, Occupancy};
use super::depths::occupancy;
use super::lattice::Lattice;
use super::model::Shape;
use super::parity;
use super::quadratic::{reversed, turned};
use super::refutation::Refutation;
use super::thickness::{Thickness, thickness};
use super::whole::{Found, Test, used};

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
}

impl TestName {
    /// All tests, weakest first.
    pub const ALL: [TestName; 10] = [
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
    ];
    /// The main line: the simple quadratic ones cost more than they find.
    pub const MAIN: [TestName; 8] = [
        TestName::RuleOfThree,
        TestName::Reiss,
        TestName::Lattice,
        TestName::Cone,
        TestName::Ilp,
        TestName::FlatLp,
        TestName::FlatIlp,
        TestName::DepthHeight,
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
        }
    }
}

/// How much the tests may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Branches of one test with whole numbers.
    pub nodes: usize,
    /// Branches of the solver that looks for natural numbers first.
    pub tries: u64,
    /// Columns of a linear program.
    pub columns: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: 300, tries: 30, columns: 1200 }
    }
}

/// What depends only on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// The sets of the rule of three; empty without coordinates.
    pub rule_of_three: Vec<Cells>,
    /// A basis of the witnesses of Reiss.
    pub witnesses: Vec<Cells>,
    /// The lattice of jumps; none when its numbers are too large.
    pub lattice: Option<Lattice>,
}

impl Invariants {
    /// `places`: (row, column) of the cells, if they have any.
    pub fn new(board: &PegBoard, places: Option<&[(i32, i32)]>) -> Invariants {
        Invariants {
            rule_of_three: places.map_or_else(Vec::new, |places| parity::rule_of_three(board, places)),
            witnesses: parity::witnesses(board),
            lattice: Lattice::new(board),
        }
    }
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
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
    /// The first test that refutes, with its proof.
    pub verdict: Option<(TestName, Refutation)>,
    /// The tests that the problem passed before.
    pub passed: Vec<TestName>,
    /// The tests before that were not decided.
    pub open: Vec<TestName>,
    /// In no solution is a jump played more often; one number per jump.
    pub thickness: Option<Thickness>,
}

/// Runs tests on one problem and keeps what they share.
pub struct Tester<'t> {
    problem: Problem<'t>,
    invariants: &'t Invariants,
    limits: Limits,
    stop: &'t dyn Fn() -> bool,
    thickness: Option<Thickness>,
    occupancy: Option<Occupancy>,
}

impl<'t> Tester<'t> {
    /// Nothing is run yet.
    pub fn new(
        problem: Problem<'t>,
        invariants: &'t Invariants,
        limits: Limits,
        stop: &'t dyn Fn() -> bool,
    ) -> Tester<'t> {
        Tester { problem, invariants, limits, stop, thickness: None, occupancy: None }
    }

    /// Runs one test.
    pub fn run(&mut self, name: TestName) -> Outcome {
        let linear = |refutation: Option<Refutation>| refutation.map_or(Outcome::Passed, Outcome::Refuted);
        let invariants = self.invariants;
        match name {
            TestName::RuleOfThree => linear(parity::refute(&invariants.rule_of_three, &self.problem, true)),
            TestName::Reiss => linear(parity::refute(&invariants.witnesses, &self.problem, false)),
            TestName::Lattice => match &invariants.lattice {
                Some(lattice) => linear(lattice.refute(&self.problem)),
                None => Outcome::Open,
            },
            TestName::Cone => self.cone(),
            TestName::Ilp => self.counts(Shape::Linear, true, false),
            TestName::QuadLp => self.simple(false),
            TestName::QuadIlp => self.simple(true),
            TestName::FlatLp => self.counts(Shape::Flat, false, false),
            TestName::FlatIlp => self.counts(Shape::Flat, true, false),
            TestName::DepthHeight => self.counts(Shape::Flat, true, true),
        }
    }

    fn test<'s>(&'s self, shape: Shape, occupancy: Option<&'s Occupancy>) -> Test<'s> {
        Test { shape, occupancy, columns: self.limits.columns, tries: self.limits.tries, stop: self.stop }
    }

    fn cone(&self) -> Outcome {
        outcome(self.test(Shape::Linear, None).real(&self.problem, &Case::free(&self.problem)))
    }

    /// The bounds on all jumps, once the cone has passed.
    pub fn thickness(&mut self) -> Option<&Thickness> {
        if self.thickness.is_none() {
            self.thickness = thickness(&self.problem, self.stop);
        }
        self.thickness.as_ref()
    }

    /// A test within the bounds of the thickness.
    fn counts(&mut self, shape: Shape, whole: bool, deep: bool) -> Outcome {
        if deep && self.occupancy.is_none() {
            self.occupancy = occupancy(&self.problem);
        }
        if self.thickness().is_none() {
            return Outcome::Open;
        }
        let Some(thickness) = &self.thickness else { return Outcome::Open };
        let case = Case::at_most(&thickness.bounds);
        let test = self.test(shape, self.occupancy.as_ref().filter(|_| deep));
        let found = match whole {
            true => test.whole(&self.problem, &case, self.limits.nodes),
            false => test.real(&self.problem, &case),
        };
        outcome(match found {
            Found::Refuted(tree) => {
                let used = used(&self.problem, &tree);
                thickness.around(used, tree).map_or(Found::Open, Found::Refuted)
            }
            other => other,
        })
    }

    /// The simple quadratic test is not the same for the reversed problem: both are tried.
    fn simple(&mut self, whole: bool) -> Outcome {
        let own = self.counts(Shape::Simple, whole, false);
        if let Outcome::Refuted(_) = own {
            return own;
        }
        let mut back = Tester::new(reversed(&self.problem), self.invariants, self.limits, self.stop);
        let board = self.problem.board;
        match back.counts(Shape::Simple, whole, false) {
            Outcome::Refuted(Refutation::Tree(tree)) => {
                turned(board, &tree).map_or(Outcome::Open, |tree| Outcome::Refuted(Refutation::Tree(tree)))
            }
            Outcome::Passed => own,
            _ => Outcome::Open,
        }
    }
}

fn outcome(found: Found) -> Outcome {
    match found {
        Found::Refuted(tree) => Outcome::Refuted(Refutation::Tree(tree)),
        Found::Passed => Outcome::Passed,
        Found::Open => Outcome::Open,
    }
}

/// Runs tests in this order up to the first that refutes. The cone must come before the tests that use whole
/// numbers or pairs.
pub fn run(
    names: &[TestName],
    invariants: &Invariants,
    problem: &Problem<'_>,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Tested {
    let mut tester = Tester::new(*problem, invariants, limits, stop);
    let (mut passed, mut open, mut verdict) = (Vec::new(), Vec::new(), None);
    let mut strongest = None;
    for &name in names {
        // Counts with depths and heights are counts of the weaker test too; most problems pass both.
        if name == TestName::FlatIlp && names.contains(&TestName::DepthHeight) {
            strongest = Some(tester.run(TestName::DepthHeight));
            if strongest == Some(Outcome::Passed) {
                passed.push(name);
                continue;
            }
        }
        let outcome = match (name, strongest.take()) {
            (TestName::DepthHeight, Some(outcome)) => outcome,
            (_, outcome) => {
                strongest = outcome;
                tester.run(name)
            }
        };
        match outcome {
            Outcome::Refuted(refutation) => {
                verdict = Some((name, refutation));
                break;
            }
            Outcome::Passed => passed.push(name),
            Outcome::Open => open.push(name),
        }
    }
    Tested { verdict, passed, open, thickness: tester.thickness }
}

/// The first test of the main line that refutes a problem.
pub fn refuting(problem: &Problem<'_>, invariants: &Invariants, stop: &dyn Fn() -> bool) -> Option<TestName> {
    run(&TestName::MAIN, invariants, problem, Limits::default(), stop).verdict.map(|(test, _)| test)
}
