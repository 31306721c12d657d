//! Search in puzzles whose moves have consequences.
//!
//! Successors include the consequences ([`crate::packed`]), so every search that goes forward by moves and
//! keeps whole positions is right as it is. All else derives facts from single actions, and an action with its
//! consequences is another change than the action alone. This is the one place that switches it off:
//!
//! * search from the goal and bidirectional search: consequences cannot be inverted action by action;
//! * symmetries: consequences are tried in reading order, which no symmetry of the actions needs to keep;
//! * lower bounds, and plans of one length: one move may do the work of many actions;
//! * commuting actions: consequences depend on the order.
//!
//! Facts that hold for every sequence of actions and consequences hold for moves: values that are never reached
//! and sums that nothing changes, both on [`Task::flat`].

use super::meter::Meter;
use super::strategies::Strategies;
use super::{Method, Options, portfolio};
use crate::packed::{Job, Packed};
use crate::relaxed;
use puzzlec_base::diag::Stop;
use puzzlec_task::Verdict;
use puzzlec_task::{ActionId, Task};

/// Answers tasks with consequences; `None` for others.
pub(super) fn decide(
    task: &Task,
    options: &Options,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Verdict>, Stop> {
    let Some(consequences) = &task.consequences else { return Ok(None) };
    if !matches!(options.method, Method::Auto | Method::Breadth) {
        return Err(Stop::unsuited("a puzzle with consequences is searched breadth-first from the start"));
    }
    meter.poll()?;
    let relaxed = relaxed(task);
    if options.method == Method::Auto
        && let Some(certificate) = portfolio::refuted(task, &relaxed, why, meter)?
    {
        return Ok(Some(certificate.into()));
    }
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    why.push("breadth-first from the start: moves have consequences".into());
    let options = Options { symmetry: false, ..options.clone() };
    let verdict = Strategies::new(task, &relaxed, &packed, &options).levels(false, meter)?;
    if let Verdict::Solved(plan) = &verdict
        && packed.dispatch(Ends { actions: &plan.steps, of: task.actions.len() })?
    {
        return Err(consequences.endless(packed.moves.endless_met().unwrap_or(0)));
    }
    Ok(Some(verdict))
}

/// Whether a plan ends with consequences that do not end.
struct Ends<'a> {
    actions: &'a [ActionId],
    of: usize,
}

impl Job for Ends<'_> {
    type Output = bool;

    fn run<const W: usize>(self, packed: &Packed) -> Result<bool, Stop> {
        let moves = packed.moves.by_action(self.of);
        // Threads may have met others; only those of the plan count.
        packed.moves.forget_endless();
        let mut state = packed.start::<W>();
        for action in self.actions {
            let at = moves.get(*action as usize).copied().unwrap_or(u32::MAX);
            state = packed.moves.apply(at, &state);
        }
        Ok(packed.moves.endless_met().is_some())
    }
}
