//! Consequences on packed states: the one place where searches, counts and games run them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::layout::Layout;
use super::moves::{Moves, Scratch};
use super::test::{Mask, Test};
use crate::Relaxed;
use puzzlec_model::rule::Repeat;
use puzzlec_task::{Action, ActionId, Consequences, Repeats};

/// The consequences of a packed task.
///
/// Consequences that do not end lead to the *endless state*: one bit that no variable uses is set. It passes
/// the goal test and has no moves. A search for a plan therefore finds it in its own order, whatever the number
/// of threads, and whoever asked reports the error instead of a plan.
#[derive(Clone, Debug)]
pub(super) struct Settling {
    stages: Vec<PackedStage>,
    sequences: Vec<Vec<u32>>,
    endless: Mask,
    /// The condition on the state in which a move ends.
    legal: Test,
    /// The first stage that did not end; `u32::MAX` if all did.
    met: Arc<AtomicU32>,
}

#[derive(Clone, Debug)]
struct PackedStage {
    moves: Moves,
    repeat: Repeat,
    /// For each move the number of its action: cases of one action have the same.
    groups: Vec<u32>,
}

impl Settling {
    /// Compiles the consequences of a task with so many actions of its own, and takes a bit of the layout.
    pub(super) fn new(all: &Consequences, actions: usize, relaxed: &Relaxed, layout: &mut Layout) -> Self {
        let (word, bit) = layout.spare();
        let layout = &*layout;
        let stages = all.stages.iter().map(|stage| {
            let listed = || (stage.actions.start..).zip(all.of(stage));
            let fires = |id: u32| relaxed.fires.get(actions + id as usize) == Some(&true);
            let moves = Moves::new(
                layout,
                listed().filter(|(id, _)| fires(*id)).map(|(id, action)| (id as ActionId, action)),
            );
            let of = |at: u32| all.actions.get(moves.action(at) as usize);
            let mut groups: Vec<u32> = Vec::new();
            let mut last: Option<&Action> = None;
            for at in 0..moves.len() as u32 {
                let here = of(at);
                let same = last.zip(here).is_some_and(|(a, b)| a.label == b.label);
                let group = groups.last().map_or(0, |group| group + u32::from(!same));
                groups.push(group);
                last = here;
            }
            PackedStage { moves, repeat: stage.repeat, groups }
        });
        let stages = stages.collect();
        let met = Arc::new(AtomicU32::new(u32::MAX));
        let (sequences, legal) = (all.sequences.clone(), Test::new(&all.legal, layout));
        Settling { stages, sequences, endless: Mask { word, mask: bit, value: bit }, legal, met }
    }

    /// The test for the endless state.
    pub(super) fn endless(&self) -> Test {
        Test::Masks(Box::new([self.endless]))
    }

    /// Whether a state is the endless one.
    #[inline]
    pub(super) fn is_endless(&self, state: &[u64]) -> bool {
        self.endless.holds(state)
    }

    /// Whether a move may end in a state.
    pub(super) fn allows(&self, state: &[u64]) -> bool {
        self.is_endless(state) || self.legal.holds(state)
    }

    /// The first stage, in the order of the puzzle, that did not end so far.
    pub(super) fn met(&self) -> Option<u32> {
        Some(self.met.load(Ordering::Relaxed)).filter(|stage| *stage != u32::MAX)
    }

    /// Forgets which stages did not end.
    pub(super) fn forget(&self) {
        self.met.store(u32::MAX, Ordering::Relaxed);
    }

    /// Runs a sequence of stages.
    pub(super) fn settle<const W: usize>(&self, then: u32, state: &mut [u64; W], scratch: &mut Scratch) {
        for number in self.sequences.get(then as usize).into_iter().flatten() {
            let Some(stage) = self.stages.get(*number as usize) else { continue };
            if stage.repeat != Repeat::UntilNone {
                stage.each_once(state);
            } else if !stage.first_until_none(state, scratch) {
                self.met.fetch_min(*number, Ordering::Relaxed);
                *state = [0; W];
                if let Some(word) = state.get_mut(self.endless.word as usize) {
                    *word = self.endless.value;
                }
                return;
            }
        }
    }
}

impl PackedStage {
    /// Applies each action that applies at its turn, and for [`Repeat::Once`] in the state before, too.
    fn each_once<const W: usize>(&self, state: &mut [u64; W]) {
        let before = *state;
        let mut first = 0;
        for cases in self.groups.chunk_by(|one, next| one == next) {
            let mut moves = first..first + cases.len() as u32;
            first = moves.end;
            let matches =
                self.repeat == Repeat::Each || moves.clone().any(|at| self.moves.applies(at, &before));
            if let Some(at) = moves.find(|at| matches && self.moves.applies(*at, state)) {
                *state = self.moves.apply_alone(at, state);
            }
        }
    }

    /// Applies the first action that applies until there is none; `false` if that does not end.
    fn first_until_none<const W: usize>(&self, state: &mut [u64; W], scratch: &mut Scratch) -> bool {
        let mut repeats = Repeats::new();
        loop {
            let mut next = None;
            self.moves.each_alone(state, scratch, |_, after| {
                if next.is_none() && after != *state {
                    next = Some(after);
                }
            });
            let Some(after) = next else { return true };
            *state = after;
            if repeats.never_ends(state) {
                return false;
            }
        }
    }
}
