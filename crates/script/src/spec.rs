//! Inputs and outputs of scripts.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzzlec_base::FileId;
use puzzlec_base::diag::Severity;

/// A script's text and the file it stands in, for the spans of its diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct ScriptText<'a> {
    /// The file.
    pub file: FileId,
    /// The text.
    pub text: &'a str,
    /// Where in the file the text begins: 0 where the file is the script.
    pub offset: u32,
}

/// A cell as scripts see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellView {
    /// Its name: `d4`, or the vertex's.
    pub name: String,
    /// Column, or axial column; the vertex's number on a graph.
    pub x: i32,
    /// Row; 0 on a graph.
    pub y: i32,
}

/// A bounded board as scripts see it. Cells are numbered in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardView {
    /// The cells.
    pub cells: Vec<CellView>,
    /// The names of the directions in cyclic order; none on a graph.
    pub directions: Vec<String>,
    /// For each cell and direction the next cell.
    pub steps: Vec<Vec<Option<u32>>>,
    /// The neighbours of each cell.
    pub neighbours: Vec<Vec<u32>>,
    /// The names that the drawing gives, with their cells.
    pub regions: BTreeMap<String, Vec<u32>>,
}

/// A board that a script made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardSpec {
    /// A drawing on a lattice: `square`, `square diagonal`, `hex`, `triangle` or `line`.
    Drawn {
        /// The lattice's name.
        lattice: String,
        /// The rows, as in a picture.
        rows: Vec<String>,
    },
    /// Vertices by name and edges by their places.
    Graph {
        /// The vertices.
        vertices: Vec<String>,
        /// The edges.
        edges: Vec<(usize, usize)>,
    },
}

/// A guarded action that a script made. Cells are places in [`BoardView::cells`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionSpec {
    /// The precondition of each cell: one of these pieces by name; `empty` and `piece` (any) are allowed
    /// words.
    pub requires: Vec<(u32, Vec<String>)>,
    /// The effects, in order.
    pub effects: Vec<EffectSpec>,
    /// Its name in plans; empty if it has none.
    pub name: String,
}

/// An effect of a script's action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectSpec {
    /// Moves the contents of the first cells to the second, in order, simultaneously.
    Move(Vec<u32>, Vec<u32>),
    /// The two cells exchange what they hold.
    Swap(u32, u32),
    /// The cell becomes empty.
    Remove(u32),
    /// The cell gets a piece, by name.
    Put(u32, String),
    /// The first piece becomes the second and the other way round, on these cells.
    Flip(String, String, Vec<u32>),
}

/// The content of a cell's value, as scripts see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentView {
    /// The piece's name; `empty` for value 0.
    pub piece: String,
    /// Its mark in pictures; may be empty.
    pub mark: String,
}

/// The representation of positions, shared by all positions of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The board.
    pub board: BoardView,
    /// The content of each value of a cell.
    pub contents: Vec<ContentView>,
}

/// A move as scripts see it. Cells are places in [`BoardView::cells`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveView {
    /// The rule's name.
    pub rule: String,
    /// The cells that change.
    pub cells: Vec<u32>,
    /// The cell that a piece leaves, if there is one.
    pub from: Option<u32>,
    /// The cell that it reaches.
    pub to: Option<u32>,
    /// The position after it.
    pub after: Vec<u16>,
}

/// A puzzle as scripts see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleView {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub values: BTreeMap<String, i64>,
    /// Its board and what cells may hold.
    pub field: Arc<Field>,
    /// Its start.
    pub start: Vec<u16>,
    /// The names of its rules.
    pub rules: Vec<String>,
}

/// The appearance of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkSpec {
    /// The character.
    pub mark: char,
    /// The colour's name, if the script gave one.
    pub colour: Option<String>,
}

/// A configuration that a script made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigurationSpec {
    /// The rows of a picture, of marks.
    Picture(Vec<String>),
    /// Cells, in their order and each once, with pieces by name. All others are empty.
    Placed(Vec<(u32, String)>),
    /// Two-cell pieces by their cells, all different. Their ends are numbered in this order.
    Pairs(Vec<[u32; 2]>),
}

/// A script's finding in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingSpec {
    /// The severity.
    pub severity: Severity,
    /// One line.
    pub headline: String,
    /// Where it is.
    pub at: At,
    /// A suggestion for the author.
    pub help: Option<String>,
}

/// Where in a puzzle something was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// Anywhere.
    Puzzle,
    /// In the statement that begins with this word.
    Statement(String),
    /// At this parameter.
    Parameter(String),
    /// At this cell, in the picture of the start.
    Cell(u32),
}
