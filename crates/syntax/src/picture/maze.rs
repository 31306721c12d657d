//! Pictures of square boards with walls between the cells.

use super::layout::{Mark, characters};
use crate::ast::{Picture, PictureRow};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// A wall between two cells of a picture, the left or upper one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnWall {
    /// Column and row of the one.
    pub one: (i32, i32),
    /// Column and row of the other.
    pub other: (i32, i32),
    /// Where it is drawn.
    pub span: Span,
}

/// Whether a picture has a `|` or `-`.
pub fn draws_walls(picture: &Picture) -> bool {
    picture.rows.iter().any(|row| row.text.contains(['|', '-']))
}

/// Reads a spaced picture with walls: `|` in the column between two cells, and rows of `-` between the rows of cells,
/// each below one cell and above another. The marks are in reading order, relative to the first.
///
/// # Errors
/// The first mark or wall that does not stand at such a place.
pub fn layout_maze(picture: &Picture) -> Result<(Vec<Mark>, Vec<DrawnWall>), Box<Diagnostic>> {
    let (mut marks, mut walls): (Vec<Mark>, Vec<DrawnWall>) = (Vec::new(), Vec::new());
    let is_cell = |c: char| !matches!(c, ' ' | '-' | '|');
    let holds_cells = |row: &&PictureRow| row.text.chars().any(is_cell);
    let cells = |row: &PictureRow| characters(row).filter(|c| is_cell(c.1)).map(|c| c.0).next();
    let Some(origin) = picture.rows.iter().find(holds_cells).and_then(cells) else {
        return Ok((marks, walls));
    };
    let mut next = 0;
    for row in &picture.rows {
        let of_cells = holds_cells(&row);
        for (column, ch, span) in characters(row).filter(|c| c.1 != ' ') {
            let x = column.saturating_sub(origin);
            let between = x.rem_euclid(2) == 1;
            let x = x.div_euclid(2);
            match ch {
                '|' if of_cells && between => {
                    walls.push(DrawnWall { one: (x, next), other: (x + 1, next), span });
                }
                '-' if !of_cells && !between => {
                    walls.push(DrawnWall { one: (x, next - 1), other: (x, next), span });
                }
                '|' | '-' => return Err(Box::new(misplaced(ch, span))),
                _ if between => {
                    let found = Diagnostic::new(Code::PictureSpacing, span, "mark is between two columns");
                    return Err(Box::new(found.help("one blank or `|` stands between neighbouring cells")));
                }
                ch => marks.push(Mark { x, y: next, ch, span }),
            }
        }
        next += i32::from(of_cells);
    }
    Ok((marks, walls))
}

fn misplaced(wall: char, span: Span) -> Diagnostic {
    let place = match wall {
        '|' => "`|` stands in a row of cells, in the column between two of them",
        _ => "`-` stands in a row of its own, between two rows of cells and in the column of a cell",
    };
    Diagnostic::new(Code::BadWall, span, "wall does not stand between two cells").note(place)
}
