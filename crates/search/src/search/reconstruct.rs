//! Plan reconstruction: the actions of a plan from a path of classes.
//!
//! Symmetries map actions to actions and goals to goals. So from every state of a class some action leads
//! into the next class of the path, and every state of the last class is a goal if one of them is. If a step
//! must continue the run of the piece that moved before, not every such action is suitable; the search then
//! backtracks.

use rustc_hash::FxHashSet;

use super::transitions::{NONE, Transitions};
use crate::packed::Scratch;
use puzzlec_task::{ActionId, VarId};

/// A step of a path.
#[derive(Clone, Copy)]
pub(super) struct PathStep<const W: usize> {
    /// The representative of the state after the step.
    pub(super) class: [u64; W],
    /// Whether the step continues the run of the piece that moved before.
    pub(super) same_piece: bool,
    /// The weight of the step, if it counts.
    pub(super) weight: Option<u32>,
}

/// A state on the path, the move into it and the new place of the moved piece.
#[derive(Clone, Copy)]
struct Visit<const W: usize> {
    state: [u64; W],
    by: u32,
    place: VarId,
}

/// The actions of a plan from the start that takes these strides.
pub(super) fn reconstruct<const W: usize>(transitions: &Transitions, path: &[PathStep<W>]) -> Vec<ActionId> {
    let mut scratch = Scratch::default();
    let mut dead = FxHashSet::default();
    let mut line = vec![Visit { state: transitions.packed.start(), by: NONE, place: NONE }];
    // For every state on the path, the remaining candidates for its successor, in reverse order.
    let mut open: Vec<Vec<Visit<W>>> = Vec::new();
    while let (Some(here), Some(step)) = (line.last(), path.get(line.len() - 1)) {
        if open.len() < line.len() {
            open.push(onward(transitions, here, step, &mut scratch));
        }
        match open.last_mut().and_then(Vec::pop) {
            Some(next) if dead.contains(&(line.len(), next.state, next.place)) => {}
            Some(next) => line.push(next),
            None => {
                dead.insert((line.len() - 1, here.state, here.place));
                open.pop();
                line.pop();
            }
        }
    }
    line.iter().skip(1).map(|spot| transitions.packed.moves.action(spot.by)).collect()
}

fn onward<const W: usize>(
    transitions: &Transitions,
    here: &Visit<W>,
    step: &PathStep<W>,
    scratch: &mut Scratch,
) -> Vec<Visit<W>> {
    let moves = &transitions.packed.moves;
    let mut all = Vec::new();
    moves.each(&here.state, scratch, |by, state| {
        let mover = moves.mover(by);
        let moved = state != here.state;
        let goes_on = !step.same_piece || mover.is_some_and(|m| m.0 == here.place);
        let costs = step.weight.is_none_or(|n| n == moves.weight(by));
        if moved && goes_on && costs && transitions.class(&state) == step.class {
            all.push(Visit { state, by, place: mover.map_or(NONE, |m| m.1) });
        }
    });
    all.reverse();
    all
}
