//! Depth-first search for tasks all of whose plans have the same length, so that any plan is a
//! shortest one: peg solitaire, coin removal, everything that is used up step by step.
//!
//! In such a task a state can only be met at one depth. A state that was left without a plan is
//! dead, and the store remembers it.

use super::Outcome;
use super::meter::Meter;
use super::store::Store;
use crate::diag::Stop;
use crate::task::ActionId;
use crate::task::packed::{Job, Packed, Scratch};

/// After so many states a dive gives way to the search from both ends.
pub(super) const DEEP: u32 = 1 << 21;

/// The search; it gives nothing when it gave way.
pub(super) struct Dive<'a, 'b> {
    pub(super) meter: &'a mut Meter<'b>,
    /// It gives way after so many states.
    pub(super) most: u32,
}

/// A state on the way down: what led to it, and where it may go on to.
struct Rung<const W: usize> {
    by: Option<ActionId>,
    onward: Vec<(ActionId, [u64; W])>,
}

impl Job for Dive<'_, '_> {
    type Output = Option<Outcome>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Option<Outcome>, Stop> {
        let Dive { meter, most } = self;
        let before = meter.progress;
        let found = dive::<W>(packed, meter, most);
        if matches!(found, Ok(None)) {
            meter.progress = before;
        }
        found
    }
}

fn dive<const W: usize>(packed: &Packed, meter: &mut Meter, most: u32) -> Result<Option<Outcome>, Stop> {
    let start = packed.start::<W>();
    if packed.goal.holds(&start) {
        meter.progress.states = 1;
        return Ok(Some(Outcome::Plan(Vec::new())));
    }
    let mut store = Store::<W>::new(meter)?;
    let mut scratch = Scratch::default();
    store.insert(&start, meter)?;
    let mut levels: Vec<u64> = vec![1];
    let mut ladder = vec![Rung { by: None, onward: onward(packed, &start, &mut scratch) }];
    while let Some(rung) = ladder.last_mut() {
        let Some((by, state)) = rung.onward.pop() else {
            ladder.pop();
            continue;
        };
        meter.steps(1)?;
        if !store.insert(&state, meter)?.new {
            continue;
        }
        if packed.goal.holds(&state) {
            let plan = ladder.iter().filter_map(|r| r.by).chain([by]).collect();
            return Ok(Some(Outcome::Plan(plan)));
        }
        if store.len() > most {
            return Ok(None);
        }
        match levels.get_mut(ladder.len()) {
            Some(n) => *n += 1,
            None => levels.push(1),
        }
        let next = onward(packed, &state, &mut scratch);
        meter.expanded(next.len() as u64)?;
        ladder.push(Rung { by: Some(by), onward: next });
    }
    Ok(Some(Outcome::Exhausted(levels)))
}

/// The moves from a state and where they lead, the first move last.
fn onward<const W: usize>(
    packed: &Packed,
    state: &[u64; W],
    scratch: &mut Scratch,
) -> Vec<(ActionId, [u64; W])> {
    let mut all = Vec::new();
    packed.moves.each(state, scratch, |at, after| all.push((packed.moves.action(at), after)));
    all.reverse();
    all
}
