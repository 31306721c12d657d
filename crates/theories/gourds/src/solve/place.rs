//! Gourds laid on a board.

use crate::placement::place;
use crate::problem::{Laid, Placement};
use crate::read::Game;
use crate::scribe;
use puzzlec_base::words::counted;
use puzzlec_search::Wanted;
use puzzlec_search::ground::LAY;
use puzzlec_task::{Bound, Conclusion, Label, Optimality};
use puzzlec_theory::meter::{Halted, Meter};

/// A placement, or that there is none; nothing where general search answers.
pub(super) fn answer(
    game: &Game<'_>,
    placement: &Placement,
    wanted: Wanted,
    meter: &Meter<'_>,
    why: &mut Vec<String>,
) -> Result<Option<Conclusion>, Halted> {
    let pieces: u64 = placement.supply.iter().map(|entry| u64::from(entry.count)).sum();
    match wanted {
        // General search lists placements, and knows that every one has all pieces.
        Wanted::All { .. } => return Ok(None),
        Wanted::Within(most) if pieces > most => return Ok(None),
        Wanted::Within(_) | Wanted::Least | Wanted::Any => {}
    }
    let cells = counted(placement.board.len() as u64, "cells");
    why.push(format!("{} on {cells}, cell by cell across the board", counted(pieces, "gourds")));
    let Some(laid) = place(placement, meter)? else {
        let reason = "the gourds cannot be laid so".to_owned();
        why.push(format!("no solution: {reason}"));
        let Some(proof) = scribe::no_placement(placement, &game.names(), meter)? else { return Ok(None) };
        return Ok(Some(Conclusion::refuted(proof, reason)));
    };
    let steps: Vec<Label> = laid.iter().filter_map(|gourd| step(game, placement, gourd)).collect();
    Ok(Some(Conclusion::plan(steps, pieces, Optimality::Least, None)))
}

/// The step that lays a gourd, named by the first of its cells.
fn step(game: &Game<'_>, placement: &Placement, gourd: &Laid) -> Option<Label> {
    let [a, b] = gourd.cells;
    let [x, y] = placement.supply.get(gourd.entry as usize)?.labels;
    let turned = b < a && x != y;
    let (first, second) = if b < a { (b, a) } else { (a, b) };
    let cell = game.coordinates(first)?;
    let direction = u8::try_from(placement.board.direction(first, second)?).ok()?;
    let binding =
        vec![Bound::Cell(cell.x, cell.y), Bound::Direction(direction), Bound::Number(turned.into())];
    Some(Label { rule: LAY, part: gourd.entry, binding })
}
