//! Sums in a range, with the bounds that the literals leave.

use super::engine::{Conflict, Engine, Literal, Reason, at, set};

/// Literals of which just one holds, each with what it adds to a sum.
pub(super) type Shares = Vec<(Literal, i64)>;

struct Sum {
    /// The sum need not be in its range unless this holds.
    guard: Option<Literal>,
    parts: Vec<Shares>,
    /// By part the least and the greatest share that is left.
    ends: Vec<(i64, i64)>,
    min: i128,
    max: i128,
    low: i128,
    high: i128,
    /// The greatest difference of two shares of a part.
    widest: i128,
}

/// All sums.
#[derive(Default)]
pub(super) struct Sums {
    sums: Vec<Sum>,
    /// By literal the parts that have it.
    of: Vec<Vec<(u32, u32)>>,
    /// By literal the sums that it guards.
    guarded: Vec<Vec<u32>>,
    /// What the ends of parts were.
    trail: Vec<(u32, u32, (i64, i64))>,
    queue: Vec<u32>,
    waiting: Vec<bool>,
}

impl Sums {
    /// Makes room for the next literal.
    pub fn literal(&mut self) {
        self.of.push(Vec::new());
        self.guarded.push(Vec::new());
    }

    /// Adds a sum.
    pub fn add(&mut self, guard: Option<Literal>, parts: Vec<Shares>, (min, max): (i128, i128)) {
        let number = u32::try_from(self.sums.len()).unwrap_or(u32::MAX);
        let ends: Vec<(i64, i64)> = parts.iter().map(|part| ends(part.iter())).collect();
        for (part, place) in parts.iter().zip(0..) {
            for (literal, _) in part {
                if let Some(list) = self.of.get_mut(literal.index()) {
                    list.push((number, place));
                }
            }
        }
        if let Some(list) = guard.and_then(|guard| self.guarded.get_mut(guard.index())) {
            list.push(number);
        }
        let low = ends.iter().map(|end| i128::from(end.0)).sum();
        let high = ends.iter().map(|end| i128::from(end.1)).sum();
        let widest = ends.iter().map(|end| i128::from(end.1) - i128::from(end.0)).max().unwrap_or(0);
        self.sums.push(Sum { guard, parts, ends, min, max, low, high, widest });
        self.waiting.push(false);
    }

    /// Takes into account that a literal holds now.
    pub fn assigned(&mut self, literal: Literal, holds: &[bool]) {
        for (number, place) in self.of.get(literal.not().index()).into_iter().flatten() {
            let Some(sum) = self.sums.get_mut(*number as usize) else { continue };
            let Some(part) = sum.parts.get(*place as usize) else { continue };
            let left = part.iter().filter(|(literal, _)| !at(holds, literal.not().index()));
            let (before, now) = (at(&sum.ends, *place as usize), ends(left));
            if before == now {
                continue;
            }
            self.trail.push((*number, *place, before));
            sum.replace(*place as usize, now);
            if !at(&self.waiting, *number as usize) {
                set(&mut self.waiting, *number as usize, true);
                self.queue.push(*number);
            }
        }
        for number in self.guarded.get(literal.index()).into_iter().flatten() {
            if !at(&self.waiting, *number as usize) {
                set(&mut self.waiting, *number as usize, true);
                self.queue.push(*number);
            }
        }
    }

    /// A sum to look at.
    pub fn next(&mut self) -> Option<u32> {
        let next = self.queue.pop()?;
        set(&mut self.waiting, next as usize, false);
        Some(next)
    }

    /// All sums are to be looked at.
    pub fn all_wait(&mut self) {
        self.queue = (0..).take(self.sums.len()).collect();
        self.waiting.fill(true);
    }

    /// The number of changes.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back the changes after a mark.
    pub fn back(&mut self, mark: usize) {
        for (number, place, before) in self.trail.drain(mark..).rev() {
            if let Some(sum) = self.sums.get_mut(number as usize) {
                sum.replace(place as usize, before);
            }
        }
        self.queue.clear();
        self.waiting.fill(false);
    }

    /// Bytes, roughly.
    pub fn bytes(&self) -> usize {
        self.sums.iter().map(|sum| sum.parts.iter().map(|part| 48 + part.len() * 24).sum::<usize>()).sum()
    }
}

impl Sum {
    fn replace(&mut self, place: usize, now: (i64, i64)) {
        let before = at(&self.ends, place);
        self.low += i128::from(now.0) - i128::from(before.0);
        self.high += i128::from(now.1) - i128::from(before.1);
        set(&mut self.ends, place, now);
    }
}

impl Engine {
    /// Draws the conclusions of a sum.
    pub(super) fn check_sum(&mut self, number: u32) -> Result<(), Conflict> {
        let Some(sum) = self.sums.sums.get(number as usize) else { return Ok(()) };
        let (low, high, min, max, guard) = (sum.low, sum.high, sum.min, sum.max, sum.guard);
        for (broken, over) in [(low > max, true), (high < min, false)] {
            if broken {
                if let Some(guard) = guard {
                    return self.imply(guard.not(), Reason::Sum(number, over));
                }
                let mut body = Vec::new();
                self.explain(number, over, None, self.trail_length(), &mut body);
                return Err(Conflict::All { body, shaped: false });
            }
        }
        if low + sum.widest <= max && high - sum.widest >= min
            || guard.is_some_and(|guard| !self.is_true(guard))
        {
            return Ok(());
        }
        let mut out: Vec<(Literal, bool)> = Vec::new();
        for (part, (least, most)) in sum.parts.iter().zip(&sum.ends) {
            let (least, most) = (i128::from(*least), i128::from(*most));
            for (literal, share) in part {
                let share = i128::from(*share);
                if low - least + share > max && !self.is_false(*literal) {
                    out.push((*literal, true));
                } else if high - most + share < min && !self.is_false(*literal) {
                    out.push((*literal, false));
                }
            }
        }
        out.into_iter().try_for_each(|(literal, over)| self.imply(literal.not(), Reason::Sum(number, over)))
    }

    /// The literals by which a sum is too great or too small, with a literal whose negation follows or by themselves.
    pub(super) fn explain(
        &self,
        number: u32,
        over: bool,
        implied: Option<Literal>,
        before: u32,
        body: &mut Vec<Literal>,
    ) {
        let Some(sum) = self.sums.sums.get(number as usize) else { return };
        let sign = if over { 1 } else { -1 };
        let bound = if over { sum.max } else { -sum.min };
        let cause = implied.map(Literal::not);
        let mut total = 0;
        let mut raised: Vec<(i128, &Shares, i128)> = Vec::new();
        for part in &sum.parts {
            let shares = || part.iter().map(|(literal, share)| (*literal, sign * i128::from(*share)));
            if let Some((_, share)) = shares().find(|(literal, _)| Some(*literal) == cause) {
                total += share;
                continue;
            }
            let base = shares().map(|(_, share)| share).min().unwrap_or(0);
            let left = shares().filter(|(literal, _)| !self.was_true(literal.not(), before));
            let now = left.map(|(_, share)| share).min().unwrap_or(base);
            total += now;
            if now > base {
                raised.push((now - base, part, now));
            }
        }
        if let Some(guard) = sum.guard.filter(|guard| Some(guard.not()) != implied) {
            body.push(guard);
        }
        // What the sum is beyond its bound more than needed can be left out.
        let mut spare = total - bound - 1;
        raised.sort_by_key(|(gain, ..)| *gain);
        for (gain, part, now) in raised {
            if gain <= spare {
                spare -= gain;
                continue;
            }
            let held = part
                .iter()
                .find(|(literal, share)| sign * i128::from(*share) >= now && self.was_true(*literal, before));
            match held {
                Some((literal, _)) => body.push(*literal),
                None => {
                    let lost = part.iter().filter(|(_, share)| sign * i128::from(*share) < now);
                    body.extend(lost.map(|(literal, _)| literal.not()));
                }
            }
        }
    }
}

fn ends<'a>(shares: impl Iterator<Item = &'a (Literal, i64)>) -> (i64, i64) {
    let all = shares.map(|(_, share)| (*share, *share));
    all.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0))
}
