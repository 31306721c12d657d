//! Proofs by lemmas that no arrangement of the pieces satisfies a goal.
//!
//! Each lemma says that one of some facts holds: a cell holds a content, a piece is laid in a way, or the opposite. It is
//! accepted if the contrary of all its facts leads to a contradiction by propagation alone, over the pieces, the goal and the
//! lemmas before it (reverse unit propagation; Goldberg and Novikov, "Verification of proofs of unsatisfiability", 2003). The
//! last lemma has no fact. Nothing is shared with the search that found them.

use rustc_hash::FxHashMap;

use super::cases::{Case, Cases, Void, narrow};
use super::shaped::{Looks, is_shaped, left, positive};
use super::units::Units;
use crate::Unproved;
use puzzlec_base::Progress;
use puzzlec_model::Model;
use puzzlec_task::certificate::{Fact, Lemmas, contents};
use puzzlec_task::{Condition, SearchContext, Value, ValueSet};

/// Conditions that are to be looked at again when a cell changes.
struct Part {
    condition: Condition,
    cells: Vec<u32>,
}

/// A puzzle with what is known of it.
struct Known {
    units: Units,
    /// By cell and content its variable; by variable the cell and the content, if it stands for that.
    contents: FxHashMap<(u32, Value), i32>,
    said: Vec<Option<(u32, Value)>>,
    /// By way its variable.
    ways: Vec<i32>,
    /// By cell what it may hold.
    held: Vec<ValueSet>,
    /// The literals of the trail that were taken over.
    looked: usize,
    parts: Vec<Part>,
    /// By cell the parts that depend on it; parts that are to be looked at.
    parts_of: Vec<Vec<usize>>,
    waiting: Vec<bool>,
    queue: Vec<usize>,
    /// Conditions on shapes, which are only tested.
    shaped: Vec<Condition>,
    looks: Looks,
}

/// Checks that no arrangement is left, but for one if it is given.
pub(super) fn refuted(
    model: &Model,
    cases: &Cases<'_>,
    but: Option<&Case>,
    lemmas: &Lemmas,
    context: &SearchContext,
) -> Result<(), Unproved> {
    let Ok(mut known) = Known::new(cases, but) else { return Ok(()) };
    let facts = named(model, cases, &known, &lemmas.facts)?;
    let mut bytes = 0;
    for (number, clause) in (1_u64..).zip(&lemmas.clauses) {
        bytes += clause.len() as u64 * 4;
        context.poll(&Progress { states: number, bytes, ..Progress::default() })?;
        let literals = read(clause, &facts).ok_or_else(|| {
            Unproved::Rejected(format!("lemma {number} refers to a fact that is not listed"))
        })?;
        if known.contrary(&literals).is_ok() {
            return Err(Unproved::Rejected(format!("lemma {number} does not follow from those before it")));
        }
        if literals.is_empty() || known.add(literals).is_err() {
            return Ok(());
        }
    }
    // Without any lemma, a contradiction may be plain.
    match known.contrary(&[]) {
        Err(Void) => Ok(()),
        Ok(()) => Err(Unproved::wrong("the lemmas do not rule out all arrangements")),
    }
}

/// The literals of a lemma.
fn read(clause: &str, facts: &[i32]) -> Option<Vec<i32>> {
    let literal = |number: &str| {
        let number: i32 = number.parse().ok()?;
        let place = usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?;
        facts.get(place).map(|literal| literal * number.signum())
    };
    clause.split_ascii_whitespace().map(literal).collect()
}

/// The variables of facts.
fn named(model: &Model, cases: &Cases<'_>, known: &Known, facts: &[Fact]) -> Result<Vec<i32>, Unproved> {
    let board = &model.board;
    let cells: FxHashMap<String, u32> =
        (0..).zip(board.cells()).map(|(n, cell)| (board.name(*cell), n)).collect();
    let contents: FxHashMap<String, Value> = contents(model).into_iter().zip(0..).collect();
    let ways: FxHashMap<(usize, Vec<(u32, Value)>), usize> =
        cases.ways().enumerate().map(|(number, way)| (way, number)).collect();
    let held = |cell: &String, content: &String| -> Option<(u32, Value)> {
        Some((*cells.get(cell)?, *contents.get(content)?))
    };
    let literal = |fact: &Fact| match fact {
        Fact::Holds { cell, holds } => known.contents.get(&held(cell, holds)?).copied(),
        Fact::Laid { piece, cells } => {
            let mut laid =
                cells.iter().map(|(cell, content)| held(cell, content)).collect::<Option<Vec<_>>>()?;
            laid.sort_unstable();
            known.ways.get(*ways.get(&(piece.checked_sub(1)?, laid))?).copied()
        }
    };
    let each = facts.iter().map(literal);
    each.collect::<Option<_>>()
        .ok_or_else(|| Unproved::wrong("a fact of the lemmas is not one of this puzzle"))
}

impl Known {
    fn new(cases: &Cases<'_>, but: Option<&Case>) -> Result<Known, Void> {
        let cells = cases.size();
        let mut units = Units::default();
        let ways: Vec<i32> = cases.ways().map(|_| units.variable()).collect();
        let mut said = vec![None; ways.len() + 1];
        let mut contents: FxHashMap<(u32, Value), i32> = FxHashMap::default();
        let mut filled: Vec<((u32, Value), i32)> = Vec::new();
        for ((_, laid), way) in cases.ways().zip(&ways) {
            filled.extend(laid.into_iter().map(|held| (held, *way)));
        }
        filled.sort_unstable();
        let mut held = vec![ValueSet::new(); cells];
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        // A content is there just if a way gives it.
        for ways in filled.chunk_by(|one, next| one.0 == next.0) {
            let Some(((cell, value), _)) = ways.first() else { continue };
            let content = units.variable();
            said.push(Some((*cell, *value)));
            contents.insert((*cell, *value), content);
            if let Some(set) = held.get_mut(*cell as usize) {
                set.insert(*value);
            }
            clauses.extend(ways.iter().map(|(_, way)| vec![-way, content]));
            clauses.push(ways.iter().map(|(_, way)| *way).chain([-content]).collect());
        }
        for cell in filled.chunk_by(|one, next| one.0.0 == next.0.0) {
            let ways: Vec<i32> = cell.iter().map(|(_, way)| *way).collect();
            let mut values: Vec<i32> =
                cell.iter().filter_map(|(held, _)| contents.get(held)).copied().collect();
            values.dedup();
            for one_of in [ways, values] {
                units.alone(one_of.clone());
                clauses.push(one_of);
            }
        }
        for (of, range) in cases.numbers() {
            let counted = ways.iter().zip(&of).filter(|(_, is)| **is).map(|(way, _)| *way);
            units.count(counted.collect(), range);
        }
        if let Some(taken) = but {
            clauses.push(ways.iter().zip(taken).filter(|(_, taken)| **taken).map(|(way, _)| -way).collect());
        }
        let mut known = Known {
            units,
            contents,
            said,
            ways,
            held,
            looked: 0,
            parts: Vec::new(),
            parts_of: vec![Vec::new(); cells],
            waiting: Vec::new(),
            queue: Vec::new(),
            shaped: Vec::new(),
            looks: Looks::default(),
        };
        for part in cases.goal() {
            let part = positive(part, true, &mut known.looks);
            known.goal(part);
        }
        if known.held.iter().any(ValueSet::is_empty) {
            return Err(Void);
        }
        clauses.into_iter().try_for_each(|clause| known.units.clause(clause))?;
        known.units.begin()?;
        known.queue = (0..known.parts.len()).collect();
        known.waiting = vec![true; known.parts.len()];
        known.settle()?;
        // What is known leaves fewer alternatives; those without shapes are parts like the others.
        loop {
            let before = known.units.trail().len();
            for part in std::mem::take(&mut known.shaped) {
                let part = left(part, &known.held);
                known.goal(part);
            }
            known.queue = (0..known.parts.len()).collect();
            known.waiting = vec![true; known.parts.len()];
            known.settle()?;
            if known.units.trail().len() == before {
                return Ok(known);
            }
        }
    }

    fn goal(&mut self, condition: Condition) {
        match condition {
            Condition::All(parts) => parts.into_iter().for_each(|part| self.goal(part)),
            shaped if is_shaped(&shaped) => self.shaped.push(shaped),
            condition => {
                let mut cells = Vec::new();
                condition.for_each_variable(&mut |cell| cells.push(cell));
                cells.sort_unstable();
                cells.dedup();
                for cell in &cells {
                    if let Some(list) = self.parts_of.get_mut(*cell as usize) {
                        list.push(self.parts.len());
                    }
                }
                self.parts.push(Part { condition, cells });
            }
        }
    }

    /// All that follows by the pieces, the lemmas and each part of the goal that is not about shapes.
    fn settle(&mut self) -> Result<(), Void> {
        loop {
            self.units.settle()?;
            self.take_over();
            let Some(number) = self.queue.pop() else { return Ok(()) };
            if let Some(slot) = self.waiting.get_mut(number) {
                *slot = false;
            }
            let Some(part) = self.parts.get(number) else { continue };
            let sets = |held: &[ValueSet]| -> Vec<ValueSet> {
                part.cells.iter().map(|cell| held.get(*cell as usize).cloned().unwrap_or_default()).collect()
            };
            let before = sets(&self.held);
            let result = narrow(&part.condition, &mut self.held);
            let after = sets(&self.held);
            for (cell, set) in part.cells.iter().zip(&before) {
                if let Some(slot) = self.held.get_mut(*cell as usize) {
                    slot.clone_from(set);
                }
            }
            result?;
            for (cell, (before, after)) in part.cells.iter().zip(before.iter().zip(&after)) {
                for value in before.iter().filter(|value| !after.contains(*value)) {
                    let content = self.contents.get(&(*cell, value)).ok_or(Void)?;
                    self.units.assume(-content)?;
                }
            }
        }
    }

    /// Takes what no longer holds out of the cells.
    fn take_over(&mut self) {
        for literal in self.units.trail().iter().skip(self.looked).filter(|literal| **literal < 0) {
            let Some((cell, value)) = said(&self.said, *literal) else { continue };
            if let Some(set) = self.held.get_mut(cell as usize) {
                *set = set.iter().filter(|other| *other != value).collect();
            }
            for part in self.parts_of.get(cell as usize).into_iter().flatten() {
                if let Some(waiting) = self.waiting.get_mut(*part).filter(|waiting| !**waiting) {
                    *waiting = true;
                    self.queue.push(*part);
                }
            }
        }
        self.looked = self.units.trail().len();
    }

    /// Whether some literals can all fail, by propagation; what was known before is known again.
    fn contrary(&mut self, literals: &[i32]) -> Result<(), Void> {
        let mark = self.units.trail().len();
        let mut result = literals.iter().try_for_each(|literal| self.units.assume(-literal));
        if result.is_ok() {
            result = self.settle().and_then(|()| self.shapes());
        }
        self.take_over();
        for literal in self.units.trail().iter().skip(mark).filter(|literal| **literal < 0) {
            if let Some((cell, value)) = said(&self.said, *literal)
                && let Some(set) = self.held.get_mut(cell as usize)
            {
                set.insert(value);
            }
        }
        self.units.back(mark);
        self.looked = mark;
        for number in self.queue.drain(..) {
            if let Some(slot) = self.waiting.get_mut(number) {
                *slot = false;
            }
        }
        result
    }

    /// Whether every condition on shapes may hold.
    fn shapes(&mut self) -> Result<(), Void> {
        if self.looks.all_may(&self.shaped, &self.held) { Ok(()) } else { Err(Void) }
    }

    fn add(&mut self, literals: Vec<i32>) -> Result<(), Void> {
        self.units.clause(literals)?;
        self.settle()
    }
}

fn said(said: &[Option<(u32, Value)>], literal: i32) -> Option<(u32, Value)> {
    said.get(literal.unsigned_abs() as usize).copied().flatten()
}
