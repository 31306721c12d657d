//! The searches of a task, one method each.

use std::cell::OnceCell;

use super::best_first::{BestFirst, BestFirstResult, InTurns, Order, Waiting};
use super::depth_first::DepthFirst;
use super::heuristic::{DEAD, Heuristic, dead_pieces};
use super::ida_star::IdaStar;
use super::invariant::dead_together;
use super::meter::Meter;
use super::patterns::Sliding;
use super::sorted_breadth::SortedBreadth;
use super::successors::Plain;
use super::symmetry_reduction::SymmetryFinder;
use super::team::Team;
use super::transitions::Backward;
use super::{Options, SearchOutcome, breadth, measure, runs, symmetry_reduction, weights};
use crate::count::MoveKind;
use crate::counts::plan_length;
use crate::packed::{Canon, Job, Packed};
use crate::{Relaxed, symmetries};
use puzzlec_base::diag::Stop;
use puzzlec_task::{ActionId, Cost, Task};
use puzzlec_task::{Certificate, Optimality, Plan, Searched, Verdict};

/// The searches of a task, with what they share.
pub(super) struct Strategies<'t> {
    pub(super) task: &'t Task,
    relaxed: &'t Relaxed,
    packed: &'t Packed,
    pub(super) options: &'t Options,
    level_search: LevelSearch,
    backward: OnceCell<Option<Backward>>,
    heuristic: OnceCell<Heuristic>,
}

impl<'t> Strategies<'t> {
    pub(super) fn new(
        task: &'t Task,
        relaxed: &'t Relaxed,
        packed: &'t Packed,
        options: &'t Options,
    ) -> Self {
        let level_search = LevelSearch::of(task.measure.cost, packed);
        let (backward, heuristic) = (OnceCell::new(), OnceCell::new());
        Strategies { task, relaxed, packed, options, level_search, backward, heuristic }
    }

    /// The cost of every action, if all cost the same.
    pub(super) fn unit(&self) -> Option<u64> {
        match self.level_search {
            LevelSearch::Breadth(unit) => Some(unit),
            LevelSearch::Runs | LevelSearch::Weights => None,
        }
    }

    /// The length of all plans, if it is the same.
    pub(super) fn length(&self) -> Option<u64> {
        self.unit().and_then(|_| plan_length(self.task, self.relaxed))
    }

    /// The puzzle in which one piece at a time goes to the one empty cell, if it is one.
    pub(super) fn sliding(&self) -> Option<Sliding<'t>> {
        self.unit().and_then(|_| Sliding::of(self.task, self.relaxed))
    }

    fn heuristic(&self) -> &Heuristic {
        let team = Team::new(self.options);
        self.heuristic.get_or_init(|| Heuristic::with_pieces(self.task, self.relaxed, self.packed, team))
    }

    /// The bound of the start.
    pub(super) fn start_bound(&self) -> u32 {
        self.heuristic().of(&self.packed.layout.pack(&self.task.start))
    }

    /// The proof that the start is a dead end, if tables of pieces say so.
    pub(super) fn dead_start(&self) -> Option<Certificate> {
        let dead = (self.start_bound() == DEAD).then(|| dead_pieces(self.task, self.relaxed)).flatten()?;
        Some(dead_together(self.task, self.relaxed, &dead))
    }

    /// Whether a heuristic search may be better than a level-by-level search that has ruled out all lengths
    /// below `at_least`: the start's bound is at least half of it, or the heuristic detects dead ends and
    /// there is no backward search.
    pub(super) fn promises(&self, at_least: u64) -> bool {
        let (Some(unit), start) = (self.unit(), self.start_bound()) else { return false };
        let forward_only = self.backward.get().is_none_or(Option::is_none);
        start != DEAD
            && (u64::from(start) * unit * 2 >= at_least
                || (forward_only && self.heuristic().finds_dead_ends()))
    }

    /// Level by level, in the task's measure.
    pub(super) fn levels(&self, both_ends: bool, meter: &mut Meter) -> Result<Verdict, Stop> {
        let backward = if both_ends && self.level_search != LevelSearch::Weights {
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
        let finder = SymmetryFinder { task, relaxed, packed, few };
        let (options, level_search) = (self.options, self.level_search);
        let outcome = self.packed.dispatch(Levels { finder, options, level_search, backward, meter })?;
        Ok(verdict(self.task, outcome))
    }

    /// Level by level with sorted levels, which take less memory; `None` unless every move costs the same and can be undone.
    pub(super) fn sorted_levels(&self, meter: &mut Meter) -> Result<Option<Verdict>, Stop> {
        let (task, relaxed, packed) = (self.task, self.relaxed, self.packed);
        let Some(unit) = self.unit().filter(|_| MoveKind::of(task, relaxed) == MoveKind::Undoable) else {
            return Ok(None);
        };
        let canon = match self.options.symmetry {
            true => Canon::new(packed, &symmetries(task, relaxed, meter.budget())?.fixing(&task.start)),
            false => None,
        };
        let team = Team::new(self.options);
        let outcome = packed.dispatch(SortedBreadth { canon, team, unit, meter })?;
        Ok(Some(verdict(task, outcome)))
    }

    /// Depth-first search; `None` if it exceeds this number of states, or if it finds no plan and its levels
    /// would prove nothing.
    pub(super) fn depth_first(&self, most: u32, meter: &mut Meter) -> Result<Option<Verdict>, Stop> {
        let one_length = self.length().is_some();
        Ok(match self.packed.dispatch(DepthFirst { meter, most })? {
            Some(SearchOutcome::Plan(actions)) => Some(self.solved(actions, one_length, meter)),
            // Depths of states are levels only if all paths to a state have the same length.
            Some(outcome) if one_length => Some(verdict(self.task, outcome)),
            _ => None,
        })
    }

    /// Best-first search.
    pub(super) fn best_first(&self, order: Order, meter: &mut Meter) -> Result<Verdict, Stop> {
        let before = meter.progress;
        let result = self.packed.dispatch(self.ordered(order, &mut *meter))?;
        match self.of_best_first(result, order, meter) {
            Some(verdict) => Ok(verdict),
            None => {
                // There is none; the levels are the proof.
                meter.progress = before;
                self.levels(false, meter)
            }
        }
    }

    /// A*, to be run in turns; its result where the start decides.
    pub(super) fn in_turns(
        &self,
        meter: &mut Meter,
    ) -> Result<Result<Box<dyn Waiting + '_>, BestFirstResult>, Stop> {
        self.packed.dispatch(InTurns(self.ordered(Order::Least, meter)))
    }

    fn ordered<'a, 'b>(&self, order: Order, meter: &'a mut Meter<'b>) -> BestFirst<'a, 'b, Plain<'_>> {
        let successors = Plain { packed: self.packed, heuristic: self.heuristic() };
        let proves = (order == Order::Least).then(|| self.unit().unwrap_or(0));
        BestFirst { successors, order, proves, meter }
    }

    /// The answer of a best-first search; nothing if there is no plan and it has no proof.
    pub(super) fn of_best_first(
        &self,
        result: BestFirstResult,
        order: Order,
        meter: &Meter,
    ) -> Option<Verdict> {
        match result {
            BestFirstResult::Plan(actions, _) => Some(self.solved(actions, order == Order::Least, meter)),
            BestFirstResult::Exhausted(levels) => {
                levels.map(|levels| verdict(self.task, SearchOutcome::Exhausted(levels)))
            }
        }
    }

    /// Depth first with a growing bound.
    pub(super) fn ida_star(&self, meter: &mut Meter) -> Result<Verdict, Stop> {
        self.ida_star_from(0, meter)
    }

    /// Depth first among plans of at most so many actions.
    pub(super) fn depth_within(&self, actions: u64, meter: &mut Meter) -> Result<Verdict, Stop> {
        self.ida_star_from(u32::try_from(actions).unwrap_or(DEAD - 1).min(DEAD - 1), meter)
    }

    fn ida_star_from(&self, first: u32, meter: &mut Meter) -> Result<Verdict, Stop> {
        let (heuristic, unit) = (self.heuristic(), self.unit().unwrap_or(0));
        let before = meter.progress;
        match self.packed.dispatch(IdaStar { heuristic, unit, first, meter })? {
            Some(actions) => Ok(self.solved(actions, first == 0, meter)),
            None => {
                meter.progress = before;
                self.levels(false, meter)
            }
        }
    }

    /// A plan; least if it has the fewest actions and they are what counts, or if nothing shorter
    /// is possible.
    pub(super) fn solved(&self, actions: Vec<ActionId>, fewest: bool, meter: &Meter) -> Verdict {
        let length = measure(self.task, &actions);
        let least = self.unit().is_some_and(|unit| {
            let known = u64::from(self.start_bound()).saturating_mul(unit).max(meter.at_least());
            fewest || length <= known
        });
        let optimality = if least { Optimality::Least } else { Optimality::Found };
        Verdict::Solved(Plan { steps: actions, length, optimality })
    }
}

/// The answer that a search gives.
pub(super) fn verdict(task: &Task, outcome: SearchOutcome) -> Verdict {
    match outcome {
        SearchOutcome::Plan(steps) => {
            let length = measure(task, &steps);
            Verdict::Solved(Plan { steps, length, optimality: Optimality::Least })
        }
        SearchOutcome::Exhausted(levels) => Searched::Exhausted { states: sum(&levels), levels }.into(),
        SearchOutcome::ExhaustedClasses(levels) => {
            Searched::ExhaustedClasses { classes: sum(&levels), levels }.into()
        }
        SearchOutcome::ExhaustedBackward(levels) => {
            Searched::ExhaustedBackward { states: sum(&levels), levels }.into()
        }
    }
}

/// The search that a cost needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LevelSearch {
    /// Every move costs this.
    Breadth(u64),
    Runs,
    Weights,
}

impl LevelSearch {
    fn of(cost: Cost, packed: &Packed) -> Self {
        let mut moves = 0..packed.moves.len() as u32;
        match cost {
            Cost::Actions => LevelSearch::Breadth(1),
            Cost::Runs if moves.all(|at| packed.moves.mover(at).is_none()) => LevelSearch::Breadth(1),
            Cost::Runs => LevelSearch::Runs,
            Cost::Weights => {
                let first = moves.next().map_or(1, |at| packed.moves.weight(at));
                let uniform = first > 0 && moves.all(|at| packed.moves.weight(at) == first);
                if uniform { LevelSearch::Breadth(u64::from(first)) } else { LevelSearch::Weights }
            }
        }
    }
}

/// A search level by level.
struct Levels<'a, 'b> {
    finder: SymmetryFinder<'a>,
    options: &'a Options,
    level_search: LevelSearch,
    backward: Option<&'a Backward>,
    meter: &'a mut Meter<'b>,
}

impl Job for Levels<'_, '_> {
    type Output = SearchOutcome;

    fn run<const W: usize>(self, _: &Packed) -> Result<SearchOutcome, Stop> {
        let team = || Team::new(self.options);
        let symmetry = self.options.symmetry;
        symmetry_reduction::search::<W>(
            self.finder,
            symmetry,
            self.backward,
            self.meter,
            |transitions, finder, meter| match self.level_search {
                LevelSearch::Breadth(unit) => breadth::search::<W>(transitions, finder, unit, team(), meter),
                LevelSearch::Runs => runs::search::<W>(transitions, finder, team(), meter),
                LevelSearch::Weights => weights::search::<W>(transitions, finder, team(), meter),
            },
        )
    }
}

fn sum(levels: &[u64]) -> u64 {
    levels.iter().fold(0, |sum, level| sum.saturating_add(*level))
}
