//! The shapes in which a rigid piece may be laid.

use std::collections::BTreeSet;

use crate::board::{Board, Coord, Isometry, Shape};
use crate::piece::{Content, KindId};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::counted;
use puzzlec_syntax::ast::{ItemKind, Lattice, PieceProp};
use puzzlec_syntax::layout;

/// Maximum number of cells of a piece that is placed.
const MOST_CELLS: usize = 100;
/// Maximum number of contents of the cells of a puzzle whose pieces are placed.
const MOST_CONTENTS: usize = 1 << 15;

/// The shapes of a piece with all turns and mirror images that it allows, each once; their contents join those of the
/// puzzle.
pub(in crate::lower) fn shapes(scope: &mut Scope<'_, '_>, kind: KindId, span: Span) -> Option<Vec<u16>> {
    let (found, board) = (scope.pieces.kind(kind)?.clone(), scope.board?);
    let Shape::Lattice(lattice) = board.shape else {
        return scope.report(Code::NoShape, span, "rigid pieces have no shape on a ring or a graph");
    };
    let ItemKind::Piece(item) = &scope.names.item(found.item)?.kind else { return None };
    let drawn = item.props.iter().find_map(|p| match p {
        PieceProp::Shape(picture, _) => Some(picture),
        _ => None,
    });
    let Some(picture) = drawn else {
        let text = format!("rigid piece `{}` has no shape to place", found.name);
        let help = "draw it in the declaration of the piece: `shape \"\"\"…\"\"\"`";
        scope.diagnostics.push(Diagnostic::new(Code::NoShape, span, text).help(help));
        return None;
    };
    let (marks, diagnostics) = layout(picture, lattice);
    if !diagnostics.is_empty() {
        scope.diagnostics.extend(diagnostics);
        return None;
    }
    let cells: Vec<Coord> = marks.iter().filter(|m| m.ch != '.').map(|m| Coord::new(m.x, m.y)).collect();
    if cells.is_empty() || cells.len() > MOST_CELLS {
        let most = counted(MOST_CELLS as u64, "cells");
        let text = format!("a shape has 1 to {most}, found {}", cells.len());
        return scope.report(Code::NoShape, picture.span, text);
    }
    if !connected(board, &cells) {
        return scope.report(Code::NoShape, picture.span, "the cells of a shape are connected");
    }
    let mut shapes = Vec::new();
    for turned in ways(lattice, found.turns, found.flips) {
        let mut cells: Vec<Coord> = cells.iter().map(|cell| turned.of(*cell)).collect();
        cells.sort_unstable();
        let shape = scope.pieces.shape(&cells);
        if shapes.contains(&shape) {
            continue;
        }
        shapes.push(shape);
        for part in (0..cells.len()).filter_map(|part| u16::try_from(part).ok()) {
            scope.pieces.intern(Content::Block(kind, shape, part));
        }
    }
    if scope.pieces.contents().len() > MOST_CONTENTS {
        let text = "the pieces to place have too many shapes and cells together";
        return scope.report(Code::NoShape, span, text);
    }
    Some(shapes)
}

fn connected(board: &Board, cells: &[Coord]) -> bool {
    let mut left: BTreeSet<Coord> = cells.iter().copied().collect();
    let mut next: Vec<Coord> = left.pop_first().into_iter().collect();
    let steps: Vec<(i32, i32)> = (0..).take(board.directions().len()).map(|d| board.delta(d)).collect();
    while let Some(cell) = next.pop() {
        let near = steps.iter().map(|(x, y)| Coord::new(cell.x + x, cell.y + y));
        next.extend(near.filter(|cell| left.remove(cell)));
    }
    left.is_empty()
}

fn ways(lattice: Lattice, turns: bool, flips: bool) -> Vec<Isometry> {
    // A piece that flips, but does not turn, has its image from left to right.
    let allowed = |way: &Isometry| (turns || way.turns == 0) && (flips || !way.mirrors);
    Isometry::all(lattice).into_iter().filter(allowed).collect()
}
