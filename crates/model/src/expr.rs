//! Expressions with their types: cells, directions, numbers, tests.
//!
//! [`Scope`](super::scope::Scope) compiles them from the tree; parameters and names are resolved, so that
//! only the variables of the rule remain.

mod change;
mod effort;
mod visit;

use super::board::{Coord, Direction};
use super::piece::Selector;
use puzzlec_syntax::ast::{BinaryOp, Fold};

pub use change::Change;
pub use visit::Part;

/// A variable of a rule or of a quantifier, by its place in the binding.
pub type Slot = usize;

/// One cell. A step that leaves the board has no value; neither has any cell, list or number that contains it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// The value of the variable.
    Var(Slot),
    /// This cell.
    Fixed(Coord),
    /// A number of steps from a cell.
    Step(Box<Cell>, Dir, Box<Num>),
    /// The first cell of a list. No value where the list is empty.
    First(Box<Cells>),
    /// The last cell of a list. No value where the list is empty.
    Last(Box<Cells>),
}

/// A direction.
#[derive(Clone, Debug, PartialEq)]
pub enum Dir {
    /// The value of the variable.
    Var(Slot),
    /// This direction.
    Fixed(Direction),
    /// Another direction, turned by a number of places.
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
    /// A number of cells, starting with a cell.
    Run(Cell, Dir, Box<Num>),
    /// The cells after a cell in a direction, to the end of the board or before the first that stops it. It
    /// ends before a cell that it already has.
    Ray(Cell, Dir, Option<Until>),
    /// Those for which a test of the slot holds.
    Where(Box<Cells>, Slot, Box<Test>),
    /// Those of the first that are in the second.
    Both(Box<Cells>, Box<Cells>),
    /// The first without the second.
    Except(Box<Cells>, Box<Cells>),
    /// All of them, in order.
    Join(Vec<Cells>),
    /// Those of a list that are joined with a cell within the list, the cell among them; none if the cell is not in the list.
    /// Neighbours are joined.
    Component(Cell, Box<Cells>),
    /// The places of the floor pieces below these cells. Always outermost: only what a test or an effect does
    /// with cells depends on the layer.
    Floor(Box<Cells>),
}

/// What ends a ray.
#[derive(Clone, Debug, PartialEq)]
pub enum Until {
    /// A cell with such a content.
    Holds(Box<Selector>),
    /// A cell in the slot for which the test holds; cells behind it are not tested.
    Test(Slot, Box<Test>),
}

/// A shape of a set of cells, of which neighbours are joined.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// One component, in which every cell has exactly two neighbours.
    Loop,
    /// One component that is a path between these cells, which are its ends; one cell is a path from itself to itself.
    Path(Cell, Cell),
    /// One component without a cycle.
    Tree,
    /// All places of some successive rows and columns.
    Rectangle,
}

/// An integer.
#[derive(Clone, Debug, PartialEq)]
pub enum Num {
    /// This one.
    Fixed(i64),
    /// The value of the variable, with the ends of its range.
    Var(Slot, (i64, i64)),
    /// The value of a counter, by its number, with the ends of its range.
    Counter(u16, (i64, i64)),
    /// The number of cells of a list.
    Size(Cells),
    /// The sum, minimum or maximum of a number over the cells in the slot. Of no cells only the sum has a value.
    Fold(Fold, Slot, Cells, Box<Num>),
    /// The number of connected components of a list of cells, of which neighbours are joined.
    Components(Cells),
    /// The number of cells with such a piece.
    Count(Box<Selector>, Cells),
    /// The number of the piece on a cell; see [`Pieces::number`](super::piece::Pieces::number). No value where it has none.
    Number(Cell),
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

/// A condition. Where a part of it has no value, neither has the whole, up to the next [`Test::Total`] around it.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Always or never.
    Fixed(bool),
    /// Not so.
    Not(Box<Test>),
    /// The test, and false where it has no value.
    Total(Box<Test>),
    /// A conjunction.
    And(Vec<Test>),
    /// A disjunction.
    Or(Vec<Test>),
    /// A comparison of numbers.
    Compare(BinaryOp, Num, Num),
    /// Equality of cells.
    Same(Cell, Cell),
    /// Every one of the cells holds such a piece.
    Holds(Cells, Selector),
    /// Adjacency of two cells.
    Adjacent(Cell, Cell),
    /// The piece on the cell reaches from it along the direction or against it.
    Aligned(Cell, Dir),
    /// The test holds for all (or, with `false`, for any) of the cells in the slot.
    Each(bool, Slot, Cells, Box<Test>),
    /// A cell is one of these.
    Member(Cell, Cells),
    /// No two of the cells hold pieces that are alike; see [`Pieces::alike`](super::piece::Pieces::alike).
    Different(Cells),
    /// The cells have this shape.
    Form(Form, Cells),
}
