//! Search for a shortest plan on packed states.
//!
//! Every state is stored once, in a registry, and has a number; a breadth-first level is a range of numbers.
//! Successors are collected in batches and inserted together. Symmetry reduction and parallel insertion work
//! on these batches: a state without a number is used nowhere else.

mod admissibility;
mod all;
mod apart;
mod beside;
mod best_first;
mod breadth;
pub(crate) mod checkpoint;
pub(super) mod column;
mod commuting;
mod consequences;
mod depth_first;
mod expand;
mod heuristic;
mod ida_star;
mod invariant;
mod levels;
pub(super) mod meter;
mod patterns;
mod portfolio;
mod reconstruct;
pub(super) mod registry;
mod runs;
mod scripts;
mod sides;
mod sorted_breadth;
mod strategies;
mod successors;
mod symmetry_reduction;
pub(super) mod team;
mod transitions;
mod weights;

pub use all::Solutions;
pub use heuristic::LowerBound;
pub(crate) use levels::{Origin, levels};
use std::num::NonZero;

use meter::Meter;

use crate::relaxed;
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::certificate::AtLeast;
use puzzlec_task::{Action, ActionId, Cost, Task};
use puzzlec_task::{Certificate, Optimality, SearchContext, Statistics, Verdict};

/// The request to a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The requested solution.
    pub wanted: Wanted,
    /// The search method.
    pub method: Method,
    /// Maximum number of threads; the answer does not depend on it. Without the feature `parallel` one thread
    /// is used.
    pub threads: NonZero<usize>,
    /// Whether to use symmetry reduction.
    pub symmetry: bool,
    /// A search of fewer positions starts no threads, looks for no symmetries and is compared with no other: that
    /// would take longer than it saves.
    pub few: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            wanted: Wanted::Least,
            method: Method::Auto,
            threads: NonZero::<usize>::MIN,
            symmetry: true,
            few: 1 << 15,
        }
    }
}

impl Options {
    /// The length that a plan may have, where it is bounded.
    pub fn within(&self) -> Option<u64> {
        match self.wanted {
            Wanted::Within(most) => Some(most),
            Wanted::Least | Wanted::Any | Wanted::All { .. } => None,
        }
    }
}

impl From<Method> for Options {
    fn from(method: Method) -> Self {
        Options { method, ..Options::default() }
    }
}

/// The requested kind of solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// A plan with a proof that none is shorter in the task's measure.
    #[default]
    Least,
    /// Any.
    Any,
    /// One of at most this length in the task's measure, or the proof that there is none.
    Within(u64),
    /// Every one with the fewest actions.
    All {
        /// How many are listed at most; all are counted.
        listed: usize,
    },
}

/// A search method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Chosen by the question and the task.
    #[default]
    Auto,
    /// Breadth first from the start.
    Breadth,
    /// From both ends; from the start alone if actions cannot be inverted or goals not listed.
    Bidirectional,
    /// Depth first: for any plan, for one of a bounded number of actions, or where all plans have one
    /// length.
    Depth,
    /// BestFirst first by what a plan takes at least; for least numbers of actions.
    Astar,
    /// Depth first with an increasing bound on the length, in little memory; minimizes the number of actions.
    /// May not terminate if there is no plan.
    IdaStar,
    /// Best first by the heuristic alone; for any plan.
    Greedy,
    /// A method of a theory, by name. General search has none.
    Named(&'static str),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The answer.
    pub verdict: Verdict,
    /// All shortest plans, if they were requested and there is one.
    pub solutions: Option<Solutions>,
    /// Work done.
    pub statistics: Statistics,
    /// Moves of scripts that a plan has: they are numbered after the task's actions.
    pub made: Vec<Action>,
    /// No plan is shorter, in the task's measure; `u64::MAX` if there is none at all.
    pub at_least: u64,
    /// A lower bound by patterns, in actions, with its proof; often less than `at_least`.
    pub patterns: Option<AtLeast>,
    /// Explanation of the choice of method, one sentence each.
    pub why: Vec<String>,
}

impl SearchResult {
    /// Not decided: this came before any search.
    pub fn stopped(stop: Stop) -> Self {
        SearchResult {
            verdict: Verdict::Stopped(stop),
            solutions: None,
            made: Vec::new(),
            statistics: Statistics::default(),
            at_least: 0,
            patterns: None,
            why: Vec::new(),
        }
    }
}

/// The result of a search on states of one width.
pub(crate) enum SearchOutcome {
    /// A least plan.
    Plan(Vec<ActionId>),
    /// None: all states reached, by level.
    Exhausted(Vec<u64>),
    /// None: all states that reach the goal, by level.
    ExhaustedBackward(Vec<u64>),
    /// No plan: all reachable classes of states, by level.
    ExhaustedClasses(Vec<u64>),
}

/// Finds a plan of the requested kind, or proves that there is none.
///
/// Time and memory grow with the number of positions reached; the context's budget bounds both.
pub fn solve(task: &Task, options: &Options, context: impl Into<SearchContext>) -> SearchResult {
    let context = context.into();
    let mut meter = Meter::new(&context);
    meter.suffices = options.within();
    meter.announces = true;
    if context.journal().is_some() {
        meter.name(checkpoint::fingerprint(task, options));
    }
    let (mut why, mut made) = (Vec::new(), Vec::new());
    let found = portfolio::decide(task, options, &mut why, &mut made, &mut meter).and_then(|verdict| {
        let solutions = all_of(task, options, &verdict, &mut meter)?;
        Ok((verdict, solutions))
    });
    let (verdict, solutions) = found.unwrap_or_else(|stop| (Verdict::Stopped(stop), None));
    let mut at_least = match &verdict {
        Verdict::Solved(plan) if plan.optimality == Optimality::Least => plan.length,
        Verdict::Unsolvable { .. } => u64::MAX,
        _ => meter.at_least(),
    };
    let verdict = match options.within() {
        Some(most) => bounded(verdict, most, &mut at_least),
        None => verdict,
    };
    let (statistics, patterns) = (meter.statistics(), meter.patterns.take());
    SearchResult { verdict, solutions, made, statistics, at_least, patterns, why }
}

/// What an answer says of plans of at most this length. Whatever ended the search, a longer length that was
/// proved before decides.
fn bounded(verdict: Verdict, most: u64, at_least: &mut u64) -> Verdict {
    match verdict {
        Verdict::Solved(plan) if plan.length <= most => Verdict::Solved(plan),
        Verdict::Unsolvable { .. } => verdict,
        Verdict::Stopped(stop) if stop.is_mistake() => Verdict::Stopped(stop),
        _ if *at_least > most => Verdict::NotWithin(most),
        Verdict::Solved(plan) => Verdict::Stopped(Stop::unsuited(format!(
            "the method found a solution of {}, and did not rule out a shorter one",
            plan.length
        ))),
        other => other,
    }
}

/// Why a task has no plan, if what no action changes or brings about says so: nothing is searched.
///
/// # Errors
/// The limit that came first.
pub fn refuted(
    task: &Task,
    context: &SearchContext,
    why: &mut Vec<String>,
) -> Result<Option<Certificate>, Limit> {
    portfolio::refuted(task, &relaxed(task), why, &mut Meter::new(context))
}

/// All shortest plans, if they are requested and there is one.
fn all_of(
    task: &Task,
    options: &Options,
    verdict: &Verdict,
    meter: &mut Meter,
) -> Result<Option<Solutions>, Stop> {
    match (options.wanted, verdict) {
        (Wanted::All { listed }, Verdict::Solved(_)) => all::shortest(task, &relaxed(task), listed, meter),
        _ => Ok(None),
    }
}

/// The number of states at each depth.
fn by_depth(depths: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut levels = Vec::new();
    for depth in depths {
        let depth = depth as usize;
        if levels.len() <= depth {
            levels.resize(depth + 1, 0);
        }
        if let Some(n) = levels.get_mut(depth) {
            *n += 1;
        }
    }
    levels
}

/// The length of a sequence of actions in the task's measure.
pub fn measure(task: &Task, actions: &[ActionId]) -> u64 {
    let actions = actions.iter().filter_map(|a| task.actions.get(*a as usize));
    match task.measure.cost {
        Cost::Actions => actions.count() as u64,
        Cost::Weights => actions.map(|a| u64::from(a.weight)).sum(),
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
