//! The tree of a file. Every node has its span; what could not be parsed is an error node.

use crate::base::Span;

/// A single identifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// One identifier or several joined by dots: `peg.English`.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// At least one name.
    pub parts: Vec<Name>,
    /// From the first to the last.
    pub span: Span,
}

impl Path {
    /// As written, without blanks.
    pub fn text(&self) -> String {
        self.parts.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join(".")
    }

    /// The name, when there is only one.
    pub fn single(&self) -> Option<&Name> {
        match self.parts.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The last name.
    pub fn last(&self) -> Option<&Name> {
        self.parts.last()
    }
}

/// A text in double quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// With the escapes `\"`, `\\`, `\n`, `\t` resolved.
    pub value: String,
    /// With the quotes.
    pub span: Span,
}

/// A drawn picture: its rows without the common indentation, each with the place of its first
/// character in the file. Blank rows at the top and bottom are dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The rows from the top.
    pub rows: Vec<PictureRow>,
    /// With the quotes.
    pub span: Span,
}

/// A row of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureRow {
    /// The characters, without trailing blanks. A tab counts as one blank.
    pub text: String,
    /// Where `text` stands in the file.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// `edition 1`, with its span.
    pub edition: Option<(i64, Span)>,
    /// The `//!` lines.
    pub doc: Option<String>,
    /// Everything else in order.
    pub items: Vec<Item>,
}

/// A top-level item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// From the keyword to the end.
    pub span: Span,
    /// The `///` lines before it.
    pub doc: Option<String>,
    /// What it is.
    pub kind: ItemKind,
}

/// The kinds of items.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `use peg`, `use "./boards.puzzle" as mine`.
    Use(Use),
    /// `board English = square """…"""`.
    Board(BoardItem),
    /// `piece peg "o" { … }`.
    Piece(PieceItem),
    /// `configuration Star = …`.
    Configuration(ConfigurationItem),
    /// `rule jump { … }`.
    Rule(RuleItem),
    /// `theory peg_solitaire for jump`.
    Theory(TheoryItem),
    /// `puzzle Central { … }`.
    Puzzle(PuzzleItem),
    /// A slice that is no item.
    Error,
}

/// An import.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// The module.
    pub target: UseTarget,
    /// `as NAME`.
    pub alias: Option<Name>,
}

/// What an import names.
#[derive(Clone, Debug, PartialEq)]
pub enum UseTarget {
    /// A module by its name.
    Module(Name),
    /// A file by its path, relative to the importing file.
    File(Text),
}

/// A parameter with its range and default: `n: int = 6`, `k: 1..9 = 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// The smallest and largest value allowed; `int` leaves both open.
    pub range: Option<(Expr, Expr)>,
    /// The value when none is given.
    pub default: Option<Expr>,
    /// The whole.
    pub span: Span,
}

/// A named board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardItem {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it is.
    pub value: BoardExpr,
}

/// A board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardExpr {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: BoardKind,
}

/// The lattices that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Four directions: right, down, left, up.
    Square,
    /// `square diagonal`: eight directions.
    SquareDiagonal,
    /// Six directions.
    Hex,
    /// Rows of growing length, six directions.
    Triangle,
    /// Two directions.
    Line,
}

/// The kinds of boards.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardKind {
    /// `square """…"""`.
    Drawn(Lattice, Picture),
    /// `square 8 by 8`, `hex 5 by 4` (a parallelogram): width and height.
    Rectangle(Lattice, Expr, Expr),
    /// `hex side 3`, `triangle side 5`.
    Side(Lattice, Expr),
    /// `line 12`.
    Line(Expr),
    /// `ring 10`.
    Ring(Expr),
    /// `square unbounded`.
    Unbounded(Lattice),
    /// `graph { a-b b-c }`; a vertex alone may stand too.
    Graph(Vec<(Name, Option<Name>)>),
    /// `script "boards.rhai" :: star(5)`.
    Script(Script),
    /// `peg.English`, `mine.Grid(5)`.
    Named(Path, Vec<Expr>),
    /// Not a board.
    Error,
}

/// A call into a script file.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The file.
    pub file: Text,
    /// `:: star(5)`; none for a rule's hook.
    pub call: Option<(Name, Vec<Expr>)>,
}

/// A piece or a family of pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceItem {
    /// Its name.
    pub name: Name,
    /// Its marks; several characters make a family, or several marks of a rigid piece.
    pub marks: Option<Text>,
    /// `{ … }`.
    pub props: Vec<PieceProp>,
}

/// A property of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceProp {
    /// `cells 2`.
    Cells(Expr),
    /// `rigid`.
    Rigid(Span),
    /// `colour teal`.
    Colour(Name),
    /// `title "peg"`.
    Title(Text),
    /// Something unknown.
    Error(Span),
}

/// A named configuration, on a board if one is named.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigurationItem {
    /// Its name.
    pub name: Name,
    /// What it is.
    pub value: ConfigExpr,
}

/// A rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleItem {
    /// Its name.
    pub name: Name,
    /// The quantified variables, before `;`.
    pub over: Vec<RuleVar>,
    /// The parameters a puzzle gives, after `;`.
    pub params: Vec<Param>,
    /// `on Plane`: the board of a puzzle that names none.
    pub on: Option<BoardExpr>,
    /// What it does.
    pub body: RuleBody,
}

/// `x`, `x: coin`, `y: empty`, `d: direction`, `x: red or blue`.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVar {
    /// Its name.
    pub name: Name,
    /// The kinds; none for any cell. `empty`, `piece` and `direction` are among the words.
    pub kinds: Vec<Path>,
}

/// The body of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleBody {
    /// `{ … }`.
    Statements(Vec<RuleStatement>),
    /// `= script "leap.rhai"`.
    Script(Script),
    /// `= slide, turn, pivot`.
    Union(Vec<RuleRef>),
    /// Not a body.
    Error,
}

/// A rule with its arguments: `sliding.slide(k)`.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleRef {
    /// Its name.
    pub path: Path,
    /// Values of its parameters in order.
    pub args: Vec<Expr>,
    /// The whole.
    pub span: Span,
}

/// A statement of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleStatement {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: RuleStatementKind,
}

/// The statements of rules.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleStatementKind {
    /// `[ peg | peg | empty ] -> [ empty | empty | peg ] along d, d+1`.
    Pattern(Pattern),
    /// `when …`.
    When(Expr),
    /// `move x to y`.
    Move(Expr, Expr),
    /// `swap x with y`.
    Swap(Expr, Expr),
    /// `shift x towards d`: the whole piece on x, one step.
    Shift(Expr, Expr),
    /// `remove x, y`.
    Remove(Vec<Expr>),
    /// `put peg at x`.
    Put(Path, Vec<Expr>),
    /// `flip heads <-> tails at x, around x`.
    Flip(Path, Path, Vec<Expr>),
    /// `close x`.
    Close(Expr),
    /// Not a statement.
    Error,
}

/// A drawn rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The left side.
    pub before: Vec<PatternCell>,
    /// The right side.
    pub after: Vec<PatternCell>,
    /// The paths; none means straight on in every direction.
    pub along: Vec<PathShape>,
}

/// A cell of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternCell {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: PatternCellKind,
}

/// What a cell of a pattern holds.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternCellKind {
    /// `?`: anything, and it stays.
    Any,
    /// `empty`.
    Empty,
    /// A piece.
    Piece(Path),
    /// `g.1`, `g.2`: the one and the other end of a two-cell piece.
    End(Name, u8),
}

/// The steps between the cells of a pattern: `d, d+1`.
#[derive(Clone, Debug, PartialEq)]
pub struct PathShape {
    /// One step fewer than cells; the last repeats where too few are given.
    pub steps: Vec<PathStep>,
    /// The whole.
    pub span: Span,
}

/// A step: a direction of the board, or the variable `d`, turned by so many.
#[derive(Clone, Debug, PartialEq)]
pub struct PathStep {
    /// `d` or a direction's name.
    pub direction: Name,
    /// Turned by so many directions.
    pub turn: i64,
}

/// A theory that knows rules.
#[derive(Clone, Debug, PartialEq)]
pub struct TheoryItem {
    /// Its name.
    pub theory: Name,
    /// The rules.
    pub rules: Vec<Path>,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleItem {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its statements.
    pub statements: Vec<PuzzleStatement>,
}

/// A statement of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleStatement {
    /// The whole.
    pub span: Span,
    /// The first word.
    pub keyword: Span,
    /// Which.
    pub kind: PuzzleStatementKind,
}

/// The statements of puzzles.
#[derive(Clone, Debug, PartialEq)]
pub enum PuzzleStatementKind {
    /// `title "…"`.
    Title(Text),
    /// `board …`.
    Board(BoardExpr),
    /// `rules …`.
    Rules(Vec<RuleRef>),
    /// `start …`.
    Start(ConfigExpr),
    /// `goal …`.
    Goal(GoalExpr),
    /// `place …`.
    Place(Vec<PlaceEntry>),
    /// `expect …`.
    Expect(Expectation),
    /// `players 2, last to move wins`.
    Players(Players),
    /// `measure sweeps = runs of one piece`.
    Measure(Measure),
    /// `window 6`: so many cells more on each side of a start on an unbounded board.
    Window(Expr),
    /// Not a statement.
    Error,
}

/// A configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigExpr {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: ConfigKind,
}

/// The kinds of configurations.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigKind {
    /// A picture.
    Picture(Picture),
    /// `pieces """…""" colours """…"""`.
    Layers(Picture, Picture),
    /// `row W*n B*n`.
    Row(Vec<RowTerm>),
    /// `full except c`, `full peg except a1, b2`.
    Full(Option<Path>, Vec<Expr>),
    /// `empty`.
    Empty,
    /// `peg at a1, b2; ` several joined by `and`.
    Places(Vec<(Path, Vec<Expr>)>),
    /// A named configuration.
    Named(Path),
    /// `script "starts.rhai" :: random(5)`.
    Script(Script),
    /// Not a configuration.
    Error,
}

/// A part of a row, repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct RowTerm {
    /// The whole.
    pub span: Span,
    /// What is repeated.
    pub kind: RowTermKind,
    /// How often; once where none is given.
    pub times: Option<Expr>,
}

/// What a row repeats.
#[derive(Clone, Debug, PartialEq)]
pub enum RowTermKind {
    /// Marks, one a cell.
    Marks(String),
    /// `( … )`.
    Group(Vec<RowTerm>),
}

/// A goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalExpr {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: GoalKind,
}

/// The kinds of goals.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalKind {
    /// A configuration, up to translation with `anywhere`.
    Config(ConfigExpr, bool),
    /// `colours """…"""`: only the labels of ends count.
    Colours(Picture),
    /// `only peg at c`.
    Only(Path, Vec<Expr>),
    /// `box at every target`, `king at e1`.
    At(Path, Vec<Expr>),
    /// `count(peg) == 1`, or `where …`.
    Where(Expr),
    /// `script "goal.rhai"`.
    Script(Script),
    /// `… or …`.
    Or(Vec<GoalExpr>),
    /// `… and …`.
    And(Vec<GoalExpr>),
    /// Not a goal.
    Error,
}

/// `gourd R-G * 2`: pieces to lay.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceEntry {
    /// The piece.
    pub piece: Path,
    /// The labels of its cells, for a piece of several cells.
    pub labels: Vec<Name>,
    /// How many; one where none is given.
    pub times: Option<Expr>,
    /// The whole.
    pub span: Span,
}

/// What is true of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The claim.
    pub claim: Claim,
    /// `for n in 3..7`: claimed for every value, both ends included.
    pub ranges: Vec<(Name, Expr, Expr)>,
}

/// A claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// `solvable`.
    Solvable,
    /// `solvable in N moves`: a shortest solution has N.
    Least(Expr, Name),
    /// `solvable within N moves`.
    Within(Expr, Name),
    /// `unsolvable`, `unsolvable by parity`.
    Unsolvable(Option<Name>),
    /// `N solutions`: so many shortest solutions.
    Solutions(Expr),
    /// `first player wins`.
    FirstWins,
    /// `second player wins`.
    SecondWins,
}

/// Two players.
#[derive(Clone, Debug, PartialEq)]
pub struct Players {
    /// How many.
    pub count: Expr,
    /// `last to move wins` or `last to move loses`.
    pub last_wins: bool,
}

/// What a plan's length counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name, in the plural: `sweeps`.
    pub name: Name,
    /// What it counts.
    pub kind: MeasureKind,
}

/// What a measure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// `= actions`.
    Actions,
    /// `= runs of one piece`.
    Runs,
    /// `= pieces moved`.
    Pieces,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A name: variable, parameter, cell, region, direction, piece.
    Path(Path),
    /// `count(coin, around y)`.
    Call(Name, Vec<Expr>),
    /// `around x`: the neighbours.
    Around(Box<Expr>),
    /// `- x`, `not x`.
    Unary(UnaryOp, Box<Expr>),
    /// `x + y`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `x is peg`, `x is not empty`.
    Is(Box<Expr>, Path, bool),
    /// `all x in S: P`, `any x in S: P`.
    Quantified(Quantifier, Name, Box<Expr>, Box<Expr>),
    /// Not an expression.
    Error,
}

/// Operators before an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`.
    Negate,
    /// `not`.
    Not,
}

/// Operators between expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// Cells of the left that are not of the right.
    Except,
}

/// `all` or `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Quantifier {
    All,
    Any,
}
