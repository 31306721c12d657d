//! Programs solved by `microlp`.

use super::{Answer, Is, Program};
use microlp::{
    ComparisonOp, Error, OptimizationDirection, Problem, Solution, SolveOptions, SolveOutcome, Variable,
};

/// A program that is solved.
#[derive(Clone)]
pub struct Solved {
    columns: Vec<Variable>,
    solution: Solution,
}

pub(super) fn minimise(program: &Program, branches: u64) -> Answer {
    Solved::new(program, branches).map_or_else(|answer| answer, |solved| solved.answer())
}

impl Solved {
    pub(super) fn new(program: &Program, branches: u64) -> Result<Solved, Answer> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let whole = |end: f64| end.clamp(0.0, f64::from(i32::MAX)) as i32;
        let columns = program.columns.iter().map(|column| match column.natural {
            true => problem.add_integer_var(column.cost, (whole(column.low), whole(column.high))),
            false => problem.add_var(column.cost, (column.low, column.high)),
        });
        let columns: Vec<Variable> = columns.collect();
        for row in &program.rows {
            problem.add_constraint(named(&columns, row.terms.iter().copied()), op(row.is), row.right);
        }
        let mut options = SolveOptions::default();
        options.presolve = problem.has_integer_vars();
        options.node_limit = Some(branches);
        let solution = solution(problem.solve_with(options))?;
        Ok(Solved { columns, solution })
    }

    /// What was found.
    pub fn answer(&self) -> Answer {
        Answer::Best {
            value: self.solution.objective(),
            point: self.columns.iter().map(|&column| self.solution.var_value(column)).collect(),
        }
    }

    /// The program with one row more, solved from here.
    pub fn with(&self, terms: impl IntoIterator<Item = (usize, f64)>, is: Is, right: f64) -> Answer {
        let edited = self.solution.clone().add_constraint(named(&self.columns, terms), op(is), right);
        match solution(edited) {
            Ok(solution) => Solved { columns: self.columns.clone(), solution }.answer(),
            Err(answer) => answer,
        }
    }
}

fn named(columns: &[Variable], terms: impl IntoIterator<Item = (usize, f64)>) -> Vec<(Variable, f64)> {
    terms.into_iter().filter_map(|(column, by)| Some((*columns.get(column)?, by))).collect()
}

fn op(is: Is) -> ComparisonOp {
    match is {
        Is::AtMost => ComparisonOp::Le,
        Is::Equal => ComparisonOp::Eq,
        Is::AtLeast => ComparisonOp::Ge,
    }
}

fn solution(outcome: Result<SolveOutcome, Error>) -> Result<Solution, Answer> {
    match outcome {
        Ok(outcome) => outcome.into_solution().map_err(|_| Answer::Unknown),
        Err(Error::Infeasible) => Err(Answer::Empty),
        Err(_) => Err(Answer::Unknown),
    }
}
