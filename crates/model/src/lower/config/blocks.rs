//! Rigid pieces in configurations: connected cells.

use std::collections::BTreeMap;

use crate::board::{Coord, Shape};
use crate::config::{Held, Partial};
use crate::piece::{Content, KindId};
use crate::scope::Scope;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// Cells of blocks: cells that touch and have the same mark are of one block.
pub(super) type Blocks = BTreeMap<Coord, (char, KindId, Span)>;

/// Each connected set of cells with one mark is a block.
pub(super) fn read(
    scope: &mut Scope<'_, '_>,
    mut blocks: Blocks,
    partial: &mut Partial,
    goal: bool,
) -> Option<()> {
    let board = scope.board?;
    while let Some((first, (mark, kind, span))) = blocks.pop_first() {
        let mut cells = vec![first];
        let mut next = 0;
        while let Some(cell) = cells.get(next).copied() {
            next += 1;
            for near in board.neighbours(cell) {
                if blocks.get(&near).is_some_and(|b| b.0 == mark) {
                    blocks.remove(&near);
                    cells.push(near);
                }
            }
        }
        cells.sort_unstable();
        if cells.len() > 1 && matches!(board.shape, Shape::Ring(_) | Shape::Graph) {
            let name = scope.pieces.kind(kind).map_or("", |kind| &kind.name);
            let text = format!("rigid piece `{name}` has no shape on a ring or a graph");
            let mut d = Diagnostic::new(Code::NoSuchPiece, span, text);
            if board.shape != Shape::Graph {
                d = d.help(format!("a chain goes round a ring: `piece {name} {{ cells {} }}`", cells.len()));
            }
            scope.diagnostics.push(d);
            return None;
        }
        let shape = scope.pieces.shape(&cells);
        if let Some(corner) = cells.first() {
            let pieces = &mut scope.pieces;
            let own = pieces.kind(kind).is_some_and(|kind| kind.marks.contains(&mark));
            let drawn = if goal { &mut pieces.drawn_in_goals } else { &mut pieces.drawn };
            // The mark of a legend means the block and its floor, and the block may leave it.
            if own {
                drawn.insert(*corner, mark);
            }
        }
        // All parts are interned together: if the content of one exists, so do those of the others.
        for (part, cell) in cells.iter().enumerate() {
            let content = Content::Block(kind, shape, u16::try_from(part).unwrap_or(u16::MAX));
            partial.insert(*cell, Held::one(scope.pieces.intern(content)));
        }
    }
    Some(())
}

/// The blocks on these cells: cells that touch are of one block. They take the marks of the piece in turn.
pub(super) fn listed(
    scope: &mut Scope<'_, '_>,
    (kind, span): (KindId, Span),
    cells: &[Coord],
    goal: bool,
) -> Option<Partial> {
    let marks = scope.pieces.kind(kind)?.marks.clone();
    let earlier = scope.pieces.drawn.values().filter(|mark| marks.contains(mark)).count();
    let mark = marks.get(earlier.checked_rem(marks.len()).unwrap_or(0)).copied().unwrap_or('#');
    let blocks = cells.iter().map(|cell| (*cell, (mark, kind, span))).collect();
    let mut partial = Partial::new();
    read(scope, blocks, &mut partial, goal)?;
    Some(partial)
}
