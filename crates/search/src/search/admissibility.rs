//! Whether a script's bound is not admissible: compared with real ways to the goal.

use super::meter::Meter;
use super::registry::StateRegistry;
use super::successors::{Scripted, Successors};
use crate::packed::{Job, Packed, Scratch};
use puzzlec_base::diag::Stop;
use puzzlec_base::words::counted;
use puzzlec_task::oracle::{AtLeast, Oracle};
use puzzlec_task::{Action, Task, Value};

/// Number of positions near the start that are explored without the bound.
const SAMPLE: u32 = 1024;
/// Maximum number of cells of a position in a message.
const MOST_CELLS: usize = 12;

/// Explores positions near the start without the bound, and compares the bound with the distances to goals
/// among them.
pub(super) struct AdmissibilityCheck<'a, 'b> {
    pub(super) scripted: Scripted<'a>,
    pub(super) meter: &'a mut Meter<'b>,
}

impl Job for AdmissibilityCheck<'_, '_> {
    type Output = ();

    fn run<const W: usize>(self, packed: &Packed) -> Result<(), Stop> {
        let AdmissibilityCheck { scripted, meter } = self;
        let budget = meter.budget();
        let mut sample = Meter::new(meter.context());
        let mut registry = StateRegistry::<W>::new(&mut sample)?;
        registry.insert(&packed.start::<W>(), &mut sample)?;
        let (mut edges, mut goals) = (Vec::new(), Vec::new());
        let (mut scratch, mut at) = (Scratch::default(), 0);
        while at < registry.len().min(SAMPLE) {
            meter.poll()?;
            let state = registry.state(at);
            if scripted.is_goal(&state, budget)? {
                goals.push(at);
            }
            let mut after = Vec::new();
            scripted.each(&state, &mut scratch, budget, |_, next| after.push(next))?;
            for state in after {
                edges.push((at, registry.insert(&state, &mut sample)?.id));
            }
            at += 1;
        }
        for (id, moves) in distances(&edges, goals, registry.len()) {
            let position = packed.layout.unpack(&registry.state(id));
            compare(scripted.oracle, &position, moves, meter)?;
        }
        Ok(())
    }
}

/// The positions from which goals can be reached, each with the fewest moves along these edges.
fn distances(edges: &[(u32, u32)], goals: Vec<u32>, count: u32) -> Vec<(u32, u64)> {
    let mut before = vec![Vec::new(); count as usize];
    for (from, to) in edges {
        if let Some(list) = before.get_mut(*to as usize) {
            list.push(*from);
        }
    }
    let mut known = vec![false; count as usize];
    let mut mark = |id: u32| known.get_mut(id as usize).is_some_and(|k| !std::mem::replace(k, true));
    let mut all: Vec<(u32, u64)> = goals.into_iter().filter(|g| mark(*g)).map(|g| (g, 0)).collect();
    let mut at = 0;
    while let Some((id, moves)) = all.get(at).copied() {
        for from in before.get(id as usize).into_iter().flatten() {
            if mark(*from) {
                all.push((*from, moves + 1));
            }
        }
        at += 1;
    }
    all
}

/// Compares the bound with a plan, position by position.
///
/// # Errors
/// A limit, or that the bound is not admissible.
pub(super) fn short_of(
    task: &Task,
    oracle: &Oracle,
    steps: &[&Action],
    meter: &mut Meter,
) -> Result<(), Stop> {
    let mut position = task.start.clone();
    for (left, step) in (0..=steps.len()).rev().zip(steps.iter().map(Some).chain([None])) {
        compare(oracle, &position, left as u64, meter)?;
        if let Some(step) = step {
            position = step.after(&position);
        }
    }
    Ok(())
}

/// Compares the bound of a position with the length of a way to a goal.
fn compare(oracle: &Oracle, position: &[Value], moves: u64, meter: &Meter) -> Result<(), Stop> {
    let said = match oracle.at_least(position, meter.budget())? {
        AtLeast::Moves(said) if said <= moves => return Ok(()),
        AtLeast::Moves(said) => format!("at least {}", counted(said, "moves")),
        AtLeast::DeadEnd => "\"dead end\"".to_owned(),
    };
    let contents = &oracle.field().contents;
    let held = oracle.field().board.cells.iter().zip(position).filter(|(_, value)| **value != 0);
    let shown = held.map(|(cell, value)| {
        let piece = contents.get(usize::from(*value)).map_or("", |c| c.piece.as_str());
        format!("{piece} {}", cell.name)
    });
    let mut shown: Vec<String> = shown.collect();
    if shown.len() > MOST_CELLS {
        shown.truncate(MOST_CELLS);
        shown.push("…".into());
    }
    let way =
        if moves == 1 { "1 move leads".to_owned() } else { format!("{} lead", counted(moves, "moves")) };
    Err(oracle.wrong_bound(format!("it says {said}, and {way} to a goal from: {}", shown.join(", "))))
}
