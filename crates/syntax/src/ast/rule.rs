//! Rules.

use super::{BoardExpr, Expr, Name, Param, Path, Script, Turn};
use puzzlec_base::Span;

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

/// `x`, `x: coin`, `y: empty`, `d: direction`, `x: red or blue`, `k in 1..5`, `k in 1..`.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVar {
    /// Its name.
    pub name: Name,
    /// The kinds; none for any cell. `empty`, `piece` and `direction` are among the words.
    pub kinds: Vec<Path>,
    /// The ends of its range, if it stands for numbers; without the second, to the longest run of the board.
    pub range: Option<(Expr, Option<Expr>)>,
}

/// The body of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleBody {
    /// `{ … }`.
    Statements(Vec<RuleStatement>),
    /// `= script "leap.rhai"`.
    Script(Script),
    /// `= script "leap.rhai" per position`.
    Callback(Script),
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

/// A rule that follows an action: `fall(down)`, `burn once`.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsequenceRef {
    /// The rule; its arguments are directions and numbers.
    pub rule: RuleRef,
    /// How often it is applied.
    pub repeat: Repeat,
    /// The whole.
    pub span: Span,
}

/// How often a rule that follows is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// The first action that applies and changes something, again and again until there is none.
    UntilNone,
    /// `once`: in order, each action that applies to the position before the first of them, if it still applies at its
    /// turn.
    Once,
    /// `each`: in order, each action that applies at its turn.
    Each,
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
    /// `when after …`: a test of the position after the effects.
    WhenAfter(Expr),
    /// `move x, b to y, e`.
    Move(Vec<Expr>, Vec<Expr>),
    /// `swap x with y`.
    Swap(Expr, Expr),
    /// `shift x towards d`: the whole piece on x, one step.
    Shift(Expr, Expr),
    /// `remove x, y`.
    Remove(Vec<Expr>),
    /// `put peg at x`.
    Put(Path, Vec<Expr>),
    /// `clear ice at x`.
    Clear(Path, Vec<Expr>),
    /// `flip heads <-> tails at x, around x`.
    Flip(Path, Path, Vec<Expr>),
    /// `set fuel = fuel - 1`.
    Set(Path, Expr),
    /// `close x`.
    Close(Expr),
    /// `then fall(d), burn once`: the consequences of the rule's actions.
    Then(Vec<ConsequenceRef>),
    /// `cost 3`: the length of an action where the measure counts costs.
    Cost(Expr),
    /// A rule of a puzzle with keys: `[ > man | crate ] -> [ > man | > crate ]`.
    Turn(Turn),
    /// `repeat`: the rules of a puzzle with keys are a loop.
    Repeat,
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
    /// `on ice`: the floor below it.
    pub floor: Option<PatternFloor>,
}

/// The floor below a cell of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternFloor {
    /// `on empty`: no floor piece.
    Empty,
    /// A floor piece.
    Piece(Path),
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
    /// `g.1`, `g.2`, …: a cell of a piece of several cells, counted along the piece.
    Part(Name, u8),
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
