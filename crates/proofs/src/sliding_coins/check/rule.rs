//! What the actions of a rule are, as moves of blocks.

use std::collections::BTreeSet;
use std::ops::Range;

use puzzlec_checker::Unproved;
use puzzlec_checker::probe::{Deed, Probe};
use puzzlec_model::Model;
use puzzlec_model::board::Board;
use puzzlec_model::piece::ContentId;
use puzzlec_model::rule::Rule;
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::{SearchContext, VarId};

/// How many coins the actions of a rule move where cells hold no other pieces, and whether they may land on cells that they
/// leave: each action takes coins from k neighbouring cells of a line to k neighbouring ones, in their order, where every
/// cell that is left holds a coin and every cell that is covered is free, before the lift or after it.
///
/// # Errors
/// An action may be something else, or a limit.
pub(super) fn block(
    model: &Model,
    rule: &Rule,
    coins: &BTreeSet<ContentId>,
    context: &SearchContext,
) -> Result<(usize, bool), Unproved> {
    let mut probe = Probe::of(model, rule, coins, context)?;
    // Where the line is too short for any move, a longer one shows which moves there would be.
    if probe.actions.is_empty() {
        let endless = Model { board: Board::unbounded(Lattice::Line), ..model.clone() };
        probe = Probe::of(&endless, rule, coins, context)?;
    }
    let Probe { board, actions: deeds, .. } = probe;
    let covered = |deed: &Deed| deed.changes().filter(|cell| !deed.is_left_free(*cell)).count();
    let k = deeds.iter().map(covered).max().and_then(|k| u32::try_from(k).ok()).filter(|k| *k > 0);
    let blocks = k
        .and_then(|k| Some((k, deeds.iter().map(|deed| lift(deed, &board, k)).collect::<Option<Vec<_>>>()?)));
    let (k, blocks) =
        blocks.ok_or_else(|| Unproved::wrong("not every move takes neighbouring coins to free cells"))?;
    Ok((k as usize, blocks.iter().any(|(from, to)| from.abs_diff(*to) < k)))
}

/// The first cell of the block that an action lifts, and of the one that it covers.
fn lift(deed: &Deed, board: &Board, k: u32) -> Option<(VarId, VarId)> {
    let (left, filled): (Vec<VarId>, Vec<VarId>) = deed.changes().partition(|cell| deed.is_left_free(*cell));
    // Blocks of k cells that hold all of these.
    let around = |cells: &[VarId]| {
        let (first, last) = (*cells.first()?, *cells.last()?);
        Some((last + 1).saturating_sub(k)..first + 1)
    };
    let (froms, tos) = (around(&left)?, around(&filled)?);
    froms
        .flat_map(|from| tos.clone().map(move |to| (from, to)))
        .find(|(from, to)| moves(deed, board, k, *from, *to))
}

/// Whether an action takes the coins of one block to another one.
fn moves(deed: &Deed, board: &Board, k: u32, from: VarId, to: VarId) -> bool {
    let (lifted, covered) = (from..from + k, to..to + k);
    let carried = |(from, to): (VarId, VarId)| {
        deed.holds_piece(from) && deed.is_carried(from, to) && (deed.is_free(to) || lifted.contains(&to))
    };
    in_a_row(board, &lifted)
        && in_a_row(board, &covered)
        && lifted.clone().zip(covered.clone()).all(carried)
        && lifted.clone().all(|cell| covered.contains(&cell) || deed.is_left_free(cell))
        && deed.changes().all(|cell| lifted.contains(&cell) || covered.contains(&cell))
}

/// Whether cells are neighbours one after the other: there may be holes between them.
fn in_a_row(board: &Board, cells: &Range<VarId>) -> bool {
    let column = |cell: VarId| board.cells().get(cell as usize).map(|cell| cell.x);
    let ends = cells.clone().min().zip(cells.clone().max());
    ends.and_then(|(first, last)| Some((column(first)?, column(last)?, last - first)))
        .is_some_and(|(first, last, steps)| i64::from(last) - i64::from(first) == i64::from(steps))
}
