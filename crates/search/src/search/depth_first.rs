//! Depth-first search for tasks all of whose plans have the same length, so that any plan is a
//! shortest one: peg solitaire, coin removal, everything that is used up step by step.
//!
//! Every path to a state has the same length in such a task. A state without a plan is dead, and the registry
//! prevents a second visit.

use super::SearchOutcome;
use super::meter::Meter;
use super::registry::StateRegistry;
use crate::packed::{Job, Packed, Scratch};
use puzzlec_base::diag::Stop;
use puzzlec_task::ActionId;

/// The number of states after which bidirectional search takes over.
pub(super) const DEPTH_FIRST_STATES: u32 = 1 << 21;

/// The search; `None` if it gave up.
pub(super) struct DepthFirst<'a, 'b> {
    pub(super) meter: &'a mut Meter<'b>,
    /// The number of states after which the search gives up.
    pub(super) most: u32,
}

/// A state on the stack: the action that led to it, and its remaining successors.
struct Frame<const W: usize> {
    by: Option<ActionId>,
    successors: Vec<(ActionId, [u64; W])>,
}

impl Job for DepthFirst<'_, '_> {
    type Output = Option<SearchOutcome>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Option<SearchOutcome>, Stop> {
        let DepthFirst { meter, most } = self;
        let before = meter.progress;
        let found = depth_first::<W>(packed, meter, most);
        if matches!(found, Ok(None)) {
            meter.progress = before;
        }
        found
    }
}

fn depth_first<const W: usize>(
    packed: &Packed,
    meter: &mut Meter,
    most: u32,
) -> Result<Option<SearchOutcome>, Stop> {
    let start = packed.start::<W>();
    if packed.goal.holds(&start) {
        meter.progress.states = 1;
        return Ok(Some(SearchOutcome::Plan(Vec::new())));
    }
    let mut registry = StateRegistry::<W>::new(meter)?;
    let mut scratch = Scratch::default();
    registry.insert(&start, meter)?;
    let mut levels: Vec<u64> = vec![1];
    let mut stack = vec![Frame { by: None, successors: successors(packed, &start, &mut scratch) }];
    while let Some(frame) = stack.last_mut() {
        let Some((by, state)) = frame.successors.pop() else {
            stack.pop();
            continue;
        };
        meter.steps(1)?;
        if !registry.insert(&state, meter)?.new {
            continue;
        }
        if packed.goal.holds(&state) {
            let plan = stack.iter().filter_map(|r| r.by).chain([by]).collect();
            return Ok(Some(SearchOutcome::Plan(plan)));
        }
        if registry.len() > most {
            return Ok(None);
        }
        match levels.get_mut(stack.len()) {
            Some(n) => *n += 1,
            None => levels.push(1),
        }
        let next = successors(packed, &state, &mut scratch);
        meter.expanded(next.len() as u64)?;
        stack.push(Frame { by: Some(by), successors: next });
    }
    Ok(Some(SearchOutcome::Exhausted(levels)))
}

/// The successors of a state and their moves, in reverse order.
fn successors<const W: usize>(
    packed: &Packed,
    state: &[u64; W],
    scratch: &mut Scratch,
) -> Vec<(ActionId, [u64; W])> {
    let mut all = Vec::new();
    packed.moves.each(state, scratch, |at, after| all.push((packed.moves.action(at), after)));
    all.reverse();
    all
}
