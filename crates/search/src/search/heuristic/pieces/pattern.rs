//! A few pieces without the others: their arrangements, and how far these are from a goal.

use std::collections::{BTreeMap, BTreeSet};

use super::arrangements::{arrangements, sort};
use super::changes::{Cell, Change, Changes};
use super::goal::GoalTest;
use crate::search::heuristic::facts::Facts;
use puzzlec_task::{Value, ValueSet};

/// From an arrangement no goal can be reached.
pub(super) const NONE: u8 = u8::MAX;
/// Maximum number of arrangements of a table, those counted that cannot be, and of pieces.
const MOST_NUMBERS: usize = 1 << 24;
const MOST_PIECES: usize = 4;

/// Pieces of these kinds, one by one; all others are left out.
pub(super) struct Pattern<'a> {
    pub(super) changes: &'a Changes,
    pub(super) facts: &'a Facts<'a>,
    /// The kinds; equal ones stand together.
    pub(super) kinds: Vec<Value>,
    /// The kinds of which no piece is left out.
    pub(super) whole: ValueSet,
}

/// By piece that moves, from where to where.
type Moved = Vec<(usize, Cell, Cell)>;

/// Some pieces of the pattern move.
struct Step {
    moved: Moved,
    /// What the cells hold before it.
    needs: Vec<Need>,
}

impl Step {
    fn moves(&self, piece: usize) -> Option<(usize, Cell, Cell)> {
        self.moved.iter().find(|(one, ..)| *one == piece).copied()
    }

    /// Whether the pieces that do not move, in this arrangement, are as it needs.
    fn holds(&self, at: &[Cell]) -> bool {
        self.needs.iter().all(|need| {
            let stands = |(piece, cell): &(usize, &Cell)| **cell == need.cell && self.moves(*piece).is_none();
            match at.iter().enumerate().find(stands) {
                Some((piece, _)) => need.pieces >> piece & 1 == 1,
                None => need.without,
            }
        })
    }
}

/// What a cell may hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    cell: Cell,
    /// The pieces of the pattern that may stand there if they do not move, as bits.
    pieces: u32,
    /// Whether no piece of the pattern needs to stand there.
    without: bool,
}

impl<'a> Pattern<'a> {
    pub(super) fn new(changes: &'a Changes, facts: &'a Facts<'a>, kinds: Vec<Value>) -> Self {
        let number = |kind: Value| kinds.iter().filter(|one| **one == kind).count();
        let whole = changes.kinds.iter().filter(|(kind, all)| number(*kind) == *all).map(|(kind, _)| *kind);
        Pattern { changes, facts, whole: whole.collect(), kinds }
    }

    /// The steps that a change may be.
    fn steps(&self, change: &Change, steps: &mut BTreeMap<Moved, Vec<Vec<Need>>>) {
        let mut choices: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for (kind, ..) in &change.moved {
            let mut next = Vec::new();
            for chosen in &choices {
                let free = self
                    .kinds
                    .iter()
                    .enumerate()
                    .filter(|(at, own)| *own == kind && !chosen.contains(&Some(*at)));
                let others = (!self.whole.contains(*kind)).then_some(None);
                for one in free.map(|(at, _)| Some(at)).chain(others) {
                    next.push(chosen.iter().copied().chain([one]).collect());
                }
            }
            choices = next;
        }
        for chosen in choices {
            let pairs = chosen.iter().zip(&change.moved);
            let moved: Vec<_> = pairs.filter_map(|(at, (_, from, to))| Some(((*at)?, *from, *to))).collect();
            if moved.is_empty() {
                continue;
            }
            let needs =
                change.needs.iter().filter(|(cell, _)| !moved.iter().any(|(_, from, _)| from == cell));
            let needs: Vec<Need> = needs.filter_map(|(cell, set)| self.need(change, *cell, set)).collect();
            let mut moved = moved;
            moved.sort_unstable();
            let known = steps.entry(moved).or_default();
            // A step that needs less makes others with the same moves superfluous.
            if !known.iter().any(|less| less.iter().all(|need| needs.contains(need))) {
                known.retain(|more| !needs.iter().all(|need| more.contains(need)));
                known.push(needs);
            }
        }
    }

    /// What a cell with one of these contents needs; `None` if nothing.
    fn need(&self, change: &Change, cell: Cell, set: &ValueSet) -> Option<Need> {
        // A piece that moves away from here is left out, so none of the pattern stands here.
        let emptied = change.changed.binary_search(&cell).is_ok();
        let stands = |kind: &Value| !emptied && set.contains(*kind);
        let kinds = self.kinds.iter().enumerate().filter(|(_, kind)| stands(kind));
        let pieces = kinds.fold(0, |bits, (at, _)| bits | 1 << at);
        let without = set.iter().any(|value| value == 0 || !self.whole.contains(value));
        (!without || pieces + 1 != 1 << self.kinds.len()).then_some(Need { cell, pieces, without })
    }

    /// By arrangement the least number of actions to a goal; the number of an arrangement has the cells of the pieces as
    /// digits, those of one kind in order. `None` if that takes too much work or memory, or if a distance is too large.
    pub(super) fn distances(&self, work: &mut usize) -> Option<Vec<u8>> {
        let size = self.changes.cells.len().checked_pow(self.kinds.len() as u32)?;
        if size > MOST_NUMBERS {
            return None;
        }
        let into = self.all_steps(|(_, _, to)| to)?;
        let mut test = GoalTest::new(self);
        let cells: Vec<Vec<Cell>> = self.kinds.iter().map(|kind| test.cells(*kind)).collect();
        let mut distances = vec![NONE; size];
        let (mut now, mut next) = (Vec::new(), Vec::new());
        for goal in arrangements(&self.kinds, &cells, work)? {
            if test.may_hold(&goal) {
                let number = self.number(goal.into_iter());
                *distances.get_mut(number as usize)? = 0;
                now.push(number);
            }
        }
        let mut at = vec![0; self.kinds.len()];
        for distance in 1.. {
            *work = work.checked_sub(now.len())?;
            for number in now.drain(..) {
                self.places(number, &mut at);
                for (piece, to) in at.iter().enumerate() {
                    for step in into.get(piece)?.get(usize::from(*to))? {
                        let Some(before) = self.before(step, &at) else { continue };
                        let slot = distances.get_mut(before as usize)?;
                        if *slot == NONE {
                            *slot = distance;
                            next.push(before);
                        }
                    }
                }
            }
            std::mem::swap(&mut now, &mut next);
            if now.is_empty() {
                break;
            }
            if distance >= NONE - 1 {
                return None;
            }
        }
        Some(distances)
    }

    /// The steps by the piece that moves first and a cell of its move.
    fn all_steps(&self, cell: impl Fn((usize, Cell, Cell)) -> Cell) -> Option<Vec<Vec<Vec<Step>>>> {
        let mut steps = BTreeMap::new();
        for change in &self.changes.all {
            self.steps(change, &mut steps);
        }
        let cells = || (0..self.changes.cells.len()).map(|_| Vec::new()).collect();
        let mut lists: Vec<Vec<Vec<Step>>> = self.kinds.iter().map(|_| cells()).collect();
        for (moved, all) in steps {
            let first = moved.first().copied()?;
            let list = lists.get_mut(first.0).and_then(|list| list.get_mut(usize::from(cell(first))))?;
            list.extend(all.into_iter().map(|needs| Step { moved: moved.clone(), needs }));
        }
        Some(lists)
    }

    /// All arrangements that this one can become, if they are at most so many and no goal has one.
    pub(super) fn closed(&self, start: Vec<Cell>, most: usize) -> Option<BTreeSet<Vec<Cell>>> {
        let out = self.all_steps(|(_, from, _)| from)?;
        let mut test = GoalTest::new(self);
        let cells: Vec<Vec<Cell>> = self.kinds.iter().map(|kind| test.cells(*kind)).collect();
        let mut all = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            let fits = at.iter().zip(&cells).all(|(cell, fits)| fits.contains(cell));
            if all.len() > most || fits && test.may_hold(&at) {
                return None;
            }
            for (piece, cell) in at.iter().enumerate() {
                for step in out.get(piece)?.get(usize::from(*cell))? {
                    let stands = |(piece, from, _): &(usize, Cell, Cell)| at.get(*piece) == Some(from);
                    if !step.moved.iter().all(stands) || !step.holds(&at) {
                        continue;
                    }
                    let to = |(piece, cell): (usize, &Cell)| step.moves(piece).map_or(*cell, |(_, _, to)| to);
                    let mut after: Vec<Cell> = at.iter().enumerate().map(to).collect();
                    sort(&self.kinds, &mut after);
                    if all.insert(after.clone()) {
                        open.push(after);
                    }
                }
            }
        }
        Some(all)
    }

    fn number(&self, at: impl Iterator<Item = Cell>) -> u32 {
        let mut sorted = [0; MOST_PIECES];
        let mut length = 0;
        for (slot, cell) in sorted.iter_mut().zip(at) {
            *slot = cell;
            length += 1;
        }
        let sorted = sorted.get_mut(..length).unwrap_or_default();
        sort(&self.kinds, sorted);
        sorted.iter().fold(0, |number, cell| number * self.changes.cells.len() as u32 + u32::from(*cell))
    }

    fn places(&self, number: u32, at: &mut [Cell]) {
        let (cells, mut rest) = (self.changes.cells.len() as u32, number);
        for slot in at.iter_mut().rev() {
            *slot = (rest % cells) as Cell;
            rest /= cells;
        }
    }

    /// The arrangement before a step that ends in this one.
    fn before(&self, step: &Step, at: &[Cell]) -> Option<u32> {
        if !step.moved.iter().all(|(piece, _, to)| at.get(*piece) == Some(to)) || !step.holds(at) {
            return None;
        }
        // A piece that does not move stands nowhere where one comes from.
        let met = |(piece, cell): (usize, &Cell)| {
            step.moves(piece).is_none() && step.moved.iter().any(|(_, from, _)| from == cell)
        };
        if at.iter().enumerate().any(met) {
            return None;
        }
        let from = |(piece, cell): (usize, &Cell)| step.moves(piece).map_or(*cell, |(_, from, _)| from);
        Some(self.number(at.iter().enumerate().map(from)))
    }
}
