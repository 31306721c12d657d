//! Search for a shortest plan on packed states.
//!
//! States live once, in a store, and have numbers; a breadth-first level is a range of numbers.
//! Successors are collected in batches and put in together. That is where a search over classes
//! of states would replace each by its class's representative, and where several threads would
//! divide the work: nothing else looks at a state before it has a number.

mod breadth;
pub(super) mod column;
mod count;
mod dive;
pub(super) mod meter;
mod pieces;
mod runs;
pub(super) mod store;
mod ways;

pub use count::shortest_count;
use meter::Meter;
use ways::{Backward, Ways};

use super::{Certificate, Optimality, Plan, Statistics, Verdict};
use crate::base::{Budget, Limit};
use crate::task::counts::plan_length;
use crate::task::packed::{Job, Packed};
use crate::task::{ActionId, Cost, Task, relaxed};

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What suits the task: from both ends where that is possible.
    #[default]
    Auto,
    /// From the start alone.
    Breadth,
    /// From both ends; from the start alone if actions cannot be inverted or goals not listed.
    Bidirectional,
}

/// What a search answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The answer.
    pub verdict: Verdict,
    /// What it took.
    pub statistics: Statistics,
    /// No plan is shorter, in the task's measure; `u64::MAX` if there is none at all.
    pub at_least: u64,
}

/// What a search over states of one size finds.
pub(crate) enum Outcome {
    /// A least plan.
    Plan(Vec<ActionId>),
    /// None: all states reached, by level.
    Exhausted(Vec<u64>),
    /// None: all states that reach the goal, by level.
    ExhaustedBackward(Vec<u64>),
}

/// Finds a plan that is shortest in the task's measure, or proves that there is none.
///
/// Time and memory grow with the number of positions reached; the budget bounds both.
pub fn solve(task: &Task, method: Method, budget: &Budget) -> SearchResult {
    let mut meter = Meter::new(budget);
    let verdict = decide(task, method, &mut meter).unwrap_or_else(Verdict::Stopped);
    let at_least = match &verdict {
        Verdict::Solved(plan) => plan.length,
        Verdict::Unsolvable(_) => u64::MAX,
        Verdict::Stopped(_) => meter.at_least(),
    };
    SearchResult { verdict, statistics: meter.statistics(), at_least }
}

fn decide(task: &Task, method: Method, meter: &mut Meter) -> Result<Verdict, Limit> {
    meter.poll()?;
    let relaxed = relaxed(task);
    if method == Method::Auto && !task.goal.possible(&relaxed.values).holds {
        return Ok(Verdict::Unsolvable(Certificate::GoalFalse));
    }
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    let strategy = Strategy::of(task.measure.cost, &packed);
    if method == Method::Auto
        && matches!(strategy, Strategy::Breadth(_))
        && let Some(length) = plan_length(task, &relaxed)
    {
        meter.proved(length, 0);
        if let Some(outcome) = packed.dispatch(dive::Dive { meter })? {
            return Ok(verdict(task, outcome));
        }
    }
    let backward = match method {
        Method::Breadth => None,
        _ if strategy == Strategy::Pieces => None,
        Method::Auto | Method::Bidirectional => Backward::new(task, &relaxed, &packed),
    };
    meter.poll()?;
    let outcome = packed.dispatch(Search { strategy, backward: backward.as_ref(), meter })?;
    Ok(verdict(task, outcome))
}

fn verdict(task: &Task, outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Plan(actions) => {
            let length = measure(task, &actions);
            Verdict::Solved(Plan { actions, length, optimality: Optimality::Least })
        }
        Outcome::Exhausted(levels) => {
            Verdict::Unsolvable(Certificate::Exhausted { states: levels.iter().sum(), levels })
        }
        Outcome::ExhaustedBackward(levels) => {
            Verdict::Unsolvable(Certificate::ExhaustedBackward { states: levels.iter().sum(), levels })
        }
    }
}

/// The length of a sequence of actions in the task's measure.
pub fn measure(task: &Task, actions: &[ActionId]) -> u64 {
    let actions = actions.iter().filter_map(|a| task.actions.get(*a as usize));
    match task.measure.cost {
        Cost::Actions => actions.count() as u64,
        Cost::Pieces => actions.map(|a| u64::from(a.pieces)).sum(),
        Cost::Runs => {
            let (mut runs, mut stands) = (0, None);
            for action in actions {
                let goes_on = action.mover.is_some_and(|(from, _)| stands == Some(from));
                runs += u64::from(!goes_on);
                stands = action.mover.map(|m| m.1);
            }
            runs
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

struct Search<'a, 'b> {
    strategy: Strategy,
    backward: Option<&'a Backward>,
    meter: &'a mut Meter<'b>,
}

impl Job for Search<'_, '_> {
    type Output = Outcome;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Outcome, Limit> {
        let ways = Ways { packed, backward: self.backward };
        match self.strategy {
            Strategy::Breadth(unit) => breadth::search::<W>(ways, unit, self.meter),
            Strategy::Runs => runs::search::<W>(ways, self.meter),
            Strategy::Pieces => pieces::search::<W>(packed, self.meter),
        }
    }
}
