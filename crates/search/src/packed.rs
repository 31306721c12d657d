//! Positions in few words, and actions as masks on words.
//!
//! A [`Packed`] task has only the possible values of every variable, each variable as a bit field that does
//! not straddle words, and only the actions that could ever apply. A state is `[u64; W]`;
//! [`Packed::dispatch`] picks `W`. Search code is generic over `W` and independent of variables and values.

mod canon;
mod chunks;
mod layout;
mod moves;
mod settle;
mod shape;
mod test;
mod tree;

pub use canon::Canon;
pub use layout::{CodeSet, Field, Layout};
pub(crate) use moves::strengthen;
pub use moves::{Moves, Scratch};
use settle::Settling;
pub use test::Test;

use super::{Inverse, Relaxed};
use puzzlec_base::diag::Stop;
use puzzlec_task::{ActionId, Position, Task};

/// A task over packed states.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The places of the variables.
    pub layout: Layout,
    /// The actions that could ever apply, in the task's order.
    pub moves: Moves,
    /// The goal test.
    pub goal: Test,
    start: Vec<u64>,
}

/// Work to be done for one state size; see [`Packed::dispatch`].
pub trait Job {
    /// The result.
    type Output;

    /// Does it.
    ///
    /// # Errors
    /// The limit that ended it.
    fn run<const W: usize>(self, packed: &Packed) -> Result<Self::Output, Stop>;
}

impl Packed {
    /// Packs a task.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] if a state takes more than 64 words.
    pub fn new(task: &Task, relaxed: &Relaxed) -> Result<Self, Stop> {
        let mut layout = Layout::new(&relaxed.values)?;
        let settling = task
            .consequences
            .as_ref()
            .map(|all| Settling::new(all, task.actions.len(), relaxed, &mut layout));
        let fires = |id: &usize| relaxed.fires.get(*id) == Some(&true);
        let actions = (0..task.actions.len()).filter(fires);
        let actions = actions.filter_map(|id| Some((id as ActionId, task.actions.get(id)?)));
        let goal = Test::new(&task.goal, &layout);
        let goal = match &settling {
            Some(settling) => Test::Any(Box::new([settling.endless(), goal])),
            None => goal,
        };
        let moves = Moves::new(&layout, actions).settling(settling);
        let start = layout.pack(&task.start);
        Ok(Packed { layout, moves, goal, start })
    }

    /// Checks that all consequences that were met ended.
    ///
    /// # Errors
    /// The first of the task's consequences that does not end after some move.
    pub fn all_settled(&self, task: &Task) -> Result<(), Stop> {
        match (&task.consequences, self.moves.endless_met()) {
            (Some(all), Some(stage)) => Err(all.endless(stage)),
            _ => Ok(()),
        }
    }

    /// The inverse actions, over the same states.
    pub fn inverse_moves(&self, inverses: &[Inverse]) -> Moves {
        Moves::new(&self.layout, inverses.iter().map(|i| (i.of, &i.action)))
    }

    /// The start.
    pub fn start<const W: usize>(&self) -> [u64; W] {
        Packed::widen(&self.start)
    }

    /// A position within the relaxed values as a state.
    pub fn pack<const W: usize>(&self, position: &Position) -> [u64; W] {
        Packed::widen(&self.layout.pack(position))
    }

    /// Words of a layout as a state: words that are missing are 0.
    pub fn widen<const W: usize>(words: &[u64]) -> [u64; W] {
        let mut state = [0; W];
        for (to, from) in state.iter_mut().zip(words) {
            *to = *from;
        }
        state
    }

    /// Runs a job with the smallest compiled state size that is large enough.
    ///
    /// # Errors
    /// The job's error; [`Stop::TooLarge`] if no size is large enough.
    pub fn dispatch<J: Job>(&self, job: J) -> Result<J::Output, Stop> {
        match self.layout.words() {
            0..=1 => job.run::<1>(self),
            2 => job.run::<2>(self),
            3..=4 => job.run::<4>(self),
            5..=8 => job.run::<8>(self),
            9..=64 => job.run::<64>(self),
            _ => Err(layout::too_large()),
        }
    }
}
