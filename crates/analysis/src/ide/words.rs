//! A sentence for every function of expressions and every direction.

/// The documentation of a function of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionDoc {
    /// Its name.
    pub name: &'static str,
    /// Its signature: `run(x, d, n)`.
    pub usage: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

const fn function(name: &'static str, usage: &'static str, doc: &'static str) -> FunctionDoc {
    FunctionDoc { name, usage, doc }
}

/// The functions of expressions.
pub const FUNCTIONS: &[FunctionDoc] = &[
    function(
        "count",
        "count(PIECE, CELLS)",
        "The number of these cells (or of all cells) that hold such a piece; `count(CELLS)` is the number of cells.",
    ),
    function("components", "components(CELLS)", "The number of connected components of these cells."),
    function(
        "number",
        "number(x)",
        "The number of the piece on a cell: its mark, or the label of its end; a test is false where there is none.",
    ),
    function(
        "distance",
        "distance(x, y)",
        "The number of steps between two cells of the full lattice, including cells that the board lacks; on a graph along its edges.",
    ),
    function(
        "rowof",
        "rowof(x)",
        "The row of a cell, from 1; on a board with edges the row of faces, which an edge between two rows has not.",
    ),
    function("columnof", "columnof(x)", "The column of a cell, from 1; on hex boards the axial column."),
    function("min", "min(a, b)", "The smaller of two numbers."),
    function("max", "max(a, b)", "The larger of two numbers."),
    function("abs", "abs(a)", "The absolute value of a number."),
    function("run", "run(x, d, n)", "`n` cells from `x` on in direction `d`."),
    function("ray", "ray(x, d)", "The cells after `x` in direction `d`, to the end of the board."),
    function(
        "step",
        "step(x, d, n)",
        "The cell `n` steps away (by default one); backwards if `n` is negative.",
    ),
    function("first", "first(CELLS)", "The first of these cells; no action where there is none."),
    function("last", "last(CELLS)", "The last of these cells; no action where there is none."),
    function(
        "component",
        "component(x, CELLS)",
        "Those of these cells that are joined with `x` through neighbours among them, or the cells with a piece of this name.",
    ),
    function("occupied", "occupied(CELLS)", "All these cells hold a piece."),
    function("empty", "empty(CELLS)", "All these cells are empty."),
    function("adjacent", "adjacent(x, y)", "The cells are neighbours."),
    function("aligned", "aligned(x, d)", "The piece on `x` lies along `d`, on either side of `x`."),
    function("different", "different(E, F)", "No two of these cells hold pieces that are alike."),
    function(
        "connected",
        "connected(CELLS)",
        "These cells, or those with a piece of this name, have at most one connected component.",
    ),
    function("loop", "loop(CELLS)", "These cells are one loop: each has exactly two neighbours among them."),
    function("path", "path(CELLS, x, y)", "These cells are a path with the ends `x` and `y`."),
    function("tree", "tree(CELLS)", "These cells are connected and have no cycle."),
    function(
        "rectangle",
        "rectangle(CELLS)",
        "These cells are all places of some successive rows and columns.",
    ),
    function(
        "spells",
        "spells(CELLS, \"cat dog\")",
        "The marks of the pieces on these cells, in order, are one of the words.",
    ),
];

/// The documentation of the directions of boards.
pub(super) fn direction_doc(name: &str) -> String {
    format!("The direction `{name}` of a board; `{name}+1` is the next one in cyclic order.")
}
