//! Puzzles of other tools as files of the language.
//!
//! An importer reads the text of one format and writes puzzles that have the same moves, the same goal and, where the
//! format tells it, the same measure. A level that cannot be said exactly is an error at its line, and the others are
//! imported; a part that does not affect the play is a warning at its line.

mod blocks;
mod checked;
mod grid;
mod lines;
mod page;
mod pddl;
mod peg;
mod puzz_link;
mod puzzlescript;
mod rush_hour;
mod sokoban;
mod sudoku;
mod tatham;

pub use checked::checked;
use lines::Lines;
use page::Page;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};

/// Maximum number of places in a drawing, as many as a board may have cells.
const MOST_CELLS: usize = 1_000_000;

/// The marks of the tiles of the library.
const TILES: &str = "123456789ABCDEFGHIJKLMNO";

/// A format of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Sokoban levels: XSB, and collections of them.
    Sokoban,
    /// Rush Hour boards: 36 characters on a line, or pictures.
    RushHour,
    /// Pictures of sliding blocks: a start, an empty line and a goal.
    Blocks,
    /// Diagrams of peg solitaire.
    Peg,
    /// Problems in PDDL: Sokoban, peg solitaire, sliding tiles.
    Pddl,
    /// Games of PuzzleScript in which the player pushes.
    PuzzleScript,
    /// Sudokus: 81 characters on a line, or nine rows.
    Sudoku,
    /// Game ids of the Portable Puzzle Collection.
    Tatham,
    /// Links of puzz.link.
    PuzzLink,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 9] = [
        Format::Sokoban,
        Format::RushHour,
        Format::Blocks,
        Format::Peg,
        Format::Pddl,
        Format::PuzzleScript,
        Format::Sudoku,
        Format::Tatham,
        Format::PuzzLink,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Sokoban => "sokoban",
            Format::RushHour => "rush-hour",
            Format::Blocks => "blocks",
            Format::Peg => "peg",
            Format::Pddl => "pddl",
            Format::PuzzleScript => "puzzlescript",
            Format::Sudoku => "sudoku",
            Format::Tatham => "tatham",
            Format::PuzzLink => "puzz-link",
        }
    }

    /// The format that a text has, if its form shows it.
    pub fn of(text: &str) -> Option<Format> {
        type Check = fn(&str) -> bool;
        let checks: [(Format, Check); 9] = [
            (Format::PuzzLink, puzz_link::is_one),
            (Format::Tatham, tatham::is_one),
            (Format::Pddl, pddl::is_one),
            (Format::PuzzleScript, puzzlescript::is_one),
            (Format::RushHour, rush_hour::is_one),
            (Format::Sokoban, sokoban::is_one),
            (Format::Sudoku, sudoku::is_one),
            (Format::Peg, peg::is_one),
            (Format::Blocks, blocks::is_one),
        ];
        checks.into_iter().find(|(_, is_one)| is_one(text)).map(|(format, _)| format)
    }
}

/// The puzzles of an imported text.
#[derive(Clone, Debug)]
pub struct Imported {
    /// A file of the language, as the formatter lays it out; empty if no puzzle could be imported.
    pub text: String,
    /// The number of its puzzles.
    pub puzzles: usize,
    /// Errors: levels that were left out. Warnings: parts that are not carried over.
    pub diagnostics: Vec<Diagnostic>,
}

/// Imports a text of a format; without one, of the format that its form shows. The cost is linear in the text.
pub fn import(file: FileId, text: &str, format: Option<Format>) -> Imported {
    let mut found = Vec::new();
    let Some(format) = format.or_else(|| Format::of(text)) else {
        let end = text.find('\n').unwrap_or(text.len());
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let unknown = Diagnostic::new(
            Code::UnknownFormat,
            Span::new(file, 0, end),
            "the format of this file is not recognized",
        );
        let unknown = unknown.help(format!("name it: `--format` with one of {}", names.join(", ")));
        return Imported { text: String::new(), puzzles: 0, diagnostics: vec![unknown] };
    };
    let (lines, mut page) = (Lines::new(file, text), Page::default());
    match format {
        Format::Sokoban => sokoban::import(&lines, text, &mut page, &mut found),
        Format::RushHour => rush_hour::import(&lines, &mut page, &mut found),
        Format::Blocks => blocks::import(&lines, &mut page, &mut found),
        Format::Peg => peg::import(&lines, &mut page, &mut found),
        Format::Pddl => pddl::import(&lines, text, &mut page, &mut found),
        Format::PuzzleScript => puzzlescript::import(file, text, &mut page, &mut found),
        Format::Sudoku => sudoku::import(&lines, &mut page, &mut found),
        Format::Tatham => tatham::import(&lines, &mut page, &mut found),
        Format::PuzzLink => puzz_link::import(&lines, &mut page, &mut found),
    }
    if page.puzzles() == 0 && found.iter().all(|found| !found.is_error()) {
        let at = Span::new(file, 0, text.chars().next().map_or(0, char::len_utf8));
        found.push(Diagnostic::new(Code::NotImported, at, "this file has no puzzle of the format"));
    }
    Imported { puzzles: page.puzzles(), text: page.text(file), diagnostics: found }
}
