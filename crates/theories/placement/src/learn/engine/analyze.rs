//! What is learned from a conflict.

use super::{Clause, Conflict, Engine, Literal, at, set};

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

/// An analysis under way.
struct Work {
    lemma: Lemma,
    /// Literals that hold and whose reasons are to be looked at.
    body: Vec<Literal>,
    /// Literals that were seen at the level of the conflict.
    open: usize,
    /// Literals of lower levels, which hold: the negations of the clause's.
    lower: Vec<Literal>,
    touched: Vec<u32>,
}

impl Engine {
    /// The first clause on the way from the conflict back to the decision that has one literal of its level.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> Lemma {
        let lemma = Lemma { literals: Vec::new(), top: 0, used: Vec::new(), facts: Vec::new() };
        let mut work = Work { lemma, body: Vec::new(), open: 0, lower: Vec::new(), touched: Vec::new() };
        match conflict {
            Conflict::All(body) => work.body = body,
            Conflict::Clause(number) => {
                self.bump_clause(number);
                if let Some(clause) = self.clauses.get(number as usize) {
                    work.body.extend(clause.literals.iter().map(|literal| literal.not()));
                    work.lemma.used.extend(clause.learned.map(|(lemma, _)| lemma));
                }
            }
        }
        let top = work.body.iter().map(|literal| self.level_of(*literal)).max().unwrap_or(0);
        work.lemma.top = top;
        self.gather(&mut work);
        let mut place = self.trail.len();
        let mut first = None;
        while work.lemma.top > 0 {
            if work.open == 0 {
                // Nothing of this level was needed: the conflict is one of a lower level.
                work.lemma.top = work.lower.iter().map(|literal| self.level_of(*literal)).max().unwrap_or(0);
                let top = work.lemma.top;
                let before = work.lower.len();
                work.lower.retain(|literal| at(&self.levels, literal.var() as usize) as usize != top);
                work.open = before - work.lower.len();
                continue;
            }
            let Some(literal) = place.checked_sub(1).and_then(|at| self.trail.get(at)).copied() else { break };
            place -= 1;
            let var = literal.var() as usize;
            if !at(&self.seen, var) || self.level_of(literal) != work.lemma.top {
                continue;
            }
            work.open -= 1;
            if work.open == 0 && at(&self.base, var) {
                first = Some(literal);
                break;
            }
            self.reason_of(literal, &mut work);
            self.gather(&mut work);
        }
        if let Some(first) = first {
            let kept: Vec<Literal> =
                work.lower.clone().into_iter().filter(|literal| !self.is_redundant(*literal, &mut work)).collect();
            let mut lower = kept;
            lower.sort_unstable_by_key(|literal| (std::cmp::Reverse(self.level_of(*literal)), *literal));
            work.lemma.literals = std::iter::once(first).chain(lower).map(Literal::not).collect();
        }
        for var in work.touched.drain(..) {
            set(&mut self.seen, var as usize, false);
        }
        let mut lemma = work.lemma;
        lemma.used.sort_unstable();
        lemma.used.dedup();
        lemma.facts.sort_unstable();
        lemma.facts.dedup();
        lemma
    }

    /// Adds the literals of a body to what was seen; those of the goal's parts at lower levels are replaced by their
    /// reasons.
    fn gather(&mut self, work: &mut Work) {
        while let Some(literal) = work.body.pop() {
            let var = literal.var();
            let level = self.level_of(literal);
            if level == 0 {
                work.lemma.facts.push(var);
                continue;
            }
            if at(&self.seen, var as usize) {
                continue;
            }
            set(&mut self.seen, var as usize, true);
            work.touched.push(var);
            if at(&self.base, var as usize) {
                self.heap.bump(var);
            }
            if level == work.lemma.top {
                work.open += 1;
            } else if at(&self.base, var as usize) {
                work.lower.push(literal);
            } else {
                self.reason_of(literal, work);
            }
        }
    }

    fn reason_of(&mut self, literal: Literal, work: &mut Work) {
        work.lemma.used.extend(self.body(literal, &mut work.body));
        if let super::Reason::Clause(number) = at(&self.reasons, literal.var() as usize) {
            self.bump_clause(number);
        }
    }

    fn bump_clause(&mut self, number: u32) {
        let step = self.clause_step;
        if let Some(Clause { learned: Some(_), activity, .. }) = self.clauses.get_mut(number as usize) {
            *activity += step;
        }
    }

    /// Whether a literal follows from others of the clause.
    fn is_redundant(&self, literal: Literal, work: &mut Work) -> bool {
        if at(&self.reasons, literal.var() as usize) == super::Reason::Decided {
            return false;
        }
        let mut body = Vec::new();
        let used = self.body(literal, &mut body);
        let known = |other: &Literal| self.level_of(*other) == 0 || at(&self.seen, other.var() as usize);
        if !body.iter().all(known) {
            return false;
        }
        work.lemma.used.extend(used);
        work.lemma.facts.extend(body.iter().filter(|other| self.level_of(**other) == 0).map(|other| other.var()));
        true
    }
}
