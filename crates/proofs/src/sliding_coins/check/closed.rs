//! All positions that moves join to one end.
//!
//! A move taken back is a move, so that the end may be the start or the goal.
//!
//! On an endless line, rows are distinguished by their form only, and gaps between two coins by their lengths modulo a period: a gap
//! of at most as many free cells stands for all that are alike. If a move leads from a row to another, it leads from
//! the class of the one to that of the other. The walk takes every step from a class that some row of it has a move for:
//!
//! * A block that is lifted leaves one gap with the gaps beside it, whose length is a sum. Its class depends on the
//!   classes of the terms alone, so that gaps in which nothing is put down may have their shortest lengths.
//! * A block is put down in one gap, and leaves a free cells on its left and b on its right, besides those that it
//!   left itself. While a is greater than the period, a gap that is shorter by a period, with as many cells fewer on
//!   that side, is of the same class, and so is what comes of it; the same holds of b. So gaps of at most two periods
//!   and k cells show every step.
//! * Beyond the first coin and the last, it leaves a gap of at most a period, or one like it.

use std::collections::BTreeSet;

use super::walk::{Field, Held, Neighbours, Place, Side};
use super::{Case, Colours, WIDEST, too_wide};
use puzzlec_base::Progress;
use puzzlec_checker::Unproved;

use super::super::proof::End;

impl Case<'_> {
    /// Checks that no moves lead from the start to the goal, by all positions of one end.
    pub(super) fn closed(&self, end: End, period: Option<u64>) -> Result<(), Unproved> {
        let (start, goal) = (&self.game.start, &self.goal.row);
        let colours = Colours::of([start, goal])?;
        let met = match (self.game.ends, period) {
            (Some(ends), None) => {
                let field = self.field(ends, 0, false, colours.count())?;
                let first = vec![colours.place(start, start.first, false)];
                let goals = self.goals(&field, &colours);
                let (own, other) = if end == End::Start { (first, goals) } else { (goals, first) };
                let mut side = Side::new(own, Neighbours::of(&[], colours.count()));
                while side.goes_on() {
                    field.advance(&mut side, None)?;
                }
                other.iter().any(|row| side.has(row))
            }
            (None, Some(period)) => {
                let (start, goal) = (colours.cells(start), colours.cells(goal));
                let (own, other) = if end == End::Start { (start, goal) } else { (goal, start) };
                let gaps = self.gaps(period, own.iter().filter(|held| **held != 0).count())?;
                self.classes(&gaps, &own, colours.count())?.contains(&gaps.class(&other))
            }
            _ => return Err(Unproved::wrong("gaps are alike on an endless line, and only there")),
        };
        if met { Err(Unproved::wrong("moves may lead from one end to the other")) } else { Ok(()) }
    }

    fn gaps(&self, period: u64, coins: usize) -> Result<Gaps, Unproved> {
        let k = self.game.k;
        let period = usize::try_from(period).ok().filter(|period| *period > 0).ok_or_else(too_wide)?;
        // No row is wider: gaps beside all coins, a longer one, and a block beyond.
        let gaps = coins.checked_add(4).and_then(|gaps| gaps.checked_mul(period));
        let width = gaps.and_then(|cells| cells.checked_add(coins)?.checked_add(k.checked_mul(3)?));
        let width = width.and_then(|width| i64::try_from(width).ok()).filter(|width| *width <= WIDEST);
        width.map(|_| Gaps { period, k }).ok_or_else(too_wide)
    }

    /// All classes that moves join to that of a row.
    fn classes(&self, gaps: &Gaps, row: &[Held], colours: usize) -> Result<BTreeSet<Box<[Held]>>, Unproved> {
        let none = Neighbours::of(&[], colours);
        let mut found = BTreeSet::from([gaps.class(row)]);
        let mut open: Vec<Box<[Held]>> = found.iter().cloned().collect();
        while let Some(class) = open.pop() {
            let (states, bytes) =
                (found.len() as u64, found.iter().next().map_or(0, |row| row.len() as u64 + 64));
            self.budget.poll(&Progress { states, bytes: states * bytes, ..Progress::default() })?;
            for row in gaps.rows(&class) {
                // Blocks may be put down so far beyond the row.
                let beyond = i64::try_from(gaps.period + gaps.k).unwrap_or(WIDEST);
                let width = i64::try_from(row.cells.len()).unwrap_or(WIDEST);
                let field = Field {
                    k: gaps.k,
                    over: self.game.over,
                    floats: true,
                    hull: (0, width),
                    room: beyond,
                    ends: None,
                    colours,
                    budget: self.budget,
                };
                field.moves(&row, &none, None, &mut |after| {
                    let class = gaps.class(&after.cells);
                    if !found.contains(&class) {
                        found.insert(class.clone());
                        open.push(class);
                    }
                });
            }
        }
        Ok(found)
    }
}

/// Which gaps are alike.
struct Gaps {
    period: usize,
    k: usize,
}

impl Gaps {
    /// The row of a class whose gaps are shortest.
    fn class(&self, cells: &[Held]) -> Box<[Held]> {
        let mut class = Vec::new();
        for run in cells.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            let length = run.len();
            let kept = if run.first() == Some(&0) { 1 + (length - 1) % self.period } else { length };
            class.extend(run.iter().take(kept));
        }
        class.into()
    }

    /// The row of a class, and those that have one of its gaps longer.
    fn rows(&self, class: &[Held]) -> Vec<Place> {
        let place = |cells: Vec<Held>| Place { first: 0, cells: cells.into() };
        let mut rows = vec![place(class.to_vec())];
        let mut at = 0;
        for run in class.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            at += run.len();
            if run.first() != Some(&0) {
                continue;
            }
            let longest = 2 * self.period + self.k;
            for length in (run.len()..=longest).step_by(self.period).skip(1) {
                let mut cells = class.to_vec();
                cells.splice(at..at, std::iter::repeat_n(0, length - run.len()));
                rows.push(place(cells));
            }
        }
        rows
    }
}
