//! What a rule writes.

use super::board::Board;
use super::matches::{Place, along};
use super::program::{Change, RowTest, RuleTest, add, insert, is_zero, remove};
use crate::Draws;

/// What writing needs beside the board.
pub(super) struct Writer<'a, const W: usize> {
    pub(super) layers: &'a [[u64; W]],
    pub(super) layer_of: &'a [usize],
    /// Marks of a layer.
    pub(super) each: usize,
    pub(super) draws: &'a mut Draws,
    /// The number of the group, for rigid rules.
    pub(super) group: usize,
}

impl<const W: usize> Writer<'_, W> {
    /// Writes a row of a rule at a place; whether objects or marks differ.
    pub(super) fn write<const M: usize>(
        &mut self,
        board: &mut Board<W, M>,
        rule: &RuleTest<W, M>,
        row: &RowTest<W, M>,
        place: Place,
    ) -> bool {
        let mut gaps = place.gaps.iter();
        let (mut first, mut changed) = (place.first, false);
        for part in &row.parts {
            for (steps, test) in (0..).zip(part) {
                if let Some(change) = &test.write {
                    let cell = board.cell(rule.axis, along(first, steps, rule.forward));
                    changed |= self.change(board, cell, change, rule.rigid);
                }
            }
            let gap = gaps.next().map_or(0, |gap| usize::from(*gap));
            first = along(first, part.len() + gap, rule.forward);
        }
        changed
    }

    fn change<const M: usize>(
        &mut self,
        board: &mut Board<W, M>,
        cell: usize,
        change: &Change<W, M>,
        rigid: bool,
    ) -> bool {
        let (Some(old), Some(old_marks)) = (board.objects.get_mut(cell), board.marks.get_mut(cell)) else {
            return false;
        };
        let (mut objects, mut marks) = (*old, *old_marks);
        remove(&mut objects, &change.clear);
        add(&mut objects, &change.set);
        remove(&mut marks, &change.unmark);
        add(&mut marks, &change.mark);
        if !change.random.is_empty() {
            let object = change.random.get(self.draws.draw(change.random.len())).copied().unwrap_or(0);
            let layer = self.layer_of.get(object).copied().unwrap_or(0);
            remove(&mut objects, self.layers.get(layer).unwrap_or(&[0; W]));
            insert(&mut objects, object);
            let mut own = [0; M];
            (self.each * layer..self.each * (layer + 1)).for_each(|bit| insert(&mut own, bit));
            remove(&mut marks, &own);
        }
        for layer in &change.turned {
            insert(&mut marks, self.each * layer + self.draws.draw(self.each - 1));
        }
        let changed = *old != objects || *old_marks != marks;
        if changed {
            (*old, *old_marks) = (objects, marks);
            board.know(cell, &objects, &marks);
        }
        if rigid && !is_zero(&change.noted) {
            self.note(board, cell, &change.noted);
        }
        changed
    }

    /// Notes that the group of this rule wrote marks; the first group stays.
    fn note<const M: usize>(&self, board: &mut Board<W, M>, cell: usize, noted: &[u64; M]) {
        let Some(known) = board.noted.get_mut(cell) else { return };
        let mut new = *noted;
        remove(&mut new, known);
        add(known, noted);
        // One entry for a layer: of its bits the first is enough.
        for bit in puzzlec_base::bits_of(new.iter().copied())
            .map(|bit| bit as usize)
            .filter(|bit| bit % self.each == 0)
        {
            board.noted_by.push((cell, bit / self.each, self.group));
        }
    }
}
