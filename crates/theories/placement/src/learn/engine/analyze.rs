//! What is learned from a conflict.

use super::{Clause, Conflict, Engine, Literal, Reason, at, set};

/// A clause that follows from the puzzle.
pub(super) struct Lemma {
    /// The first becomes true at the level of the second, which is the greatest of the others.
    pub literals: Vec<Literal>,
    /// The level of the conflict; 0 where there is nothing to decide otherwise.
    pub top: usize,
    /// The lemmas from which it follows.
    pub used: Vec<u32>,
    /// Variables that have their values without any decision.
    pub facts: Vec<u32>,
}

/// Why a literal holds, or why there is a conflict, in literals that are decided.
struct Cause {
    body: Vec<Literal>,
    facts: Vec<u32>,
    /// The learned clause that was used, and the clause.
    lemma: Option<u32>,
    clause: Option<u32>,
    /// Whether a shape had a part in it.
    shaped: bool,
}

/// An analysis under way.
struct Work {
    lemma: Lemma,
    /// Literals that were seen at the level of the conflict.
    open: usize,
    /// Literals of lower levels, which hold: the negations of the clause's.
    lower: Vec<Literal>,
    touched: Vec<u32>,
}

impl Engine {
    /// The first clause on the way from the conflict back to the decision that has one literal of its level.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> Lemma {
        let cause = match conflict {
            Conflict::All { body, shaped } => self.cause(body, None, None, shaped),
            Conflict::Clause(number) => {
                let clause = self.clauses.get(number as usize);
                let body = clause.map(|clause| clause.literals.iter().map(|literal| literal.not()).collect());
                let lemma = clause.and_then(|clause| clause.learned).map(|(lemma, _)| lemma);
                self.cause(body.unwrap_or_default(), lemma, Some(number), false)
            }
        };
        let top = cause.body.iter().map(|literal| self.level_of(*literal)).max().unwrap_or(0);
        let lemma = Lemma { literals: Vec::new(), top, used: Vec::new(), facts: Vec::new() };
        let mut work = Work { lemma, open: 0, lower: Vec::new(), touched: Vec::new() };
        self.gather(cause, None, &mut work);
        let mut place = self.trail.len();
        let mut first = None;
        while work.lemma.top > 0 {
            if work.open == 0 {
                // Nothing of this level was needed: the conflict is one of a lower level.
                let top = work.lower.iter().map(|literal| self.level_of(*literal)).max().unwrap_or(0);
                let before = work.lower.len();
                work.lower.retain(|literal| at(&self.levels, literal.var() as usize) as usize != top);
                work.open = before - work.lower.len();
                work.lemma.top = top;
                continue;
            }
            let Some(literal) = place.checked_sub(1).and_then(|at| self.trail.get(at)).copied() else {
                break;
            };
            place -= 1;
            if !at(&self.seen, literal.var() as usize) || self.level_of(literal) != work.lemma.top {
                continue;
            }
            work.open -= 1;
            if work.open == 0 {
                first = Some(literal);
                break;
            }
            let cause = self.cause_of(literal);
            self.gather(cause, Some(literal), &mut work);
        }
        if let Some(first) = first {
            let mut lower = std::mem::take(&mut work.lower);
            lower.retain(|literal| !self.is_redundant(*literal, &mut work));
            lower.sort_unstable_by_key(|literal| (std::cmp::Reverse(self.level_of(*literal)), *literal));
            work.lemma.literals = std::iter::once(first).chain(lower).map(Literal::not).collect();
        }
        for var in work.touched.drain(..) {
            set(&mut self.seen, var as usize, false);
        }
        work.lemma
    }

    /// Adds what a cause says to what was seen.
    fn gather(&mut self, cause: Cause, implied: Option<Literal>, work: &mut Work) {
        self.note(&cause, implied, &mut work.lemma);
        if let Some(clause) = cause.clause {
            let step = self.clause_step;
            if let Some(Clause { learned: Some(_), activity, .. }) = self.clauses.get_mut(clause as usize) {
                *activity += step;
            }
        }
        for literal in cause.body {
            let var = literal.var();
            if at(&self.seen, var as usize) {
                continue;
            }
            set(&mut self.seen, var as usize, true);
            work.touched.push(var);
            self.heap.bump(var);
            if self.level_of(literal) == work.lemma.top {
                work.open += 1;
            } else {
                work.lower.push(literal);
            }
        }
    }

    /// Records what a cause relies on; one by a shape is a lemma of its own.
    fn note(&mut self, cause: &Cause, implied: Option<Literal>, lemma: &mut Lemma) {
        if !self.log.recording {
            return;
        }
        if cause.shaped {
            let clause = implied.into_iter().chain(cause.body.iter().map(|literal| literal.not())).collect();
            lemma.used.push(self.log.cut(clause, &cause.facts));
        } else {
            lemma.used.extend(cause.lemma);
            lemma.facts.extend_from_slice(&cause.facts);
        }
    }

    fn cause_of(&self, literal: Literal) -> Cause {
        let reason = at(&self.reasons, literal.var() as usize);
        let mut body = Vec::new();
        let lemma = self.body(literal, &mut body);
        let clause = if let Reason::Clause(number) = reason { Some(number) } else { None };
        self.cause(body, lemma, clause, matches!(reason, Reason::All(..)))
    }

    /// Replaces the literals of the goal's parts by their reasons.
    fn cause(&self, mut open: Vec<Literal>, lemma: Option<u32>, clause: Option<u32>, shaped: bool) -> Cause {
        let mut cause = Cause { body: Vec::new(), facts: Vec::new(), lemma, clause, shaped };
        let mut parts: Vec<u32> = Vec::new();
        while let Some(literal) = open.pop() {
            let var = literal.var();
            if at(&self.base, var as usize) {
                match self.level_of(literal) {
                    0 => cause.facts.push(var),
                    _ => cause.body.push(literal),
                }
            } else if literal != Literal::TRUE && !parts.contains(&var) {
                parts.push(var);
                let by_shape = matches!(at(&self.reasons, var as usize), Reason::All(..));
                cause.shaped |= by_shape || at(&self.shaped, var as usize);
                self.body(literal, &mut open);
            }
        }
        cause.body.sort_unstable();
        cause.body.dedup();
        cause
    }

    /// Whether a literal holds since all others of a clause about contents and ways fail.
    pub fn is_plain(&self, literal: Literal) -> bool {
        let is_base = |other: &Literal| {
            *other == literal || other.not() == Literal::TRUE || at(&self.base, other.var() as usize)
        };
        match at(&self.reasons, literal.var() as usize) {
            Reason::Clause(clause) if self.is_true(literal) => {
                self.clauses.get(clause as usize).is_some_and(|clause| clause.literals.iter().all(is_base))
            }
            _ => false,
        }
    }

    /// Whether a literal follows from others of the clause.
    fn is_redundant(&mut self, literal: Literal, work: &mut Work) -> bool {
        if at(&self.reasons, literal.var() as usize) == Reason::Decided {
            return false;
        }
        let cause = self.cause_of(literal);
        if !cause.body.iter().all(|other| at(&self.seen, other.var() as usize)) {
            return false;
        }
        self.note(&cause, Some(literal), &mut work.lemma);
        true
    }

    /// Records the values without a decision that a shape had a part in.
    pub(super) fn note_roots(&mut self) {
        if !self.log.recording {
            return;
        }
        while let Some(literal) = self.trail.get(self.noted).copied().filter(|l| self.level_of(*l) == 0) {
            self.noted += 1;
            if at(&self.base, literal.var() as usize) {
                let cause = self.cause_of(literal);
                if cause.shaped {
                    self.log.root(literal, &cause.facts);
                }
            }
        }
    }
}
