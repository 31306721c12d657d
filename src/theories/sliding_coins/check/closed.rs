//! All positions that moves join to one end.
//!
//! A move taken back is a move, so that the end may be the start or the goal.
//!
//! On an endless line, rows are told apart by their form only, and not by the lengths of long gaps. Let a gap of `long`
//! free cells or more between two coins be like any other such gap with the same remainder modulo k; the shortest of
//! them stands for all. If a move leads from a row to another, it leads from the class of the one to that of the
//! other, and the walk takes every step from a class that some row of it has a move for:
//!
//! * A block that is lifted leaves one gap with the gaps beside it, whose length is a sum. The class of a sum depends on
//!   the classes of its terms alone, so that gaps in which nothing is put down may have their shortest lengths.
//! * A block is put down in one gap, and leaves a free cells on its left and b on its right, of which k or fewer may be
//!   cells that it left. While a is at least long + k, k cells less on that side change no class, and those of b as
//!   well; the gap is then still long, with the same remainder. So gaps of fewer than 2 (long + k) + k cells
//!   show every step.
//! * Beyond the first coin and the last, it leaves a gap of fewer than long + k cells, or one like it.

use std::collections::BTreeSet;

use super::walk::{Field, Held, Neighbours, Place, Side};
use super::{Case, Colours, WIDEST, too_wide};
use crate::base::Progress;
use crate::engine::verify::Unproved;

use super::super::proof::End;

impl Case<'_> {
    /// Checks that no moves lead from the start to the goal, by all positions of one end.
    pub(super) fn closed(&self, end: End, long: Option<u64>, positions: u64) -> Result<(), Unproved> {
        let (start, goal) = (&self.game.start, &self.goal.row);
        let colours = Colours::of([start, goal])?;
        let (found, met) = match (self.game.ends, long) {
            (Some(ends), None) => {
                let field = self.field(ends, 0, false, colours.count())?;
                let (first, goals) =
                    (vec![colours.place(start, start.first, false)], self.goals(&field, &colours));
                let (own, other) = if end == End::Start { (first, goals) } else { (goals, first) };
                let mut side = Side::new(own, Neighbours::of(&[], colours.count()));
                while side.goes_on() {
                    field.advance(&mut side, None)?;
                    at_most(side.len(), positions)?;
                }
                (side.len(), other.iter().any(|row| side.has(row)))
            }
            (None, Some(long)) => {
                let (start, goal) = (colours.cells(start), colours.cells(goal));
                let (own, other) = if end == End::Start { (start, goal) } else { (goal, start) };
                let gaps = self.gaps(long, own.iter().filter(|held| **held != 0).count())?;
                let found = self.classes(&gaps, &own, colours.count(), positions)?;
                let met = found.contains(&gaps.class(&other));
                (found.len(), met)
            }
            _ => return Err(Unproved::wrong("gaps are alike on an endless line, and only there")),
        };
        if found as u64 != positions {
            return Err(Unproved::Rejected(format!("there are {found} positions, not {positions}")));
        }
        if met { Err(Unproved::wrong("moves may lead from one end to the other")) } else { Ok(()) }
    }

    fn gaps(&self, long: u64, coins: usize) -> Result<Gaps, Unproved> {
        let k = self.game.k;
        let long = usize::try_from(long).ok().filter(|long| *long > 0).ok_or_else(too_wide)?;
        let gap = long.checked_add(k).and_then(|gap| gap.checked_mul(2)?.checked_add(k));
        // Room for such a gap beside all coins with all others, and for a block on either side.
        let width = gap.and_then(|gap| gap.checked_mul(coins.checked_add(2)?)?.checked_add(coins));
        let width = width.and_then(|width| i64::try_from(width).ok()).filter(|width| *width <= WIDEST);
        width.map(|_| Gaps { long, k }).ok_or_else(too_wide)
    }

    /// All classes that moves join to that of a row.
    fn classes(
        &self,
        gaps: &Gaps,
        row: &[Held],
        colours: usize,
        most: u64,
    ) -> Result<BTreeSet<Box<[Held]>>, Unproved> {
        let none = Neighbours::of(&[], colours);
        let mut found = BTreeSet::from([gaps.class(row)]);
        let mut open: Vec<Box<[Held]>> = found.iter().cloned().collect();
        while let Some(class) = open.pop() {
            let (states, bytes) =
                (found.len() as u64, found.iter().next().map_or(0, |row| row.len() as u64 + 64));
            self.budget.poll(&Progress { states, bytes: states * bytes, ..Progress::default() })?;
            for row in gaps.rows(&class) {
                // Blocks may be put down so far beyond the row.
                let beyond = i64::try_from(gaps.long + 2 * gaps.k).unwrap_or(WIDEST);
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
            at_most(found.len(), most)?;
        }
        Ok(found)
    }
}

fn at_most(found: usize, positions: u64) -> Result<(), Unproved> {
    if found as u64 > positions {
        return Err(Unproved::Rejected(format!("there are more positions than {positions}")));
    }
    Ok(())
}

/// Which gaps are alike.
struct Gaps {
    long: usize,
    k: usize,
}

impl Gaps {
    /// The row of a class whose long gaps are shortest.
    fn class(&self, cells: &[Held]) -> Box<[Held]> {
        let mut class = Vec::new();
        for run in cells.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            let length = run.len();
            let kept = match length.checked_sub(self.long) {
                Some(more) if run.first() == Some(&0) => self.long + more % self.k,
                _ => length,
            };
            class.extend(run.iter().take(kept));
        }
        class.into()
    }

    /// The row of a class, and those that have one of its long gaps longer.
    fn rows(&self, class: &[Held]) -> Vec<Place> {
        let place = |cells: Vec<Held>| Place { first: 0, cells: cells.into() };
        let mut rows = vec![place(class.to_vec())];
        let mut at = 0;
        for run in class.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            at += run.len();
            if run.first() != Some(&0) || run.len() < self.long {
                continue;
            }
            let longest = 2 * (self.long + self.k) + self.k;
            for length in (run.len()..longest).step_by(self.k).skip(1) {
                let mut cells = class.to_vec();
                cells.splice(at..at, std::iter::repeat_n(0, length - run.len()));
                rows.push(place(cells));
            }
        }
        rows
    }
}
