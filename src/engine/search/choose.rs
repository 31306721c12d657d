//! Which search answers a question about a task.

use super::classes::Finder;
use super::meter::Meter;
use super::team::Team;
use super::ways::Backward;
use super::{Method, Options, Outcome, breadth, classes, commuting, dive, invariant, measure, pieces, runs};
use crate::base::Limit;
use crate::engine::{Certificate, Optimality, Plan, Verdict};
use crate::task::counts::plan_length;
use crate::task::packed::{Job, Packed};
use crate::task::{Cost, Task, relaxed};

/// Answers by the search that suits, and says why in `why`.
pub(super) fn decide(
    task: &Task,
    options: &Options,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Verdict, Limit> {
    let method = options.method;
    meter.poll()?;
    let relaxed = relaxed(task);
    if method == Method::Auto && !task.goal.possible(&relaxed.values).holds {
        why.push("the goal needs something that no action ever brings about".into());
        return Ok(Verdict::Unsolvable(Certificate::GoalFalse));
    }
    if method == Method::Auto
        && let Some(certificate) = invariant::refuted(task, &relaxed, why, meter)?
    {
        return Ok(Verdict::Unsolvable(certificate));
    }
    if method == Method::Auto
        && let Some(outcome) = commuting::search(task, &relaxed, meter)?
    {
        why.push("the actions always apply and their order does not matter: linear equations".into());
        return Ok(verdict(task, outcome));
    }
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    let strategy = Strategy::of(task.measure.cost, &packed);
    if method == Method::Auto
        && matches!(strategy, Strategy::Breadth(_))
        && let Some(length) = plan_length(task, &relaxed)
    {
        meter.proved(length, 0);
        why.push(format!(
            "every solution has the same length ({length}), so any solution is a least one: depth first"
        ));
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
    let finder = Finder { task, relaxed: &relaxed, packed: &packed };
    let outcome =
        packed.dispatch(Search { finder, options, strategy, backward: backward.as_ref(), meter })?;
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
    finder: Finder<'a>,
    options: &'a Options,
    strategy: Strategy,
    backward: Option<&'a Backward>,
    meter: &'a mut Meter<'b>,
}

impl Job for Search<'_, '_> {
    type Output = Outcome;

    fn run<const W: usize>(self, _: &Packed) -> Result<Outcome, Limit> {
        let team = || Team::new(self.options.threads);
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
