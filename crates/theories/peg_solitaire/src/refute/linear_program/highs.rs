//! Programs solved by HiGHS, on one thread.

use std::time::Duration;

use super::{Answer, Is, Program};
use highs::{HighsModelStatus, RowProblem, Sense};

pub(super) fn minimise(program: &Program, branches: u64, time: Option<Duration>) -> Answer {
    let mut problem = RowProblem::default();
    let columns = program.columns.iter().map(|column| {
        problem.add_column_with_integrality(column.cost, column.low..=column.high, column.natural)
    });
    let columns: Vec<highs::Col> = columns.collect();
    for row in &program.rows {
        let named = row.terms.iter().filter_map(|(column, by)| Some((*columns.get(*column)?, *by)));
        let terms: Vec<(highs::Col, f64)> = named.collect();
        match row.is {
            Is::AtMost => problem.add_row(..=row.right, terms),
            Is::Equal => problem.add_row(row.right..=row.right, terms),
            Is::AtLeast => problem.add_row(row.right.., terms),
        };
    }
    let Ok(mut model) = problem.try_optimise(Sense::Minimise) else { return Answer::Unknown };
    model.make_quiet();
    model.set_option("threads", 1);
    model.set_option("random_seed", 0);
    if program.columns.iter().any(|column| column.natural) {
        model.set_option("mip_max_nodes", i32::try_from(branches).unwrap_or(i32::MAX));
    }
    if let Some(time) = time {
        model.set_option("time_limit", time.as_secs_f64());
    }
    let Ok(solved) = model.try_solve() else { return Answer::Unknown };
    match solved.status() {
        HighsModelStatus::Infeasible => Answer::Empty,
        HighsModelStatus::Optimal => {
            Answer::Best { value: solved.objective_value(), point: solved.get_solution().columns().to_vec() }
        }
        _ => Answer::Unknown,
    }
}
