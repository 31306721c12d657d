//! From steps with coins in hand to plain moves (Proposition 1.5).

use std::collections::BTreeSet;

use super::game::Step;

/// A coin's way, by numbers of cells.
pub type Way = (u32, u32);

/// Plays steps that begin and end with no coin in hand as moves. A coin that is picked up stays where it is
/// until a coin is needed elsewhere; the one whose cell is needed last goes first.
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
    let mut waiting: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut moves = Vec::new();
    for (time, (step, until)) in (0..).zip(steps.iter().zip(until)) {
        let Ok(place) = u32::try_from(step.place()) else { continue };
        if !step.is_drop() {
            waiting.insert((until, place));
        } else if !waiting.remove(&(time, place)) {
            // Of those that are never needed the nearest in the order of cells would do as well as any.
            let Some((_, from)) = waiting.pop_last() else { continue };
            moves.push((from, place));
        }
    }
    moves
}
