//! Chains in pictures: their cells by numbers, or by letters and labels.

use std::collections::BTreeMap;

use super::drawing::Placed;
use super::marks::{chain, unknown_mark};
use crate::board::{Coord, Direction};
use crate::config::{Held, Partial};
use crate::piece::{Content, ContentId, KindId, Pieces};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// The order of marks that number the cells of pieces: 1-2, 3-4, … for pieces of two cells.
const NUMBERS: &str = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A number of cells.
pub(super) fn in_words(cells: u8) -> String {
    match cells {
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        5 => "five".into(),
        6 => "six".into(),
        n => n.to_string(),
    }
}

/// Cells numbered along the pieces: 1-2, 3-4, …
pub(super) fn numbered(
    scope: &mut Scope<'_, '_>,
    (kind, length): (KindId, u8),
    cells: &[Placed],
    partial: &mut Partial,
    goal: bool,
) -> Option<()> {
    let cell_name = if length == 2 { "end" } else { "cell" };
    let mut at: BTreeMap<char, (Coord, Span)> = BTreeMap::new();
    for (cell, mark, span) in cells {
        if let Some((_, first)) = at.insert(*mark, (*cell, *span)) {
            let d = Diagnostic::new(Code::PieceShape, *span, format!("{cell_name} `{mark}` appears twice"))
                .also(first, "first here")
                .help("draw coloured pieces with two pictures: `pieces` and `colours`");
            scope.diagnostics.push(d);
            return None;
        }
    }
    let directions = scope.board?.directions().len();
    for (mark, (cell, span)) in &at {
        let of_piece = NUMBERS.chars().position(|c| c == *mark).and_then(|place| {
            let (length, number) = (usize::from(length), place % usize::from(length));
            let marks: Vec<char> = NUMBERS.chars().skip(place - number).take(length).collect();
            (marks.len() == length).then_some((marks, number))
        });
        let Some((marks, number)) = of_piece else {
            unknown_mark(scope, *mark, *span, goal);
            return None;
        };
        let labels: Vec<u16> = marks.iter().map(|mark| scope.pieces.label(&mark.to_string())).collect();
        introduce(scope, kind, &labels, *span)?;
        let mut link = |other: Option<&char>| -> Option<Option<Direction>> {
            let Some(other) = other else { return Some(None) };
            let Some((there, other_span)) = at.get(other) else {
                if goal {
                    return Some(None);
                }
                let text = match length {
                    2 => format!("the other end `{other}` of this piece is missing"),
                    _ => format!("cell `{other}` of this piece is missing"),
                };
                return scope.report(Code::PieceShape, *span, text);
            };
            let direction = towards(scope, *cell, *there);
            if direction.is_none() {
                let text = format!(
                    "{cell_name}s `{mark}` and `{other}` of one piece must lie in neighbouring cells"
                );
                let d = Diagnostic::new(Code::PieceShape, *span, text)
                    .also(*other_span, format!("the other {cell_name}"));
                scope.diagnostics.push(d);
                return None;
            }
            Some(direction)
        };
        let before = link(number.checked_sub(1).and_then(|before| marks.get(before)))?;
        let after = link(marks.get(number + 1))?;
        let held = scope.pieces.parts(kind, &labels, number, (before, after), directions);
        partial.insert(*cell, held.into());
    }
    Some(())
}

fn towards(scope: &Scope<'_, '_>, from: Coord, to: Coord) -> Option<Direction> {
    let board = scope.board?;
    (0..board.directions().len())
        .filter_map(|d| Direction::try_from(d).ok())
        .find(|d| board.step(from, *d) == Some(to))
}

/// Adds the contents of a chain with these labels, in every direction. It has none on a board without
/// directions.
pub(in crate::lower) fn introduce(
    scope: &mut Scope<'_, '_>,
    kind: KindId,
    labels: &[u16],
    span: Span,
) -> Option<()> {
    let n = scope.board?.directions().len();
    if n == 0 {
        let text = match labels.len() {
            2 => "a two-cell piece needs a direction, and this board has none",
            _ => "a piece of several cells needs directions, and this board has none",
        };
        return scope.report(Code::NoSuchPiece, span, text);
    }
    let more = 2 * n + labels.len().saturating_sub(2) * n * n;
    if scope.pieces.contents().len() + more > usize::from(ContentId::MAX) {
        let text = "pieces with more different labels than the program can tell apart";
        return scope.report(Code::ConfigurationTooLarge, span, text);
    }
    scope.pieces.add_chain(kind, labels, n);
    Some(())
}

/// Two-cell pieces on these cells, which are all different. Their ends are numbered 1-2, 3-4, … in this order, with the
/// marks of pictures as long as there are any.
pub(in crate::lower) fn pairs(
    scope: &mut Scope<'_, '_>,
    pairs: &[[Coord; 2]],
    span: Span,
) -> Option<Partial> {
    let board = scope.board?;
    let directions = board.directions().len();
    let Some((kind, _)) = chain(scope, |length| length == 2) else {
        return scope.report(Code::NoSuchPiece, span, "this puzzle has no two-cell piece");
    };
    let mut marks = NUMBERS.chars();
    let mut label = |number: usize| marks.next().map_or_else(|| number.to_string(), String::from);
    let mut partial: Partial = board.cells().iter().map(|cell| (*cell, Held::one(0))).collect();
    for (number, [a, b]) in (1..).step_by(2).zip(pairs) {
        let labels = [label(number), label(number + 1)].map(|label| scope.pieces.label(&label));
        introduce(scope, kind, &labels, span)?;
        let (Some(there), Some(back)) = (towards(scope, *a, *b), towards(scope, *b, *a)) else {
            let text = format!("{} and {} are no neighbours", board.name(*a), board.name(*b));
            return scope.report(Code::PieceShape, span, text);
        };
        let end = |at, links| scope.pieces.parts(kind, &labels, at, links, directions);
        partial.insert(*a, end(0, (None, Some(there))).into());
        partial.insert(*b, end(1, (Some(back), None)).into());
    }
    Some(partial)
}

/// Chains without labels on these cells: each next ones, in their order, are those of one piece.
pub(super) fn listed(
    scope: &mut Scope<'_, '_>,
    (kind, length): (KindId, u8),
    cells: &[Coord],
    span: Span,
) -> Option<Partial> {
    let board = scope.board?;
    let length = usize::from(length);
    if cells.is_empty() || !cells.len().is_multiple_of(length) {
        let name = scope.pieces.kind(kind).map_or("", |kind| &kind.name);
        let text = format!("`{name}` covers {length} cells, and {} are named", cells.len());
        let d = Diagnostic::new(Code::PieceShape, span, text);
        scope.diagnostics.push(d.help("name all cells of each piece, in their order along it"));
        return None;
    }
    let labels = vec![0; length];
    introduce(scope, kind, &labels, span)?;
    let mut partial = Partial::new();
    for piece in cells.chunks(length) {
        for (number, cell) in piece.iter().enumerate() {
            let mut link = |other: Option<&Coord>| -> Option<Option<Direction>> {
                let Some(other) = other else { return Some(None) };
                let direction = towards(scope, *cell, *other);
                if direction.is_none() {
                    let (one, next) = (board.name(*cell), board.name(*other));
                    let text = format!("{one} and {next} are cells of one piece, and no neighbours");
                    let d = Diagnostic::new(Code::PieceShape, span, text);
                    scope.diagnostics.push(d.help("name the cells of each piece in their order along it"));
                    return None;
                }
                Some(direction)
            };
            let before = link(number.checked_sub(1).and_then(|before| piece.get(before)))?;
            let after = link(piece.get(number + 1))?;
            let content = scope.pieces.part(kind, &labels, number, (before, after));
            let held: Vec<ContentId> = content.and_then(|c| scope.pieces.id(&c)).into_iter().collect();
            if partial.insert(*cell, held.into()).is_some() {
                let text = format!("{} is named twice", board.name(*cell));
                return scope.report(Code::PieceShape, span, text);
            }
        }
    }
    Some(partial)
}

/// Two pictures: one with the pieces, a letter on all cells of each, the other with the labels of the cells.
pub(super) fn layers(
    scope: &mut Scope<'_, '_>,
    pieces: &[Placed],
    labels: &[Placed],
    goal: bool,
) -> Option<Partial> {
    let Some((_, usual)) = chain(scope, |_| true) else {
        let span = pieces.first().map_or(Span::default(), |p| p.2);
        return scope.report(Code::NoSuchPiece, span, "this puzzle has no two-cell piece");
    };
    let label_of: BTreeMap<Coord, (char, Span)> = labels.iter().map(|(c, m, s)| (*c, (*m, *s))).collect();
    let mut partial = Partial::new();
    let mut by_letter: BTreeMap<char, Vec<(Coord, Span)>> = BTreeMap::new();
    for (cell, mark, span) in pieces {
        let label = label_of.get(cell);
        match (mark, label) {
            ('.', Some(('.', _))) => {
                partial.insert(*cell, Held::one(0));
            }
            ('?', _) if goal => {
                partial.insert(*cell, Vec::new().into());
            }
            ('.', Some((_, other))) => {
                let text = "this cell has a colour but no piece";
                return scope.report(Code::LayersDiffer, *other, text);
            }
            (_, Some(('.', other))) => {
                let text = "this cell has a piece: its end needs a colour";
                return scope.report(Code::LayersDiffer, *other, text);
            }
            (_, None) => {
                let text = "the picture of colours lacks this cell";
                return scope.report(Code::LayersDiffer, *span, text);
            }
            _ => by_letter.entry(*mark).or_default().push((*cell, *span)),
        }
    }
    for (letter, cells) in by_letter {
        let fits = |length: u8| usize::from(length) == cells.len();
        let Some((kind, length)) = chain(scope, fits) else {
            let span = cells.last().map_or(Span::default(), |c| c.1);
            let text = format!(
                "a piece covers {} cells, but `{letter}` appears in {}",
                in_words(usual),
                cells.len()
            );
            return scope.report(Code::PieceShape, span, text);
        };
        let path = path(scope, letter, &cells)?;
        let label = |c: &Coord| label_of.get(c).map_or(String::new(), |l| l.0.to_string());
        let labels: Vec<u16> = path.iter().map(|c| scope.pieces.label(&label(c))).collect();
        let span = cells.first().map_or(Span::default(), |c| c.1);
        introduce(scope, kind, &labels, span)?;
        debug_assert_eq!(labels.len(), usize::from(length), "the path covers the piece");
        for (number, cell) in path.iter().enumerate() {
            let link = |other: Option<usize>| towards(scope, *cell, *path.get(other?)?);
            let links = (link(number.checked_sub(1)), link(number.checked_add(1)));
            let content = scope.pieces.part(kind, &labels, number, links);
            let held: Vec<ContentId> = content.and_then(|c| scope.pieces.id(&c)).into_iter().collect();
            partial.insert(*cell, held.into());
        }
    }
    Some(partial)
}

/// The cells of a letter in their order along the chain, if there is just one, up to reversal.
fn path(scope: &mut Scope<'_, '_>, letter: char, cells: &[(Coord, Span)]) -> Option<Vec<Coord>> {
    let mut paths: Vec<Vec<Coord>> = cells.iter().map(|(cell, _)| vec![*cell]).collect();
    for _ in 1..cells.len() {
        let mut longer = Vec::new();
        for path in &paths {
            let Some(last) = path.last() else { continue };
            for (next, _) in cells {
                if !path.contains(next) && towards(scope, *last, *next).is_some() {
                    longer.push(path.iter().chain([next]).copied().collect());
                }
            }
        }
        paths = longer;
    }
    paths.retain(|path| path.first() < path.last());
    let span = cells.first().map_or(Span::default(), |c| c.1);
    match (paths.pop(), paths.len(), cells.len()) {
        (Some(path), 0, _) => Some(path),
        (None, _, 2) => {
            let text = format!("the two cells of `{letter}` must be neighbours");
            scope.report(Code::PieceShape, span, text)
        }
        (None, ..) => {
            let text = format!("the cells of `{letter}` must form a chain, each next to the one before");
            scope.report(Code::PieceShape, span, text)
        }
        (Some(_), ..) => {
            let text = format!("the cells of `{letter}` form a chain in several ways");
            let d = Diagnostic::new(Code::PieceShape, span, text)
                .help("draw the piece by numbers along its cells, such as `1`, `2`, `3`");
            scope.diagnostics.push(d);
            None
        }
    }
}

/// A picture with only the labels of cells, for goals; a cell with a label may also be empty where that is said.
pub(in crate::lower) fn colours(
    scope: &mut Scope<'_, '_>,
    cells: &[Placed],
    or_empty: bool,
) -> Option<Partial> {
    let mut partial = Partial::new();
    for (cell, mark, span) in cells {
        if *mark == '?' {
            partial.insert(*cell, Vec::new().into());
            continue;
        }
        if *mark == '.' {
            partial.insert(*cell, Held::one(0));
            continue;
        }
        let wanted = scope.pieces.label(&mark.to_string());
        let fits = |pieces: &Pieces, c: &Content| matches!(c, Content::Part(_, part) if pieces.label_of(part) == wanted);
        let parts = |pieces: &Pieces| -> Vec<ContentId> {
            pieces.contents().filter(|(_, c)| fits(pieces, c)).map(|(i, _)| i).collect()
        };
        let mut found = parts(scope.pieces);
        if found.is_empty() {
            // No piece has such a label: the goal cannot be reached. It means pieces that never occur.
            let Some((kind, length)) = chain(scope, |_| true) else {
                let text = format!("no piece has an end of colour `{mark}`");
                return scope.report(Code::UnknownMark, *span, text);
            };
            introduce(scope, kind, &vec![wanted; usize::from(length)], *span)?;
            found = parts(scope.pieces);
        }
        if or_empty {
            found.insert(0, 0);
        }
        partial.insert(*cell, found.into());
    }
    Some(partial)
}
