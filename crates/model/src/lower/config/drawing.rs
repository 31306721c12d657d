//! Pictures laid on a board.

use std::collections::BTreeSet;

use crate::board::{Board, Coord, PlaceSort, Shape};
use crate::mark;
use crate::scope::Scope;
use crate::scope::marks::{has_words, known};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_syntax::ast::{Lattice, Picture};
use puzzlec_syntax::{Mark, draws_walls, layout, layout_maze, layout_words, out_of_step};

/// A mark on a cell of the board.
pub(in crate::lower) type Placed = (Coord, char, Span);

/// The marks of a picture on their cells. On a bounded board every cell is drawn; on an
/// unbounded one the picture's top left is the origin. A picture may draw only the faces of a board with edges; its other
/// cells then are open in a goal, and empty elsewhere.
pub(in crate::lower) fn place(
    scope: &mut Scope<'_, '_>,
    picture: &Picture,
    goal: bool,
) -> Option<Vec<Placed>> {
    let board = scope.board?;
    let lattice = match board.shape {
        Shape::Lattice(lattice) => lattice,
        Shape::Ring(_) => Lattice::Line,
        Shape::Graph => Lattice::Square,
    };
    let slanted = matches!(lattice, Lattice::Hex | Lattice::Triangle);
    let marks =
        if !board.walls().is_empty() && draws_walls(picture) && !known(scope, '|') && !known(scope, '-') {
            walled(scope, board, picture)?
        } else if !slanted && has_words(scope) {
            words(scope, picture)?
        } else {
            let (marks, diagnostics) = layout(picture, lattice);
            if !diagnostics.is_empty() {
                scope.diagnostics.extend(diagnostics);
                return None;
            }
            marks
        };
    if matches!(board.shape, Shape::Ring(_) | Shape::Graph) {
        let row: Vec<(char, Span)> = marks.iter().map(|m| (m.ch, m.span)).collect();
        return in_order(scope, &row, picture.span);
    }
    if board.unbounded {
        let left = marks.iter().map(|m| m.x).min().unwrap_or(0);
        let top = marks.iter().map(|m| m.y).min().unwrap_or(0);
        let slanted = lattice == Lattice::Hex;
        let left = if slanted { marks.first().map_or(0, |m| m.x) } else { left };
        return Some(marks.iter().map(|m| (Coord::new(m.x - left, m.y - top), m.ch, m.span)).collect());
    }
    let fitted = match board.has_edges() {
        true => fit_edges(board, &marks, (picture, if goal { '?' } else { '.' })),
        false => fit(board, &marks, picture),
    };
    match fitted {
        Ok(placed) => Some(placed),
        Err(d) => {
            scope.diagnostics.push(*d);
            None
        }
    }
}

/// The marks of a picture that draws the walls of its board.
fn walled(scope: &mut Scope<'_, '_>, board: &Board, picture: &Picture) -> Option<Vec<Mark>> {
    let (marks, walls) = layout_maze(picture).map_err(|d| scope.diagnostics.push(*d)).ok()?;
    let (first, mark) = (board.cells().first()?, marks.first()?);
    let moved = |(x, y): (i32, i32)| Coord::new(x + first.x - mark.x, y + first.y - mark.y);
    let mut drawn = BTreeSet::new();
    for wall in walls {
        let (one, other) = (moved(wall.one), moved(wall.other));
        if !board.is_walled(one, other) {
            let d = Diagnostic::new(Code::NoWalls, wall.span, "the board has no wall here");
            scope.diagnostics.push(d.help("draw the walls of the board, or none"));
            return None;
        }
        drawn.insert((one, other));
    }
    if let Some((one, other)) = board.walls().iter().find(|wall| !drawn.contains(wall)) {
        let text = format!("the wall between {} and {} is not drawn", board.name(*one), board.name(*other));
        let d = Diagnostic::new(Code::NoWalls, picture.span, text);
        scope.diagnostics.push(d.help("draw all walls of the board, or none"));
        return None;
    }
    Some(marks)
}

/// The marks of a picture in which blanks separate them.
fn words(scope: &mut Scope<'_, '_>, picture: &Picture) -> Option<Vec<Mark>> {
    let words = layout_words(picture).map_err(|d| scope.diagnostics.push(*d)).ok()?;
    let mut marks = Vec::with_capacity(words.len());
    for word in words {
        let Some(ch) = mark::of(&word.text) else {
            let d = Diagnostic::new(Code::UnknownMark, word.span, format!("no piece has the mark `{}`", word.text))
                .note("some marks of this puzzle have several characters, so blanks separate the marks in its pictures");
            scope.diagnostics.push(d);
            return None;
        };
        marks.push(Mark { x: word.x, y: word.y, ch, span: word.span });
    }
    Some(marks)
}

/// Marks in reading order on the cells in reading order.
pub(super) fn in_order(scope: &mut Scope<'_, '_>, marks: &[(char, Span)], span: Span) -> Option<Vec<Placed>> {
    let board = scope.board?;
    if board.unbounded {
        let cells = (0..).map(|x| Coord::new(x, 0));
        return Some(cells.zip(marks).map(|(c, (ch, span))| (c, *ch, *span)).collect());
    }
    let cells = board.cells();
    if cells.len() != marks.len() {
        let text = format!("the board has {} cells, found {} marks", cells.len(), marks.len());
        let mut d = Diagnostic::new(Code::PictureShape, span, text);
        let known = |c: char| scope.pieces.kinds.iter().any(|k| k.marks.contains(&c));
        let word = scope.names.project.sources.slice(marks.first().map_or(span, |m| m.1));
        if marks.iter().any(|m| m.0 == '#') && !known('#') {
            d = d.help("comments begin with `//`");
        } else if let Some(kind) = scope.pieces.kinds.iter().find(|k| k.name == word)
            && let Some(mark) = kind.marks.first()
        {
            d = d.help(format!("a row is made of marks: `{word}` is drawn `{mark}`"));
        }
        scope.diagnostics.push(d);
        return None;
    }
    Some(cells.iter().zip(marks).map(|(c, (ch, span))| (*c, *ch, *span)).collect())
}

/// The marks of a picture of all cells of a board with edges, or of its faces, the other cells then with a mark of their own.
fn fit_edges(
    board: &Board,
    marks: &[Mark],
    (picture, rest): (&Picture, char),
) -> Result<Vec<Placed>, Box<Diagnostic>> {
    let rows = |all: &mut dyn Iterator<Item = i32>| {
        let ends = all.fold(None, |ends: Option<(i32, i32)>, y| {
            Some(ends.map_or((y, y), |(top, bottom)| (top.min(y), bottom.max(y))))
        });
        ends.map_or(0, |(top, bottom)| i64::from(bottom) - i64::from(top) + 1)
    };
    let drawn = rows(&mut marks.iter().map(|mark| mark.y));
    let all = rows(&mut board.cells().iter().map(|cell| cell.y));
    if drawn == all {
        return fit(board, marks, picture);
    }
    if drawn != all / 2 {
        let text = format!("this picture has {drawn} rows, the board {} rows of faces", all / 2);
        let d = Diagnostic::new(Code::PictureShape, picture.span, text);
        return Err(Box::new(
            d.help(format!("draw the faces alone, or all {all} rows of faces, edges and corners")),
        ));
    }
    let face = |cell: Coord| Coord::new(cell.x / 2, cell.y / 2);
    let faces = Board::new(board.shape, board.places(PlaceSort::Face).into_iter().map(face));
    let placed = fit(&faces, marks, picture)?;
    let placed = placed.into_iter().map(|(c, mark, span)| (Coord::new(2 * c.x + 1, 2 * c.y + 1), mark, span));
    let others = board.cells().iter().filter(|cell| board.is_rim(**cell));
    Ok(placed.chain(others.map(|cell| (*cell, rest, picture.span))).collect())
}

fn fit(board: &Board, marks: &[Mark], picture: &Picture) -> Result<Vec<Placed>, Box<Diagnostic>> {
    let cells = board.cells();
    let (Some(first), Some(mark)) = (cells.first(), marks.first()) else {
        let text = format!("the board has {} cells, found an empty picture", cells.len());
        return Err(Box::new(Diagnostic::new(Code::PictureShape, picture.span, text)));
    };
    // If the first row is complete, any of its cells may come first in the drawing; its first mark is then
    // that of its first cell.
    let (dx, dy) = (first.x - mark.x, first.y - mark.y);
    let moved = |m: &Mark| Coord::new(m.x + dx, m.y + dy);
    if cells.len() == marks.len() && marks.iter().all(|m| board.contains(moved(m))) {
        return Ok(marks.iter().map(|m| (moved(m), m.ch, m.span)).collect());
    }
    let cause = out_of_step(picture, Code::PictureSpacing);
    Err(Box::new(cause.unwrap_or_else(|| misfit(board, marks, picture, (dx, dy)))))
}

/// Points at the first row that is wrong.
fn misfit(board: &Board, marks: &[Mark], picture: &Picture, (dx, dy): (i32, i32)) -> Diagnostic {
    let row_of = |y: i32| -> Vec<i32> {
        let mut row: Vec<i32> = board.cells().iter().filter(|c| c.y == y).map(|c| c.x).collect();
        row.sort_unstable();
        row
    };
    let top = board.cells().first().map_or(0, |c| c.y);
    let bottom = board.cells().last().map_or(0, |c| c.y);
    let last = marks.last().map_or(top, |m| m.y + dy);
    let rows = usize::try_from(bottom - top + 1).unwrap_or(0);
    for y in top..=bottom.max(last) {
        let wanted = row_of(y);
        let drawn: Vec<&Mark> = marks.iter().filter(|m| m.y + dy == y).collect();
        let mut found: Vec<i32> = drawn.iter().map(|m| m.x + dx).collect();
        found.sort_unstable();
        if wanted == found {
            continue;
        }
        let number = y - top + 1;
        let span = match (drawn.first(), drawn.last()) {
            (Some(a), Some(b)) => a.span.to(b.span),
            _ => picture.span,
        };
        let text = if y > bottom {
            format!("the board has {}, this picture has more", counted(rows as u64, "rows"))
        } else if drawn.is_empty() {
            format!(
                "row {number} of the board is not drawn: it has {}",
                counted(wanted.len() as u64, "cells")
            )
        } else if wanted.len() == found.len() {
            format!("row {number} is shifted: its cells do not lie below those of the board")
        } else {
            format!("row {number} of the board has {} cells, found {} marks", wanted.len(), found.len())
        };
        return Diagnostic::new(Code::PictureShape, span, text)
            .help("draw every cell of the board, `.` for an empty one");
    }
    Diagnostic::new(Code::PictureShape, picture.span, "this picture does not fit the board")
}
