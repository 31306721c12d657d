//! Parts of a puzzle, solved one by one.

use super::meter::Meter;
use super::{Options, Wanted, portfolio};
use crate::Relaxed;
use crate::parts::parts;
use puzzlec_base::diag::Stop;
use puzzlec_base::words::counted;
use puzzlec_task::{Certificate, Optimality, PartCertificate, Plan, Task, Verdict};

/// Answers by the answers for the parts; nothing where the task does not fall apart.
pub(super) fn decide(
    task: &Task,
    relaxed: &Relaxed,
    options: &Options,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Verdict>, Stop> {
    if matches!(options.wanted, Wanted::All { .. }) || meter.context().journal().is_some() {
        return Ok(None);
    }
    let Some(parts) = parts(task, relaxed) else { return Ok(None) };
    why.push(match parts.as_slice() {
        [_] => "the goal concerns a part of the puzzle, which is solved alone".into(),
        parts => format!("{} that have nothing to do with each other", counted(parts.len() as u64, "parts")),
    });
    let mut plan = Plan { steps: Vec::new(), length: 0, optimality: Optimality::Least };
    // No plan is shorter, by the parts so far.
    let mut at_least = 0;
    for part in &parts {
        let alone = part.alone(task);
        let wanted = if options.wanted == Wanted::Any { Wanted::Any } else { Wanted::Least };
        let options = Options { wanted, ..options.clone() };
        let mut attempt = Meter::new(meter.context());
        attempt.suffices = meter.suffices.map(|most| most.saturating_sub(at_least));
        let mut reasons = Vec::new();
        let found = portfolio::decide(&alone, &options, &mut reasons, &mut Vec::new(), &mut attempt);
        for reason in reasons {
            if !why.contains(&reason) {
                why.push(reason);
            }
        }
        at_least += match &found {
            Ok(Verdict::Solved(plan)) if plan.optimality == Optimality::Least => plan.length,
            _ => attempt.at_least(),
        };
        let states = meter.progress.states;
        meter.absorb(&attempt, false);
        meter.progress.states += states;
        meter.proved(at_least, 0);
        match found? {
            Verdict::Solved(found) => {
                let of_task = found.steps.iter().filter_map(|action| part.actions.get(*action as usize));
                plan.steps.extend(of_task);
                plan.length += found.length;
            }
            Verdict::Unsolvable { certificate, .. } => {
                let of_part = PartCertificate { part: part.names(task), certificate: Box::new(certificate) };
                return Ok(Some(Certificate::Part(of_part).into()));
            }
            other => return Ok(Some(other)),
        }
    }
    if plan.length > at_least {
        plan.optimality = Optimality::Found;
    }
    Ok(Some(Verdict::Solved(plan)))
}
