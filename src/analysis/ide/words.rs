//! A sentence for every word of the language and every function of expressions.

/// What is known of a function of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionDoc {
    /// Its name.
    pub name: &'static str,
    /// How it is written: `run(x, d, n)`.
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
        "How many of these cells hold such a piece; without cells, how many of all.",
    ),
    function(
        "distance",
        "distance(x, y)",
        "Steps from one cell to the other, as if no cell of the lattice were missing; on a graph along its edges.",
    ),
    function("rowof", "rowof(x)", "The row of a cell, from 1."),
    function("columnof", "columnof(x)", "The column of a cell, from 1; on hex boards the axial column."),
    function("min", "min(a, b)", "The smaller of two numbers."),
    function("max", "max(a, b)", "The larger of two numbers."),
    function("abs", "abs(a)", "A number without its sign."),
    function("run", "run(x, d, n)", "`n` cells from `x` on in direction `d`."),
    function(
        "step",
        "step(x, d, n)",
        "The cell `n` steps on, one where `n` is left out; backwards where it is negative.",
    ),
    function("occupied", "occupied(CELLS)", "All these cells hold a piece."),
    function("empty", "empty(CELLS)", "All these cells are empty."),
    function("adjacent", "adjacent(x, y)", "The cells are neighbours."),
    function("aligned", "aligned(x, d)", "The piece on `x` reaches from `x` along `d` or against it."),
];

/// What a word of the language says.
pub fn keyword_doc(word: &str) -> Option<&'static str> {
    KEYWORDS.iter().find(|k| k.0 == word).map(|k| k.1)
}

/// What the directions of boards are.
pub(super) fn direction_doc(name: &str) -> String {
    format!("The direction `{name}` of a board; `{name}+1` is the next one in cyclic order.")
}

const KEYWORDS: &[(&str, &str)] = &[
    ("edition", "The edition of the language that the file is written in."),
    ("use", "Imports a module, by its name or by the path of its file; its items are `module.name`."),
    ("as", "Gives an imported module another name."),
    ("board", "A board by its name; in a puzzle, the board that it is played on."),
    ("piece", "A piece with its mark, or a family with a mark each; in rules, any piece."),
    ("configuration", "A position by its name, for starts and goals."),
    ("rule", "What may be done: drawn by patterns, written with variables, scripted, or a union of others."),
    ("theory", "Says that a solver which knows theorems about these rules may be asked."),
    ("puzzle", "A puzzle: a board, rules, a start, a goal, and what is expected of it."),
    ("for", "Claims it for every value of a parameter, both ends included; after `theory`, the rules."),
    ("on", "The board of a rule for puzzles that give none."),
    ("int", "Any whole number."),
    ("script", "What the language cannot say, in the language rhai: a file, or a text between `\"\"\"`."),
    ("per", "`per position`: the script is asked at every position."),
    ("position", "`per position`: the script is asked at every position."),
    ("cells", "All cells of the board; of a piece, how many neighbouring cells it covers."),
    ("rigid", "The piece has whatever connected shape it is drawn in, and never turns."),
    ("colour", "How the piece looks; nothing else depends on it."),
    ("title", "What people call it."),
    ("square", "Square cells with four directions: drawn, `W by H`, or `unbounded`."),
    ("diagonal", "Square cells with eight directions."),
    ("hex", "Hexagonal cells with six directions: drawn, `W by H`, `side N`, or `unbounded`."),
    ("triangle", "Rows of growing length with six directions: drawn or `side N`."),
    ("line", "A row of cells: drawn, `N`, or `unbounded`."),
    ("ring", "`N` cells in a circle."),
    ("graph", "Vertices and edges, in the order in which the vertices are first named."),
    ("unbounded", "The whole lattice: every point is a cell."),
    ("by", "Width by height; after `unsolvable`, how it is proved."),
    ("side", "How many cells each side has."),
    ("along", "The steps between the cells of a pattern; without it, straight on in every direction."),
    ("when", "What must hold before the action."),
    ("move", "What lies on the first cells goes to the second, in order; the first are left empty."),
    ("to", "Where to."),
    ("swap", "Two cells exchange what they hold."),
    ("with", "The other cell of an exchange."),
    ("shift", "The whole piece on a cell moves one step; there must be room for it."),
    ("towards", "The direction of a shift."),
    ("remove", "The cells become empty."),
    ("put", "The cells hold that piece."),
    ("at", "On these cells."),
    ("flip", "Each of the one becomes one of the other and the other way round; other cells stay."),
    ("close", "The row closes up over that cell; only on a line or a ring."),
    ("rules", "What may be done."),
    ("start", "The position at the start."),
    ("goal", "When the puzzle is solved."),
    ("place", "Instead of rules and a start: pieces to lay."),
    ("expect", "What is true of the puzzle; `puzzlec test` proves it."),
    ("players", "Two players who move in turn, instead of a goal."),
    ("measure", "What lengths count."),
    ("window", "Free cells to add around a start on an unbounded board."),
    ("legal", "A script that says whether a move of the rules is allowed."),
    ("bound", "A script that says how many moves it takes at least, or `\"dead end\"`."),
    ("invariant", "A script that gives numbers which no move changes."),
    ("check", "A script that says what else is wrong with the puzzle."),
    ("render", "A script that says how a cell is drawn."),
    ("last", "`last to move wins` or `last to move loses`."),
    ("wins", "Who cannot move has lost; as a claim, who wins with best play."),
    ("loses", "Who cannot move has won."),
    ("actions", "Every action counts one."),
    ("runs", "`runs of one piece`: consecutive actions that move the same piece count once."),
    ("of", "`runs of one piece`: consecutive actions that move the same piece count once."),
    ("one", "`runs of one piece`: consecutive actions that move the same piece count once."),
    ("moved", "`pieces moved`: the pieces that each action moves."),
    ("solvable", "There is a plan."),
    ("unsolvable", "It is proved that there is no plan."),
    ("in", "A shortest plan has exactly that length; after `all` and `any`, the cells."),
    ("within", "A shortest plan is at most so long."),
    ("first", "`first player wins`: with best play."),
    ("second", "`second player wins`: with best play."),
    ("player", "The one who moves first or second."),
    ("solutions", "How many different shortest plans there are, as sequences of actions."),
    ("solution", "How many different shortest plans there are, as sequences of actions."),
    ("pieces", "A picture of two-cell pieces, each a letter that stands twice; `pieces moved` is a measure."),
    ("colours", "A picture of the labels of the ends of two-cell pieces."),
    ("row", "The cells in reading order hold these marks; `W*n` repeats."),
    ("full", "That piece on every cell but those after `except`."),
    ("empty", "No piece."),
    ("every", "All cells of a region."),
    ("anywhere", "The same configuration, moved along the board to any place; all other cells are empty."),
    ("where", "A goal that is a test."),
    ("only", "That piece on these cells and nothing else on the board."),
    ("or", "At least one of them."),
    ("and", "Both of them."),
    ("not", "It does not hold."),
    ("is", "The cell holds such a piece, or is one of a region."),
    ("except", "The cells of the first that are not of the second."),
    ("around", "The neighbours of these cells, without themselves."),
    ("all", "It holds for all of these cells."),
    ("any", "It holds for at least one of these cells."),
];
