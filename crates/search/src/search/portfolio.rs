//! The choice of the search strategy.
//!
//! The choice depends on the question and on counts, never on time, so it is the same on every run. For a least plan
//! two searches take turns ([`beside`](super::beside)). Other attempts that may fail have a budget of positions; the next
//! one starts from the beginning with several times that budget, so a wrong choice costs little.

use std::cell::RefCell;

use super::beside::{Beside, End};
use super::best_first::Order;
use super::depth_first::DEPTH_FIRST_STATES;
use super::heuristic::{DeadStart, dead_start};
use super::meter::{Enough, Meter};
use super::patterns::{MOST_BITS, Patterns, Sliding};
use super::strategies::{Strategies, verdict};
use super::team::Team;
use super::{Method, Options, Wanted, apart, commuting, consequences, invariant, scripts};
use crate::packed::Packed;
use crate::possible;
use crate::{Relaxed, relaxed};
use puzzlec_base::diag::Stop;
use puzzlec_base::words::counted;
use puzzlec_base::{Limit, Progress};
use puzzlec_task::{Action, Cost, Task};
use puzzlec_task::{Certificate, Verdict};

/// Search spaces of so many positions are few.
const FEW_STATES: u64 = 1 << 16;
/// The same where any solution is enough.
const BREADTH_FIRST_STATES_ANY: u64 = 1 << 14;
/// Growth factor of the position budget from one attempt to the next.
const GROWTH: u64 = 4;
/// Small patterns, by the bits of their tables, and so many moves by them as take about as long as the next larger tables.
const SMALL_PATTERNS: [(u32, u64); 2] = [(16, 1 << 21), (20, 1 << 25)];
/// Moves that a search by patterns makes in the time of a position of a breadth-first search.
const MOVES_A_POSITION: u64 = 64;
/// Position budget of IDA*: it takes little memory but visits positions repeatedly.
const IDA_STAR_STATES: u64 = 1 << 34;

/// Answers by the most suitable strategy and explains the choice in `why`.
pub(super) fn decide(
    task: &Task,
    options: &Options,
    why: &mut Vec<String>,
    made: &mut Vec<Action>,
    meter: &mut Meter,
) -> Result<Verdict, Stop> {
    if matches!(options.wanted, Wanted::All { .. }) && task.measure.cost != Cost::Actions {
        return Err(Stop::unsupported(format!(
            "only solutions with the fewest actions can be listed; this puzzle counts {}",
            task.measure.unit
        )));
    }
    if let Some(verdict) = consequences::decide(task, options, why, meter)? {
        return Ok(verdict);
    }
    if let Some(verdict) = scripts::decide(task, options, why, made, meter)? {
        return Ok(verdict);
    }
    meter.poll()?;
    let auto = options.method == Method::Auto;
    let relaxed = relaxed(task);
    if auto && let Some(certificate) = refuted(task, &relaxed, why, meter)? {
        return Ok(certificate.into());
    }
    if auto && let Some(verdict) = apart::decide(task, &relaxed, options, why, meter)? {
        return Ok(verdict);
    }
    if auto && let Some(outcome) = commuting::search(task, &relaxed, meter)? {
        why.push("linear equations: every action always applies, in any order".into());
        return Ok(verdict(task, outcome));
    }
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    let strategies = Strategies::new(task, &relaxed, &packed, options);
    let any = options.wanted == Wanted::Any;
    if !auto {
        why.push("the method was requested".into());
    }
    match options.method {
        Method::Auto if meter.context().journal().is_some() => {
            why.push("breadth-first: completed levels are saved".into());
            strategies.levels(true, meter)
        }
        Method::Auto if any => any_plan(&strategies, why, meter),
        Method::Auto => match options.within() {
            Some(most) => plan_within(&strategies, most, why, meter),
            None => least_plan(&strategies, why, meter),
        },
        Method::Breadth => {
            let before = meter.progress;
            let found = strategies.levels(false, meter);
            found.or_else(|stop| in_less_memory(&strategies, (stop, before), why, meter))
        }
        Method::Bidirectional => strategies.levels(true, meter),
        Method::Depth if any || strategies.length().is_some() => Ok(strategies
            .depth_first(u32::MAX, meter)?
            .map_or_else(|| strategies.levels(false, meter), Ok)?),
        Method::Depth => match (options.within(), strategies.unit()) {
            (Some(most), Some(unit)) => strategies.depth_within(most / unit.max(1), meter),
            (Some(_), None) => Err(unsuited_to(task)),
            (None, _) => Err(Stop::unsuited(
                "a depth-first search finds some solution; a shortest one only if all solutions have the same length",
            )),
        },
        Method::Greedy if any => strategies.best_first(Order::Nearest, meter),
        Method::Greedy => {
            Err(Stop::unsuited("a greedy search finds some solution, not a shortest one: use `--any`"))
        }
        Method::Astar | Method::IdaStar if !any && strategies.unit().is_none() => Err(unsuited_to(task)),
        Method::Named(name) => {
            Err(Stop::unsuited(format!("`{name}` is a method of a theory, not of a search")))
        }
        Method::Astar => strategies.best_first(Order::Least, meter),
        Method::IdaStar => strategies.ida_star(meter),
    }
}

fn unsuited_to(task: &Task) -> Stop {
    let unit = &task.measure.unit;
    Stop::unsuited(format!("this method minimizes the number of actions, but this puzzle counts {unit}"))
}

/// Why there is no plan, if the actions say so by themselves.
pub(super) fn refuted(
    task: &Task,
    relaxed: &Relaxed,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Certificate>, Limit> {
    let task = &*task.flat();
    if !possible(&task.goal, &relaxed.values).holds {
        why.push("the goal needs something that no action can achieve".into());
        return Ok(Some(invariant::goal_impossible(task, relaxed)));
    }
    if let Some(certificate) = invariant::refuted(task, relaxed, why, meter)? {
        return Ok(Some(certificate));
    }
    meter.poll()?;
    let Some(dead) = dead_start(task, relaxed) else { return Ok(None) };
    why.push("no search is needed: the start has a dead end".into());
    Ok(Some(match dead {
        DeadStart::Alone(ends) => invariant::dead_end(task, relaxed, &ends),
        DeadStart::Together(ends) => invariant::dead_together(task, relaxed, &ends),
    }))
}

/// A least plan.
fn least_plan(strategies: &Strategies, why: &mut Vec<String>, meter: &mut Meter) -> Result<Verdict, Stop> {
    let Some(unit) = strategies.unit() else {
        why.push("breadth-first in the puzzle's measure, which is not the number of actions".into());
        return strategies.levels(true, meter);
    };
    if let Some(verdict) = depth_first(strategies, why, meter)? {
        return Ok(verdict);
    }
    if let Some(sliding) = strategies.sliding() {
        let few = |levels: &mut Meter| levels.progress.states > FEW_STATES;
        if let Some(verdict) = until(meter, &few, |meter| strategies.levels(true, meter))? {
            why.push("breadth-first: there are few positions".into());
            return Ok(verdict);
        }
        if let Some(verdict) = by_patterns(strategies, &sliding, unit, why, meter)? {
            return Ok(verdict);
        }
    }
    let before = meter.progress;
    let beside = RefCell::new(Beside::new(strategies, meter));
    let enough = |levels: &mut Meter| beside.borrow_mut().turn(levels);
    let found = until(meter, &enough, |meter| strategies.levels(true, meter));
    let beside = beside.into_inner();
    meter.absorb(&beside.meter, !matches!(beside.end, End::Answer(_)));
    why.extend(beside.compared);
    let far = u64::from(strategies.start_bound()) * unit;
    let bound = counted(far, &strategies.task.measure.unit);
    let informed = format!("A*: the rules give a lower bound of {bound} from the start");
    match (beside.end, found) {
        (End::Answer(answer), _) => {
            why.extend(answer.is_ok().then_some(informed));
            return answer;
        }
        (End::Dead(certificate), _) => {
            why.push("no further search is needed: pieces of the start are a dead end together".into());
            return Ok(certificate.into());
        }
        (_, Ok(Some(verdict))) => {
            why.push(match meter.progress.states {
                0..=FEW_STATES => "breadth-first: there are few positions".into(),
                _ => "breadth-first: no useful lower bound".into(),
            });
            return Ok(verdict);
        }
        (End::Memory(stop), _) => {
            why.push("IDA*: A* ran out of memory".into());
            let found = within(meter, IDA_STAR_STATES, |meter| strategies.ida_star(meter))?;
            return found.ok_or(stop);
        }
        (_, Err(stop)) => {
            drop(beside.search);
            return in_less_memory(strategies, (stop, before), why, meter);
        }
        (_, Ok(None)) => {}
    }
    drop(beside.search);
    why.push(informed);
    strategies.best_first(Order::Least, meter)
}

/// Sorted levels, after a search with a table ran out of memory; `before` is the progress before it.
fn in_less_memory(
    strategies: &Strategies,
    (stop, before): (Stop, Progress),
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Verdict, Stop> {
    if !matches!(stop, Stop::Limit(Limit::Memory { .. })) || meter.context().journal().is_some() {
        return Err(stop);
    }
    let reached = std::mem::replace(&mut meter.progress, before);
    let Some(verdict) = strategies.sorted_levels(meter)? else {
        meter.progress = reached;
        return Err(stop);
    };
    why.push("breadth-first by sorted levels: a table of positions ran out of memory".into());
    Ok(verdict)
}

/// The proof that the start is a dead end, if tables of pieces say so.
fn dead_pair(strategies: &Strategies, why: &mut Vec<String>) -> Option<Verdict> {
    let certificate = strategies.dead_start()?;
    why.push("no further search is needed: pieces of the start are a dead end together".into());
    Some(certificate.into())
}

/// A least plan by patterns, first by small ones, with a breadth-first search beside it for puzzles without a plan; `None` if
/// other lower bounds are better.
fn by_patterns(
    strategies: &Strategies,
    sliding: &Sliding,
    unit: u64,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Verdict>, Stop> {
    let search = |patterns: &Patterns, most: u64, why: &mut Vec<String>, meter: &mut Meter| {
        let Some(actions) = patterns.search(unit, most, meter)? else { return Ok(None) };
        let tables = counted(patterns.len() as u64, "patterns");
        let bound = counted(patterns.bound() * unit, &strategies.task.measure.unit);
        why.push(format!("IDA*: {tables} of pieces give a lower bound of {bound} from the start"));
        Ok::<_, Stop>(Some(strategies.solved(actions, true, meter)))
    };
    let mut team = Team::new(strategies.options);
    let note = |patterns: &Patterns, meter: &mut Meter| {
        if strategies.task.measure.cost == Cost::Actions {
            meter.proved_by_patterns(patterns.proof());
        }
    };
    let useful = |patterns: &Patterns| 10 * patterns.bound() >= 9 * u64::from(strategies.start_bound());
    for (bits, most) in SMALL_PATTERNS {
        let Some(patterns) = Patterns::new(sliding, bits, &mut team, meter)? else { continue };
        note(&patterns, meter);
        if useful(&patterns)
            && let Some(verdict) = search(&patterns, most, why, meter)?
        {
            return Ok(Some(verdict));
        }
        meter.shrink(patterns.bytes());
    }
    let Some(patterns) = Patterns::new(sliding, MOST_BITS, &mut team, meter)? else { return Ok(None) };
    note(&patterns, meter);
    if !useful(&patterns) {
        return Ok(None);
    }
    let mut states = FEW_STATES * GROWTH;
    loop {
        let most = states.saturating_mul(MOVES_A_POSITION);
        if let Some(verdict) = search(&patterns, most, why, meter)? {
            return Ok(Some(verdict));
        }
        let enough = |levels: &mut Meter| levels.progress.states > states;
        match until(meter, &enough, |meter| strategies.levels(true, meter)) {
            Ok(None) => {}
            Ok(Some(verdict)) => {
                why.push("breadth-first: patterns of pieces did not help".into());
                return Ok(Some(verdict));
            }
            Err(Stop::Limit(Limit::Memory { bytes })) => {
                why.push("IDA*: breadth-first search ran out of memory".into());
                let found = search(&patterns, u64::MAX, why, meter)?;
                return found.map(Some).ok_or(Stop::Limit(Limit::Memory { bytes }));
            }
            Err(stop) => return Err(stop),
        }
        states = states.saturating_mul(GROWTH);
    }
}

/// A plan of at most this length: one that is found soon if it is short enough, else a least one, unless
/// every plan is seen to be longer before.
fn plan_within(
    strategies: &Strategies,
    most: u64,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Verdict, Stop> {
    if let Some(verdict) = depth_first(strategies, why, meter)? {
        return Ok(verdict);
    }
    let few = |levels: &mut Meter| levels.progress.states > BREADTH_FIRST_STATES_ANY;
    if let Some(verdict) = until(meter, &few, |meter| strategies.levels(true, meter))? {
        why.push("breadth-first: there are few positions".into());
        return Ok(verdict);
    }
    if let Some(verdict) = dead_pair(strategies, why) {
        return Ok(verdict);
    }
    match within(meter, FEW_STATES, |meter| strategies.best_first(Order::Nearest, meter))? {
        Some(Verdict::Solved(plan)) if plan.length <= most => {
            why.push("greedy best-first: its solution is short enough".into());
            Ok(Verdict::Solved(plan))
        }
        Some(Verdict::Solved(_)) | None => least_plan(strategies, why, meter),
        Some(verdict) => Ok(verdict),
    }
}

/// Any plan.
fn any_plan(strategies: &Strategies, why: &mut Vec<String>, meter: &mut Meter) -> Result<Verdict, Stop> {
    if let Some(verdict) = depth_first(strategies, why, meter)? {
        return Ok(verdict);
    }
    let few = |levels: &mut Meter| levels.progress.states > BREADTH_FIRST_STATES_ANY;
    if let Some(verdict) = until(meter, &few, |meter| strategies.levels(true, meter))? {
        why.push("breadth-first: there are few positions".into());
        return Ok(verdict);
    }
    if let Some(verdict) = dead_pair(strategies, why) {
        return Ok(verdict);
    }
    // The ratio of the budgets of breadth-first and greedy search.
    let lag = if strategies.promises(meter.at_least()) { 1 } else { 1 << 8 };
    let mut states = FEW_STATES;
    loop {
        if let Some(verdict) = within(meter, states, |meter| strategies.best_first(Order::Nearest, meter))? {
            why.push("greedy best-first: any solution is enough".into());
            return Ok(verdict);
        }
        let enough = |levels: &mut Meter| levels.progress.states > states.saturating_mul(lag);
        if let Some(verdict) = until(meter, &enough, |meter| strategies.levels(true, meter))? {
            why.push("breadth-first: greedy best-first found no solution soon".into());
            return Ok(verdict);
        }
        states = states.saturating_mul(GROWTH);
    }
}

/// Depth-first search if all plans have the same length; `None` if they do not, or if it takes too long.
fn depth_first(
    strategies: &Strategies,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Verdict>, Stop> {
    let Some(length) = strategies.length() else { return Ok(None) };
    meter.proved(length, 0);
    meter.poll()?;
    let verdict = strategies.depth_first(DEPTH_FIRST_STATES, meter)?;
    if verdict.is_some() {
        why.push(format!("depth-first: every solution has the same length ({length})"));
    }
    Ok(verdict)
}

/// Runs a search with a limit on positions; `None` if the limit was reached. Only for single-threaded
/// searches: several threads see the limit at different times.
fn within<T>(
    meter: &mut Meter,
    states: u64,
    search: impl FnOnce(&mut Meter) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    let context = meter.context().within_states(states);
    let mut attempt = Meter::new(&context);
    attempt.suffices = meter.suffices;
    attempt.announces = meter.announces;
    attempt.proved(meter.at_least(), 0);
    let result = search(&mut attempt);
    let over = matches!(result, Err(Stop::Limit(Limit::States { states: most })) if most == states);
    meter.absorb(&attempt, over);
    if over { Ok(None) } else { result.map(Some) }
}

/// Runs a search until `enough`, called at the end of each level, returns true; `None` if it did.
fn until<T>(
    meter: &mut Meter,
    enough: &Enough<'_>,
    search: impl FnOnce(&mut Meter) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    let mut attempt = Meter::giving_way(meter.context(), enough);
    attempt.suffices = meter.suffices;
    attempt.announces = meter.announces;
    let result = search(&mut attempt);
    let over = attempt.gave_way() && result.is_err();
    meter.absorb(&attempt, over);
    if over { Ok(None) } else { result.map(Some) }
}
