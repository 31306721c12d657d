//! What goes into a script and what comes out of it.

use std::collections::BTreeMap;

use crate::base::FileId;

/// A script's text and the file it stands in, for the spans of its diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct ScriptText<'a> {
    /// The file.
    pub file: FileId,
    /// The text.
    pub text: &'a str,
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
    /// The directions' names in cyclic order; none on a graph.
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
    /// What the cells must hold before: one of these pieces by name; `empty` and `piece` (any)
    /// are among the words.
    pub requires: Vec<(u32, Vec<String>)>,
    /// What happens, in order.
    pub effects: Vec<EffectSpec>,
}

/// A change that a script asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectSpec {
    /// What the first cells hold goes to the second, in order, all at once.
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
