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
    let Some(mut walk) = PatternPosition::new(sliding, tables) else { return Ok(None) };
    let mut bound = walk.bound().max(meter.at_least().checked_div(unit).unwrap_or(0));
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

/// A move on the way down.
struct Step {
    action: ActionId,
    /// The place that it filled.
    filled: Place,
    /// The number of the next move to try in its stead.
    next: u32,
    /// What was known of the pattern of its piece.
    before: Known,
}

/// The number of the arrangement of a pattern's pieces, and a lower bound of the moves that they need.
#[derive(Clone, Copy)]
struct Known {
    arrangement: u32,
    distance: u8,
}

/// A position on the way.
pub(super) struct PatternPosition<'s> {
    sliding: &'s Sliding<'s>,
    tables: &'s [Table],
    /// By place its content.
    held: Vec<Value>,
    empty: Place,
    /// By content the pattern that it is in, and its digit.
    patterns: Vec<Option<(u32, u32)>>,
    /// By pattern.
    known: Vec<Known>,
    /// The sum of the distances.
    bound: u64,
    path: Vec<Step>,
}

impl<'s> PatternPosition<'s> {
    /// The start; `None` if no goal can be reached.
    pub(super) fn new(sliding: &'s Sliding<'s>, tables: &'s [Table]) -> Option<Self> {
        let start = &sliding.task.start;
        let of = |var: &u32| start.get(*var as usize).copied().unwrap_or(0);
        let held: Vec<Value> = sliding.variables.iter().map(of).collect();
        let empty = Place::try_from(held.iter().position(|value| *value == 0)?).ok()?;
        let mut patterns = vec![None; usize::from(held.iter().copied().max()?) + 1];
        let (mut known, mut bound) = (Vec::new(), 0);
        for (number, table) in (0..).zip(tables) {
            let mut arrangement = 0;
            for (digit, piece) in (0..).zip(&table.pieces) {
                *patterns.get_mut(usize::from(*piece))? = Some((number, digit));
                let place = held.iter().position(|value| value == piece)?;
                arrangement = table.after(arrangement, digit, place as Place);
            }
            let distance = Some(table.of(arrangement, empty)).filter(|distance| *distance != NONE)?;
            bound += u64::from(distance);
            known.push(Known { arrangement, distance });
        }
        Some(PatternPosition { sliding, tables, held, empty, patterns, known, bound, path: Vec::new() })
    }

    /// No plan from here has fewer moves.
    pub(super) fn bound(&self) -> u64 {
        self.bound
    }

    /// By pattern, how often its pieces move at least.
    pub(super) fn distances(&self) -> Vec<u64> {
        self.known.iter().map(|known| u64::from(known.distance)).collect()
    }

    /// Looks for a plan of at most this length, with a move less each step down; it begins and, without a plan, ends at
    /// the start.
    fn pass(&mut self, length: u64, most: u64, made: &mut u64, meter: &mut Meter) -> Result<Pass, Limit> {
        let mut longer = u64::MAX;
        let (mut next, mut polled) = (0, *made);
        loop {
            if next == 0 && self.bound == 0 && self.is_goal() {
                return Ok(Pass::Plan);
            }
            let depth = self.path.len() as u64 + 1;
            let moves = self.sliding.into.get(usize::from(self.empty)).map_or(&[][..], Vec::as_slice);
            // Nothing is gained by going straight back.
            let back = self.path.last().map(|step| step.filled);
            let mut advanced = false;
            for (number, one) in (0..).zip(moves).skip(next as usize) {
                let piece = self.held.get(usize::from(one.from)).copied().unwrap_or(0);
                if Some(one.from) == back || !one.pieces.contains(piece) {
                    continue;
                }
                *made += 1;
                let own = self.patterns.get(usize::from(piece)).copied().flatten();
                let Some((before, after)) = self.read(own, one.from) else { continue };
                let bound = self.bound + u64::from(after.distance) - u64::from(before.distance);
                if depth + bound > length {
                    longer = longer.min(depth + bound);
                    continue;
                }
                self.path.push(Step { action: one.action, filled: self.empty, next: number + 1, before });
                self.slide(one.from, self.empty, own, after);
                (self.empty, self.bound, advanced) = (one.from, bound, true);
                break;
            }
            if *made - polled >= POLLED {
                meter.progress.states += *made - polled;
                meter.expanded_all(*made - polled, 0)?;
                polled = *made;
                if *made > most {
                    return Ok(Pass::TooMany);
                }
            }
            next = 0;
            if advanced {
                continue;
            }
            let Some(step) = self.path.pop() else {
                return Ok(if longer == u64::MAX { Pass::NoWay } else { Pass::Longer(longer) });
            };
            self.undo(&step);
            next = step.next;
        }
    }

    /// What is known of the pattern of a piece, and what will be after its move from this place to the empty one; `None` if
    /// no goal can be reached then.
    #[inline]
    fn read(&self, own: Option<(u32, u32)>, from: Place) -> Option<(Known, Known)> {
        let Some((pattern, digit)) = own else {
            let nothing = Known { arrangement: 0, distance: 0 };
            return Some((nothing, nothing));
        };
        let table = self.tables.get(pattern as usize)?;
        let before = *self.known.get(pattern as usize)?;
        let arrangement = table.after(before.arrangement, digit, from ^ self.empty);
        let distance = table.of(arrangement, from);
        (distance != NONE).then_some((before, Known { arrangement, distance }))
    }

    /// Moves a piece to an empty place; `known` is then known of its pattern.
    #[inline]
    fn slide(&mut self, from: Place, to: Place, own: Option<(u32, u32)>, known: Known) {
        let piece = self.held.get_mut(usize::from(from)).map_or(0, std::mem::take);
        if let Some(slot) = self.held.get_mut(usize::from(to)) {
            *slot = piece;
        }
        if let Some(slot) = own.and_then(|(pattern, _)| self.known.get_mut(pattern as usize)) {
            *slot = known;
        }
    }

    fn undo(&mut self, step: &Step) {
        let piece = self.held.get(usize::from(step.filled)).copied().unwrap_or(0);
        let own = self.patterns.get(usize::from(piece)).copied().flatten();
        if let Some(known) = own.and_then(|(pattern, _)| self.known.get(pattern as usize)) {
            self.bound = self.bound - u64::from(known.distance) + u64::from(step.before.distance);
        }
        self.slide(step.filled, self.empty, own, step.before);
        self.empty = step.filled;
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
