//! The movement.

use crate::cells::Layout;
use crate::rewrite::Scene;

impl Scene {
    /// Moves everything that is marked, and forgets the marks. Gives the rigid groups of marks that could not move.
    pub(crate) fn movement(&mut self, layout: &Layout) -> Vec<usize> {
        loop {
            let mut moved = false;
            for x in 0..self.board.width {
                for y in 0..self.board.height {
                    moved |= self.leave(layout, y * self.board.width + x);
                }
            }
            if !moved {
                break;
            }
        }
        let mut failed = Vec::new();
        for place in 0..self.board.cells.len() {
            // Of a cell the first layer counts.
            let mut left = self.marks.range((place, 0)..(place + 1, 0)).map(|(key, _)| key);
            failed.extend(left.find_map(|key| self.noted.get(key)).copied());
        }
        self.marks.clear();
        self.noted.clear();
        failed
    }

    /// Moves what can leave a cell, layer by layer.
    fn leave(&mut self, layout: &Layout, place: usize) -> bool {
        let marked: Vec<(usize, String)> =
            self.marks.range((place, 0)..(place + 1, 0)).map(|(key, mark)| (key.1, mark.clone())).collect();
        let mut moved = false;
        for (layer, mark) in marked {
            if mark != "action" {
                let Some(target) = layout.beside(&self.board, place, &mark) else { continue };
                if self.board.cells.get(target).is_none_or(|cell| cell.contains_key(&layer)) {
                    continue;
                }
                let object = self.board.cells.get_mut(place).and_then(|cell| cell.remove(&layer));
                if let (Some(object), Some(cell)) = (object, self.board.cells.get_mut(target)) {
                    cell.insert(layer, object);
                }
            }
            self.marks.remove(&(place, layer));
            moved = true;
        }
        moved
    }
}
