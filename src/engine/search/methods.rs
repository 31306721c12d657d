//! The searches of a task, one method each.

use std::cell::OnceCell;

use super::best::{Best, Found, Order};
use super::bound::{Bound, DEAD};
use super::classes::Finder;
use super::deepening::Deepening;
use super::dive::Dive;
use super::meter::Meter;
use super::successors::Plain;
use super::team::Team;
use super::ways::Backward;
use super::{Options, Outcome, breadth, classes, measure, pieces, runs};
use crate::diag::Stop;
use crate::engine::{Certificate, Optimality, Plan, Searched, Verdict};
use crate::task::counts::plan_length;
use crate::task::packed::{Job, Packed};
use crate::task::{ActionId, Cost, Relaxed, Task};

/// The searches of a task, with what they share.
pub(super) struct Searches<'t> {
    pub(super) task: &'t Task,
    relaxed: &'t Relaxed,
    packed: &'t Packed,
    options: &'t Options,
    strategy: Strategy,
    backward: OnceCell<Option<Backward>>,
    bound: OnceCell<Bound>,
}

impl<'t> Searches<'t> {
    pub(super) fn new(
        task: &'t Task,
        relaxed: &'t Relaxed,
        packed: &'t Packed,
        options: &'t Options,
    ) -> Self {
        let strategy = Strategy::of(task.measure.cost, packed);
        let (backward, bound) = (OnceCell::new(), OnceCell::new());
        Searches { task, relaxed, packed, options, strategy, backward, bound }
    }

    /// What every action costs, if it is the same.
    pub(super) fn unit(&self) -> Option<u64> {
        match self.strategy {
            Strategy::Breadth(unit) => Some(unit),
            Strategy::Runs | Strategy::Pieces => None,
        }
    }

    /// The length of all plans, if they have one.
    pub(super) fn length(&self) -> Option<u64> {
        self.unit().and_then(|_| plan_length(self.task, self.relaxed))
    }

    fn bound(&self) -> &Bound {
        self.bound.get_or_init(|| Bound::new(self.task, self.relaxed, self.packed))
    }

    /// The bound of the start.
    pub(super) fn start_bound(&self) -> u32 {
        self.bound().of(&self.packed.layout.pack(&self.task.start))
    }

    /// Whether a search by lower bounds may be better than one that has ruled out all shorter
    /// lengths than this level by level: the bound of the start is half of it, or positions are
    /// seen to be dead where there is no way back from the goal.
    pub(super) fn promises(&self, at_least: u64) -> bool {
        let (Some(unit), start) = (self.unit(), self.start_bound()) else { return false };
        let forward_only = self.backward.get().is_none_or(Option::is_none);
        start != DEAD
            && (u64::from(start) * unit * 2 >= at_least || (forward_only && self.bound().tells_dead()))
    }

    /// Level by level, in the task's measure.
    pub(super) fn levels(&self, both_ends: bool, meter: &mut Meter) -> Result<Verdict, Stop> {
        let backward = if both_ends && self.strategy != Strategy::Pieces {
            if self.backward.get().is_none() {
                let made = Backward::new(self.task, self.relaxed, self.packed, meter)?;
                self.backward.get_or_init(|| made);
            }
            self.backward.get().and_then(Option::as_ref)
        } else {
            None
        };
        meter.poll()?;
        let (task, relaxed, packed, few) = (self.task, self.relaxed, self.packed, self.options.few);
        let finder = Finder { task, relaxed, packed, few };
        let (options, strategy) = (self.options, self.strategy);
        let outcome = self.packed.dispatch(Levels { finder, options, strategy, backward, meter })?;
        Ok(verdict(self.task, outcome))
    }

    /// Depth first; nothing if it gives way after so many states, or if it must not say why there
    /// is no plan.
    pub(super) fn depth(&self, most: u32, meter: &mut Meter) -> Result<Option<Verdict>, Stop> {
        let one_length = self.length().is_some();
        Ok(match self.packed.dispatch(Dive { meter, most })? {
            Some(Outcome::Plan(actions)) => Some(self.solved(actions, one_length, meter)),
            // Levels are the depths that states are met at only where those are all the same.
            Some(outcome) if one_length => Some(verdict(self.task, outcome)),
            _ => None,
        })
    }

    /// Best first.
    pub(super) fn best(&self, order: Order, meter: &mut Meter) -> Result<Verdict, Stop> {
        let bound = self.bound();
        let before = meter.progress;
        let successors = Plain { packed: self.packed, bound };
        let proves = (order == Order::Least).then(|| self.unit().unwrap_or(0));
        match self.packed.dispatch(Best { successors, order, proves, meter })? {
            Found::Plan(actions, _) => Ok(self.solved(actions, order == Order::Least, meter)),
            Found::Exhausted(Some(levels)) => Ok(verdict(self.task, Outcome::Exhausted(levels))),
            Found::Exhausted(None) => {
                // There is none; the levels are the proof.
                meter.progress = before;
                self.levels(false, meter)
            }
        }
    }

    /// Depth first with a growing bound.
    pub(super) fn deepening(&self, meter: &mut Meter) -> Result<Verdict, Stop> {
        self.deepening_from(0, meter)
    }

    /// Depth first among plans of at most so many actions.
    pub(super) fn depth_within(&self, actions: u64, meter: &mut Meter) -> Result<Verdict, Stop> {
        self.deepening_from(u32::try_from(actions).unwrap_or(DEAD - 1).min(DEAD - 1), meter)
    }

    fn deepening_from(&self, first: u32, meter: &mut Meter) -> Result<Verdict, Stop> {
        let (bound, unit) = (self.bound(), self.unit().unwrap_or(0));
        let before = meter.progress;
        match self.packed.dispatch(Deepening { bound, unit, first, meter })? {
            Some(actions) => Ok(self.solved(actions, first == 0, meter)),
            None => {
                meter.progress = before;
                self.levels(false, meter)
            }
        }
    }

    /// A plan; least if it has the fewest actions and they are what counts, or if nothing shorter
    /// is possible.
    fn solved(&self, actions: Vec<ActionId>, fewest: bool, meter: &Meter) -> Verdict {
        let length = measure(self.task, &actions);
        let least = self.unit().is_some_and(|unit| {
            let known = u64::from(self.start_bound()).saturating_mul(unit).max(meter.at_least());
            fewest || length <= known
        });
        let optimality = if least { Optimality::Least } else { Optimality::Found };
        Verdict::Solved(Plan { actions, length, optimality })
    }
}

/// The answer that a search gives.
pub(super) fn verdict(task: &Task, outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Plan(actions) => {
            let length = measure(task, &actions);
            Verdict::Solved(Plan { actions, length, optimality: Optimality::Least })
        }
        Outcome::Exhausted(levels) => {
            Verdict::Unsolvable(Certificate::Searched(Searched::Exhausted { states: sum(&levels), levels }))
        }
        Outcome::ExhaustedClasses(levels) => {
            Verdict::Unsolvable(Certificate::Searched(Searched::ExhaustedClasses {
                classes: sum(&levels),
                levels,
            }))
        }
        Outcome::ExhaustedBackward(levels) => {
            Verdict::Unsolvable(Certificate::Searched(Searched::ExhaustedBackward {
                states: sum(&levels),
                levels,
            }))
        }
    }
}

/// The search that a cost needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Every move costs this.
    Breadth(u64),
    Runs,
    Pieces,
}

impl Strategy {
    fn of(cost: Cost, packed: &Packed) -> Self {
        let mut moves = 0..packed.moves.len() as u32;
        match cost {
            Cost::Actions => Strategy::Breadth(1),
            Cost::Runs if moves.all(|at| packed.moves.mover(at).is_none()) => Strategy::Breadth(1),
            Cost::Runs => Strategy::Runs,
            Cost::Pieces => {
                let first = moves.next().map_or(1, |at| packed.moves.pieces(at));
                let uniform = first > 0 && moves.all(|at| packed.moves.pieces(at) == first);
                if uniform { Strategy::Breadth(u64::from(first)) } else { Strategy::Pieces }
            }
        }
    }
}

/// A search level by level.
struct Levels<'a, 'b> {
    finder: Finder<'a>,
    options: &'a Options,
    strategy: Strategy,
    backward: Option<&'a Backward>,
    meter: &'a mut Meter<'b>,
}

impl Job for Levels<'_, '_> {
    type Output = Outcome;

    fn run<const W: usize>(self, _: &Packed) -> Result<Outcome, Stop> {
        let team = || Team::new(self.options);
        let symmetry = self.options.symmetry;
        classes::search::<W>(self.finder, symmetry, self.backward, self.meter, |ways, finder, meter| {
            match self.strategy {
                Strategy::Breadth(unit) => breadth::search::<W>(ways, finder, unit, team(), meter),
                Strategy::Runs => runs::search::<W>(ways, finder, team(), meter),
                Strategy::Pieces => pieces::search::<W>(ways, finder, team(), meter),
            }
        })
    }
}

fn sum(levels: &[u64]) -> u64 {
    levels.iter().fold(0, |sum, level| sum.saturating_add(*level))
}
