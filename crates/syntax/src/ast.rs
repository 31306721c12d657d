//! The tree of a file. Every node has its span; what could not be parsed is an error node.

mod expr;
mod puzzle;
mod rule;
mod shift;
mod turn;
mod visit;

use std::sync::Arc;

use puzzlec_base::Span;

pub use expr::*;
pub use puzzle::*;
pub use rule::*;
pub(crate) use shift::Shift;
pub use turn::*;
pub use visit::{Drawing, Role, Visitor, Want, visit};

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
    /// One of a family of pieces: `tile 3`, `tile "a"`. The other things that a path names have none.
    pub member: Option<Name>,
    /// From the first name to the last, or to the member.
    pub span: Span,
}

impl Path {
    /// As written, without blanks in the names.
    pub fn text(&self) -> String {
        let names = self.parts.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join(".");
        match &self.member {
            Some(member) => format!("{names} {}", member.text),
            None => names,
        }
    }

    /// The name, when there is nothing else.
    pub fn single(&self) -> Option<&Name> {
        match self.parts.as_slice() {
            [one] if self.member.is_none() => Some(one),
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
    /// The indentation of the first row that is indented by tabs where most are by blanks, or the
    /// other way round.
    pub odd_indent: Option<Span>,
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

/// The newest edition of the language.
pub const EDITION: i64 = 2;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// `edition 2`, with its span.
    pub edition: Option<(i64, Span)>,
    /// The `//!` lines.
    pub doc: Option<String>,
    /// Everything else in order.
    pub items: Vec<Arc<Item>>,
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
    /// `kind solid = wall or crate`.
    Kind(KindItem),
    /// `marks { "a" = tile 10 }`.
    Marks(Legend),
    /// `configuration Star = …`.
    Configuration(ConfigurationItem),
    /// `set rim = cells where …`.
    Set(SetItem),
    /// `list words = "cat dog"`, `list words = lines "words.txt"`.
    List(ListItem),
    /// `counter fuel in 0..9 = 3`.
    Counter(CounterItem),
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
    /// `edges`: the edges and corners of its cells are places, too.
    pub edges: Option<Span>,
    /// `walls a1-b1, c2-c3`: no step leads from the one cell to the other.
    pub walls: Vec<(Name, Name)>,
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
    /// `square walls """…"""`: the walls between the cells are drawn.
    Maze(Lattice, Picture),
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

/// A call into a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Where its text is.
    pub source: ScriptSource,
    /// `:: star(5)`; without it the function has the hook's name and gets no numbers.
    pub call: Option<(Name, Vec<Expr>)>,
}

/// Where the text of a script is.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptSource {
    /// In a file.
    File(Text),
    /// Here: the text and its place, both without the quotes.
    Inline(Text),
}

impl Script {
    /// Where the puzzle names it: the function, else the file or the quotes that open the text.
    pub fn span(&self) -> Span {
        match (&self.call, &self.source) {
            (Some((name, _)), _) => name.span,
            (None, ScriptSource::File(file)) => file.span,
            (None, ScriptSource::Inline(text)) => {
                let start = text.span.start;
                Span { start: start.saturating_sub(3), end: start, ..text.span }
            }
        }
    }
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
    /// `members 1..15`: a family whose members are numbered.
    Members(Expr, Expr),
    /// `rigid`.
    Rigid(Span),
    /// `floor`.
    Floor(Span),
    /// `turns`: it may be turned where it is placed.
    Turns(Span),
    /// `flips`: it may be turned over where it is placed.
    Flips(Span),
    /// `shape """…"""`: its cells, and the whole.
    Shape(Picture, Span),
    /// `shape star`: its outline.
    Outline(Name),
    /// `sprite """…""" with "x" = orange`.
    Sprite(SpriteDrawing),
    /// `colour teal`.
    Colour(Name),
    /// `layer 3`: where it lies in a puzzle with keys.
    Layer(i64, Span),
    /// `title "peg"`.
    Title(Text),
    /// Something unknown.
    Error(Span),
}

/// A small picture of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteDrawing {
    /// Its pixels.
    pub picture: Picture,
    /// The colours of marks.
    pub tints: Vec<Tint>,
    /// The whole.
    pub span: Span,
}

/// The colour of a mark in a sprite.
#[derive(Clone, Debug, PartialEq)]
pub struct Tint {
    /// The mark.
    pub mark: Text,
    /// The colour, by its name or as `#rrggbb`.
    pub colour: Text,
}

/// The meanings of marks: `marks { "a" = tile 10; "*" = box on target }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// Its lines.
    pub signs: Vec<Sign>,
    /// The whole.
    pub span: Span,
}

/// The meaning of a mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Sign {
    /// The mark.
    pub mark: Text,
    /// The piece, or a member of a family.
    pub piece: Path,
    /// What it lies on.
    pub on: Option<Path>,
    /// What lies below that, in a puzzle with keys.
    pub below: Vec<Path>,
    /// The whole.
    pub span: Span,
}

/// A named configuration, on a board if one is named.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigurationItem {
    /// Its name.
    pub name: Name,
    /// What it is.
    pub value: ConfigExpr,
}

/// A named list of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct SetItem {
    /// Its name.
    pub name: Name,
    /// Its cells.
    pub value: Expr,
}

/// Words by their name.
#[derive(Clone, Debug, PartialEq)]
pub struct ListItem {
    /// Its name.
    pub name: Name,
    /// The words, with blanks between them; or the file that has them.
    pub words: Text,
    /// Whether the text names a file, which has a word on each line.
    pub in_file: bool,
}

/// A number that belongs to the position.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterItem {
    /// Its name.
    pub name: Name,
    /// Its value at the start, and its range.
    pub value: CounterValue,
}

/// The value of a counter at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterValue {
    /// The smallest and largest value, if they are given.
    pub range: Option<(Expr, Expr)>,
    /// The value at the start.
    pub start: Expr,
}

/// A theory that knows rules.
#[derive(Clone, Debug, PartialEq)]
pub struct TheoryItem {
    /// Its name.
    pub theory: Name,
    /// The rules.
    pub rules: Vec<Path>,
}
