//! The tests by name and in order.

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
