//! Linear programs with floating numbers. What they answer is only a hint: every proof is rounded to integers and
//! checked.

#[cfg(feature = "highs")]
mod highs;
mod micro;

pub use micro::Solved;

/// Programs with more columns are too large for microlp.
const LARGE: usize = 1200;
/// Programs with more columns are not to be solved.
pub const LARGEST: usize = if cfg!(feature = "highs") { 5000 } else { LARGE };

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

struct Column {
    cost: f64,
    low: f64,
    high: f64,
    natural: bool,
}

struct Row {
    /// Columns in order, each once.
    terms: Vec<(usize, f64)>,
    is: Is,
    right: f64,
}

/// A linear program, to be minimised.
#[derive(Default)]
pub struct Program {
    columns: Vec<Column>,
    rows: Vec<Row>,
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
        self.rows.push(Row { terms, is, right });
    }

    /// Solves it; with columns of natural numbers it gives up after so many branches.
    pub fn minimise(&self, branches: u64) -> Answer {
        if self.impossible {
            return Answer::Empty;
        }
        // HiGHS takes longer to begin, and goes further.
        #[cfg(feature = "highs")]
        if self.columns.len() > LARGE {
            return highs::minimise(self, branches);
        }
        micro::minimise(self, branches)
    }

    /// Solves it, ready for one row more.
    ///
    /// # Errors
    /// There is no point, or no answer.
    pub fn solved(&self) -> Result<Solved, Answer> {
        if self.impossible { Err(Answer::Empty) } else { Solved::new(self, 0) }
    }
}
