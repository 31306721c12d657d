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
