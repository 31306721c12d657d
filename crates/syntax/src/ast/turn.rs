//! Rules of puzzles with keys.

use super::{Name, Path, PathShape, Pattern, PatternCellKind, PatternFloor, RuleStatementKind, Text};
use puzzlec_base::Span;

/// The keys of a puzzle: `keys up, down, left, right, action move man or cancel`.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    /// The keys, and whether `no` takes them away.
    pub keys: Vec<(bool, Name)>,
    /// What they move.
    pub player: Path,
    /// `or cancel`: a key by which it does not leave its cell is taken back.
    pub or: Option<Name>,
}

/// A kind of piece: `kind solid = wall or crate`, `kind lamp = post and bulb`.
#[derive(Clone, Debug, PartialEq)]
pub struct KindItem {
    /// Its name.
    pub name: Name,
    /// Its pieces.
    pub pieces: Vec<Path>,
    /// Whether a cell has it only with all of these.
    pub all: bool,
}

/// A rule that runs after a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// `also`, `rigid`, `random`.
    pub words: Vec<Name>,
    /// The rows of the left side.
    pub before: Vec<TurnRow>,
    /// The rows of the right side; none if it has only commands.
    pub after: Vec<TurnRow>,
    /// `cancel`, `message "…"`.
    pub commands: Vec<(Name, Option<Text>)>,
    /// The directions; none means all four.
    pub along: Vec<PathShape>,
}

/// A row of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnRow {
    /// With the brackets.
    pub span: Span,
    /// The cells.
    pub cells: Vec<TurnCell>,
}

/// A cell, or any number of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnCell {
    /// The whole.
    pub span: Span,
    /// `..`: any number of cells.
    pub gap: bool,
    /// What it holds; nothing for `?`.
    pub terms: Vec<TurnTerm>,
}

/// A piece with a mark of movement.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnTerm {
    /// The whole.
    pub span: Span,
    /// `>`, `moving`, `not`.
    pub mark: Option<Name>,
    /// The piece, or a kind, or `empty`.
    pub piece: Path,
}

impl RuleStatementKind {
    /// A rule of a puzzle with keys, which may be written as in other puzzles.
    pub fn turn(&self) -> Option<Turn> {
        match self {
            RuleStatementKind::Turn(turn) => Some(turn.clone()),
            RuleStatementKind::Pattern(pattern) => pattern.turn(),
            _ => None,
        }
    }
}

impl Pattern {
    fn turn(&self) -> Option<Turn> {
        let row = |cells: &[super::PatternCell]| {
            let mut row = Vec::with_capacity(cells.len());
            for cell in cells {
                let empty = || Name { text: "empty".to_owned(), span: cell.span };
                let plain = |name: Name| Path { span: name.span, parts: vec![name], member: None };
                let mut paths = match &cell.kind {
                    PatternCellKind::Any => Vec::new(),
                    PatternCellKind::Empty => vec![plain(empty())],
                    PatternCellKind::Piece(piece) => vec![piece.clone()],
                    PatternCellKind::Part(..) => return None,
                };
                match &cell.floor {
                    Some(PatternFloor::Piece(floor)) => paths.push(floor.clone()),
                    Some(PatternFloor::Empty) => paths.push(plain(empty())),
                    None => {}
                }
                let term = |piece: Path| TurnTerm { span: piece.span, mark: None, piece };
                row.push(TurnCell {
                    span: cell.span,
                    gap: false,
                    terms: paths.into_iter().map(term).collect(),
                });
            }
            let span = match (cells.first(), cells.last()) {
                (Some(first), Some(last)) => first.span.to(last.span),
                _ => Span::default(),
            };
            Some(vec![TurnRow { span, cells: row }])
        };
        Some(Turn {
            words: Vec::new(),
            before: row(&self.before)?,
            after: row(&self.after)?,
            commands: Vec::new(),
            along: self.along.clone(),
        })
    }
}
