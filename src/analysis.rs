//! The core that the command line and the language server share: load, check, solve, test.

mod report;

pub use report::{Answer, Outcome, PlanReport, Report, StepReport, TestResult};
