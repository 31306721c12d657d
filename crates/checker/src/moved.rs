//! The piece that a step moves and the number of pieces, by the rule as written; used by measures.

use super::apply;
use super::eval::Eval;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::piece::chain::LONGEST;
use puzzlec_model::rule::{Effect, Pattern, PatternCell, Quantified};

/// The moving piece of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moved {
    /// The cells of the first piece before and after.
    pub mover: Option<(Coord, Coord)>,
    /// The number of pieces.
    pub pieces: u64,
}

/// A piece of the left side moves if it is on another cell of the right side; a chain is identified by its
/// first cell.
pub(super) fn by_pattern(pattern: &Pattern, cells: &[Coord]) -> Moved {
    let mut moved = Moved::default();
    let stood = |piece: PatternCell| {
        let at = pattern.cells.iter().position(|(before, _)| *before == piece)?;
        cells.get(at).copied()
    };
    let stands = |piece: PatternCell| {
        let at = pattern.cells.iter().position(|(_, after)| *after == piece)?;
        cells.get(at).copied()
    };
    for (before, _) in &pattern.cells {
        let pair = match before {
            PatternCell::Piece(..) => stood(*before).zip(stands(*before)).filter(|(a, b)| a != b),
            PatternCell::Part(piece, 1) => {
                let numbers = (1..=LONGEST).map(|number| PatternCell::Part(*piece, number));
                let old: Vec<Coord> = numbers.clone().filter_map(stood).collect();
                let new: Vec<Coord> = numbers.filter_map(stands).collect();
                let corner = |cells: &[Coord]| cells.iter().min().copied();
                corner(&old).zip(corner(&new)).filter(|_| old != new)
            }
            _ => None,
        };
        if let Some(pair) = pair {
            moved.pieces += 1;
            moved.mover = moved.mover.or(Some(pair));
        }
    }
    moved
}

/// In the position before: each cell of `move` counts one, and a swap and a shift count one each.
pub(super) fn by_effects(
    eval: &Eval<'_>,
    board: &Board,
    rule: &Quantified,
    slots: &[apply::Slot],
) -> Option<Moved> {
    let place = eval.place(slots);
    let mut pairs: Vec<(Coord, Coord)> = Vec::new();
    for effect in &rule.effects {
        match effect {
            Effect::Move(from, to) => pairs.extend(place.cells(from)?.into_iter().zip(place.cells(to)?)),
            Effect::Swap(a, b) => pairs.push((place.cell(a)?, place.cell(b)?)),
            Effect::Shift(cell, direction) => {
                let from = place.cell(cell)?;
                pairs.push((from, board.step(from, place.direction(direction)?)?));
            }
            Effect::Remove(_) | Effect::Put(..) | Effect::Clear(..) | Effect::Flip(..) | Effect::Close(_) => {
            }
        }
    }
    let pieces = pairs.len() as u64;
    let gaps = apply::gaps(rule, slots).ok()?;
    let mover = pairs.first().filter(|(_, to)| !gaps.contains(to)).map(|(from, to)| {
        // The contents after a removed cell move up.
        let up = gaps.iter().filter(|gap| *gap < to).fold(0, |n, _| n + 1);
        (*from, Coord::new(to.x - up, to.y))
    });
    Some(Moved { mover, pieces })
}
