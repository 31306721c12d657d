//! How sets of places hang together, by flooding.

use super::bounds::may;
use puzzlec_task::{Condition, Members, ValueSet};

/// What is known of a set.
pub(super) struct Shape<'a> {
    set: &'a Members,
    asks: Asks<'a>,
    /// By member the others that are joined with it.
    near: Vec<Vec<usize>>,
    /// By member whether it is surely in the set, and whether it may be.
    inside: Vec<(bool, bool)>,
    /// By member whether it surely counts, and whether it may.
    counts: Vec<(bool, bool)>,
}

/// What is asked of a set.
#[derive(Clone, Copy)]
enum Asks<'a> {
    /// The number of parts is in a range.
    Components(u64, u64),
    /// The number of counted members of the part of one is in a range.
    Component(usize, &'a [Condition], u64, u64),
    /// There is no cycle.
    Forest,
}

impl<'a> Shape<'a> {
    /// A condition on a set, where `test` says whether a condition may hold, and whether it may fail; nothing for another
    /// condition.
    pub(super) fn new(
        condition: &'a Condition,
        mut test: impl FnMut(&Condition) -> (bool, bool),
    ) -> Option<Shape<'a>> {
        let (set, asks) = match condition {
            Condition::Components { set, min, max } => (set, Asks::Components((*min).into(), (*max).into())),
            Condition::Component { set, of, counted, min, max } => {
                (set, Asks::Component(*of as usize, counted, (*min).into(), (*max).into()))
            }
            Condition::Forest { set } => (set, Asks::Forest),
            _ => return None,
        };
        let near = neighbours(set);
        let mut known = |part: &Condition| {
            let (holds, fails) = test(part);
            (!fails, holds)
        };
        let inside = set.holds.iter().map(&mut known).collect();
        let counted = if let Asks::Component(_, counted, ..) = asks { counted } else { &[] };
        let counts = counted.iter().map(&mut known).collect();
        Some(Shape { set, asks, near, inside, counts })
    }

    /// A condition on a set whose variables have values of these sets.
    pub(super) fn within(condition: &'a Condition, sets: &[ValueSet]) -> Option<Shape<'a>> {
        Shape::new(condition, |part| may(part, sets))
    }

    fn is(&self, member: usize, surely: bool) -> bool {
        self.inside.get(member).is_some_and(|(sure, may)| if surely { *sure } else { *may })
    }

    /// The parts of the members that are surely in the set, or of those that may be.
    fn parts(&self, surely: bool) -> Flood {
        Flood::new(&self.near, |member| self.is(member, surely))
    }

    /// Whether the condition may hold, and whether it may fail; a `false` is certain.
    pub(super) fn may(&self) -> (bool, bool) {
        let (low, high, min, max) = match self.asks {
            Asks::Forest => return (!self.parts(true).has_cycle, self.parts(false).has_cycle),
            Asks::Components(min, max) => {
                let (sure, most) = (self.parts(true), self.parts(false));
                // Members that no way of the greatest set joins stay apart. A member more is one part more, at most.
                let open = self.inside.iter().filter(|(sure, may)| *may && !sure).count();
                (most.with_some_of(&sure), sure.count + open, min, max)
            }
            Asks::Component(of, _, min, max) => {
                let count = |parts: &Flood, counts: &dyn Fn(&(bool, bool)) -> bool| {
                    let members = self.counts.iter().enumerate();
                    members.filter(|(member, c)| parts.joined(of, *member) && counts(c)).count()
                };
                let (sure, most) = (self.parts(true), self.parts(false));
                (count(&sure, &|c| c.0), count(&most, &|c| c.1), min, max)
            }
        };
        let (low, high) = (low as u64, high as u64);
        (min <= max && low <= max && high >= min, low < min || high > max)
    }

    /// Conditions of members that must hold, or fail, for the condition to hold or, if not `wanted`, to fail: each open member
    /// is tried both ways. Nothing if it cannot be.
    pub(super) fn forced(mut self, wanted: bool) -> Option<Vec<(&'a Condition, bool)>> {
        let possible = |shape: &Shape<'_>| if wanted { shape.may().0 } else { shape.may().1 };
        if !possible(&self) {
            return None;
        }
        let mut found = Vec::new();
        let set = self.set;
        for (member, condition) in set.holds.iter().enumerate() {
            let open = self.inside.get(member).is_some_and(|(sure, may)| *may && !sure);
            for holds in [true, false].into_iter().filter(|_| open) {
                self.know(member, (holds, holds));
                if !possible(&self) {
                    self.know(member, (!holds, !holds));
                    found.push((condition, !holds));
                    break;
                }
                self.know(member, (false, true));
            }
        }
        if let Asks::Component(_, counted, ..) = self.asks {
            for (member, condition) in counted.iter().enumerate() {
                let Some(slot) = self.counts.get(member).copied().filter(|(sure, may)| *may && !sure) else {
                    continue;
                };
                for holds in [true, false] {
                    self.counted(member, (holds, holds));
                    if !possible(&self) {
                        found.push((condition, !holds));
                    }
                }
                self.counted(member, slot);
            }
        }
        Some(found)
    }

    fn know(&mut self, member: usize, known: (bool, bool)) {
        if let Some(slot) = self.inside.get_mut(member) {
            *slot = known;
        }
    }

    fn counted(&mut self, member: usize, known: (bool, bool)) {
        if let Some(slot) = self.counts.get_mut(member) {
            *slot = known;
        }
    }
}

/// By member of a set the others that are joined with it.
pub(super) fn neighbours(set: &Members) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); set.holds.len()];
    for (a, b) in &set.links {
        for (from, to) in [(*a, *b), (*b, *a)] {
            if let Some(list) = near.get_mut(from as usize) {
                list.push(to as usize);
            }
        }
    }
    near
}

/// The connected parts of some members.
pub(super) struct Flood {
    /// By member that is inside the number of its part, from 0 on.
    part: Vec<Option<usize>>,
    /// The number of parts.
    pub count: usize,
    /// Whether one of them has a cycle.
    pub has_cycle: bool,
}

impl Flood {
    /// The parts of the members that are inside, by the neighbours of each. Linear.
    pub fn new(near: &[Vec<usize>], inside: impl Fn(usize) -> bool) -> Flood {
        let mut part: Vec<Option<usize>> = vec![None; near.len()];
        let (mut count, mut members, mut ends) = (0, 0, 0);
        for first in 0..near.len() {
            let mut open = vec![first];
            let before = members;
            while let Some(member) = open.pop() {
                let known = part.get_mut(member).filter(|known| known.is_none());
                let Some(slot) = known.filter(|_| inside(member)) else { continue };
                *slot = Some(count);
                members += 1;
                let others = near.get(member).into_iter().flatten().copied().filter(|other| inside(*other));
                ends += others.clone().count();
                open.extend(others);
            }
            count += usize::from(members > before);
        }
        // Without a cycle each part has one link less than members.
        Flood { part, count, has_cycle: ends / 2 + count > members }
    }

    /// The part of a member, if it is inside.
    pub fn of(&self, member: usize) -> Option<usize> {
        self.part.get(member).copied().flatten()
    }

    /// Whether two members are inside, in one part.
    pub fn joined(&self, one: usize, other: usize) -> bool {
        self.of(one).is_some() && self.of(one) == self.of(other)
    }

    /// The number of these parts that have a member of some others.
    pub fn with_some_of(&self, others: &Flood) -> usize {
        let own = (0..self.part.len()).filter(|member| others.of(*member).is_some());
        let mut found: Vec<usize> = own.filter_map(|member| self.of(member)).collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    }
}
