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
        let mut near = vec![Vec::new(); set.holds.len()];
        for (a, b) in &set.links {
            for (from, to) in [(*a, *b), (*b, *a)] {
                if let Some(list) = near.get_mut(from as usize) {
                    list.push(to as usize);
                }
            }
        }
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

    /// By member the number of its part, of the members that are surely in the set, or of those that may be.
    fn parts(&self, surely: bool) -> Vec<Option<usize>> {
        let mut part: Vec<Option<usize>> = vec![None; self.inside.len()];
        let mut number = 0;
        for first in 0..self.inside.len() {
            let mut open = vec![first];
            let mut new = false;
            while let Some(member) = open.pop() {
                let known = part.get_mut(member).filter(|known| known.is_none());
                let Some(slot) = known.filter(|_| self.is(member, surely)) else { continue };
                *slot = Some(number);
                new = true;
                open.extend(self.near.get(member).into_iter().flatten());
            }
            number += usize::from(new);
        }
        part
    }

    /// A set without cycles has one link less than members in each part.
    fn is_forest(&self, surely: bool) -> bool {
        let members = (0..self.inside.len()).filter(|member| self.is(*member, surely)).count();
        let joined = |(a, b): &&(u32, u32)| self.is(*a as usize, surely) && self.is(*b as usize, surely);
        let links = self.set.links.iter().filter(joined).count();
        members == links + number(&self.parts(surely))
    }

    /// Whether the condition may hold, and whether it may fail; a `false` is certain.
    pub(super) fn may(&self) -> (bool, bool) {
        let (low, high, min, max) = match self.asks {
            Asks::Forest => return (self.is_forest(true), !self.is_forest(false)),
            Asks::Components(min, max) => {
                let (sure, most) = (self.parts(true), self.parts(false));
                // Members that no way of the greatest set joins stay apart. A member more is one part more, at most.
                let mut kept: Vec<usize> = sure
                    .iter()
                    .zip(&most)
                    .filter(|(sure, _)| sure.is_some())
                    .filter_map(|(_, most)| *most)
                    .collect();
                kept.sort_unstable();
                kept.dedup();
                let open = self.inside.iter().filter(|(sure, may)| *may && !sure).count();
                (kept.len(), number(&sure) + open, min, max)
            }
            Asks::Component(of, _, min, max) => {
                let of_part = |parts: &[Option<usize>], member: usize| {
                    let own = parts.get(of).copied().flatten();
                    own.is_some() && parts.get(member).copied().flatten() == own
                };
                let (sure, most) = (self.parts(true), self.parts(false));
                let count = |parts: &[Option<usize>], counts: &dyn Fn(&(bool, bool)) -> bool| {
                    let members = self.counts.iter().enumerate();
                    members.filter(|(member, c)| of_part(parts, *member) && counts(c)).count()
                };
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

/// The number of parts.
fn number(parts: &[Option<usize>]) -> usize {
    parts.iter().flatten().max().map_or(0, |last| last + 1)
}
