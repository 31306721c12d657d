//! The movement of a turn.

use puzzlec_base::bits_of;

use super::Runner;
use super::program::{add, is_zero, meets, remove};

impl<const W: usize, const M: usize> Runner<W, M> {
    /// Moves what is marked and drops all marks; whether a rigid group was banned, so that the turn runs again.
    pub(super) fn movement(&mut self) -> bool {
        if is_zero(&self.board.all.marks) {
            return false;
        }
        while self.sweep() {}
        let banned = !self.board.noted_by.is_empty() && self.ban();
        self.board.clear_marks();
        banned
    }

    /// One sweep over all cells by columns; whether something moved.
    fn sweep(&mut self) -> bool {
        let mut moved = false;
        let each = self.program.shape.marks();
        for cell in self.board.marked.clone() {
            let Some(marks) = self.board.marks.get(cell).copied().filter(|marks| !is_zero(marks)) else {
                continue;
            };
            for bit in bits_of(marks).map(|bit| bit as usize) {
                let (layer, mark) = (bit / each, bit % each);
                let action = mark + 1 == each;
                let goes = action
                    || self.board.grid.next(cell, mark).is_some_and(|target| self.go(cell, target, layer));
                if goes {
                    moved = true;
                    if let Some(word) = self.board.marks.get_mut(cell).and_then(|m| m.get_mut(bit / 64)) {
                        *word &= !(1 << (bit % 64));
                    }
                }
            }
        }
        moved
    }

    /// Moves what a cell has in a layer, if the layer of the target is free.
    fn go(&mut self, cell: usize, target: usize, layer: usize) -> bool {
        let Some(layer) = self.program.layers.get(layer) else { return false };
        let board = &mut self.board;
        if board.objects.get(target).is_none_or(|objects| meets(objects, layer)) {
            return false;
        }
        let Some(from) = board.objects.get_mut(cell) else { return false };
        let mut moving = *from;
        moving.iter_mut().zip(layer).for_each(|(a, b)| *a &= b);
        remove(from, layer);
        if let Some(to) = board.objects.get_mut(target) {
            add(to, &moving);
        }
        board.know(target, &moving, &[0; M]);
        true
    }

    /// Bans the rigid groups whose marks are left; of a cell the first layer counts.
    fn ban(&mut self) -> bool {
        let mut new = false;
        let each = self.program.shape.marks();
        let board = &self.board;
        for (cell, (marks, noted)) in board.marks.iter().zip(&board.noted).enumerate() {
            let mut left = *marks;
            left.iter_mut().zip(noted).for_each(|(a, b)| *a &= b);
            let Some(layer) = bits_of(left).next().map(|bit| bit as usize / each) else { continue };
            let by = board.noted_by.iter().find(|note| note.0 == cell && note.1 == layer);
            if let Some(banned) = by.and_then(|note| self.banned.get_mut(note.2)).filter(|banned| !**banned) {
                *banned = true;
                new = true;
            }
        }
        new
    }
}
