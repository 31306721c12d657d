//! The cells that a chain may cover.

use super::field::Field;
use puzzlec_model::board::{Coord, Direction};
use puzzlec_model::piece::chain::{Links, Part};
use puzzlec_model::piece::{Content, KindId};
use puzzlec_task::ValueSet;

/// Cells with their possible contents.
pub(super) type Cells = Vec<(Coord, ValueSet)>;

/// All ways for a chain to lie with this part on a cell, which comes first. Exponential in the length of the chain.
pub(super) fn lying(field: &Field<'_>, kind: KindId, part: Part, cell: Coord) -> Vec<Cells> {
    let own = field.pieces.id(&Content::Part(kind, part)).into_iter().collect();
    let walk = ChainWalk { field, kind, labels: field.pieces.chain_labels(part.chain) };
    let mut forms = vec![vec![(cell, own)]];
    for (link, forward) in [(part.links.0, false), (part.links.1, true)] {
        let Some(direction) = link else { continue };
        let mut next = Vec::new();
        for form in forms {
            walk.extend(form, (cell, usize::from(part.at)), (direction, forward), &mut next);
        }
        forms = next;
    }
    forms
}

struct ChainWalk<'a, 'f> {
    field: &'a Field<'f>,
    kind: KindId,
    labels: &'a [u16],
}

impl ChainWalk<'_, '_> {
    /// Adds the cells of a form beyond a cell: those before it in the chain, or (`forward`) those after it.
    fn extend(
        &self,
        form: Cells,
        (from, at): (Coord, usize),
        (towards, forward): (Direction, bool),
        all: &mut Vec<Cells>,
    ) {
        let next = if forward { at.checked_add(1) } else { at.checked_sub(1) };
        let (Some(at), Some(cell)) = (next, self.field.board.step(from, towards)) else { return };
        if form.iter().any(|(covered, _)| *covered == cell) {
            return;
        }
        let directions = || {
            (0..self.field.board.directions().len())
                .filter_map(|direction| Direction::try_from(direction).ok())
        };
        let backs: Vec<Direction> =
            directions().filter(|back| self.field.board.step(cell, *back) == Some(from)).collect();
        let contents = |onwards: Option<Direction>| -> ValueSet {
            let content = |back: &Direction| {
                let links: Links = if forward { (Some(*back), onwards) } else { (onwards, Some(*back)) };
                self.field.pieces.id(&self.field.pieces.part(self.kind, self.labels, at, links)?)
            };
            backs.iter().filter_map(content).collect()
        };
        let with = |onwards| {
            let mut form = form.clone();
            form.push((cell, contents(onwards)));
            form
        };
        if at == 0 || at + 1 == self.labels.len() {
            all.push(with(None));
            return;
        }
        for onwards in directions() {
            self.extend(with(Some(onwards)), (cell, at), (onwards, forward), all);
        }
    }
}
