//! What rules did: which ones ever had an effect and, where it is wanted, the board after each.

use super::board::Board;
use crate::Bits;
use crate::world::Key;

/// Steps of a turn that are kept; more come only of rules that change the board back and forth.
const MOST_STEPS: usize = 2_000;

/// What a step of a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key has marked the players; in a turn without a key, nothing.
    Key(Key),
    /// A rule changed something or queued a command: its place among [`crate::Game::all_rules`].
    Rule(usize),
    /// What is marked has moved, as far as it could.
    Movement,
    /// A rigid rule marked something that cannot move, so that the turn begins again without its group.
    Rigid,
    /// The turn is taken back by `cancel`.
    Cancel,
    /// The turn is taken back because no player left its cell.
    Unmoved,
    /// The level begins again from the restart point.
    Restart,
    /// The board becomes the restart point.
    Checkpoint,
    /// The level is won.
    Win,
}

/// A step with what follows from it: words of cells and marks.
pub(crate) struct RawStep {
    pub(crate) event: Event,
    pub(crate) objects: Vec<u64>,
    pub(crate) marks: Vec<Bits>,
}

/// The effects of rules.
#[derive(Default)]
pub(crate) struct Log {
    /// Nothing is noted, because the turn is only a trial.
    pub(super) paused: bool,
    /// For each rule whether it ever changed something or queued a command.
    pub(super) fired: Vec<bool>,
    /// The steps since they were taken last, if they are wanted.
    pub(super) steps: Option<Vec<RawStep>>,
}

impl Log {
    pub(super) fn rule<const W: usize, const M: usize>(&mut self, number: usize, board: &Board<W, M>) {
        if self.paused {
            return;
        }
        if let Some(fired) = self.fired.get_mut(number) {
            *fired = true;
        }
        self.step(Event::Rule(number), board);
    }

    pub(super) fn step<const W: usize, const M: usize>(&mut self, event: Event, board: &Board<W, M>) {
        let Some(steps) = self.steps.as_mut().filter(|steps| !self.paused && steps.len() < MOST_STEPS) else {
            return;
        };
        let objects = board.objects.iter().flatten().copied().collect();
        let bits =
            |marks: &[u64; M]| Bits::of(puzzlec_base::bits_of(marks.iter().copied()).map(|b| b as usize));
        steps.push(RawStep { event, objects, marks: board.marks.iter().map(bits).collect() });
    }
}
