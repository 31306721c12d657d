//! Answers for single rows, from the ground actions on a line of their length.

use rustc_hash::FxHashMap;

use super::{Aim, Family, Unlearned};
use crate::meter::Meter;
use puzzlec_algebra::automaton::Letter;
use puzzlec_base::Budget;
use puzzlec_task::{Position, Task, Value};

/// Longer rows are not played.
const LONGEST: usize = 64;

/// Plays rows to their end, and remembers them.
pub(super) struct Oracle<'f> {
    family: &'f Family,
    /// The answer that is remembered.
    aim: Aim,
    /// Whether only winners are told apart.
    winners: bool,
    meter: &'f Meter<'f>,
    budget: &'f Budget,
    /// The rules on lines, by length.
    lines: FxHashMap<usize, Task>,
    known: FxHashMap<Vec<Letter>, u32>,
    /// Whether a game is a sum of its gapless rows.
    splits: bool,
}

impl<'f> Oracle<'f> {
    pub fn new(family: &'f Family, aim: Aim, meter: &'f Meter<'f>, budget: &'f Budget) -> Self {
        let winners = aim == Aim::Winner;
        // Only values of sums follow from the values of their parts.
        let aim = if winners { Aim::Value } else { aim };
        let splits =
            aim == Aim::Value && family.moves().list.iter().all(|m| is_of_one_row(&m.before, &m.after));
        let (lines, known) = (FxHashMap::default(), FxHashMap::default());
        Oracle { family, aim, winners, meter, budget, lines, known, splits }
    }

    /// The answer for a row.
    pub fn value(&mut self, word: &[Letter]) -> Result<u32, Unlearned> {
        let value = self.answer(word)?;
        Ok(if self.winners { value.min(1) } else { value })
    }

    fn answer(&mut self, word: &[Letter]) -> Result<u32, Unlearned> {
        if !self.family.moves().endless {
            return if word.is_empty() { Ok(0) } else { self.of(word.to_vec()) };
        }
        if self.splits {
            let blocks = word.split(|c| *c == 0).filter(|block| !block.is_empty());
            return blocks.map(<[Letter]>::to_vec).try_fold(0, |sum, block| Ok(sum ^ self.of(block)?));
        }
        self.of(trimmed(word).to_vec())
    }

    /// The value of a row without empty cells at its ends, if the line is endless.
    fn of(&mut self, word: Vec<Letter>) -> Result<u32, Unlearned> {
        if let Some(value) = self.known.get(&word) {
            return Ok(*value);
        }
        self.meter.seen(1);
        self.meter.expanded(1).map_err(|_| Unlearned::Halted)?;
        // A move covers cells at most twice its reach from a piece, and depends on cells at most as much farther.
        let pad = if self.family.moves().endless { 4 * self.family.moves().reach + 1 } else { 0 };
        let length = word.len() + 2 * pad;
        if length > LONGEST {
            return Err(Unlearned::TooLong);
        }
        let mut position: Position = vec![0; length];
        for (slot, letter) in position.iter_mut().skip(pad).zip(&word) {
            *slot = Value::try_from(*letter).unwrap_or(0);
        }
        let (ends, next) = self.play(&position)?;
        let mut values = Vec::new();
        for option in next {
            let option: Vec<Letter> = option.into_iter().map(Letter::from).collect();
            values.push(self.answer(&option)?);
        }
        values.sort_unstable();
        values.dedup();
        let value = self.aim.value(u32::from(ends), &values);
        self.known.insert(word, value);
        Ok(value)
    }

    /// Whether a position is a goal, and the positions after one move.
    fn play(&mut self, position: &Position) -> Result<(bool, Vec<Position>), Unlearned> {
        let length = position.len();
        if !self.lines.contains_key(&length) {
            let task = self.family.line(length, self.budget).map_err(|_| Unlearned::Halted)?;
            self.lines.insert(length, task);
        }
        let Some(task) = self.lines.get(&length) else { return Err(Unlearned::Halted) };
        let edge = if self.family.moves().endless { 2 * self.family.moves().reach } else { 0 };
        let inner = edge..length.saturating_sub(edge);
        let mut next = Vec::new();
        for action in &task.actions {
            let has = |var: u32| position.get(var as usize).copied().unwrap_or(0);
            let applies = action.guard.iter().all(|(var, values)| values.contains(has(*var)))
                && action.condition.holds(position);
            if !applies {
                continue;
            }
            let after = action.after(position);
            let changed =
                || position.iter().zip(&after).enumerate().filter(|(_, (a, b))| a != b).map(|c| c.0);
            // On an endless line moves at the ends of the cut are moves of the cut alone.
            if changed().next().is_some_and(|first| inner.contains(&first)) {
                next.push(after);
            }
        }
        Ok((task.goal.holds(position), next))
    }
}

pub(super) fn trimmed(word: &[Letter]) -> &[Letter] {
    let first = word.iter().position(|c| *c != 0).unwrap_or(word.len());
    let last = word.iter().rposition(|c| *c != 0).map_or(first, |last| last + 1);
    word.get(first..last).unwrap_or(&[])
}

/// Whether a move reads and changes one gapless row only, and at most the empty cell on each side of it.
pub(super) fn is_of_one_row(before: &[Letter], after: &[Letter]) -> bool {
    let core = trimmed(before);
    let filled = !core.is_empty() && core.iter().all(|c| *c != 0);
    let edges = |mut cells: std::slice::Iter<'_, Letter>| cells.nth(1) != Some(&0);
    let stays = before.len() == after.len() && before.iter().zip(after).all(|(b, a)| *b != 0 || *a == 0);
    let reversed: Vec<Letter> = before.iter().rev().copied().collect();
    filled && stays && edges(before.iter()) && edges(reversed.iter())
}
