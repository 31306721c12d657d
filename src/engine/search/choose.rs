//! Which search answers a question about a task.
//!
//! The choice goes by the question and by counts, never by time, so that it is the same on every
//! run. An attempt that may turn out to be wrong gets so many positions and no more; the next one
//! begins anew and gets several times as many, so that a wrong choice costs little.

use std::cell::OnceCell;

use super::best::{Best, Found, Order};
use super::bound::Bound;
use super::deepening::Deepening;
use super::meter::Meter;
use super::ways::{Backward, Ways};
use super::{Method, Options, Outcome, Wanted, breadth, dive, measure, pieces, runs};
use crate::base::Limit;
use crate::base::words::counted;
use crate::engine::{Certificate, Optimality, Plan, Verdict};
use crate::task::counts::plan_length;
use crate::task::packed::{Job, Packed};
use crate::task::{ActionId, Cost, Relaxed, Task, relaxed};

/// The first attempt looks at so many positions.
const FIRST: u64 = 1 << 16;
/// Every attempt gets so many times what the one before it got.
const MORE: u64 = 4;

/// Answers by the search that suits, and says why in `why`.
pub(super) fn decide(
    task: &Task,
    options: &Options,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Verdict, Limit> {
    meter.poll()?;
    let relaxed = relaxed(task);
    if options.method == Method::Auto && !task.goal.possible(&relaxed.values).holds {
        why.push("the goal needs something that no action ever brings about".into());
        return Ok(Verdict::Unsolvable(Certificate::GoalFalse));
    }
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    let strategy = Strategy::of(task.measure.cost, &packed);
    let searches = Searches {
        task,
        relaxed: &relaxed,
        packed: &packed,
        strategy,
        backward: OnceCell::new(),
        bound: OnceCell::new(),
    };
    let any = options.wanted == Wanted::Any;
    if !any && matches!(options.method, Method::Astar | Method::Deepening) {
        strategy.counts_actions()?;
    }
    match options.method {
        Method::Auto if any => searches.any(why, meter),
        Method::Auto => searches.least(why, meter),
        Method::Breadth => searches.levels(false, meter),
        Method::Bidirectional => searches.levels(true, meter),
        Method::Depth if any => searches.depth(meter),
        Method::Depth => match searches.length() {
            Some(_) => searches.depth(meter),
            None => Err(unsuited(
                "a search in depth finds some solution, not a shortest one, since the solutions of this \
                 puzzle differ in length",
            )),
        },
        Method::Astar => searches.best(Order::Least, meter),
        Method::Deepening => searches.deepening(meter),
        Method::Greedy if any => searches.best(Order::Nearest, meter),
        Method::Greedy => Err(unsuited("a greedy search finds some solution, not a shortest one")),
    }
}

fn unsuited(what: &str) -> Limit {
    Limit::Unsuited { what: what.into() }
}

/// The searches of a task.
struct Searches<'t> {
    task: &'t Task,
    relaxed: &'t Relaxed,
    packed: &'t Packed,
    strategy: Strategy,
    backward: OnceCell<Option<Backward>>,
    bound: OnceCell<Bound>,
}

impl Searches<'_> {
    /// A least plan.
    fn least(&self, why: &mut Vec<String>, meter: &mut Meter) -> Result<Verdict, Limit> {
        let Strategy::Breadth(unit) = self.strategy else { return self.levels(true, meter) };
        if let Some(length) = self.length() {
            meter.proved(length, 0);
            why.push(format!(
                "every solution has the same length ({length}), so any solution is a least one: depth first"
            ));
            if let Some(outcome) = self.packed.dispatch(dive::Dive { meter, most: dive::DEEP })? {
                return Ok(verdict(self.task, outcome));
            }
        }
        if let Some(verdict) = attempt(meter, FIRST, |meter| self.levels(true, meter))? {
            why.push("there are few positions to look at: level by level".into());
            return Ok(verdict);
        }
        let ahead = u64::from(self.start_bound()) * unit;
        if ahead * 2 < meter.at_least() || self.start_bound() == super::bound::DEAD {
            why.push("no bound says much about how far the goal is: level by level".into());
            return self.levels(true, meter);
        }
        why.push(format!(
            "a lower bound found from the rules says much about how far the goal is ({} at the start): A*",
            counted(ahead, &self.task.measure.unit)
        ));
        let mut states = FIRST * MORE;
        loop {
            if let Some(verdict) = attempt(meter, states, |meter| self.best(Order::Least, meter))? {
                return Ok(verdict);
            }
            states *= MORE;
            if let Some(verdict) = attempt(meter, states, |meter| self.levels(true, meter))? {
                why.push("the bound did not help: level by level after all".into());
                return Ok(verdict);
            }
            states *= MORE;
        }
    }

    /// Any plan.
    fn any(&self, why: &mut Vec<String>, meter: &mut Meter) -> Result<Verdict, Limit> {
        if let Some(verdict) = attempt(meter, FIRST, |meter| self.levels(true, meter))? {
            why.push("there are few positions to look at: level by level".into());
            return Ok(verdict);
        }
        why.push("any solution will do: first what seems nearest to the goal".into());
        self.best(Order::Nearest, meter)
    }

    /// What every action costs, if it is the same.
    fn unit(&self) -> Option<u64> {
        match self.strategy {
            Strategy::Breadth(unit) => Some(unit),
            Strategy::Runs | Strategy::Pieces => None,
        }
    }

    /// The length of all plans, if they have one.
    fn length(&self) -> Option<u64> {
        self.unit().and_then(|_| plan_length(self.task, self.relaxed))
    }

    fn bound(&self) -> &Bound {
        self.bound.get_or_init(|| Bound::new(self.task, self.relaxed, self.packed))
    }

    /// The bound of the start.
    fn start_bound(&self) -> u32 {
        self.bound().of(&self.packed.layout.pack(&self.task.start))
    }

    /// Level by level, in the task's measure.
    fn levels(&self, both_ends: bool, meter: &mut Meter) -> Result<Verdict, Limit> {
        let backward = if both_ends && self.strategy != Strategy::Pieces {
            let backward = || Backward::new(self.task, self.relaxed, self.packed);
            self.backward.get_or_init(backward).as_ref()
        } else {
            None
        };
        meter.poll()?;
        let outcome = self.packed.dispatch(Search { strategy: self.strategy, backward, meter })?;
        Ok(verdict(self.task, outcome))
    }

    /// Depth first.
    fn depth(&self, meter: &mut Meter) -> Result<Verdict, Limit> {
        let one_length = self.length();
        match self.packed.dispatch(dive::Dive { meter, most: u32::MAX })? {
            Some(Outcome::Plan(actions)) => Ok(self.solved(actions, one_length.is_some(), meter)),
            Some(outcome) if one_length.is_some() => Ok(verdict(self.task, outcome)),
            _ => self.levels(false, meter),
        }
    }

    /// Best first.
    fn best(&self, order: Order, meter: &mut Meter) -> Result<Verdict, Limit> {
        let bound = self.bound();
        let before = meter.progress;
        match self.packed.dispatch(Best { bound, order, unit: self.unit().unwrap_or(0), meter })? {
            Found::Plan(actions) => Ok(self.solved(actions, order == Order::Least, meter)),
            Found::Exhausted(Some(levels)) => Ok(verdict(self.task, Outcome::Exhausted(levels))),
            Found::Exhausted(None) => {
                // There is none; the levels are the proof.
                meter.progress = before;
                self.levels(false, meter)
            }
        }
    }

    /// Depth first with a growing bound.
    fn deepening(&self, meter: &mut Meter) -> Result<Verdict, Limit> {
        let (bound, unit) = (self.bound(), self.unit().unwrap_or(0));
        let before = meter.progress;
        match self.packed.dispatch(Deepening { bound, unit, meter })? {
            Some(actions) => Ok(self.solved(actions, true, meter)),
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

/// Lets a search look at so many positions; nothing if they were too few.
fn attempt<T>(
    meter: &mut Meter,
    states: u64,
    search: impl FnOnce(&mut Meter) -> Result<T, Limit>,
) -> Result<Option<T>, Limit> {
    let budget = meter.budget().clone().within_states(states);
    let mut inner = Meter::new(&budget);
    let result = search(&mut inner);
    meter.absorb(&inner);
    match result {
        Err(Limit::States { states: most }) if most == states => Ok(None),
        result => {
            meter.progress = inner.progress;
            result.map(Some)
        }
    }
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

/// The search that a cost needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Every move costs this.
    Breadth(u64),
    Runs,
    Pieces,
}

impl Strategy {
    /// Whether the fewest actions are what is asked for.
    ///
    /// # Errors
    /// What a search for the fewest actions says where they are not.
    fn counts_actions(self) -> Result<(), Limit> {
        match self {
            Strategy::Breadth(_) => Ok(()),
            Strategy::Runs | Strategy::Pieces => Err(unsuited(
                "this search finds the fewest actions, and the puzzle's measure counts something else",
            )),
        }
    }

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
