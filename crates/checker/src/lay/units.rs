//! Unit propagation over clauses, sets of which at most one literal holds, and counts.
//!
//! A literal is the number of a variable, from 1 on, or its negative.

use std::ops::RangeInclusive;

use super::cases::Void;

/// A number of literals that hold is in a range.
struct Count {
    literals: Vec<i32>,
    range: RangeInclusive<usize>,
    holding: usize,
    failing: usize,
}

/// Clauses and what follows from them.
#[derive(Default)]
pub(super) struct Units {
    /// By literal whether it holds.
    holds: Vec<bool>,
    trail: Vec<i32>,
    /// Literals of the trail before this one were looked at.
    next: usize,
    clauses: Vec<Vec<i32>>,
    /// By literal the clauses of which it is one of the first two.
    watched: Vec<Vec<usize>>,
    alone: Vec<Vec<i32>>,
    /// By literal the sets of which at most one holds.
    alone_of: Vec<Vec<usize>>,
    counts: Vec<Count>,
    /// By variable the counts, each with the literal that it counts.
    counts_of: Vec<Vec<(usize, i32)>>,
}

fn slot(literal: i32) -> usize {
    literal.unsigned_abs() as usize * 2 + usize::from(literal < 0)
}

impl Units {
    /// A new variable.
    pub fn variable(&mut self) -> i32 {
        let number = (self.holds.len() / 2).max(1);
        let size = 2 * number + 2;
        self.holds.resize(size, false);
        self.watched.resize(size, Vec::new());
        self.alone_of.resize(size, Vec::new());
        self.counts_of.resize(number + 1, Vec::new());
        i32::try_from(number).unwrap_or(i32::MAX)
    }

    /// Whether a literal holds.
    pub fn is_true(&self, literal: i32) -> bool {
        self.holds.get(slot(literal)) == Some(&true)
    }

    /// The literals that hold, in the order in which they were found.
    pub fn trail(&self) -> &[i32] {
        &self.trail
    }

    /// At most one of these literals holds. Before any other call than those that add.
    pub fn alone(&mut self, literals: Vec<i32>) {
        for literal in &literals {
            if let Some(list) = self.alone_of.get_mut(slot(*literal)) {
                list.push(self.alone.len());
            }
        }
        self.alone.push(literals);
    }

    /// So many of these literals hold. Before any other call than those that add.
    pub fn count(&mut self, literals: Vec<i32>, range: RangeInclusive<usize>) {
        for literal in &literals {
            if let Some(list) = self.counts_of.get_mut(literal.unsigned_abs() as usize) {
                list.push((self.counts.len(), *literal));
            }
        }
        self.counts.push(Count { literals, range, holding: 0, failing: 0 });
    }

    /// Adds a clause; nothing may hold but what holds for good.
    pub fn clause(&mut self, mut literals: Vec<i32>) -> Result<(), Void> {
        literals.sort_unstable();
        literals.dedup();
        if literals.iter().any(|literal| self.is_true(*literal)) {
            return Ok(());
        }
        literals.retain(|literal| !self.is_true(-literal));
        match *literals.as_slice() {
            [] => Err(Void),
            [only] => self.assume(only),
            [one, other, ..] => {
                for literal in [one, other] {
                    if let Some(list) = self.watched.get_mut(slot(literal)) {
                        list.push(self.clauses.len());
                    }
                }
                self.clauses.push(literals);
                Ok(())
            }
        }
    }

    /// Makes a literal true.
    pub fn assume(&mut self, literal: i32) -> Result<(), Void> {
        if self.is_true(-literal) {
            return Err(Void);
        }
        if !self.is_true(literal)
            && let Some(slot) = self.holds.get_mut(slot(literal))
        {
            *slot = true;
            self.trail.push(literal);
        }
        Ok(())
    }

    /// Looks at all counts, once.
    pub fn begin(&mut self) -> Result<(), Void> {
        (0..self.counts.len()).try_for_each(|number| self.counted(number))
    }

    /// All that follows.
    pub fn settle(&mut self) -> Result<(), Void> {
        while let Some(literal) = self.trail.get(self.next).copied() {
            self.next += 1;
            self.tally(literal, true);
            for at in 0..self.alone_of.get(slot(literal)).map_or(0, Vec::len) {
                let set = self.alone_of.get(slot(literal)).and_then(|sets| sets.get(at));
                let others = set.and_then(|set| self.alone.get(*set)).cloned().unwrap_or_default();
                others
                    .into_iter()
                    .filter(|other| *other != literal)
                    .try_for_each(|other| self.assume(-other))?;
            }
            for at in 0..self.counts_of.get(literal.unsigned_abs() as usize).map_or(0, Vec::len) {
                let counts = self.counts_of.get(literal.unsigned_abs() as usize);
                let count = counts.and_then(|counts| counts.get(at)).map(|(count, _)| *count);
                count.map_or(Ok(()), |count| self.counted(count))?;
            }
            self.lost(-literal)?;
        }
        Ok(())
    }

    /// Takes a literal that was looked at into the numbers of counts, or out of them.
    fn tally(&mut self, literal: i32, now: bool) {
        for (count, counted) in self.counts_of.get(literal.unsigned_abs() as usize).into_iter().flatten() {
            let Some(count) = self.counts.get_mut(*count) else { continue };
            let number = if *counted == literal { &mut count.holding } else { &mut count.failing };
            *number = if now { *number + 1 } else { number.saturating_sub(1) };
        }
    }

    fn counted(&mut self, number: usize) -> Result<(), Void> {
        let Some(count) = self.counts.get(number) else { return Ok(()) };
        let (least, most) = (*count.range.start(), *count.range.end());
        let possible = count.literals.len() - count.failing;
        if count.holding > most || possible < least {
            return Err(Void);
        }
        if count.holding < most && possible > least {
            return Ok(());
        }
        let all = count.holding < most;
        for literal in count.literals.clone() {
            if !self.is_true(literal) && !self.is_true(-literal) {
                self.assume(if all { literal } else { -literal })?;
            }
        }
        Ok(())
    }

    /// The clauses that watch a literal that fails watch another one, or their last literal holds.
    fn lost(&mut self, literal: i32) -> Result<(), Void> {
        let Some(list) = self.watched.get_mut(slot(literal)).map(std::mem::take) else { return Ok(()) };
        let mut kept = Vec::with_capacity(list.len());
        let mut result = Ok(());
        for number in list {
            let moved = result.is_ok() && {
                let holds = &self.holds;
                let fails = |literal: i32| holds.get(slot(-literal)) == Some(&true);
                match self.clauses.get_mut(number).map(Vec::as_mut_slice) {
                    Some([one, other, rest @ ..]) => {
                        if *one == literal {
                            std::mem::swap(one, other);
                        }
                        let first = *one;
                        let free = rest.iter_mut().find(|literal| !fails(**literal));
                        match free.filter(|_| holds.get(slot(first)) != Some(&true)) {
                            Some(free) => {
                                std::mem::swap(other, free);
                                let watched = *other;
                                if let Some(list) = self.watched.get_mut(slot(watched)) {
                                    list.push(number);
                                }
                                true
                            }
                            None => {
                                result = self.assume(first);
                                false
                            }
                        }
                    }
                    _ => false,
                }
            };
            if !moved {
                kept.push(number);
            }
        }
        if let Some(slot) = self.watched.get_mut(slot(literal)) {
            kept.append(slot);
            *slot = kept;
        }
        result
    }

    /// Takes back the literals from this place of the trail on.
    pub fn back(&mut self, length: usize) {
        while self.trail.len() > length {
            let looked = self.trail.len() <= self.next;
            let Some(literal) = self.trail.pop() else { break };
            if looked {
                self.tally(literal, false);
            }
            if let Some(slot) = self.holds.get_mut(slot(literal)) {
                *slot = false;
            }
        }
        self.next = self.next.min(length);
    }
}
