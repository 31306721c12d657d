//! Conclusions, and why they hold.

use super::{Conflict, Engine, Literal, Reason, at, set};

impl Engine {
    /// Makes a literal true for a reason, unless it is.
    pub fn imply(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        if self.is_true(literal) {
            return Ok(());
        }
        if !self.is_false(literal) {
            self.enqueue(literal, reason);
            return Ok(());
        }
        let mut body = vec![literal.not()];
        match reason {
            Reason::Clause(clause) => return Err(Conflict::Clause(clause)),
            Reason::Sum(sum, high) => self.explain(sum, high, Some(literal), self.trail_length(), &mut body),
            other => self.stored(other, &mut body),
        }
        Err(Conflict::All { body, shaped: matches!(reason, Reason::All(..)) })
    }

    /// Makes a literal true because a shape asks for it if these literals hold.
    pub fn follow(&mut self, literal: Literal, body: &[Literal]) -> Result<(), Conflict> {
        if self.is_true(literal) {
            return Ok(());
        }
        if self.is_false(literal) {
            let body = body.iter().copied().chain([literal.not()]).collect();
            return Err(Conflict::All { body, shaped: true });
        }
        let from = u32::try_from(self.bodies.len()).unwrap_or(u32::MAX);
        self.bodies.extend_from_slice(body);
        let to = u32::try_from(self.bodies.len()).unwrap_or(u32::MAX);
        self.enqueue(literal, Reason::All(from, to));
        Ok(())
    }

    pub(super) fn stored(&self, reason: Reason, body: &mut Vec<Literal>) {
        match reason {
            Reason::One(literal) => body.push(literal),
            Reason::All(from, to) => {
                body.extend_from_slice(self.bodies.get(from as usize..to as usize).unwrap_or(&[]));
            }
            Reason::Decided | Reason::Clause(_) | Reason::Sum(..) => {}
        }
    }

    /// The literals from which a literal that holds was implied, and the learned clause that was used.
    pub(in super::super) fn body(&self, literal: Literal, body: &mut Vec<Literal>) -> Option<u32> {
        match at(&self.reasons, literal.var() as usize) {
            Reason::Clause(number) => {
                let clause = self.clauses.get(number as usize)?;
                body.extend(
                    clause.literals.iter().filter(|other| **other != literal).map(|other| other.not()),
                );
                clause.learned.map(|(lemma, _)| lemma)
            }
            Reason::Sum(sum, high) => {
                self.explain(sum, high, Some(literal), self.place(literal), body);
                None
            }
            other => {
                self.stored(other, body);
                None
            }
        }
    }

    /// All conclusions.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(literal) = self.trail.get(self.next).copied() {
                self.next += 1;
                self.exclude(literal)?;
                self.clauses_of(literal.not())?;
                self.sums.assigned(literal, &self.holds);
                for shape in self.shapes_of.get(literal.index()).into_iter().flatten() {
                    set(&mut self.waiting, *shape as usize, true);
                }
            }
            if let Some(sum) = self.sums.next() {
                self.check_sum(sum)?;
            } else if let Some(shape) = self.waiting.iter().position(|waiting| *waiting) {
                set(&mut self.waiting, shape, false);
                // A shape is taken out while it works.
                let Some(slot) = self.shapes.get_mut(shape) else { continue };
                let taken = std::mem::take(slot);
                let result = taken.conclude(self);
                if let Some(slot) = self.shapes.get_mut(shape) {
                    *slot = taken;
                }
                result?;
            } else {
                return Ok(());
            }
        }
    }

    /// Nothing else of the literal's groups holds.
    fn exclude(&mut self, literal: Literal) -> Result<(), Conflict> {
        for of in 0..self.groups_of.get(literal.index()).map_or(0, Vec::len) {
            let Some(group) = self.groups_of.get(literal.index()).and_then(|list| list.get(of)).copied()
            else {
                continue;
            };
            for member in 0..self.groups.get(group as usize).map_or(0, Vec::len) {
                let other = self.groups.get(group as usize).and_then(|group| group.get(member)).copied();
                if let Some(other) = other.filter(|other| *other != literal) {
                    self.imply(other.not(), Reason::One(literal))?;
                }
            }
        }
        Ok(())
    }

    /// Looks at the clauses that watch a literal that is false now.
    fn clauses_of(&mut self, lost: Literal) -> Result<(), Conflict> {
        let mut list = self.watching.get_mut(lost.index()).map(std::mem::take).unwrap_or_default();
        let (mut kept, mut looked, mut found) = (0, 0, Ok(()));
        while let Some((number, blocker)) = list.get(looked).copied() {
            looked += 1;
            let mut watch = Some((number, blocker));
            if !self.is_true(blocker) {
                let held = &self.holds;
                let clause = self.clauses.get_mut(number as usize).map(|clause| &mut clause.literals);
                if let Some([first, second, rest @ ..]) = clause.map(Vec::as_mut_slice) {
                    if *first == lost {
                        std::mem::swap(first, second);
                    }
                    let first = *first;
                    if at(held, first.index()) {
                        watch = Some((number, first));
                    } else if let Some(free) = rest.iter_mut().find(|other| !at(held, other.not().index())) {
                        std::mem::swap(second, free);
                        if let Some(list) = self.watching.get_mut(second.index()) {
                            list.push((number, first));
                        }
                        watch = None;
                    } else {
                        found = self.imply(first, Reason::Clause(number));
                    }
                }
            }
            if let Some(slot) = watch.and_then(|watch| Some((list.get_mut(kept)?, watch))) {
                *slot.0 = slot.1;
                kept += 1;
            }
            if found.is_err() {
                break;
            }
        }
        list.drain(kept..looked);
        if let Some(slot) = self.watching.get_mut(lost.index()) {
            *slot = list;
        }
        found
    }
}
