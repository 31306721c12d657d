//! Iterative deepening A* (IDA*): depth-first search among plans whose lower bound is at most a given length,
//! then the next possible length. It needs very little memory.
//!
//! A table of fixed size stores visited states with the pass and the depth; a state visited in the same pass
//! at the same or a smaller depth is pruned. Its successors were searched from the earlier visit, so a
//! completed pass rules its length out, and the least bound at which it was cut off is the next possible
//! length.

use super::heuristic::{DEAD, Heuristic};
use super::meter::Meter;
use crate::packed::{Job, Packed, Scratch};
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::ActionId;

/// Maximum size of the table in bytes.
const TABLE_BYTES: usize = 1 << 24;
/// Minimum table capacity.
const MIN_SLOTS: usize = 1 << 8;

/// The search.
pub(super) struct IdaStar<'a, 'b> {
    pub(super) heuristic: &'a Heuristic,
    /// What every action costs; 0 if they differ.
    pub(super) unit: u64,
    /// The first pass looks at all plans of at most so many actions, or of the least length that is possible
    /// if that is more.
    pub(super) first: u32,
    pub(super) meter: &'a mut Meter<'b>,
}

/// A state with the pass and the depth of its visit.
#[derive(Clone, Copy)]
struct Met<const W: usize> {
    state: [u64; W],
    pass: u32,
    depth: u32,
}

/// A state on the way down, with the moves from it that are left to try.
struct Frame<const W: usize> {
    state: [u64; W],
    remaining: std::ops::Range<usize>,
}

impl Job for IdaStar<'_, '_> {
    /// A plan, a least one if the first pass is not longer; nothing if there is no plan at all.
    type Output = Option<Vec<ActionId>>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Self::Output, Stop> {
        let IdaStar { heuristic, unit, first, meter } = self;
        let start = packed.start::<W>();
        if packed.goal.holds(&start) {
            meter.progress.states = 1;
            return Ok(Some(Vec::new()));
        }
        let least = heuristic.of(&start);
        if least == DEAD {
            return Ok(None);
        }
        let room = TABLE_BYTES / size_of::<Met<W>>();
        let mut slots = 1_usize << (usize::BITS - 1 - room.leading_zeros());
        // A smaller table is sufficient.
        while let Err(limit) = meter.grow((slots * size_of::<Met<W>>()) as u64) {
            slots /= 2;
            if slots < MIN_SLOTS || !matches!(limit, Limit::Memory { .. }) {
                return Err(limit.into());
            }
        }
        let bytes = slots * size_of::<Met<W>>();
        let mut search = BoundedSearch {
            packed,
            heuristic,
            table: vec![Met { state: [0; W], pass: 0, depth: 0 }; slots],
            stack: Vec::new(),
            moves: Vec::new(),
            scratch: Scratch::default(),
            held: 0,
            meter,
        };
        let known = search.meter.at_least().checked_div(unit).unwrap_or(0);
        let mut possible = u32::try_from(known).unwrap_or(DEAD - 1).max(least).max(1);
        for pass in 1.. {
            search.meter.proved(u64::from(possible) * unit, 0);
            search.meter.poll()?;
            match search.pass(&start, pass, possible.max(first))? {
                End::Goal => {
                    let taken = |frame: &Frame<W>| search.moves.get(frame.remaining.start - 1).map(|m| m.0);
                    let taken: Vec<ActionId> = search.stack.iter().filter_map(taken).collect();
                    let held = bytes as u64 + search.held;
                    search.meter.shrink(held);
                    return Ok(Some(taken));
                }
                End::Cut(DEAD) => break,
                End::Cut(next) => possible = next,
            }
        }
        let held = bytes as u64 + search.held;
        search.meter.shrink(held);
        Ok(None)
    }
}

/// The result of a pass.
enum End {
    /// A goal was reached; the stack has the plan.
    Goal,
    /// The least bound at which the pass was cut off; [`DEAD`] if it was not.
    Cut(u32),
}

struct BoundedSearch<'a, 'b, const W: usize> {
    packed: &'a Packed,
    heuristic: &'a Heuristic,
    table: Vec<Met<W>>,
    stack: Vec<Frame<W>>,
    /// The moves of all frames.
    moves: Vec<(ActionId, [u64; W])>,
    scratch: Scratch,
    /// Bytes of the frames and their moves that were counted.
    held: u64,
    meter: &'a mut Meter<'b>,
}

impl<const W: usize> BoundedSearch<'_, '_, W> {
    /// Searches the plans whose bound is at most this length.
    fn pass(&mut self, start: &[u64; W], pass: u32, length: u32) -> Result<End, Limit> {
        self.stack.clear();
        self.moves.clear();
        let mut cut = DEAD;
        if self.push_frame(start, length, &mut cut)? {
            return Ok(End::Goal);
        }
        while let Some(frame) = self.stack.last_mut() {
            let Some(at) = frame.remaining.next() else {
                self.stack.pop();
                let rest = self.stack.last().map_or(0, |r| r.remaining.end);
                self.moves.truncate(rest);
                continue;
            };
            let Some((_, state)) = self.moves.get(at).copied() else { continue };
            if !self.meets(&state, pass) {
                continue;
            }
            if self.push_frame(&state, length, &mut cut)? {
                return Ok(End::Goal);
            }
        }
        Ok(End::Cut(cut))
    }

    /// Counts the bytes of the frames and their moves, which grow with the length of plans.
    fn account(&mut self) -> Result<(), Limit> {
        let moves = self.moves.capacity() * size_of::<(ActionId, [u64; W])>();
        let held = (moves + self.stack.capacity() * size_of::<Frame<W>>()) as u64;
        if held > self.held {
            let more = held - self.held;
            self.held = held;
            self.meter.grow(more)?;
        }
        Ok(())
    }

    /// Whether a state is met for the first time at so little depth in this pass.
    fn meets(&mut self, state: &[u64; W], pass: u32) -> bool {
        let depth = self.stack.len() as u32;
        let at = slot(state, self.table.len());
        let Some(entry) = self.table.get_mut(at) else { return true };
        if entry.pass == pass && entry.depth <= depth && entry.state == *state {
            return false;
        }
        *entry = Met { state: *state, pass, depth };
        true
    }

    /// Pushes a frame with the successors within this length, the most promising first. `true` if one of them
    /// is a goal; it is then the frame's current successor.
    fn push_frame(&mut self, state: &[u64; W], length: u32, cut: &mut u32) -> Result<bool, Limit> {
        let depth = self.stack.len() as u32 + 1;
        let before = self.stack.len().checked_sub(1).and_then(|at| self.stack.get(at)).map(|r| r.state);
        let first = self.moves.len();
        let (packed, heuristic, moves) = (self.packed, self.heuristic, &mut self.moves);
        let (mut goal, mut made) = (None, 0);
        packed.moves.each(state, &mut self.scratch, |at, next| {
            made += 1;
            // Nothing is gained by going straight back or standing still.
            if Some(next) == before || next == *state {
                return;
            }
            let ahead = heuristic.of(&next);
            if ahead == DEAD {
                return;
            }
            let whole = depth + ahead;
            if whole > length {
                *cut = whole.min(*cut);
                return;
            }
            if goal.is_none() && packed.goal.holds(&next) {
                goal = Some(moves.len());
            }
            moves.push((packed.moves.action(at), next));
        });
        self.meter.progress.states += 1;
        self.meter.expanded(made)?;
        let remaining = match goal {
            Some(at) => at + 1..moves.len(),
            None => first..moves.len(),
        };
        self.stack.push(Frame { state: *state, remaining });
        self.account()?;
        Ok(goal.is_some())
    }
}

/// The slot of a state in a table whose size is a power of two.
#[inline]
fn slot<const W: usize>(state: &[u64; W], slots: usize) -> usize {
    let mut h = 0x243f_6a88_85a3_08d3_u64;
    for word in state {
        let wide = u128::from(h ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        h = (wide as u64) ^ ((wide >> 64) as u64);
    }
    (h >> 20) as usize & (slots - 1)
}
