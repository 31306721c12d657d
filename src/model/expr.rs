//! Expressions with their types: cells, directions, numbers, tests.
//!
//! They are made by [`Scope`](super::scope::Scope) from the tree; parameters and names are
//! resolved, so that only the variables of the rule are left open.

mod visit;

use super::board::{Coord, Direction};
use super::piece::Selector;
use crate::syntax::ast::BinaryOp;

pub use visit::Part;

/// A variable of a rule or of a quantifier, by its place in the binding.
pub type Slot = usize;

/// One cell. A step that leaves the board has no value, and so has everything built on it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// What the variable stands for.
    Var(Slot),
    /// This cell.
    Fixed(Coord),
    /// So many steps on from a cell.
    Step(Box<Cell>, Dir, Box<Num>),
}

/// A direction.
#[derive(Clone, Debug, PartialEq)]
pub enum Dir {
    /// What the variable stands for.
    Var(Slot),
    /// This direction.
    Fixed(Direction),
    /// Another direction, turned by so many.
    Turn(Box<Dir>, i64),
}

/// A list of cells, each once.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// One cell.
    One(Cell),
    /// These cells.
    Fixed(Vec<Coord>),
    /// All cells of the board.
    All,
    /// The neighbours of these cells, without the cells themselves.
    Around(Box<Cells>),
    /// So many cells from a cell on.
    Run(Cell, Dir, Box<Num>),
    /// The first without the second.
    Except(Box<Cells>, Box<Cells>),
    /// All of them, in order.
    Join(Vec<Cells>),
}

/// A whole number.
#[derive(Clone, Debug, PartialEq)]
pub enum Num {
    /// This one.
    Fixed(i64),
    /// How many of the cells hold such a piece.
    Count(Selector, Cells),
    /// `+ - * / %`.
    Binary(BinaryOp, Box<Num>, Box<Num>),
    /// The smaller.
    Min(Box<Num>, Box<Num>),
    /// The larger.
    Max(Box<Num>, Box<Num>),
    /// Without its sign.
    Abs(Box<Num>),
    /// Steps from one cell to the other.
    Distance(Cell, Cell),
    /// The row of a cell, from 1.
    Row(Cell),
    /// The column of a cell, from 1.
    Column(Cell),
}

/// What holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Always or never.
    Fixed(bool),
    /// Not so.
    Not(Box<Test>),
    /// All of them.
    And(Vec<Test>),
    /// At least one of them.
    Or(Vec<Test>),
    /// A comparison of numbers.
    Compare(BinaryOp, Num, Num),
    /// The same cell.
    Same(Cell, Cell),
    /// Every one of the cells holds such a piece.
    Holds(Cells, Selector),
    /// One cell is a neighbour of the other.
    Adjacent(Cell, Cell),
    /// The piece on the cell reaches from it along the direction or against it.
    Aligned(Cell, Dir),
    /// The test holds for all (or, with `false`, for any) of the cells in the slot.
    Each(bool, Slot, Cells, Box<Test>),
    /// A cell is one of these.
    Member(Cell, Cells),
}
