//! Depth first with an increasing bound on the length (IDA*), on the places of pieces.

use super::table::{NONE, Table};
use super::{Place, Sliding};
use crate::search::meter::Meter;
use puzzlec_base::Limit;
use puzzlec_task::{ActionId, Value};

/// Moves between two polls of the budget.
const POLLED: u64 = 1 << 14;

/// A least plan, where an action costs `unit`; `None` after so many moves, or where the tables show no way to a goal.
///
/// # Errors
/// A limit.
pub(super) fn search(
    sliding: &Sliding,
    tables: &[Table],
    (unit, most): (u64, u64),
    meter: &mut Meter,
) -> Result<Option<Vec<ActionId>>, Limit> {
    let Some(mut walk) = Walk::new(sliding, tables) else { return Ok(None) };
    let Some(mut bound) = walk.bound() else { return Ok(None) };
    bound = bound.max(meter.at_least().checked_div(unit).unwrap_or(0));
    let mut made = 0;
    loop {
        meter.proved(bound.saturating_mul(unit), 0);
        meter.poll()?;
        match walk.pass(bound, most, &mut made, meter)? {
            Pass::Plan => return Ok(Some(walk.path.iter().map(|step| step.action).collect())),
            Pass::Longer(next) => bound = next,
            Pass::TooMany | Pass::NoWay => return Ok(None),
        }
    }
}

/// How a pass ends.
enum Pass {
    Plan,
    /// No plan has this length; the next possible one.
    Longer(u64),
    TooMany,
    NoWay,
}

/// A move on the way down, with the place that it filled, and the number of the next one to try in its stead.
struct Step {
    action: ActionId,
    filled: Place,
    next: u32,
}

/// A position on the way.
pub(super) struct Walk<'s> {
    sliding: &'s Sliding<'s>,
    tables: &'s [Table],
    /// By place its content.
    held: Vec<Value>,
    empty: Place,
    /// By content the pattern that it is in, and where its digit begins.
    patterns: Vec<Option<(u32, u32)>>,
    /// By pattern the number of the arrangement, and its distance.
    at: Vec<(u32, u8)>,
    path: Vec<Step>,
}

impl<'s> Walk<'s> {
    /// The start.
    pub(super) fn new(sliding: &'s Sliding<'s>, tables: &'s [Table]) -> Option<Self> {
        let start = &sliding.task.start;
        let of = |var: &u32| start.get(*var as usize).copied().unwrap_or(0);
        let held: Vec<Value> = sliding.variables.iter().map(of).collect();
        let empty = Place::try_from(held.iter().position(|value| *value == 0)?).ok()?;
        let mut patterns = vec![None; usize::from(held.iter().copied().max()?) + 1];
        let mut at = Vec::new();
        for (number, table) in (0..).zip(tables) {
            let mut arrangement = u32::from(empty) << (table.bits * table.pieces.len() as u32);
            for (digit, piece) in (0..).zip(&table.pieces) {
                let shift = digit * table.bits;
                *patterns.get_mut(usize::from(*piece))? = Some((number, shift));
                arrangement |= (held.iter().position(|value| value == piece)? as u32) << shift;
            }
            at.push((arrangement, table.of(arrangement)));
        }
        Some(Walk { sliding, tables, held, empty, patterns, at, path: Vec::new() })
    }

    /// No plan from here has fewer moves; `None` where there is none.
    #[inline]
    pub(super) fn bound(&self) -> Option<u64> {
        let distances = self.at.iter().map(|(_, distance)| *distance);
        distances.map(|one| (one != NONE).then_some(u64::from(one))).sum()
    }

    /// Looks for a plan of at most this length, with a move less each step down; it begins and, without a plan, ends at
    /// the start.
    fn pass(&mut self, length: u64, most: u64, made: &mut u64, meter: &mut Meter) -> Result<Pass, Limit> {
        let mut longer = u64::MAX;
        let (mut next, mut polled) = (0, *made);
        loop {
            if next == 0 && self.bound() == Some(0) && self.is_goal() {
                return Ok(Pass::Plan);
            }
            let depth = self.path.len() as u64;
            let moves = self.sliding.into.get(usize::from(self.empty)).map_or(&[][..], Vec::as_slice);
            // Nothing is gained by going straight back.
            let back = self.path.last().map(|step| step.filled);
            let mut chosen = None;
            for (number, one) in (0..).zip(moves).skip(next as usize) {
                let piece = self.held.get(usize::from(one.from)).copied().unwrap_or(0);
                if Some(one.from) == back || !one.pieces.contains(piece) {
                    continue;
                }
                *made += 1;
                let before = self.empty;
                self.slide(one.from);
                let whole = self.bound().map_or(u64::MAX, |bound| depth + 1 + bound);
                if whole <= length {
                    chosen = Some(Step { action: one.action, filled: before, next: number + 1 });
                    break;
                }
                longer = longer.min(whole);
                self.slide(before);
            }
            if *made - polled >= POLLED {
                meter.progress.states += *made - polled;
                meter.expanded_all(*made - polled, 0)?;
                polled = *made;
                if *made > most {
                    return Ok(Pass::TooMany);
                }
            }
            match chosen {
                Some(step) => {
                    self.path.push(step);
                    next = 0;
                }
                None => {
                    let Some(step) = self.path.pop() else {
                        return Ok(if longer == u64::MAX { Pass::NoWay } else { Pass::Longer(longer) });
                    };
                    self.slide(step.filled);
                    next = step.next;
                }
            }
        }
    }

    /// Moves the piece on this place to the empty one.
    fn slide(&mut self, from: Place) {
        let to = self.empty;
        let piece = self.held.get(usize::from(from)).copied().unwrap_or(0);
        if let Some(slot) = self.held.get_mut(usize::from(to)) {
            *slot = piece;
        }
        if let Some(slot) = self.held.get_mut(usize::from(from)) {
            *slot = 0;
        }
        self.empty = from;
        let own = self.patterns.get(usize::from(piece)).copied().flatten();
        let change = u32::from(from ^ to);
        for (number, (at, table)) in (0_u32..).zip(self.at.iter_mut().zip(self.tables)) {
            let mut arrangement = at.0 ^ change << (table.bits * table.pieces.len() as u32);
            if let Some((pattern, shift)) = own
                && pattern == number
            {
                arrangement ^= change << shift;
            }
            *at = (arrangement, table.of(arrangement));
        }
    }

    fn is_goal(&self) -> bool {
        let mut position = self.sliding.task.start.clone();
        for (var, value) in self.sliding.variables.iter().zip(&self.held) {
            if let Some(slot) = position.get_mut(*var as usize) {
                *slot = *value;
            }
        }
        self.sliding.task.goal.holds(&position)
    }
}
