//! Linear programs in floating-point arithmetic: their form, their solution, and those of a test, which find
//! a point in the ranges that satisfies all rows, or the weights that show that there is none. Results are
//! only hints: every proof is rounded to integers and checked.

#[cfg(feature = "highs")]
mod highs;

use std::time::Duration;

use super::Potential;
use super::board::Problem;
use super::case::{Case, Occupancy, Weights};
use super::ranges::Ranges;
use super::rows::{Law, Row};
use microlp::{ComparisonOp, Error, OptimizationDirection, Solution, SolveOptions, SolveOutcome, Variable};

/// Programs with more columns are too large for microlp.
const LARGE: usize = 1200;
/// Programs with more columns are not to be solved.
pub const LARGEST: usize = if cfg!(feature = "highs") { 5000 } else { LARGE };

/// The comparison of a row with its right side.
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

struct Column {
    cost: f64,
    low: f64,
    high: f64,
    natural: bool,
}

struct ProgramRow {
    /// Columns in order, each once.
    terms: Vec<(usize, f64)>,
    is: Is,
    right: f64,
}

/// A linear program, to be minimised.
#[derive(Default)]
pub struct Program {
    columns: Vec<Column>,
    rows: Vec<ProgramRow>,
    impossible: bool,
}

impl Program {
    /// A new column with its bounds.
    pub fn column(&mut self, cost: f64, low: f64, high: f64) -> usize {
        self.add(Column { cost, low, high, natural: false })
    }

    /// A new column of natural numbers.
    pub fn integer(&mut self, cost: f64, low: f64, high: f64) -> usize {
        self.add(Column { cost, low, high, natural: true })
    }

    fn add(&mut self, column: Column) -> usize {
        self.impossible |= column.low > column.high;
        self.columns.push(column);
        self.columns.len() - 1
    }

    /// A new row; terms of columns that do not exist are ignored, those of equal columns are added.
    pub fn row(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, is: Is, right: f64) {
        let known = terms.into_iter().filter(|(column, _)| *column < self.columns.len());
        let mut terms: Vec<(usize, f64)> = known.collect();
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
        self.rows.push(ProgramRow { terms, is, right });
    }

    /// Solves it, with a limit on branches for integer columns. The solver checks the clock once in a
    /// thousand pivots.
    pub fn minimise(&self, branches: u64, time: Option<Duration>) -> Answer {
        if self.impossible {
            return Answer::Empty;
        }
        // HiGHS has a longer setup and solves larger programs.
        #[cfg(feature = "highs")]
        if self.columns.len() > LARGE {
            return highs::minimise(self, branches, time);
        }
        Solved::new(self, branches, time).map_or_else(|answer| answer, |solved| solved.answer())
    }

    /// Solves it, ready for one row more.
    ///
    /// # Errors
    /// There is no point, or no answer.
    pub fn solved(&self) -> Result<Solved, Answer> {
        if self.impossible { Err(Answer::Empty) } else { Solved::new(self, 0, None) }
    }
}

/// A program that is solved.
#[derive(Clone)]
pub struct Solved {
    columns: Vec<Variable>,
    solution: Solution,
}

impl Solved {
    fn new(program: &Program, branches: u64, time: Option<Duration>) -> Result<Solved, Answer> {
        let mut problem = microlp::Problem::new(OptimizationDirection::Minimize);
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
        options.time_limit = time;
        let solution = solution(problem.solve_with(options))?;
        Ok(Solved { columns, solution })
    }

    /// The result.
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

/// Factors tried before rounding, so that weights stay small.
const SCALES: [f64; 14] =
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 10.0, 12.0, 24.0, 60.0, 840.0, 10_000.0, 1_000_000.0, 100_000_000.0];

/// The answer of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Point {
    /// No counts.
    Empty,
    /// The counts, one per column.
    Inside(Vec<f64>),
    /// No answer.
    Unknown,
}

/// A row whose fixed columns are moved to its bounds.
fn rest(ranges: &Ranges<'_>, row: &Row) -> (Vec<(usize, i64)>, Option<i64>, Option<i64>) {
    let (mut terms, mut settled) = (Vec::new(), 0);
    for &(column, by) in &row.terms {
        match ranges.of(column) {
            (low, Some(high)) if low == high => settled += by * low,
            _ => terms.push((column, by)),
        }
    }
    (terms, row.low.map(|low| low - settled), row.high.map(|high| high - settled))
}

fn real(whole: i64) -> f64 {
    whole as f64
}

/// Finds counts in these ranges; integers if `whole` gives a limit on branches.
pub fn point(ranges: &Ranges<'_>, whole: Option<u64>, time: Option<Duration>) -> Point {
    let rows = ranges.rows();
    let mut program = Program::default();
    let mut columns = vec![None; rows.counts.len()];
    for column in ranges.open() {
        let Some(count) = rows.counts.get(column) else { continue };
        let (low, high) = ranges.of(column);
        // Uneven costs: without them the simplex method has too many equal choices.
        let cost = ((count.jump * 31 + count.beside.map_or(0, usize::from) * 17) % 97) as f64 / 97.0;
        let (low, high) = (real(low), high.map_or(f64::INFINITY, real));
        let new =
            if whole.is_some() { program.integer(cost, low, high) } else { program.column(cost, low, high) };
        columns.get_mut(column).into_iter().for_each(|slot| *slot = Some(new));
    }
    for row in &rows.rows {
        let (terms, low, high) = rest(ranges, row);
        let at = |(column, by): &(usize, i64)| Some(((*columns.get(*column)?)?, real(*by)));
        let terms: Vec<(usize, f64)> = terms.iter().filter_map(at).collect();
        match (low, high) {
            (Some(low), Some(high)) if low == high => program.row(terms, Is::Equal, real(low)),
            (low, high) => {
                low.into_iter().for_each(|low| program.row(terms.iter().copied(), Is::AtLeast, real(low)));
                high.into_iter().for_each(|high| program.row(terms.iter().copied(), Is::AtMost, real(high)));
            }
        }
    }
    match program.minimise(whole.unwrap_or(0), time) {
        Answer::Empty => Point::Empty,
        Answer::Unknown => Point::Unknown,
        Answer::Best { point, .. } => {
            let value = |(column, new): (usize, &Option<usize>)| match new {
                Some(new) => point.get(*new).copied().unwrap_or_default(),
                None => real(ranges.of(column).0),
            };
            Point::Inside(columns.iter().enumerate().map(value).collect())
        }
    }
}

/// A potential that closes the case, checked in integers: the dual program with the least sum of weights, rounded.
pub fn close(
    problem: &Problem<'_>,
    case: &Case,
    ranges: &Ranges<'_>,
    occupancy: Option<&Occupancy>,
    time: Option<Duration>,
) -> Option<Potential> {
    let rows = ranges.rows();
    let mut program = Program::default();
    let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::new(); rows.counts.len()];
    let (mut margin, mut weights) = (Vec::new(), Vec::new());
    for (at, row) in rows.rows.iter().enumerate() {
        let (terms, low, high) = rest(ranges, row);
        // Flat rows cost nothing: the costs of jumps use them at their best.
        let cost = if row.law == Law::Flat { 0.0 } else { 1.0 };
        for (bound, sign) in [(high, 1.0), (low, -1.0)] {
            let Some(bound) = bound else { continue };
            let weight = program.column(cost, 0.0, f64::INFINITY);
            weights.push((at, weight, sign));
            margin.push((weight, -sign * real(bound)));
            for &(column, by) in &terms {
                let place = columns.get_mut(column);
                place.into_iter().for_each(|terms| terms.push((weight, sign * real(by))));
            }
        }
    }
    for column in ranges.open() {
        let (low, high) = ranges.of(column);
        let mut terms = columns.get_mut(column).map(std::mem::take).unwrap_or_default();
        for (bound, sign) in [(Some(low).filter(|low| *low > 0), -1.0), (high, 1.0)] {
            let Some(bound) = bound else { continue };
            let paid = program.column(0.0, 0.0, f64::INFINITY);
            terms.push((paid, sign));
            margin.push((paid, -sign * real(bound)));
        }
        program.row(terms, Is::AtLeast, 0.0);
    }
    program.row(margin, Is::AtLeast, 1.0);
    let Answer::Best { point, .. } = program.minimise(0, time) else { return None };
    SCALES.into_iter().find_map(|scale| {
        let times = |&(row, column, sign): &(usize, usize, f64)| {
            // Larger values do not help; a saturated weight only makes a worse potential.
            let scaled = (point.get(column).copied().unwrap_or_default() * sign * scale).round();
            (row, scaled.clamp(-1e15, 1e15) as i128)
        };
        let sum: Vec<(usize, i128)> = weights.iter().map(times).filter(|(_, times)| *times != 0).collect();
        closing(problem, case, ranges.weights(problem, &sum)?, occupancy)
    })
}

/// The potential of these weights, if it closes the case.
pub fn closing(
    problem: &Problem<'_>,
    case: &Case,
    mut weights: Weights,
    occupancy: Option<&Occupancy>,
) -> Option<Potential> {
    weights.repair(problem, case);
    let closed = weights.margin(problem, case, occupancy).is_some_and(|margin| margin > 0);
    closed.then(|| weights.potential()).flatten()
}
