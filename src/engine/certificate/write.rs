//! Certificates of what a search found.
//!
//! Where the search looked at classes of positions or from both ends, the positions are walked over
//! once more, one by one, for their counts and hashes.

use super::{Document, KIND, Level, Names, Place, Proof, Step, VERSION, rules, values};
use crate::diag::Stop;
use crate::engine::search::{Origin, levels};
use crate::engine::verify::hash;
use crate::engine::{Certificate, Optimality, Plan, SearchContext, SearchResult, Verdict};
use crate::model::board::Coord;
use crate::model::{Model, Question};
use crate::task::ground::{Bounds, Ground, LAY};
use crate::task::{Action, ActionId, Bound, Cost, Label, Task, relaxed};

/// The levels below a least plan are certified if they have at most so many positions.
const MOST_BELOW: u64 = 1_000_000;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritten {
    /// Something came first.
    Stopped(Stop),
    /// There is none of this answer, for this reason.
    None(String),
}

impl From<Stop> for Unwritten {
    fn from(stop: Stop) -> Self {
        Unwritten::Stopped(stop)
    }
}

/// The certificate of an answer.
///
/// # Errors
/// A limit, or why there is none.
pub fn write(
    model: &Model,
    ground: &Ground,
    result: &SearchResult,
    context: &SearchContext,
) -> Result<Document, Unwritten> {
    let proof = match &result.verdict {
        Verdict::Solved(plan) => solution(model, ground, plan, &result.made, context)?,
        Verdict::Unsolvable(_) if matches!(model.question, Question::Place { .. }) => Proof::Placement {},
        Verdict::Unsolvable(certificate) => refutation(&ground.task, certificate, context)?,
        Verdict::Stopped(stop) => return Err(Unwritten::Stopped(stop.clone())),
    };
    let margin = match ground.bounds {
        Bounds::Window { margin, stated: false } => Some(margin),
        Bounds::Window { stated: true, .. } | Bounds::Exact => None,
    };
    Ok(Document {
        version: VERSION,
        kind: KIND.to_owned(),
        puzzle: model.name.clone(),
        parameters: model.values.iter().map(|(name, value)| (name.clone(), *value)).collect(),
        margin,
        task: hash::fingerprint(&ground.task),
        proof,
    })
}

fn solution(
    model: &Model,
    ground: &Ground,
    plan: &Plan,
    made: &[Action],
    context: &SearchContext,
) -> Result<Proof, Stop> {
    let task = &ground.task;
    let placing = matches!(model.question, Question::Place { .. });
    let rules = rules(model);
    let action = |id: &ActionId| {
        let at = *id as usize;
        task.actions.get(at).or_else(|| made.get(at.checked_sub(task.actions.len())?))
    };
    let labels = plan.actions.iter().filter_map(action).map(|a| &a.label);
    let steps: Vec<Step> = labels
        .filter(|label| !placing || label.rule == LAY)
        .map(|label| step(model, &rules, label))
        .collect();
    if placing {
        return Ok(Proof::Plan { length: steps.len() as u64, unit: "pieces".into(), least: None, steps });
    }
    let level = plan.optimality != Optimality::Found
        && task.measure.cost == Cost::Actions
        && ground.bounds.doubt().is_none();
    let least = if level { below(task, plan.length, context)? } else { None };
    Ok(Proof::Plan { length: plan.length, unit: model.unit.clone(), least, steps })
}

fn step(model: &Model, rules: &[String], label: &Label) -> Step {
    let place = |bound: &Bound| match bound {
        Bound::Cell(x, y) => Place::Cell(model.board.name(Coord::new(*x, *y))),
        Bound::Direction(d) => Place::Direction(model.board.direction_name(*d).to_owned()),
        Bound::Number(n) => Place::Number(*n),
    };
    Step {
        rule: rules.get(label.rule as usize).cloned().unwrap_or_default(),
        part: label.part,
        at: label.binding.iter().map(place).collect(),
    }
}

fn refutation(task: &Task, certificate: &Certificate, context: &SearchContext) -> Result<Proof, Unwritten> {
    let relaxed = relaxed(task);
    let values = || values(&Names::new(task), &relaxed.values);
    Ok(match certificate {
        Certificate::Jumps { goals } => Proof::Jumps { goals: goals.clone(), values: values() },
        Certificate::GoalFalse => Proof::GoalImpossible { values: values() },
        Certificate::Invariants { invariants } => {
            Proof::Invariants { invariants: invariants.clone(), values: values() }
        }
        Certificate::Exhausted { .. } | Certificate::ExhaustedClasses { .. } => {
            let levels = levels(task, &relaxed, Origin::Start { depth: u64::MAX, most: u64::MAX }, context)?;
            let Some(levels) = levels else {
                return Err(Unwritten::None("there are too many positions".into()));
            };
            Proof::Closed { levels }
        }
        Certificate::ExhaustedBackward { .. } => {
            let levels = levels(task, &relaxed, Origin::Goals, context)?;
            let Some(levels) = levels else { return Err(Unwritten::None("there are too many goals".into())) };
            Proof::ClosedBackward { levels, values: values() }
        }
    })
}

/// The levels below a plan's length, if they are not too large.
fn below(task: &Task, length: u64, context: &SearchContext) -> Result<Option<Vec<Level>>, Stop> {
    levels(task, &relaxed(task), Origin::Start { depth: length, most: MOST_BELOW }, context)
}
