//! What follows from the constraints.

use puzzlec_search::Connected;

use super::{State, at};
use crate::cover::constraint::{Asks, LiteralId, Node, Shape, literals};

impl State<'_> {
    /// Whether a literal may hold, and whether it may fail.
    pub(super) fn may(&self, literal: LiteralId) -> (bool, bool) {
        let Some(literal) = self.constraints.literals.get(literal) else { return (false, true) };
        let some = |slots: &[u32]| slots.iter().any(|slot| at(&self.support, *slot as usize) > 0);
        (some(&literal.inside), some(&literal.outside))
    }

    /// Makes a literal hold, or fail.
    pub(super) fn force(&mut self, literal: LiteralId, holds: bool) -> bool {
        let constraints = self.constraints;
        let Some(literal) = constraints.literals.get(literal) else { return false };
        let slots = if holds { &literal.outside } else { &literal.inside };
        slots.iter().all(|slot| self.clear(*slot))
    }

    /// Removes the ways that fill a slot.
    fn clear(&mut self, slot: u32) -> bool {
        for part in 0..self.ways_of.get(slot as usize).map_or(0, Vec::len) {
            let part = self.ways_of.get(slot as usize).and_then(|parts| parts.get(part)).copied();
            let Some((word, part)) = part else { continue };
            if !self.remove(word, part) {
                return false;
            }
        }
        true
    }

    /// Removes what a cell may hold if each of some nodes, one of which holds, demands something else of it or cannot hold.
    fn unite(&mut self, parts: &[Node], cell: u32) -> bool {
        let constraints = self.constraints;
        let mut kept: Vec<u32> = Vec::new();
        for part in parts.iter().filter(|part| self.may_be(part).0) {
            let own = literals(part).filter_map(|id| constraints.literals.get(id)).find(|l| l.cell == cell);
            kept.extend(own.into_iter().flat_map(|literal| &literal.inside));
        }
        kept.sort_unstable();
        let slots = constraints.slots.get(cell as usize).into_iter().flatten();
        let gone = slots.filter(|(_, slot)| kept.binary_search(slot).is_err());
        gone.into_iter().all(|(_, slot)| at(&self.support, *slot as usize) == 0 || self.clear(*slot))
    }

    /// The least and the greatest value of a sum.
    fn range(&self, terms: &[(i64, LiteralId)]) -> (i128, i128) {
        let (mut low, mut high) = (0, 0);
        for (weight, literal) in terms {
            let weight = i128::from(*weight);
            match self.may(*literal) {
                (true, true) => (low, high) = (low + weight.min(0), high + weight.max(0)),
                (true, false) => (low, high) = (low + weight, high + weight),
                (false, _) => {}
            }
        }
        (low, high)
    }

    /// Whether a node may hold, and whether it may fail.
    fn may_be(&self, node: &Node) -> (bool, bool) {
        match node {
            Node::False => (false, true),
            Node::Holds(literal) => self.may(*literal),
            Node::Sum { terms, min, max } => {
                let (min, max) = (i128::from(*min), i128::from(*max));
                let (low, high) = self.range(terms);
                (min <= max && low <= max && high >= min, low < min || high > max)
            }
            Node::All(parts) => {
                let each = || parts.iter().map(|part| self.may_be(part));
                (each().all(|may| may.0), each().any(|may| may.1))
            }
            Node::Any(parts, _) => {
                let each = || parts.iter().map(|part| self.may_be(part));
                (each().any(|may| may.0), each().all(|may| may.1))
            }
            Node::Shape(shape) => {
                let (holds, fails) = self.may_hang(shape);
                if shape.holds { (holds, fails) } else { (fails, holds) }
            }
        }
    }

    /// Whether a set may hang together as is asked, and whether it may not.
    fn may_hang(&self, shape: &Shape) -> (bool, bool) {
        let may: Vec<(bool, bool)> = shape.members.iter().map(|member| self.may_be(member)).collect();
        let mut known = Connected::new(may, &shape.links);
        match &shape.asks {
            Asks::Forest => known.forest(),
            Asks::Components(min, max) => known.components(*min, *max),
            Asks::Component(of, counted, min, max) => {
                let counts =
                    |member: usize| counted.get(member).map_or((false, true), |node| self.may_be(node));
                known.component(*of, counts, (*min, *max))
            }
        }
    }

    /// Draws the conclusions of a node that holds.
    pub(super) fn enforce(&mut self, node: &Node) -> bool {
        match node {
            Node::False => false,
            Node::Holds(literal) => self.force(*literal, true),
            Node::Sum { terms, min, max } => self.enforce_sum(terms, i128::from(*min), i128::from(*max)),
            Node::All(parts) => parts.iter().all(|part| self.enforce(part)),
            Node::Shape(_) => self.may_be(node).0,
            Node::Any(parts, common) => {
                let (mut possible, mut several) = (None, false);
                for part in parts {
                    match self.may_be(part) {
                        (false, _) => {}
                        (true, false) => return true,
                        (true, true) if possible.is_some() && common.is_empty() => return true,
                        (true, true) => {
                            several = possible.is_some();
                            possible = possible.or(Some(part));
                        }
                    }
                }
                match several {
                    true => common.iter().all(|cell| self.unite(parts, *cell)),
                    false => possible.is_some_and(|part| self.enforce(part)),
                }
            }
        }
    }

    fn enforce_sum(&mut self, terms: &[(i64, LiteralId)], min: i128, max: i128) -> bool {
        let (low, high) = self.range(terms);
        if min > max || low > max || high < min {
            return false;
        }
        if low >= min && high <= max {
            return true;
        }
        for (weight, literal) in terms {
            if self.may(*literal) != (true, true) {
                continue;
            }
            let weight = i128::from(*weight);
            // The sum if the literal holds, and if it fails, at its nearest.
            let (with, without) = (low + weight.max(0), high - weight.max(0));
            let (with_high, without_low) = (high + weight.min(0), low - weight.min(0));
            let holds = with <= max && with_high >= min;
            let fails = without >= min && without_low <= max;
            let sound = match (holds, fails) {
                (true, true) => true,
                (true, false) => self.force(*literal, true),
                (false, true) => self.force(*literal, false),
                (false, false) => false,
            };
            if !sound {
                return false;
            }
        }
        true
    }
}
