//! Pictures whose marks have several characters.

use super::layout::{characters, out_of_step};
use crate::ast::{Picture, PictureRow};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// Maximum number of characters of a mark.
const LONGEST: usize = 4;

/// A mark of one or more characters in a picture of square cells or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The column; the leftmost is 0.
    pub x: i32,
    /// The row from the top of the picture.
    pub y: i32,
    /// The characters.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

/// A word and the columns of its first character and behind its last.
struct Found {
    word: Word,
    start: i32,
    end: i32,
}

/// Reads the marks of a picture in which blanks separate them, in reading order. The columns of cells are as wide as
/// the longest mark, with at least one blank between them; in each column the marks begin or end together.
///
/// # Errors
/// The first mark that does not stand in a column.
pub fn layout_words(picture: &Picture) -> Result<Vec<Word>, Box<Diagnostic>> {
    let rows = (0..).zip(&picture.rows);
    let mut found: Vec<Found> = rows.flat_map(|(y, row)| words_of(row, y)).collect();
    let longest = found.iter().map(|f| f.end - f.start).max().unwrap_or(1);
    let widest = longest.max(i32::try_from(LONGEST).unwrap_or(4)) + 1;
    for pitch in longest + 1..=widest {
        for edge in [|f: &Found| f.end, |f: &Found| f.start] {
            let least = found.iter().map(edge).min().unwrap_or(0);
            if found.iter().all(|f| (edge(f) - least) % pitch == 0) {
                found.iter_mut().for_each(|f| f.word.x = (edge(f) - least) / pitch);
                return Ok(found.into_iter().map(|f| f.word).collect());
            }
        }
    }
    if let Some(cause) = out_of_step(picture, Code::PictureSpacing) {
        return Err(Box::new(cause));
    }
    let first = found.first().map_or(0, |f| f.end);
    let odd = found.iter().find(|f| (f.end - first) % (longest + 1) != 0);
    let span = odd.or(found.first()).map_or(picture.span, |f| f.word.span);
    Err(Box::new(
        Diagnostic::new(Code::PictureSpacing, span, "mark is between two columns")
            .note("some marks have several characters, so blanks separate them, and all columns are equally wide")
            .help("let the marks of each column end below each other"),
    ))
}

fn words_of(row: &PictureRow, y: i32) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for (column, ch, span) in characters(row).filter(|c| c.1 != ' ') {
        match found.last_mut().filter(|last| last.end == column) {
            Some(last) => {
                last.end += 1;
                last.word.text.push(ch);
                last.word.span = last.word.span.to(span);
            }
            None => {
                let word = Word { x: 0, y, text: ch.to_string(), span };
                found.push(Found { word, start: column, end: column + 1 });
            }
        }
    }
    found
}
