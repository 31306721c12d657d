//! Linear programs with floating numbers. What they answer is only a hint: every proof is rounded to integers and
//! checked.

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, Variable};

/// How a row is compared with its right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// At most.
    AtMost,
    /// Equal.
    Equal,
    /// At least.
    AtLeast,
}

/// The answer of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The best value and a point with it.
    Best {
        /// The value.
        value: f64,
        /// One number per column.
        point: Vec<f64>,
    },
    /// No point.
    Empty,
    /// No answer: numerical trouble or no bound.
    Unknown,
}

/// A linear program, to be minimised.
pub struct Program {
    problem: Problem,
    columns: Vec<Variable>,
    impossible: bool,
}

impl Default for Program {
    fn default() -> Self {
        let problem = Problem::new(OptimizationDirection::Minimize);
        Program { problem, columns: Vec::new(), impossible: false }
    }
}

impl Program {
    /// A new column; no upper bound: none.
    pub fn column(&mut self, cost: f64, low: u32, high: Option<u32>) -> usize {
        self.wide(cost, low.into(), high.map_or(f64::INFINITY, f64::from))
    }

    /// A new column with any bounds.
    pub fn wide(&mut self, cost: f64, low: f64, high: f64) -> usize {
        self.impossible |= low > high;
        self.columns.push(self.problem.add_var(cost, (low, high)));
        self.columns.len() - 1
    }

    /// A new column of natural numbers.
    pub fn integer(&mut self, cost: f64, low: u32, high: Option<u32>) -> usize {
        let [low, high] = [low, high.unwrap_or(u32::MAX)].map(|end| i32::try_from(end).unwrap_or(i32::MAX));
        self.impossible |= low > high;
        self.columns.push(self.problem.add_integer_var(cost, (low, high)));
        self.columns.len() - 1
    }

    /// A new row; terms of columns that do not exist are ignored, those of equal columns are added.
    pub fn row(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, is: Is, right: f64) {
        let mut terms: Vec<(usize, f64)> = terms.into_iter().collect();
        terms.sort_by_key(|term| term.0);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        if terms.is_empty() {
            self.impossible |= match is {
                Is::AtMost => right < 0.0,
                Is::Equal => right != 0.0,
                Is::AtLeast => right > 0.0,
            };
            return;
        }
        let terms = terms.into_iter().filter_map(|(column, by)| Some((*self.columns.get(column)?, by)));
        let op = match is {
            Is::AtMost => ComparisonOp::Le,
            Is::Equal => ComparisonOp::Eq,
            Is::AtLeast => ComparisonOp::Ge,
        };
        self.problem.add_constraint(terms.collect::<Vec<_>>(), op, right);
    }

    /// Solves it; with columns of natural numbers it gives up after so many branches.
    pub fn minimise(&self, branches: u64) -> Answer {
        if self.impossible {
            return Answer::Empty;
        }
        let mut options = SolveOptions::default();
        options.presolve = self.problem.has_integer_vars();
        options.node_limit = Some(branches);
        let outcome = match self.problem.solve_with(options) {
            Ok(outcome) => outcome,
            Err(Error::Infeasible) => return Answer::Empty,
            Err(_) => return Answer::Unknown,
        };
        match outcome.into_solution() {
            Ok(solution) => Answer::Best {
                value: solution.objective(),
                point: self.columns.iter().map(|&column| solution.var_value(column)).collect(),
            },
            Err(_) => Answer::Unknown,
        }
    }
}
