//! Conditions on shapes, tested on what the cells may hold.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::limits::{Grown, Known, Limit};
use crate::bounds;
use crate::shapes::{Flood, neighbours};
use puzzlec_task::{Condition, Members, ValueSet};

/// Whether a condition asks how a set hangs together.
pub(super) fn is_shaped(condition: &Condition) -> bool {
    match condition {
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => true,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(is_shaped),
        Condition::Not(part) => is_shaped(part),
        _ => false,
    }
}

/// Whether a condition on shapes has others within it than those of single cells.
pub(super) fn is_joint(condition: &Condition) -> bool {
    fn is_single(part: &Condition) -> bool {
        match part {
            Condition::True | Condition::False | Condition::In(..) => true,
            Condition::Not(part) => is_single(part),
            _ => false,
        }
    }
    match condition {
        Condition::Components { set, .. } | Condition::Forest { set } => !set.holds.iter().all(is_single),
        Condition::Component { set, counted, .. } => !set.holds.iter().chain(&**counted).all(is_single),
        Condition::Not(part) => is_joint(part),
        Condition::All(_) | Condition::Any(_) => true,
        _ => false,
    }
}

/// A condition, or its negation, in which only single cells and cycles are denied, and sums have the terms of a cell
/// together.
pub(super) fn positive(condition: &Condition, holds: bool, looks: &mut Looks) -> Condition {
    match condition {
        Condition::True | Condition::False => {
            if (*condition == Condition::True) == holds {
                Condition::True
            } else {
                Condition::False
            }
        }
        Condition::Not(part) => positive(part, !holds, looks),
        Condition::In(..) if holds => condition.clone(),
        Condition::In(..) => Condition::Not(Box::new(condition.clone())),
        Condition::All(parts) | Condition::Any(parts) => {
            let every = matches!(condition, Condition::All(_)) == holds;
            let parts = parts.iter().map(|part| positive(part, holds, looks)).collect();
            if every { Condition::All(parts) } else { Condition::Any(parts) }
        }
        Condition::Count { vars, values, min, max } => {
            let terms = vars.iter().map(|var| (1, *var, values.clone())).collect();
            positive(&Condition::Sum { terms, min: (*min).into(), max: (*max).into() }, holds, looks)
        }
        Condition::Sum { terms, min, max } => {
            let mut terms = terms.clone();
            terms.sort_by_key(|term| term.1);
            if holds {
                return Condition::Sum { terms, min: *min, max: *max };
            }
            let below = min.checked_sub(1).map(|max| (i64::MIN, max));
            let above = max.checked_add(1).map(|min| (min, i64::MAX));
            let part = |(min, max)| Condition::Sum { terms: terms.clone(), min, max };
            Condition::Any(below.into_iter().chain(above).map(part).collect())
        }
        Condition::Components { set, min, max } => {
            let set = looks.one(set);
            let part = |(min, max)| Condition::Components { set: Arc::clone(&set), min, max };
            ranges(*min, *max, holds, part)
        }
        Condition::Component { set, of, counted, min, max } => {
            let (set, counted) = (looks.one(set), looks.list(counted));
            let part = |(min, max)| Condition::Component {
                set: Arc::clone(&set),
                of: *of,
                counted: Arc::clone(&counted),
                min,
                max,
            };
            ranges(*min, *max, holds, part)
        }
        Condition::Forest { set } => {
            let forest = Condition::Forest { set: looks.one(set) };
            if holds { forest } else { Condition::Not(Box::new(forest)) }
        }
    }
}

fn ranges(min: u32, max: u32, holds: bool, part: impl Fn((u32, u32)) -> Condition) -> Condition {
    if holds {
        return part((min, max));
    }
    let below = min.checked_sub(1).map(|max| (0, max));
    let above = max.checked_add(1).map(|min| (min, u32::MAX));
    Condition::Any(below.into_iter().chain(above).map(part).collect())
}

/// A condition without the alternatives that cannot hold, and without those that hold whatever happens.
pub(super) fn left(condition: Condition, held: &[ValueSet]) -> Condition {
    match condition {
        Condition::All(parts) => {
            parts.into_iter().map(|part| left(part, held)).fold(Condition::True, Condition::and)
        }
        Condition::Any(parts) => {
            parts.into_iter().map(|part| left(part, held)).fold(Condition::False, Condition::or)
        }
        shaped if is_shaped(&shaped) => shaped,
        plain => match bounds::may(&plain, held) {
            (false, _) => Condition::False,
            (_, false) => Condition::True,
            _ => plain,
        },
    }
}

/// The parts of sets, each found once for all conditions that ask for them.
#[derive(Default)]
pub(super) struct Looks {
    sets: FxHashSet<Arc<Members>>,
    lists: FxHashSet<Arc<[Condition]>>,
    near: FxHashMap<*const Members, Vec<Vec<usize>>>,
    limits: FxHashMap<*const Members, Vec<Limit>>,
    looks: FxHashMap<*const Members, Look>,
    counts: FxHashMap<(*const Members, *const Condition), Counts>,
}

/// The parts of the members that are surely in a set, and of those that may be.
struct Look {
    sure: Flood,
    most: Flood,
    grown: Grown,
    /// The least number of parts, and the number of members that are open.
    kept: usize,
    open: usize,
}

/// How many members of a list count.
struct Counts {
    /// By part of those that surely are in the set, those that surely count.
    least: Vec<usize>,
    /// By member those that may be in its part and count.
    most: Vec<usize>,
}

impl Looks {
    /// The one of equal sets that stands for all.
    fn one(&mut self, set: &Arc<Members>) -> Arc<Members> {
        if let Some(known) = self.sets.get(set) {
            return Arc::clone(known);
        }
        self.sets.insert(Arc::clone(set));
        self.near.insert(Arc::as_ptr(set), neighbours(set));
        Arc::clone(set)
    }

    /// The one of equal lists that stands for all.
    fn list(&mut self, list: &Arc<[Condition]>) -> Arc<[Condition]> {
        if let Some(known) = self.lists.get(list) {
            return Arc::clone(known);
        }
        self.lists.insert(Arc::clone(list));
        Arc::clone(list)
    }

    /// Whether conditions may all hold; a `false` is certain.
    pub fn all_may<'c>(
        &mut self,
        mut conditions: impl Iterator<Item = &'c Condition> + Clone,
        held: &[ValueSet],
    ) -> bool {
        self.limits.clear();
        self.looks.clear();
        self.counts.clear();
        conditions.clone().for_each(|condition| self.limit(condition, held));
        conditions.all(|condition| self.may(condition, held))
    }

    /// Collects the limits of parts that a condition demands.
    fn limit(&mut self, condition: &Condition, held: &[ValueSet]) {
        match condition {
            Condition::All(parts) => parts.iter().for_each(|part| self.limit(part, held)),
            Condition::Any(parts) => {
                let mut open = parts.iter().filter(|part| may_plainly(part, held));
                if let (Some(only), None) = (open.next(), open.next()) {
                    self.limit(only, held);
                }
            }
            Condition::Component { set, of, counted, max, .. } => {
                let (of, max) = (*of as usize, *max as usize);
                let is_in = set.holds.get(of).is_some_and(|is| !bounds::may(is, held).1);
                if is_in && max < counted.len() {
                    let limits = self.limits.entry(Arc::as_ptr(set)).or_default();
                    limits.push(Limit { of, counted: Arc::clone(counted), max });
                }
            }
            _ => {}
        }
    }

    fn look(&mut self, set: &Arc<Members>, held: &[ValueSet]) -> &Look {
        let at = Arc::as_ptr(set);
        let (near, limits) = (&self.near, &self.limits);
        self.looks.entry(at).or_insert_with(|| {
            let near = near.get(&at).map_or(&[][..], Vec::as_slice);
            let limits = limits.get(&at).map_or(&[][..], Vec::as_slice);
            let may: Vec<(bool, bool)> = set.holds.iter().map(|part| bounds::may(part, held)).collect();
            let sure = Flood::new(near, |member| may.get(member).is_some_and(|may| !may.1));
            let most = Flood::new(near, |member| may.get(member).is_some_and(|may| may.0));
            let open = may.iter().filter(|may| **may == (true, true)).count();
            let grown = Grown::new(&Known { set, near, may: &may, sure: &sure }, limits, held);
            let kept = if grown.is_free() {
                most.with_some_of(&sure)
            } else {
                separate(&sure, &most, &grown, near.len())
            };
            Look { sure, most, grown, kept, open }
        })
    }

    fn counts(&mut self, set: &Arc<Members>, counted: &Arc<[Condition]>, held: &[ValueSet]) -> &Counts {
        let at = (Arc::as_ptr(set), counted.as_ptr());
        let counts = match self.counts.remove(&at) {
            Some(known) => known,
            None => Counts::new(self.look(set, held), counted, held),
        };
        self.counts.entry(at).or_insert(counts)
    }

    /// Whether a condition may hold; a `false` is certain.
    fn may(&mut self, condition: &Condition, held: &[ValueSet]) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.may(part, held)),
            Condition::Any(parts) => {
                let (shaped, plain): (Vec<_>, Vec<_>) = parts.iter().partition(|part| is_shaped(part));
                plain.into_iter().chain(shaped).any(|part| self.may(part, held))
            }
            Condition::Components { set, min, max } => {
                let look = self.look(set, held);
                within((look.kept, look.sure.count + look.open), (*min, *max))
            }
            Condition::Component { set, of, counted, min, max } => {
                let (set, of) = (Arc::clone(set), *of as usize);
                let part = self.look(&set, held).sure.of(of);
                let counts = self.counts(&set, counted, held);
                let least = part.and_then(|part| counts.least.get(part)).copied().unwrap_or(0);
                let most = counts.most.get(of).copied().unwrap_or(0);
                within((least, most), (*min, *max))
            }
            Condition::Forest { set } => !self.look(set, held).sure.has_cycle,
            Condition::Not(part) => match &**part {
                Condition::Forest { set } => self.look(set, held).most.has_cycle,
                _ => bounds::may(condition, held).0,
            },
            plain => bounds::may(plain, held).0,
        }
    }
}

impl Counts {
    fn new(look: &Look, counted: &[Condition], held: &[ValueSet]) -> Counts {
        let Look { sure, most, grown, .. } = look;
        let mut least = vec![0; sure.count];
        // By part those that may count; by region those that may and are in no limited part.
        let (mut own, mut free) = (vec![0; sure.count], vec![0; most.count]);
        let mut likely = vec![false; counted.len()];
        let add = |list: &mut Vec<usize>, at: usize| {
            if let Some(slot) = list.get_mut(at) {
                *slot += 1;
            }
        };
        for (member, counts) in counted.iter().enumerate() {
            let Some(region) = most.of(member).filter(|_| *counts != Condition::False) else { continue };
            let (may, may_not) = bounds::may(counts, held);
            if !may {
                continue;
            }
            if let Some(slot) = likely.get_mut(member) {
                *slot = true;
            }
            let part = sure.of(member);
            if let Some(part) = part {
                add(&mut own, part);
                if !may_not {
                    add(&mut least, part);
                }
            }
            if part.is_none_or(|part| grown.of(part).is_none()) {
                add(&mut free, region);
            }
        }
        let limited: Vec<(usize, &[bool])> =
            (0..sure.count).filter_map(|part| Some((part, grown.of(part)?))).collect();
        let of = |member: usize| {
            let Some(region) = most.of(member) else { return 0 };
            if let Some(ways) = sure.of(member).and_then(|part| grown.of(part)) {
                return ways.iter().zip(&likely).filter(|(comes, likely)| **comes && **likely).count();
            }
            let near = limited.iter().filter(|(_, ways)| ways.get(member) == Some(&true));
            let near: usize = near.filter_map(|(part, _)| own.get(*part)).sum();
            free.get(region).copied().unwrap_or(0) + near
        };
        let most = (0..counted.len()).map(of).collect();
        Counts { least, most }
    }
}

/// The number of parts of which no two can be joined: of those that are left, one with the fewest others that it may be
/// joined with is taken, again and again.
fn separate(sure: &Flood, most: &Flood, grown: &Grown, members: usize) -> usize {
    let mut firsts: Vec<Option<usize>> = vec![None; sure.count];
    for member in (0..members).rev() {
        if let Some(slot) = sure.of(member).and_then(|part| firsts.get_mut(part)) {
            *slot = Some(member);
        }
    }
    let may_join = |(part, first): (usize, usize), (other, second): (usize, usize)| {
        part != other && most.joined(first, second) && grown.comes(part, second) && grown.comes(other, first)
    };
    let mut left: Vec<(usize, usize)> =
        firsts.iter().enumerate().filter_map(|(part, first)| Some((part, (*first)?))).collect();
    let mut number = 0;
    loop {
        let near = |one: &(usize, usize)| left.iter().filter(|other| may_join(*one, **other)).count();
        let Some(next) = left.iter().copied().min_by_key(near) else { return number };
        number += 1;
        left.retain(|other| *other != next && !may_join(next, *other));
    }
}

/// Whether a condition may hold, as far as its plain parts show; shapes are not looked at.
fn may_plainly(condition: &Condition, held: &[ValueSet]) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().all(|part| may_plainly(part, held)),
        Condition::Any(parts) => parts.iter().any(|part| may_plainly(part, held)),
        shaped if is_shaped(shaped) => true,
        plain => bounds::may(plain, held).0,
    }
}

/// Whether a number between these can be in a range.
fn within((least, most): (usize, usize), (min, max): (u32, u32)) -> bool {
    min <= max && least <= max as usize && most >= min as usize
}
