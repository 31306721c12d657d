//! The two ways through the states: forward by the moves, backward by inverse moves.
//!
//! Under symmetry reduction a state represents its class: every state is replaced by the representative of
//! its class, and the place of a piece by its image under the same symmetry. (A class may have several such
//! places, all equivalent: some symmetry that keeps the state exchanges them.)

use super::meter::Meter;
use crate::packed::{Canon, Moves, Packed, Scratch};
use crate::{Relaxed, goal_positions, inverses};
use puzzlec_base::Limit;
use puzzlec_task::{Task, VarId};

/// No state, no move, no place.
pub(super) const NONE: u32 = u32::MAX;

/// Maximum number of goal states of a backward search.
const MOST_GOALS: usize = 4096;

/// The data for a backward search.
pub(super) struct Backward {
    moves: Moves,
    /// For each inverse move, the move that it inverts.
    forward: Vec<u32>,
    goals: Vec<Vec<u64>>,
}

impl Backward {
    /// Inverse moves and goal states, if they can be listed.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn new(
        task: &Task,
        relaxed: &Relaxed,
        packed: &Packed,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Limit> {
        let goals = goal_positions(task, relaxed, MOST_GOALS, &mut |n| meter.steps(n))?;
        let (Some(goals), Some(inverses)) = (goals, inverses(task, relaxed)) else { return Ok(None) };
        let moves = packed.inverse_moves(&inverses);
        let of = packed.moves.by_action(task.actions.len());
        let of = |at| of.get(moves.action(at) as usize).copied().unwrap_or(NONE);
        let forward = (0..moves.len() as u32).map(of).collect();
        let goals = goals.iter().map(|g| packed.layout.pack(g)).collect();
        Ok(Some(Backward { moves, forward, goals }))
    }
}

/// Both ways.
#[derive(Clone, Copy)]
pub(super) struct Transitions<'a> {
    pub(super) packed: &'a Packed,
    pub(super) backward: Option<&'a Backward>,
    pub(super) canon: Option<&'a Canon>,
    /// Whether all symmetries in use keep the start.
    pub(super) keeps_start: bool,
}

/// A move in the direction of the search.
#[derive(Clone, Copy)]
pub(super) struct Transition {
    /// The forward move.
    pub(super) at: u32,
    /// The origin of the moving piece, in the state, and its destination, in the representative of the next.
    pub(super) mover: Option<(VarId, VarId)>,
}

impl Transitions<'_> {
    /// The start.
    pub(super) fn start<const W: usize>(&self) -> [u64; W] {
        self.class(&self.packed.start())
    }

    /// The goal states, if the search is bidirectional.
    pub(super) fn goals<const W: usize>(&self) -> Option<impl Iterator<Item = [u64; W]>> {
        self.backward.map(|b| b.goals.iter().map(|goal| self.class(&Packed::widen(goal))))
    }

    /// The representative of a state.
    #[inline]
    pub(super) fn class<const W: usize>(&self, state: &[u64; W]) -> [u64; W] {
        self.canon.map_or(*state, |canon| canon.representative(state).0)
    }

    /// Calls `f` with every move from (or, backwards, into) the state and the representative of the state at
    /// its other end. An action that leaves the state unchanged is no move: it could end the run of a piece.
    /// Inverse moves are only candidates: the move itself must lead back to the state.
    #[inline]
    pub(super) fn each<const W: usize>(
        &self,
        backwards: bool,
        state: &[u64; W],
        scratch: &mut Scratch,
        mut f: impl FnMut(Transition, [u64; W]),
    ) {
        let moves = &self.packed.moves;
        let mut tell = |at: u32, mover: Option<(VarId, VarId)>, next: [u64; W]| match self.canon {
            _ if next == *state => {}
            None => f(Transition { at, mover }, next),
            Some(canon) => {
                let (class, renaming) = canon.representative(&next);
                let mover = mover.map(|(from, to)| (from, canon.variable(renaming, to)));
                f(Transition { at, mover }, class);
            }
        };
        match self.backward.filter(|_| backwards) {
            None => moves.each(state, scratch, |at, after| tell(at, moves.mover(at), after)),
            Some(backward) => backward.moves.each(state, scratch, |inverse, before| {
                let at = backward.forward.get(inverse as usize).copied().unwrap_or(NONE);
                if moves.applies(at, &before) && moves.apply(at, &before) == *state {
                    tell(at, backward.moves.mover(inverse), before);
                }
            }),
        }
    }
}
