//! Goals as the contents of cells.

use super::Labels;
use crate::problem::{Target, Wish};
use puzzlec_model::board::Board;
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{Content, ContentId, Pieces};

/// The board and the pieces of a goal.
pub(super) struct Targets<'a> {
    /// The board.
    pub cells: &'a Board,
    /// The pieces.
    pub pieces: &'a Pieces,
    /// The labels of ends.
    pub labels: &'a Labels,
}

impl Targets<'_> {
    /// The targets of which one is enough; nothing for a goal of another form, and for one that lies anywhere.
    pub fn of(&self, goal: &Goal) -> Option<Vec<Target>> {
        let of_game = |content: &Content| *content == Content::Empty || self.pieces.end(content).is_some();
        let contents = self.pieces.contents().filter(|(_, content)| of_game(content)).map(|(id, _)| id);
        let mut targets: Vec<Target> = Vec::new();
        for goal in goal.alternatives(self.cells, self.pieces, &contents.collect::<Vec<_>>())? {
            if goal.anywhere {
                return None;
            }
            let wish = |cell| goal.held(cell).map_or_else(Wish::any, |held| self.wish(held));
            let target: Target = self.cells.cells().iter().map(|cell| wish(*cell)).collect();
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        // A cell that may hold nothing is in no configuration; one such goal is kept where all are like that.
        let can_hold = |wish: &Wish| wish.empty || wish.ends.as_ref().is_none_or(|ends| !ends.is_empty());
        let impossible = |target: &Target| !target.iter().all(can_hold);
        match targets.iter().all(impossible) {
            true => targets.truncate(1),
            false => targets.retain(|target| !impossible(target)),
        }
        Some(targets)
    }

    fn wish(&self, held: &[ContentId]) -> Wish {
        let lying = |id: &ContentId| self.labels.lying(self.pieces, self.pieces.content(*id));
        let mut ends: Vec<_> = held.iter().filter_map(lying).collect();
        ends.sort_unstable();
        ends.dedup();
        Wish { empty: held.contains(&0), ends: Some(ends) }
    }
}
