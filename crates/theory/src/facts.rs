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
    /// Its name: lower case, words joined by hyphens.
    pub name: &'static str,
    /// Cells with the number of their colour.
    pub tints: Vec<(Coord, u8)>,
    /// Texts of a few letters, each in the middle of some cells.
    pub labels: Vec<(Vec<Coord>, String)>,
    /// Lines, drawn below the pieces.
    pub lines: Vec<Line>,
    /// What colours mean, below the picture.
    pub legend: Vec<(Mark, String)>,
    /// Whether the marks lie on the picture of the goal. An overlay of the start may have the same name: both are drawn
    /// together.
    pub on_goal: bool,
}

impl Overlay {
    /// Cells with numbers.
    pub fn numbers(name: &'static str, numbers: impl Iterator<Item = (Coord, i64)>) -> Self {
        let labels = numbers.map(|(cell, number)| (vec![cell], number.to_string())).collect();
        Overlay { name, labels, ..Overlay::default() }
    }

    /// Coloured cells.
    pub fn tints(name: &'static str, tints: impl Iterator<Item = (Coord, u8)>) -> Self {
        Overlay { name, tints: tints.collect(), ..Overlay::default() }
    }

    /// Lines.
    pub fn lines(name: &'static str, lines: impl Iterator<Item = Line>) -> Self {
        Overlay { name, lines: lines.collect(), ..Overlay::default() }
    }

    /// With the meaning of a colour.
    #[must_use]
    pub fn with(mut self, mark: Mark, words: &str) -> Self {
        self.legend.push((mark, words.to_owned()));
        self
    }

    /// On the picture of the goal.
    #[must_use]
    pub fn on_goal(self) -> Self {
        Overlay { on_goal: true, ..self }
    }
}

/// A line of an overlay.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its ends, each in the middle of some cells.
    pub ends: [Vec<Coord>; 2],
    /// The number of its colour.
    pub colour: u8,
    /// Whether it leads from its first end to its second one.
    pub directed: bool,
    /// A text of a few letters beside it.
    pub label: Option<String>,
}

impl Line {
    /// A plain line from cell to cell.
    pub fn between(from: Coord, to: Coord, colour: u8) -> Self {
        Line { ends: [vec![from], vec![to]], colour, directed: false, label: None }
    }

    /// An arrow from cell to cell.
    pub fn arrow(from: Coord, to: Coord, colour: u8, label: Option<String>) -> Self {
        Line { directed: true, label, ..Line::between(from, to, colour) }
    }
}

/// What a line of a legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Cells of this colour.
    Cell(u8),
    /// Lines of this colour.
    Line(u8),
    /// Texts.
    Label,
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

    /// Facts without a note.
    pub fn facts(title: &str, facts: Vec<(String, String)>) -> Self {
        Section::new(title, "", Content::Facts { facts })
    }

    /// With marks on a picture of the board.
    #[must_use]
    pub fn over(self, overlay: Overlay) -> Self {
        Section { overlay: Some(overlay), ..self }
    }
}
