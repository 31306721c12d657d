//! The two ways through the states: forward by the moves, backward by inverse moves.

use crate::task::packed::{Moves, Packed, Scratch};
use crate::task::{Relaxed, Task, VarId, goal_positions, inverses};

/// No state, no move, no place.
pub(super) const NONE: u32 = u32::MAX;

/// The most goal states to begin a backward search with.
const MOST_GOALS: usize = 4096;

/// What a backward search needs.
pub(super) struct Backward {
    moves: Moves,
    /// For each inverse move the move it inverts.
    forward: Vec<u32>,
    goals: Vec<Vec<u64>>,
}

impl Backward {
    /// Inverse moves and goal states, if the task has few enough.
    pub(super) fn new(task: &Task, relaxed: &Relaxed, packed: &Packed) -> Option<Self> {
        let goals = goal_positions(task, relaxed, MOST_GOALS)?;
        let inverses = inverses(task, relaxed)?;
        let moves = packed.inverse_moves(&inverses);
        let of = packed.moves.by_action(task.actions.len());
        let of = |at| of.get(moves.action(at) as usize).copied().unwrap_or(NONE);
        let forward = (0..moves.len() as u32).map(of).collect();
        let goals = goals.iter().map(|g| packed.layout.pack(g)).collect();
        Some(Backward { moves, forward, goals })
    }
}

/// Both ways.
#[derive(Clone, Copy)]
pub(super) struct Ways<'a> {
    pub(super) packed: &'a Packed,
    pub(super) backward: Option<&'a Backward>,
}

/// A move on the way, seen in the direction of the search.
#[derive(Clone, Copy)]
pub(super) struct Hop {
    /// The move, which leads forward.
    pub(super) at: u32,
    /// Where the piece it moves goes from and to.
    pub(super) mover: Option<(VarId, VarId)>,
}

impl Ways<'_> {
    /// The goal states, if the search goes both ways.
    pub(super) fn goals<const W: usize>(&self) -> Option<impl Iterator<Item = [u64; W]>> {
        self.backward.map(|b| b.goals.iter().map(|goal| Packed::widen(goal)))
    }

    /// Calls `f` with every move from (or, backwards, into) the state and the state at its other
    /// end. Inverse moves only propose: what counts is that the move itself leads back.
    #[inline]
    pub(super) fn each<const W: usize>(
        &self,
        backwards: bool,
        state: &[u64; W],
        scratch: &mut Scratch,
        mut f: impl FnMut(Hop, [u64; W]),
    ) {
        let moves = &self.packed.moves;
        match self.backward.filter(|_| backwards) {
            None => moves.each(state, scratch, |at, after| f(Hop { at, mover: moves.mover(at) }, after)),
            Some(backward) => backward.moves.each(state, scratch, |inverse, before| {
                let at = backward.forward.get(inverse as usize).copied().unwrap_or(NONE);
                if moves.applies(at, &before) && moves.apply(at, &before) == *state {
                    f(Hop { at, mover: backward.moves.mover(inverse) }, before);
                }
            }),
        }
    }
}
