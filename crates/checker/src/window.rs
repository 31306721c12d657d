//! Stated windows of an endless board.

use std::collections::BTreeSet;

use super::{Unproved, start};
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::goal::Goal;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;

/// Checks that the cells hold the stated window: the rectangle about the start and the pictures of
/// the goal, with `margin` cells more on each side. What can be played in a window can be played in every
/// window that holds it, so that more cells do no harm.
pub(super) fn holds(model: &Model, cells: &[Coord], margin: u32) -> Result<(), Unproved> {
    let known: BTreeSet<Coord> = cells.iter().copied().collect();
    let mut drawn: Vec<Coord> = start(model).keys().copied().collect();
    if let Question::Moves { goal, .. } = &model.question {
        pictures(&goal.0, &mut drawn);
    }
    let range = |values: &dyn Fn(&Coord) -> i32, by: u32| {
        let all = || drawn.iter().map(values);
        let least = all().min().unwrap_or(0).saturating_sub_unsigned(by);
        least..=all().max().unwrap_or(0).saturating_add_unsigned(by)
    };
    let flat = model.board.shape == Shape::Lattice(Lattice::Line);
    let columns = range(&|c| c.x, margin);
    let rows = range(&|c| c.y, if flat { 0 } else { margin });
    // A range with more cells than the known ones contains others, so it is not enumerated.
    let size = |range: &std::ops::RangeInclusive<i32>| range.end().abs_diff(*range.start()) as u64 + 1;
    let fits = size(&columns).saturating_mul(size(&rows)) <= known.len() as u64
        && rows.clone().all(|y| columns.clone().all(|x| known.contains(&Coord::new(x, y))));
    if fits { Ok(()) } else { Err(Unproved::wrong("it is for another part of the board")) }
}

fn pictures(goal: &Goal, cells: &mut Vec<Coord>) {
    match goal {
        Goal::Drawn(drawn) if !drawn.anywhere => cells.extend(drawn.cells.keys()),
        Goal::Drawn(_) | Goal::Test(_) | Goal::Callback(_) => {}
        Goal::Any(parts) | Goal::All(parts) => parts.iter().for_each(|part| pictures(part, cells)),
    }
}
