//! Gourds without labels are brought from one matching to another.

use super::super::boards::Matching;
use super::super::problem::{Board, Cell, Configuration};
use puzzlec_theory::meter::{Halted, Meter};

/// The pairs of cells on which the gourds lie.
pub fn matching(board: &Board, configuration: &Configuration) -> Matching {
    Matching::new((0..board.len() as Cell).map(|cell| configuration.partner(cell)).collect())
}

/// The cells to move through so that the empty cell goes from its place to this one; nothing where no moves do that.
///
/// # Errors
/// A limit was reached.
pub fn way(
    board: &Board,
    from: &Configuration,
    empty: Cell,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    Ok(matching(board, from).tree(board, from.empty(), meter)?.path(empty))
}

/// Plays moves and records them; false where one is none.
pub fn play(board: &Board, at: &mut Configuration, moves: &[Cell], plan: &mut Vec<Cell>) -> bool {
    moves.iter().all(|through| {
        plan.push(*through);
        at.play(board, *through)
    })
}

/// Cells that hold a gourd in both configurations but keep another partner, whatever is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(pub Vec<Cell>);

/// Moves after which the gourds lie on the same pairs of cells as in another configuration, whichever they are; or cells that
/// rule this out. Always possible on factor-critical boards.
///
/// The empty cell goes to its place. The matchings then differ in alternating cycles: the empty cell goes next to each, once
/// around, and back. Quadratic.
///
/// # Errors
/// A limit was reached.
pub fn align(
    board: &Board,
    from: &Configuration,
    to: &Configuration,
    meter: &Meter<'_>,
) -> Result<Result<Vec<Cell>, Stuck>, Halted> {
    let mut plan = Vec::new();
    let mut at = from.clone();
    let Some(moves) = way(board, &at, to.empty(), meter)? else { return Ok(Err(Stuck(vec![to.empty()]))) };
    play(board, &mut at, &moves, &mut plan);
    for first in 0..board.len() as Cell {
        if at.partner(first) == to.partner(first) {
            continue;
        }
        // Each second cell, from which its gourd leads to the next one.
        let mut cycle = vec![first];
        let mut cell = to.partner(at.partner(first));
        while cell != first && cycle.len() < board.len() {
            cycle.push(cell);
            cell = to.partner(at.partner(cell));
        }
        let on: Vec<Cell> = cycle.iter().flat_map(|cell| [*cell, at.partner(*cell)]).collect();
        let tree = matching(board, &at).tree(board, at.empty(), meter)?;
        let paths = on.iter().filter_map(|cell| tree.path(*cell));
        let up_to = |path: Vec<Cell>| -> Vec<Cell> {
            let end = path.iter().position(|through| on.contains(through)).map_or(path.len(), |at| at + 1);
            path.into_iter().take(end).collect()
        };
        let Some(mut path) = paths.map(up_to).min_by_key(Vec::len) else { return Ok(Err(Stuck(on))) };
        let Some(entry) = path.pop() else { return Ok(Err(Stuck(on))) };
        let mut around = vec![entry];
        let mut cell = entry;
        loop {
            cell = to.partner(at.partner(cell));
            around.push(cell);
            if cell == entry || around.len() > board.len() {
                break;
            }
        }
        play(board, &mut at, &path, &mut plan);
        play(board, &mut at, &around, &mut plan);
        path.reverse();
        play(board, &mut at, &path, &mut plan);
    }
    Ok(Ok(plan))
}
