//! Puzzles: starts, goals, expectations.

use super::{
    BoardExpr, ConsequenceRef, CounterValue, Expr, Keys, Legend, Name, Param, Path, Picture, RuleRef, Script,
    Text,
};
use puzzlec_base::Span;

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

impl PuzzleItem {
    fn find<'t, T>(&'t self, wanted: impl Fn(&'t PuzzleStatementKind) -> Option<T>) -> Option<T> {
        self.statements.iter().find_map(|statement| wanted(&statement.kind))
    }

    /// Its title.
    pub fn title(&self) -> Option<&Text> {
        self.find(|kind| if let PuzzleStatementKind::Title(title) = kind { Some(title) } else { None })
    }

    /// Its start.
    pub fn start(&self) -> Option<&ConfigExpr> {
        self.find(|kind| if let PuzzleStatementKind::Start(start) = kind { Some(start) } else { None })
    }

    /// Its keys, if it has any.
    pub fn keys(&self) -> Option<&Keys> {
        self.find(|kind| if let PuzzleStatementKind::Keys(keys) = kind { Some(keys) } else { None })
    }

    /// Whether it has holes, which `puzzlec generate` fills.
    pub fn has_holes(&self) -> bool {
        let of_holes = |kind: &PuzzleStatementKind| {
            matches!(
                kind,
                PuzzleStatementKind::Fill(_) | PuzzleStatementKind::Clues(..) | PuzzleStatementKind::Wish(_)
            )
        };
        self.statements.iter().any(|statement| of_holes(&statement.kind))
    }

    /// Its measure.
    pub fn measure(&self) -> Option<&Measure> {
        self.find(|kind| if let PuzzleStatementKind::Measure(measure) = kind { Some(measure) } else { None })
    }

    /// Its expectations with their statements.
    pub fn expectations(&self) -> impl Iterator<Item = (&PuzzleStatement, &Expectation)> {
        self.statements.iter().filter_map(|statement| match &statement.kind {
            PuzzleStatementKind::Expect(expectation) => Some((statement, expectation)),
            _ => None,
        })
    }
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
    /// `marks { … }`.
    Marks(Legend),
    /// `counter fuel = 5`: the value of a counter at the start of this puzzle.
    Counter(Path, CounterValue),
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
    /// `win first: …`, `win second: …`: where this player has won, the first if the flag says so.
    Win(bool, GoalExpr),
    /// `measure sweeps = runs of one piece`.
    Measure(Measure),
    /// `window 6`: so many cells more on each side of a start on an unbounded board.
    Window(Expr),
    /// `fill crate * 2, each tile`: what lies in the holes of puzzles that are generated.
    Fill(Vec<Filling>),
    /// `clues 24..30 of digit`: the number of given pieces of placements that are generated, and which pieces they may be;
    /// any without names.
    /// With the flag, `clues all of pearl`, a generated puzzle has no other pieces of these names.
    Clues(Amount, Vec<Path>, bool),
    /// `wish hardest, 5..20 moves`: which puzzles are generated.
    Wish(Vec<Wanted>),
    /// `legal after …`: a test of the position in which a move ends.
    LegalAfter(Expr),
    /// `legal script "moves.rhai"` and its like.
    Hook(HookKind, Script),
    /// `keys up, down, left, right move man`.
    Keys(Keys),
    /// `message "…"`: a text before the puzzle, or `after` it.
    Message(Text, bool),
    /// `then fall(down), burn once`: the consequences of every action.
    Then(Vec<ConsequenceRef>),
    /// Not a statement.
    Error,
}

/// What a script of a puzzle answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookKind {
    /// Whether a move of the rules is allowed.
    Legal,
    /// How many moves it takes at least from a position, or that it is a dead end.
    Bound,
    /// Numbers that no move changes.
    Invariant,
    /// What else is wrong with the puzzle.
    Check,
    /// How a cell is drawn.
    Render,
}

impl HookKind {
    /// The statement's word, which is also the function's usual name.
    pub fn word(self) -> &'static str {
        match self {
            HookKind::Legal => "legal",
            HookKind::Bound => "bound",
            HookKind::Invariant => "invariant",
            HookKind::Check => "check",
            HookKind::Render => "render",
        }
    }
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
    /// `colours """…"""`: only the labels of ends count. With `colours or empty` a cell with a label may also be empty.
    Colours(Picture, bool),
    /// `only peg at c`.
    Only(Path, Vec<Expr>),
    /// `box at every target`, `king at e1`.
    At(Path, Vec<Expr>),
    /// `count(peg) == 1`, or `where …`.
    Where(Expr),
    /// `all crate on target`, `some flag`, `no gem`: cells by what they hold, in a puzzle with keys.
    Counted(Name, Path, Option<Path>),
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
    /// How many.
    pub amount: Amount,
    /// `on CELLS`: the only cells that they may cover.
    pub on: Option<Expr>,
    /// The whole.
    pub span: Span,
}

/// A number of pieces, or another number that may vary.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// One: nothing is said.
    One,
    /// `* n`.
    Exactly(Expr),
    /// `* 1..9`; `* 1..` has no greatest number.
    Between(Expr, Option<Expr>),
    /// `*`.
    Any,
}

/// `wall * 0..3`: pieces that fill holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Filling {
    /// The piece.
    pub piece: Path,
    /// Whether the number is that of each member of the family.
    pub each: bool,
    /// How many.
    pub amount: Amount,
    /// The whole.
    pub span: Span,
}

/// A property of the puzzles that are generated.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: WantedKind,
}

/// The properties of puzzles that are generated.
#[derive(Clone, Debug, PartialEq)]
pub enum WantedKind {
    /// `5..20 moves`: a shortest solution has such a length.
    Length(Amount, Name),
    /// `hardest`, `hardest by positions`, `hardest by push`: the greatest of a number.
    Hardest(Option<Path>),
    /// `minimal`: no clue can be left out.
    Minimal,
    /// `deduction`, `deduction subset`: deductions alone lead to the solution, the strongest by this technique.
    Deduction(Option<Name>),
    /// `symmetric half turn`, in words.
    Symmetric(Vec<Name>),
}

/// Whether a word behind `hardest by` is a number of its own and no rule.
pub fn is_hardness(word: &str) -> bool {
    matches!(word, "positions" | "branching" | "deductions")
}

/// What is true of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The claim.
    pub claim: ExpectationKind,
    /// `for n in 3..7`: claimed for every value, both ends included.
    pub ranges: Vec<(Name, Expr, Expr)>,
}

/// The form of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectationKind {
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
    /// `N placements`, and whether those that a symmetry of the board makes of each other count once.
    Placements(Expr, bool),
    /// `first player wins`, `first player wins in N moves`.
    FirstWins(Option<(Expr, Name)>),
    /// `second player wins`, `second player wins in N moves`.
    SecondWins(Option<(Expr, Name)>),
    /// `draw`.
    Draw,
    /// `grundy N`: the Grundy value of the start.
    Grundy(Expr),
    /// `plan d6-d4 b5-d5, c1-c3`: these moves are a solution. Words between two commas, which no move crosses.
    Plan(Vec<Vec<Name>>),
}

/// Two players.
#[derive(Clone, Debug, PartialEq)]
pub struct Players {
    /// How many.
    pub count: Expr,
    /// How their game ends.
    pub ends: Ends,
}

/// How a game of two ends: at its goal, and where no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Whether a move to the goal loses: `goal loses`.
    pub goal_loses: bool,
    /// What `last to move` does.
    pub last: Ending,
}

impl Ends {
    /// The last to move wins.
    pub const LAST_WINS: Ends = Ends { goal_loses: false, last: Ending::Wins };
    /// The last to move loses.
    pub const LAST_LOSES: Ends = Ends { goal_loses: false, last: Ending::Loses };

    /// The end of a game at a goal, or without a move elsewhere.
    pub fn of(self, at_goal: bool) -> Ending {
        self.decided(at_goal && !self.goal_loses, at_goal && self.goal_loses)
    }

    /// The end of a game where tests say whether the last to move has won, and whether the other player has: nobody, if both
    /// have.
    pub fn decided(self, last_won: bool, other_won: bool) -> Ending {
        match (last_won, other_won) {
            (true, false) => Ending::Wins,
            (false, true) => Ending::Loses,
            (true, true) => Ending::Draws,
            (false, false) => self.last,
        }
    }

    /// Whether the last to move wins, wherever the game ends. Such games have Grundy values.
    pub fn always_win(self) -> bool {
        self.last == Ending::Wins && !self.goal_loses
    }
}

/// How a game of two ends for the player who moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has won.
    Wins,
    /// The other player has won.
    Loses,
    /// Nobody has won.
    Draws,
}

/// What a plan's length counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name, in the plural: `sweeps`.
    pub name: Name,
    /// What it counts.
    pub kind: MeasureKind,
    /// The rules whose actions it counts, for [`MeasureKind::Rules`].
    pub rules: Vec<Path>,
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
    /// `= cost`.
    Cost,
    /// `= push, pull`: the actions of these rules.
    Rules,
}
