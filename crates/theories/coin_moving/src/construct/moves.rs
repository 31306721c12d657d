//! Steps with coins in hand, and the moves that they become (Proposition 1.5).

use std::collections::BinaryHeap;

/// A coin picked up or dropped on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u32);

impl Step {
    /// On the cell with a number.
    pub fn new(place: u32, drop: bool) -> Self {
        Step(place << 1 | u32::from(drop))
    }

    /// Whether the coin is dropped.
    pub fn is_drop(self) -> bool {
        self.0 & 1 != 0
    }

    /// The number of the cell, see [`HandGame::cell`](super::hand::HandGame::cell).
    pub fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The same the other way round.
    pub fn inverse(self) -> Self {
        Step(self.0 ^ 1)
    }
}

/// A coin's way, by numbers of cells.
pub type Way = (u32, u32);

/// Proposition 1.5: plays steps that begin and end with no coin in hand as moves. A coin that is picked up
/// stays where it is until a coin is needed elsewhere; the one whose cell is needed last goes first.
pub fn moves(steps: &[Step], places: usize) -> Vec<Way> {
    // For each pick the time of the next drop on its cell.
    let mut next = vec![u32::MAX; places];
    let mut until = vec![u32::MAX; steps.len()];
    for (time, (step, until)) in steps.iter().zip(until.iter_mut()).enumerate().rev() {
        let time = u32::try_from(time).unwrap_or(u32::MAX);
        let Some(slot) = next.get_mut(step.place()) else { continue };
        if step.is_drop() {
            *slot = time;
        } else {
            *until = *slot;
        }
    }
    // The coins that wait, the one whose cell is needed last on top. Those that stayed where they were needed are
    // below all others.
    let mut waiting: BinaryHeap<(u32, u32)> = BinaryHeap::new();
    let mut waits = vec![false; places];
    let mut moves = Vec::new();
    for (time, (step, until)) in (0..).zip(steps.iter().zip(until)) {
        let Some(here) = waits.get_mut(step.place()) else { continue };
        let Ok(place) = u32::try_from(step.place()) else { continue };
        if !step.is_drop() {
            *here = true;
            waiting.push((until, place));
        } else if !std::mem::take(here) {
            let Some((_, from)) = waiting.pop().filter(|(until, _)| *until > time) else { continue };
            waits.get_mut(from as usize).into_iter().for_each(|waits| *waits = false);
            moves.push((from, place));
        }
    }
    moves
}
