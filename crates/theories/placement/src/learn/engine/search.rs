//! Decisions, restarts and what is kept of what was learned.

use puzzlec_theory::meter::{Halted, Room};

use super::{Clause, Conflict, Engine, Literal, Mark, Reason, at, set};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::learn) enum Answer {
    /// All variables have a value.
    Found,
    /// No other assignment is left.
    None,
}

/// Conflicts before the first restart; the next are by the sequence of Luby, Sinclair and Zuckerman (1993).
pub(super) const RESTART: u64 = 100;

/// Learned clauses that are kept at first.
const KEPT: usize = 4_000;

/// Implied literals that take as long as a step of the search by cases.
const IMPLIED: usize = 8;

/// Conflicts between two measurements of the memory.
const MEASURED: u64 = 512;

impl Engine {
    /// Takes back all decisions after a level.
    fn back(&mut self, level: usize) {
        let Some(mark) = self.marks.get(level).copied() else { return };
        self.marks.truncate(level);
        for literal in self.trail.drain(mark.trail..) {
            set(&mut self.holds, literal.index(), false);
            set(&mut self.phase, literal.var() as usize, literal.is_plain());
            if at(&self.base, literal.var() as usize) {
                self.heap.insert(literal.var());
            }
        }
        self.next = mark.trail;
        self.bodies.truncate(mark.bodies);
        self.sums.back(mark.sums);
        self.waiting.fill(false);
    }

    fn decide(&mut self, literal: Literal) {
        self.marks.push(Mark { trail: self.trail.len(), sums: self.sums.mark(), bodies: self.bodies.len() });
        self.enqueue(literal, Reason::Decided);
    }

    /// Draws the conclusions that need no decision, without shapes that were not looked at before.
    pub fn settle(&mut self) {
        self.sums.all_wait();
        if let Err(conflict) = self.propagate() {
            self.contradiction |= !self.resolve(conflict);
        }
    }

    /// Looks for values of all variables. After [`Answer::Found`] another call looks for others: they differ from all that were
    /// found. After a limit another call goes on.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn search(&mut self, room: &mut Room<'_>) -> Result<Answer, Halted> {
        room.hold(self.bytes())?;
        if std::mem::take(&mut self.found) {
            self.contradiction |= !self.flip();
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.sums.all_wait();
            self.waiting = vec![true; self.shapes.len()];
        }
        let mut implied = 0;
        loop {
            room.meter().expanded(1 + implied / IMPLIED)?;
            if self.contradiction {
                return Ok(Answer::None);
            }
            let before = self.trail.len();
            let settled = self.propagate();
            implied = self.trail.len().saturating_sub(before);
            if self.level() == 0 {
                self.note_roots();
            }
            if let Err(conflict) = settled {
                self.contradiction |= !self.resolve(conflict);
                self.conflicts += 1;
                if self.conflicts.is_multiple_of(MEASURED) {
                    room.hold(self.bytes())?;
                }
                continue;
            }
            if self.conflicts >= self.until && self.level() > self.floor {
                self.restarts += 1;
                self.until = self.conflicts + RESTART * luby(self.restarts);
                self.back(self.floor);
                self.reduce();
                continue;
            }
            let holds = &self.holds;
            let assigned = |var: u32| {
                let literal = Literal::of(var);
                at(holds, literal.index()) || at(holds, literal.not().index())
            };
            let Some(var) = self.heap.pop(assigned) else {
                self.found = true;
                return Ok(Answer::Found);
            };
            let literal = Literal::of(var);
            self.decide(if at(&self.phase, var as usize) { literal } else { literal.not() });
        }
    }

    /// Takes all decisions back and demands that one of these literals holds.
    pub fn demand(&mut self, mut literals: Vec<Literal>) {
        self.back(0);
        (self.begun, self.found) = (false, false);
        literals.sort_by_key(|literal| self.is_false(*literal));
        let open = literals.iter().filter(|literal| !self.is_false(**literal)).count();
        match (literals.first().copied(), open) {
            (_, 0) => {
                let body = literals.into_iter().map(Literal::not).collect();
                let lemma = self.analyze(Conflict::All { body, shaped: false });
                self.log.push(Vec::new(), lemma.used, lemma.facts);
                self.contradiction = true;
            }
            (Some(first), 1) => {
                let number = self.attach(Clause { literals, ..Clause::default() });
                if self.is_open(first) {
                    self.enqueue(first, Reason::Clause(number));
                }
            }
            _ => {
                self.attach(Clause { literals, ..Clause::default() });
            }
        }
    }

    /// Makes the last decision the other way round; false if there is none.
    fn flip(&mut self) -> bool {
        let Some(decided) = self.marks.last().and_then(|mark| self.trail.get(mark.trail)).copied() else {
            return false;
        };
        let level = self.level() - 1;
        self.back(level);
        self.floor = level;
        self.enqueue(decided.not(), Reason::Decided);
        true
    }

    /// Learns from a conflict; false if nothing is left.
    fn resolve(&mut self, conflict: Conflict) -> bool {
        let lemma = self.analyze(conflict);
        if lemma.top <= self.floor {
            if self.floor == 0 {
                self.log.push(Vec::new(), lemma.used, lemma.facts);
                self.contradiction = true;
                return false;
            }
            self.back(self.floor);
            return self.flip();
        }
        let mut levels: Vec<usize> = lemma.literals.iter().map(|literal| self.level_of(*literal)).collect();
        levels.sort_unstable();
        levels.dedup();
        let glue = u32::try_from(levels.len()).unwrap_or(u32::MAX);
        let back = lemma.literals.get(1).map_or(0, |literal| self.level_of(*literal));
        self.back(back.max(self.floor));
        let number = self.log.push(lemma.literals.clone(), lemma.used, lemma.facts);
        self.learned += 1;
        let activity = self.clause_step;
        self.attach(Clause { literals: lemma.literals, learned: Some((number, glue)), activity });
        self.heap.decay();
        self.clause_step *= 1.001;
        if self.clause_step > 1e100 {
            self.clauses.iter_mut().for_each(|clause| clause.activity *= 1e-100);
            self.clause_step *= 1e-100;
        }
        true
    }

    /// Forgets half of the learned clauses that join many levels, the least used first.
    fn reduce(&mut self) {
        let most = KEPT + usize::try_from(self.conflicts / 8).unwrap_or(usize::MAX);
        if self.learned < most {
            return;
        }
        let reasons: Vec<Reason> =
            self.trail.iter().map(|literal| at(&self.reasons, literal.var() as usize)).collect();
        let mut kept = vec![false; self.clauses.len()];
        for reason in reasons {
            if let Reason::Clause(number) = reason {
                set(&mut kept, number as usize, true);
            }
        }
        let mut gone: Vec<(f64, u32)> = Vec::new();
        for ((clause, kept), number) in self.clauses.iter().zip(&kept).zip(0..) {
            if clause.learned.is_some_and(|(_, glue)| glue > 2) && clause.literals.len() > 2 && !kept {
                gone.push((clause.activity, number));
            }
        }
        gone.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        gone.truncate(gone.len() / 2);
        for (_, number) in &gone {
            if let Some(clause) = self.clauses.get_mut(*number as usize) {
                *clause = Clause::default();
            }
        }
        self.learned -= gone.len();
        let clauses = &self.clauses;
        for list in &mut self.watching {
            list.retain(|(number, _)| {
                clauses.get(*number as usize).is_some_and(|clause| !clause.literals.is_empty())
            });
        }
        self.free.extend(gone.into_iter().map(|(_, number)| number));
    }
}

fn luby(mut at: u64) -> u64 {
    loop {
        let ones = u64::BITS - at.leading_zeros();
        let whole = (1_u64 << ones) - 1;
        if at == whole {
            return 1 << (ones - 1);
        }
        at -= whole >> 1;
    }
}
