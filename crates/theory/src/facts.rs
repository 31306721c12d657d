//! Facts of theories about puzzles: sections that a terminal, a document, an editor and a page render
//! independently of the game.

use std::time::Duration;

use serde::Serialize;

use puzzlec_model::board::Coord;

/// A section of the facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// Its heading: a noun, lower case.
    pub title: String,
    /// A sentence about its content; may be empty.
    pub note: String,
    /// Its content.
    pub content: Content,
    /// The same on a picture of the board.
    #[serde(skip)]
    pub overlay: Option<Overlay>,
}

/// Marks on the cells of a board, to be drawn over its picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Its name: a word, lower case.
    pub name: &'static str,
    /// Cells with the number of their colour.
    pub tints: Vec<(Coord, u8)>,
    /// Cells with a number.
    pub numbers: Vec<(Coord, i64)>,
    /// Lines from cell to cell, some with a number.
    pub lines: Vec<(Coord, Coord, Option<i64>)>,
}

/// The content of a section.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Content {
    /// Numbers and short facts, each with its name.
    Facts {
        /// Names and values.
        facts: Vec<(String, String)>,
    },
    /// Rows of a table.
    Table {
        /// The headings of the columns.
        columns: Vec<String>,
        /// The rows, as wide as there are columns.
        rows: Vec<Vec<String>>,
        /// By row how long it took to find; not in documents, which are the same on every run.
        #[serde(skip)]
        times: Vec<Duration>,
    },
    /// Words side by side, in no columns.
    List {
        /// The words.
        items: Vec<String>,
    },
    /// Pictures of the board, each a list of rows.
    Pictures {
        /// By picture its rows.
        pictures: Vec<Vec<String>>,
    },
}

impl Section {
    /// A section.
    pub fn new(title: &str, note: &str, content: Content) -> Self {
        Section { title: title.to_owned(), note: note.to_owned(), content, overlay: None }
    }

    /// With marks on a picture of the board.
    #[must_use]
    pub fn over(self, overlay: Overlay) -> Self {
        Section { overlay: Some(overlay), ..self }
    }
}
