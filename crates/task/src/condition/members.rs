//! Sets of places that depend on the position, and how they hang together.

use super::Condition;

/// A set of places that depends on the position, with the pairs of them that are joined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Members {
    /// By member, whether it is in the set.
    pub holds: Vec<Condition>,
    /// Pairs of members that are joined where both are in the set: the smaller first, sorted, each once.
    pub links: Vec<(u32, u32)>,
}

impl Members {
    /// The connected parts of the members that `inside` takes. Nearly linear in the members and links.
    pub fn parts(&self, inside: impl FnMut(&Condition) -> bool) -> Parts {
        Parts::new(self.holds.iter().map(inside).collect(), &self.links)
    }

    /// The same places with other conditions.
    #[must_use]
    pub fn map(&self, f: impl FnMut(&Condition) -> Condition) -> Members {
        Members { holds: self.holds.iter().map(f).collect(), links: self.links.clone() }
    }
}

/// The connected parts of some members.
#[derive(Clone, Debug)]
pub struct Parts {
    inside: Vec<bool>,
    /// By member another one of its part, or itself.
    towards: Vec<u32>,
    count: u32,
    cycle: bool,
}

impl Parts {
    /// The parts of the members that are inside, joined by links. Nearly linear.
    pub fn new(inside: Vec<bool>, links: &[(u32, u32)]) -> Parts {
        let count = inside.iter().filter(|inside| **inside).count();
        let towards = (0..).take(inside.len()).collect();
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let mut parts = Parts { inside, towards, count, cycle: false };
        for (a, b) in links {
            if !parts.has(*a) || !parts.has(*b) {
                continue;
            }
            let (a, b) = (parts.first(*a), parts.first(*b));
            if a == b {
                parts.cycle = true;
            } else if let Some(slot) = parts.towards.get_mut(a.max(b) as usize) {
                *slot = a.min(b);
                parts.count -= 1;
            }
        }
        parts
    }

    /// Whether a member is inside.
    pub fn has(&self, member: u32) -> bool {
        self.inside.get(member as usize) == Some(&true)
    }

    /// The number of parts.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether a part has a cycle.
    pub fn has_cycle(&self) -> bool {
        self.cycle
    }

    /// Whether two members are inside, in one part.
    pub fn joined(&mut self, a: u32, b: u32) -> bool {
        self.has(a) && self.has(b) && self.first(a) == self.first(b)
    }

    /// The member that stands for the part of a member: the first of it.
    pub fn first(&mut self, member: u32) -> u32 {
        let mut at = member;
        // Each step halves what is left of the way.
        while let Some(next) = self.towards.get(at as usize).copied().filter(|next| *next != at) {
            let after = self.towards.get(next as usize).copied().unwrap_or(next);
            if let Some(slot) = self.towards.get_mut(at as usize) {
                *slot = after;
            }
            at = after;
        }
        at
    }
}
