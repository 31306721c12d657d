//! How hard the starts of a puzzle are: the exact distances of all positions that one of them reaches.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZero;

use puzzlec_base::diag::Stop;
use puzzlec_model::holes::Hardness;
use puzzlec_search::{ExploreOptions, Explored, Graph, Options, Wanted, explore, solve};
use puzzlec_task::{ActionId, Cost, Optimality, Position, SearchContext, Task, Verdict};

/// Maximum number of positions of the search for a start that reaches more than are kept.
const MOST_SEARCHED: u64 = 1 << 21;

/// No solution.
const NONE: u64 = u64::MAX;

/// A start with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rating {
    /// The length of a shortest solution, in the measure of the puzzle.
    pub length: u64,
    /// The number of positions that it reaches, and the number of moves between them, if they were counted.
    pub reached: Option<(u64, u64)>,
    /// The least number of actions of the rules that make it hard, if some do.
    pub counted: Option<u64>,
}

impl Rating {
    /// The number that should be great.
    pub fn hardness(&self, hardness: Option<&Hardness>) -> f64 {
        let (positions, moves) = self.reached.unwrap_or((0, 0));
        match hardness {
            None | Some(Hardness::Deductions) => 0.0,
            Some(Hardness::Length) => self.length as f64,
            Some(Hardness::Positions) => positions as f64,
            Some(Hardness::Branching) => moves as f64 / positions.max(1) as f64,
            Some(Hardness::Rules(_)) => self.counted.unwrap_or(0) as f64,
        }
    }
}

/// The positions that a start reaches, itself first, with their ratings; `None` for those without a solution.
pub(super) type Component = Vec<(Position, Option<Rating>)>;

/// The rating of a start and of all positions that it reaches. If lengths count runs, or there are more positions than
/// `most`, only that of the start.
///
/// # Errors
/// A limit, or a reason that the puzzle cannot be searched.
pub(super) fn component(
    task: &Task,
    hardness: Option<&Hardness>,
    most: u64,
    context: &SearchContext,
) -> Result<Component, Stop> {
    if task.measure.cost != Cost::Runs {
        let options = ExploreOptions::new(true);
        let explored = explore(task, &options, context.within_states(most));
        match explored {
            Explored { graph: Some(graph), whole: true, .. } => {
                return Ok(rated(task, graph, hardness));
            }
            Explored { stopped: Some(stop), .. } => {
                // More positions than are kept are no limit of the user.
                context.poll(&puzzlec_base::Progress::default())?;
                if !is_many(&stop, most) {
                    return Err(stop);
                }
            }
            Explored { .. } => {}
        }
    }
    let rating = alone(task, hardness, context)?;
    Ok(vec![(task.start.clone(), rating)])
}

/// Whether a search ended because of the number of positions that are kept.
fn is_many(stop: &Stop, most: u64) -> bool {
    matches!(stop, Stop::Limit(puzzlec_base::Limit::States { states }) if *states == most)
}

/// The rating of a start by searches for shortest solutions.
fn alone(task: &Task, hardness: Option<&Hardness>, context: &SearchContext) -> Result<Option<Rating>, Stop> {
    let context = &context.within_states(MOST_SEARCHED);
    let undecided = |stop: Stop| match is_many(&stop, MOST_SEARCHED) {
        true => Stop::too_large("a start reaches too many positions"),
        false => stop,
    };
    let Some(length) = least(task, context).map_err(undecided)? else { return Ok(None) };
    let counted = match hardness {
        Some(Hardness::Rules(rules)) => {
            let mut weighed = task.clone();
            weighed.measure.cost = Cost::Weights;
            for action in &mut weighed.actions {
                action.weight = u32::from(rules.get(action.label.rule as usize) == Some(&true));
            }
            least(&weighed, context).map_err(undecided)?
        }
        _ => None,
    };
    let reached = match hardness {
        Some(Hardness::Positions | Hardness::Branching) => Some(reached(task, context).map_err(undecided)?),
        _ => None,
    };
    Ok(Some(Rating { length, reached, counted }))
}

/// The number of positions that a start reaches, and of the moves between them.
fn reached(task: &Task, context: &SearchContext) -> Result<(u64, u64), Stop> {
    let explored = explore(task, &ExploreOptions::new(false), context);
    if let Some(stop) = explored.stopped {
        return Err(stop);
    }
    let moves = explored.levels.iter().filter_map(|level| level.moves);
    let moves = moves.map(|moves| moves.forward + moves.within + moves.back).sum();
    Ok((explored.levels.iter().map(|level| level.positions).sum(), moves))
}

/// The length of a shortest solution, if there is one.
fn least(task: &Task, context: &SearchContext) -> Result<Option<u64>, Stop> {
    let options = Options { wanted: Wanted::Least, threads: NonZero::<usize>::MIN, ..Options::default() };
    match solve(task, &options, context).verdict {
        Verdict::Solved(plan) if plan.optimality == Optimality::Least => Ok(Some(plan.length)),
        Verdict::Unsolvable { .. } => Ok(None),
        Verdict::Stopped(stop) => Err(stop),
        _ => Err(Stop::unsuited("no shortest solution was found")),
    }
}

fn rated(task: &Task, graph: Graph, hardness: Option<&Hardness>) -> Component {
    let backward = Backward::new(&graph);
    let weight = |action: ActionId| match task.measure.cost {
        Cost::Weights => task.actions.get(action as usize).map_or(1, |action| u64::from(action.weight)),
        Cost::Actions | Cost::Runs => 1,
    };
    let lengths = backward.distances(&graph, &weight);
    let counted = match hardness {
        Some(Hardness::Rules(rules)) => {
            let counts = |action: ActionId| {
                let rule = task.actions.get(action as usize).map_or(0, |action| action.label.rule);
                u64::from(rules.get(rule as usize) == Some(&true))
            };
            Some(backward.distances(&graph, &counts))
        }
        _ => None,
    };
    let reached = (graph.positions.len() as u64, graph.moves.len() as u64);
    let reach = matches!(hardness, Some(Hardness::Positions | Hardness::Branching));
    // Positions from which the start is reached reach the same positions.
    let back = backward.reaching(0);
    let known = |at: usize| Some(reached).filter(|_| back.get(at) == Some(&true));
    let rating = |at: usize| {
        let length = lengths.get(at).copied().filter(|length| *length != NONE)?;
        Some(Rating {
            length,
            reached: known(at),
            counted: counted.as_ref().and_then(|all| all.get(at).copied()),
        })
    };
    let rated: Vec<Option<Rating>> = (0..graph.positions.len()).map(rating).collect();
    let all = graph.positions.into_iter().zip(rated).enumerate();
    // Where positions count, the others are explored by themselves.
    all.filter(|(at, _)| !reach || back.get(*at) == Some(&true)).map(|(_, one)| one).collect()
}

/// The moves of a graph by the positions behind them.
struct Backward {
    /// By position its first entry in `from`.
    first: Vec<u32>,
    /// The positions before, with the actions.
    from: Vec<(u32, ActionId)>,
}

impl Backward {
    fn new(graph: &Graph) -> Self {
        let mut first = vec![0_u32; graph.positions.len() + 1];
        for one in &graph.moves {
            if let Some(slot) = first.get_mut(one.to as usize + 1) {
                *slot += 1;
            }
        }
        let mut sum = 0;
        for slot in &mut first {
            sum += *slot;
            *slot = sum;
        }
        let mut next = first.clone();
        let mut from = vec![(0, 0); graph.moves.len()];
        for one in &graph.moves {
            let Some(place) = next.get_mut(one.to as usize) else { continue };
            if let Some(slot) = from.get_mut(*place as usize) {
                *slot = (one.from, one.action);
            }
            *place += 1;
        }
        Backward { first, from }
    }

    fn to(&self, position: u32) -> &[(u32, ActionId)] {
        let end = |at: usize| self.first.get(at).map_or(0, |end| *end as usize);
        self.from.get(end(position as usize)..end(position as usize + 1)).unwrap_or_default()
    }

    /// By position the length of a shortest way to a goal (Dijkstra, from all goals).
    fn distances(&self, graph: &Graph, weight: &dyn Fn(ActionId) -> u64) -> Vec<u64> {
        let mut distance = vec![NONE; graph.positions.len()];
        let mut queue = BinaryHeap::new();
        for ((slot, goal), at) in distance.iter_mut().zip(&graph.goals).zip(0_u32..) {
            if *goal {
                *slot = 0;
                queue.push(Reverse((0_u64, at)));
            }
        }
        while let Some(Reverse((length, at))) = queue.pop() {
            if distance.get(at as usize) != Some(&length) {
                continue;
            }
            for (from, action) in self.to(at) {
                let longer = length + weight(*action);
                if let Some(slot) = distance.get_mut(*from as usize).filter(|slot| longer < **slot) {
                    *slot = longer;
                    queue.push(Reverse((longer, *from)));
                }
            }
        }
        distance
    }

    /// By position whether it reaches this one.
    fn reaching(&self, position: u32) -> Vec<bool> {
        let mut reaches = vec![false; self.first.len().saturating_sub(1)];
        let mut open = vec![position];
        while let Some(at) = open.pop() {
            match reaches.get_mut(at as usize) {
                Some(slot) if !*slot => *slot = true,
                _ => continue,
            }
            open.extend(self.to(at).iter().map(|(from, _)| *from));
        }
        reaches
    }
}
