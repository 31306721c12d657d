//! How far parts of a set can grow, where a goal limits how many of their members count.
//!
//! A part that surely contains a member is limited by each condition that the part of this member has so many counting members
//! at most. It does not come to a member if every way there has too many of them, or joins the part with others so that a
//! limit of one of them is exceeded.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::bounds;
use crate::shapes::Flood;
use puzzlec_task::{Condition, Members, ValueSet};

/// The part of a member has this number of counting members at most.
pub(super) struct Limit {
    pub of: usize,
    pub counted: Arc<[Condition]>,
    pub max: usize,
}

/// A set with what is surely in it.
pub(super) struct Known<'a> {
    pub set: &'a Members,
    pub near: &'a [Vec<usize>],
    /// By member whether it may be in the set, and whether it may not.
    pub may: &'a [(bool, bool)],
    /// The parts of the members that surely are.
    pub sure: &'a Flood,
}

/// A list of what counts.
struct Weights {
    counted: Arc<[Condition]>,
    /// By member, 1 if it counts whenever it is in the set.
    each: Vec<usize>,
    /// By part the number of members that surely count.
    of_part: Vec<usize>,
}

/// By part the members that it may come to; nothing for a part without limits.
#[derive(Default)]
pub(super) struct Grown(Vec<Option<Vec<bool>>>);

struct Growth<'a> {
    known: &'a Known<'a>,
    lists: Vec<Weights>,
    /// By part its limits: the list, and the greatest number.
    limits: Vec<Vec<(usize, usize)>>,
}

impl Grown {
    /// How far the parts grow.
    pub fn new(known: &Known<'_>, limits: &[Limit], held: &[ValueSet]) -> Grown {
        if limits.is_empty() {
            return Grown::default();
        }
        let mut growth = Growth { known, lists: Vec::new(), limits: vec![Vec::new(); known.sure.count] };
        for limit in limits {
            let Some(part) = known.sure.of(limit.of) else { continue };
            let list = growth.list(&limit.counted, held);
            if let Some(own) = growth.limits.get_mut(part) {
                own.push((list, limit.max));
            }
        }
        for own in &mut growth.limits {
            own.sort_unstable();
            own.dedup_by_key(|(list, _)| *list);
        }
        Grown((0..known.sure.count).map(|part| growth.all_ways(part)).collect())
    }

    /// The members that a part may come to.
    pub fn of(&self, part: usize) -> Option<&[bool]> {
        self.0.get(part)?.as_deref()
    }

    /// Whether a part may come to a member.
    pub fn comes(&self, part: usize, member: usize) -> bool {
        self.of(part).is_none_or(|members| members.get(member) == Some(&true))
    }

    /// Whether no part is limited.
    pub fn is_free(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

impl Growth<'_> {
    /// The place of a list.
    fn list(&mut self, counted: &Arc<[Condition]>, held: &[ValueSet]) -> usize {
        if let Some(at) = self.lists.iter().position(|list| Arc::ptr_eq(&list.counted, counted)) {
            return at;
        }
        let sure = self.known.sure;
        let (mut each, mut of_part) = (vec![0; counted.len()], vec![0; sure.count]);
        for (member, counts) in counted.iter().enumerate() {
            let always = *counts == Condition::True || !bounds::may(counts, held).1;
            if always && let Some(part) = sure.of(member).and_then(|part| of_part.get_mut(part)) {
                *part += 1;
            }
            if (always || self.known.set.holds.get(member) == Some(counts))
                && let Some(weight) = each.get_mut(member)
            {
                *weight = 1;
            }
        }
        self.lists.push(Weights { counted: Arc::clone(counted), each, of_part });
        self.lists.len() - 1
    }

    fn limits(&self, part: usize) -> &[(usize, usize)] {
        self.limits.get(part).map_or(&[], Vec::as_slice)
    }

    /// The members to which a part may come by each of its limits on a list by which most members count.
    fn all_ways(&self, part: usize) -> Option<Vec<bool>> {
        let mut all: Option<Vec<bool>> = None;
        for (list, max) in self.limits(part) {
            let Some(weights) = self.lists.get(*list) else { continue };
            let most = weights.each.iter().sum::<usize>() * 2 > weights.each.len();
            let Some(left) = max.checked_sub(self.weight(*list, part)).filter(|_| most) else { continue };
            let ways = self.ways(part, *list, left);
            match &mut all {
                None => all = Some(ways),
                Some(all) => all.iter_mut().zip(ways).for_each(|(slot, way)| *slot &= way),
            }
        }
        all
    }

    fn weight(&self, list: usize, part: usize) -> usize {
        self.lists.get(list).and_then(|list| list.of_part.get(part)).copied().unwrap_or(0)
    }

    /// The members to which there is a way with few members that count (Dijkstra's algorithm).
    fn ways(&self, part: usize, list: usize, left: usize) -> Vec<bool> {
        let known = self.known;
        let mut found = vec![false; known.near.len()];
        let mut shut: Vec<Option<bool>> = vec![None; known.sure.count];
        let own = |member: &usize| known.sure.of(*member) == Some(part);
        let mut queue: BTreeSet<(usize, usize)> =
            (0..found.len()).filter(own).map(|member| (0, member)).collect();
        while let Some((cost, member)) = queue.pop_first() {
            if found.get(member) != Some(&false) {
                continue;
            }
            if known.sure.of(member).is_none() {
                let near = known.near.get(member).into_iter().flatten();
                let beside: BTreeSet<usize> =
                    near.filter_map(|near| known.sure.of(*near)).filter(|other| *other != part).collect();
                let mut closed = false;
                for other in &beside {
                    let slot = shut.get_mut(*other).map(|slot| {
                        *slot.get_or_insert_with(|| {
                            self.exceed(&[part, *other], |of| if of == list { cost } else { 0 })
                        })
                    });
                    closed |= slot.unwrap_or(false);
                }
                let joined: Vec<usize> = beside.iter().copied().chain([part]).collect();
                let weight = |of: usize| {
                    self.lists.get(of).and_then(|list| list.each.get(member)).copied().unwrap_or(0)
                };
                if closed || self.exceed(&joined, weight) {
                    continue;
                }
            }
            if let Some(slot) = found.get_mut(member) {
                *slot = true;
            }
            for other in known.near.get(member).into_iter().flatten() {
                let weight =
                    self.lists.get(list).and_then(|list| list.each.get(*other)).copied().unwrap_or(0);
                let next = if own(other) { 0 } else { cost + weight };
                let may = known.may.get(*other).is_some_and(|may| may.0);
                if may && next <= left && found.get(*other) == Some(&false) {
                    queue.insert((next, *other));
                }
            }
        }
        found
    }

    /// Whether parts that are joined have more members than a limit of one of them, with more of a list.
    fn exceed(&self, parts: &[usize], more: impl Fn(usize) -> usize) -> bool {
        let limits = || parts.iter().flat_map(|part| self.limits(*part));
        limits().any(|(list, max)| {
            parts.iter().map(|part| self.weight(*list, *part)).sum::<usize>() + more(*list) > *max
        })
    }
}
