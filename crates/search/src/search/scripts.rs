//! Search in puzzles with scripts, or with rules whose actions are not listed.

use super::admissibility::{AdmissibilityCheck, short_of};
use super::best_first::{BestFirst, BestFirstResult, Order};
use super::heuristic::Heuristic;
use super::strategies::verdict;
use super::successors::Scripted;
use super::{Method, Options, SearchOutcome, Wanted, invariant};
use crate::ground::Families;
use crate::packed::Packed;
use crate::possible;
use crate::relaxed;
use crate::search::meter::Meter;
use puzzlec_base::diag::Stop;
use puzzlec_task::{Action, Task};
use puzzlec_task::{Optimality, Plan, Verdict};

/// Answers tasks with scripts; `None` if the searches for tasks without scripts may be used. `made` receives
/// the moves of scripts in the plan.
pub(super) fn decide(
    task: &Task,
    options: &Options,
    why: &mut Vec<String>,
    made: &mut Vec<Action>,
    meter: &mut Meter,
) -> Result<Option<Verdict>, Stop> {
    let Some(oracle) = &task.oracle else { return Ok(None) };
    meter.poll()?;
    let auto = options.method == Method::Auto;
    let relaxed = relaxed(task);
    if auto && !oracle.makes_moves() {
        if !possible(&task.goal, &relaxed.values).holds {
            why.push("the goal needs something that no action can achieve".into());
            return Ok(Some(invariant::goal_impossible(task, &relaxed).into()));
        }
        if let Some(certificate) = invariant::refuted(task, &relaxed, why, meter)? {
            return Ok(Some(certificate.into()));
        }
        if let Some(certificate) = invariant::stated_by(task, oracle, &relaxed, why, meter)? {
            return Ok(Some(certificate.into()));
        }
    }
    let bounded = oracle.bounds() && options.method != Method::Breadth;
    // If the bound is the only script, searches that cannot use it ignore it.
    let by_bound = bounded
        && matches!(options.method, Method::Auto | Method::Astar | Method::Greedy)
        && !matches!(options.wanted, Wanted::All { .. })
        && meter.context().journal().is_none();
    if !oracle.decides() && !by_bound {
        return Ok(None);
    }
    suited(options, oracle.reason(), meter)?;
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    let heuristic = (!oracle.makes_moves() && options.method != Method::Breadth)
        .then(|| Heuristic::new(task, &relaxed, &packed));
    let families = Families::of(oracle)?;
    let families = families.as_ref();
    let scripted =
        Scripted { task, oracle, packed: &packed, heuristic: heuristic.as_ref(), bounded, families };
    if bounded {
        packed.dispatch(AdmissibilityCheck { scripted, meter: &mut *meter })?;
    }
    why.push(match (bounded, options.wanted) {
        (true, Wanted::Any) => "greedy best-first with the scripted bound".into(),
        (true, _) => "A* with the scripted bound".into(),
        (false, _) => format!("forward search: {}", oracle.reason()),
    });
    let any = options.wanted == Wanted::Any;
    let start = heuristic.as_ref().map_or(0, |h| h.of(&packed.layout.pack(&task.start)));
    let order = if any { Order::Nearest } else { Order::Least };
    // A scripted bound proves no length.
    let proves = (!any && !bounded).then_some(1);
    match packed.dispatch(BestFirst { successors: scripted, order, proves, meter: &mut *meter })? {
        BestFirstResult::Plan(actions, given) => {
            let length = actions.len() as u64;
            let all = || task.actions.iter().chain(&given);
            let steps: Vec<&Action> = actions.iter().filter_map(|id| all().nth(*id as usize)).collect();
            if bounded {
                short_of(task, oracle, &steps, meter)?;
            }
            if options.within().is_some_and(|most| bounded && length > most && length > u64::from(start)) {
                // What a script says of lengths rules out no plan.
                why.push(
                    "no solution is short enough by the scripted bound: breadth-first without it".into(),
                );
                let without = Options { method: Method::Breadth, ..options.clone() };
                meter.progress = Default::default();
                return match decide(task, &without, why, made, meter)? {
                    Some(verdict) => Ok(Some(verdict)),
                    None => super::portfolio::decide(task, &without, why, made, meter).map(Some),
                };
            }
            let optimality = match () {
                () if any && length > u64::from(start) => Optimality::Found,
                () if bounded && length > u64::from(start) => Optimality::LeastByBound,
                () => Optimality::Least,
            };
            *made = given;
            Ok(Some(Verdict::Solved(Plan { steps: actions, length, optimality })))
        }
        BestFirstResult::Exhausted(Some(levels)) => Ok(Some(verdict(task, SearchOutcome::Exhausted(levels)))),
        BestFirstResult::Exhausted(None) => {
            // A scripted bound proves nothing; an exhaustive search, level by level, does.
            why.push("all positions without the bounds, which led to no solution".into());
            meter.progress = Default::default();
            let successors = Scripted { heuristic: None, bounded: false, ..scripted };
            let (order, proves) = (Order::Least, Some(1));
            match packed.dispatch(BestFirst { successors, order, proves, meter: &mut *meter })? {
                BestFirstResult::Exhausted(Some(levels)) => {
                    Ok(Some(verdict(task, SearchOutcome::Exhausted(levels))))
                }
                BestFirstResult::Plan(..) | BestFirstResult::Exhausted(None) => {
                    let text = "it reports a dead end, but a goal can be reached";
                    Err(oracle.wrong_bound(text.into()))
                }
            }
        }
    }
}

fn suited(options: &Options, reason: &str, meter: &Meter) -> Result<(), Stop> {
    match (options.method, options.wanted) {
        (_, Wanted::All { .. }) => Err(Stop::unsupported(format!("solutions cannot be listed: {reason}"))),
        _ if meter.context().journal().is_some() => {
            Err(Stop::unsupported(format!("levels cannot be saved: {reason}")))
        }
        (Method::Auto | Method::Breadth | Method::Astar, _) | (Method::Greedy, Wanted::Any) => Ok(()),
        _ => Err(Stop::unsuited(format!(
            "{reason}, so the methods are breadth, astar and, for any solution, greedy"
        ))),
    }
}
