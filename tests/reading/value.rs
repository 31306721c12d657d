//! Values of expressions.

use super::board::Cell;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(i64),
    Truth(bool),
    Cells(Vec<Cell>),
    Direction(usize),
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// A step or run leaves the board.
    Off,
    /// The text has no meaning that this reader knows.
    Unclear(String),
}

impl Stop {
    pub fn words(self) -> String {
        match self {
            Stop::Off => "off the board".into(),
            Stop::Unclear(why) => why,
        }
    }
}

pub type Found<T> = Result<T, Stop>;

/// No value, for a reason.
pub fn unclear<T>(why: impl Into<String>) -> Found<T> {
    Err(Stop::Unclear(why.into()))
}

/// Whether two values are equal.
pub fn same(a: Value, b: Value) -> Found<bool> {
    match (&a, &b) {
        (Value::Cells(x), Value::Cells(y)) if x.len() != 1 || y.len() != 1 => {
            unclear("several cells compared")
        }
        (Value::Cells(_), Value::Cells(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::Truth(_), Value::Truth(_))
        | (Value::Direction(_), Value::Direction(_)) => Ok(a == b),
        _ => unclear("values of two types compared"),
    }
}
