//! The marks of a picture as coordinates of a lattice.

use crate::ast::{Lattice, Picture, PictureRow};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// A mark of a picture. On square lattices and lines `x` counts columns and `y` rows; on hex and
/// triangular ones they are axial: a step to the next column of a row is `x + 1`, a step down and
/// right is `y + 1`, a step down and left is `x - 1, y + 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The column; the first mark in reading order has 0 but on an unspaced square picture.
    pub x: i32,
    /// The row from the top of the picture.
    pub y: i32,
    /// The character.
    pub ch: char,
    /// Where it stands.
    pub span: Span,
}

/// Reads the marks of a picture in reading order. A picture in which no two marks touch within a
/// row is spaced: one blank stands between neighbouring cells. Hex and triangular pictures always
/// are, and their rows are shifted by half a cell. Coordinates are relative: only differences
/// count. A mark between two columns is reported, once a row, and read as standing on the left
/// one.
pub fn layout(picture: &Picture, lattice: Lattice) -> (Vec<Mark>, Vec<Diagnostic>) {
    let slanted = matches!(lattice, Lattice::Hex | Lattice::Triangle);
    let spaced = slanted || is_spaced(picture);
    let mut marks: Vec<Mark> = Vec::new();
    let mut diagnostics = Vec::new();
    let mut origin: Option<i32> = None;
    for (y, row) in picture.rows.iter().enumerate() {
        let y = i32::try_from(y).unwrap_or(i32::MAX);
        let mut reported = false;
        for (column, ch, span) in characters(row).filter(|c| c.1 != ' ') {
            let column = if slanted { column.saturating_sub(y) } else { column };
            let x = if spaced { column.saturating_sub(*origin.get_or_insert(column)) } else { column };
            if spaced && x.rem_euclid(2) == 1 && !std::mem::replace(&mut reported, true) {
                diagnostics.push(between(span, slanted));
            }
            marks.push(Mark { x: if spaced { x.div_euclid(2) } else { x }, y, ch, span });
        }
    }
    if let (false, Some(cause)) = (diagnostics.is_empty(), out_of_step(picture, Code::PictureSpacing)) {
        diagnostics = vec![cause];
    }
    (marks, diagnostics)
}

/// The row that is out of step with all others: indented by a tab where they are by blanks, or the
/// one row whose marks touch.
pub fn out_of_step(picture: &Picture, code: Code) -> Option<Diagnostic> {
    if let Some(odd) = picture.odd_indent {
        let found = Diagnostic::new(code, odd, "this row is indented differently");
        return Some(
            found
                .note("a tab counts as one blank")
                .help("indent all rows of a picture with blanks, or all with tabs"),
        );
    }
    let columns = |row: &PictureRow| -> Vec<i32> {
        characters(row).filter(|c| c.1 != ' ').map(|(column, ..)| column).collect()
    };
    let rows: Vec<Vec<i32>> = picture.rows.iter().map(columns).collect();
    let gaps =
        |row: &[i32]| row.windows(2).filter_map(|w| Some(w.last()? - w.first()?)).collect::<Vec<i32>>();
    let is_dense = |row: &Vec<i32>| gaps(row).contains(&1);
    let mut dense = rows.iter().enumerate().filter(|(_, row)| is_dense(row));
    let ((at, odd), None) = (dense.next()?, dense.next()) else { return None };
    let others: Vec<&Vec<i32>> = rows.iter().filter(|row| row.len() > 1 && !is_dense(row)).collect();
    let parity = others.first()?.first()?.rem_euclid(2);
    let in_step = others.iter().all(|row| row.iter().all(|column| column.rem_euclid(2) == parity));
    // A row that is spaced elsewhere, or would be as long as another if it were spaced.
    let likely = gaps(odd).contains(&2) || others.iter().any(|row| row.len() == odd.len());
    if others.len() < 2 || !in_step || !likely {
        return None;
    }
    let found = Diagnostic::new(code, picture.rows.get(at)?.span, "marks touch only in this row");
    Some(
        found
            .note("so the picture is read without blanks between neighbouring cells, and a blank is no cell")
            .help("put one blank between the marks of this row, or none between those of other rows"),
    )
}

/// The characters of a row with their columns and places.
pub(super) fn characters(row: &PictureRow) -> impl Iterator<Item = (i32, char, Span)> {
    let start = row.span.start as usize;
    row.text.char_indices().enumerate().map(move |(column, (at, ch))| {
        let span = Span::new(row.span.file, start + at, start + at + ch.len_utf8());
        (i32::try_from(column).unwrap_or(i32::MAX), ch, span)
    })
}

fn is_spaced(picture: &Picture) -> bool {
    let touches = |row: &PictureRow| {
        let mut before = ' ';
        row.text.chars().any(|c| std::mem::replace(&mut before, c) != ' ' && c != ' ')
    };
    !picture.rows.iter().any(touches)
}

fn between(span: Span, slanted: bool) -> Diagnostic {
    let found = Diagnostic::new(Code::PictureSpacing, span, "mark is between two columns");
    if slanted {
        return found
            .note("the rows of this picture are shifted by half a cell: marks of neighbouring rows are in columns of opposite parity")
            .help("move the row by one blank");
    }
    found
        .note("no two marks of this picture touch, so one blank separates neighbouring cells")
        .help("move the mark by one blank, or draw the picture without blanks between cells")
}
