//! What the actions of a rule are, as moves of coins.

use std::collections::BTreeSet;

use puzzlec_checker::Unproved;
use puzzlec_checker::probe::{Deed, Probe};
use puzzlec_model::Model;
use puzzlec_model::board::Board;
use puzzlec_model::piece::ContentId;
use puzzlec_model::rule::Rule;
use puzzlec_task::{SearchContext, VarId};

/// An action that takes a piece from a cell to a free one, on a small board.
pub(super) struct Moved<'a> {
    deed: &'a Deed,
    board: &'a Board,
    from: VarId,
    to: VarId,
}

/// Whether a rule has actions, each of which takes a piece to a free cell, and passes a test. No other pieces than those of
/// the start ever lie on the board.
///
/// # Errors
/// It cannot be told, or a limit.
pub(super) fn every(
    model: &Model,
    rule: &Rule,
    context: &SearchContext,
    mut passes: impl FnMut(&Moved<'_>) -> bool,
) -> Result<bool, Unproved> {
    let pieces: BTreeSet<ContentId> =
        puzzlec_checker::start(model).into_values().filter(|held| *held != 0).collect();
    let probe = match Probe::of(model, rule, &pieces, context) {
        Err(Unproved::Rejected(_)) => return Ok(false),
        probe => probe?,
    };
    let moves = |deed: &Deed| Moved::of(deed, &probe.board).is_some_and(|moved| passes(&moved));
    Ok(!probe.actions.is_empty() && probe.actions.iter().all(moves))
}

/// The least number of other pieces beside the free cell with which some action of the rules applies; nothing where an action
/// may be something else than to move a piece to a free cell.
///
/// # Errors
/// It cannot be told, or a limit.
pub(super) fn number(
    model: &Model,
    rules: &[Rule],
    context: &SearchContext,
) -> Result<Option<usize>, Unproved> {
    let mut least: Option<usize> = None;
    for rule in rules {
        let of_rule = |moved: &Moved<'_>| {
            let touching = moved.touching();
            least = Some(least.map_or(touching, |least| least.min(touching)));
            true
        };
        if !every(model, rule, context, of_rule)? {
            return Ok(None);
        }
    }
    Ok(least)
}

impl<'a> Moved<'a> {
    fn of(deed: &'a Deed, board: &'a Board) -> Option<Self> {
        let (one, other) = match deed.changes().collect::<Vec<_>>().as_slice() {
            [one, other] => (*one, *other),
            _ => return None,
        };
        let (from, to) = if deed.is_left_free(one) { (one, other) } else { (other, one) };
        let moves = deed.holds_piece(from)
            && deed.is_left_free(from)
            && deed.is_free(to)
            && deed.is_carried(from, to);
        moves.then_some(Moved { deed, board, from, to })
    }

    /// The cells beside one but for another.
    fn beside(&self, cell: VarId, but: VarId) -> Vec<VarId> {
        let place = self.board.cells().get(cell as usize);
        let near = place.map_or_else(Vec::new, |place| self.board.neighbours(*place));
        near.into_iter().filter_map(|near| self.board.index(near)).filter(|near| *near != but).collect()
    }

    /// The number of other pieces beside the free cell that it takes, as far as is known.
    pub(super) fn touching(&self) -> usize {
        let near = self.beside(self.to, self.from);
        (0..near.len()).find(|pieces| self.may_apply_with(&near, *pieces)).unwrap_or(near.len())
    }

    /// Whether it may apply with so many pieces on some cells.
    fn may_apply_with(&self, cells: &[VarId], pieces: usize) -> bool {
        let sets = (0..1_u32 << cells.len().min(16)).filter(|set| set.count_ones() as usize == pieces);
        let free = |set: u32| -> Vec<VarId> {
            (0..).zip(cells).filter(|(at, _): &(u32, _)| set >> at & 1 == 0).map(|(_, cell)| *cell).collect()
        };
        sets.map(free).any(|free| self.deed.may_apply_without(&free))
    }

    /// Whether it slides a piece with a neighbour by one cell, to where another piece is its neighbour.
    pub(super) fn is_poke(&self) -> bool {
        let never_alone = |cell, but| !self.deed.may_apply_without(&self.beside(cell, but));
        self.beside(self.from, self.from).contains(&self.to)
            && never_alone(self.from, self.to)
            && never_alone(self.to, self.from)
    }
}
