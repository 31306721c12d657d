//! Bounds on how long a cell holds a peg: on the number of jumps before or after which it holds one.
//!
//! From a position let E(A) and F(A) be the least number of jumps after which A is empty, or holds a peg. In
//! a game of k jumps from I to J the cell A holds a peg during its first E(A) jumps and, backward from the
//! complement of J, during its last F'(A); it is empty during the first F(A) - 1 and the last E'(A) - 1. The
//! two parts do not overlap (Ramaré 2008, section 11, with the erratum that a game has only k jumps). The
//! pegs that two cells need have no common ancestor, so A and B both hold a peg after F(A) + F(B) jumps at
//! the earliest (conjecture 12.1).

use std::collections::BTreeSet;

use super::game::{Cells, Game};

/// Maximum number of jumps, and of positions before another level, of the exhaustive part.
const LEVELS: usize = 5;
const POSITIONS: usize = 20_000;

/// The times during which cells can hold pegs in games to one goal.
pub(super) struct Held {
    moves: u32,
    ahead: Soonest,
    behind: Soonest,
}

impl Held {
    pub(super) fn of(game: &Game, goal: Cells) -> Held {
        let moves = game.start.count_ones().saturating_sub(goal.count_ones());
        let all: Cells = (0..game.cells).fold(0, |set, cell| set | 1 << cell);
        let ahead = Soonest::from(game, game.start, moves + 1);
        Held { moves, ahead, behind: Soonest::from(game, all & !goal, moves + 1) }
    }

    /// The jumps of every game.
    pub(super) fn moves(&self) -> u32 {
        self.moves
    }

    /// The least and the greatest number of jumps before or after which a cell holds a peg.
    pub(super) fn times(&self, cell: u8) -> Option<(u32, u32)> {
        let at = |values: &[u32]| values.get(usize::from(cell)).copied();
        let low = self.moves.min(at(&self.ahead.empty)?.checked_add(at(&self.behind.full)?)?);
        let before = at(&self.ahead.full)?.saturating_sub(1);
        let without = before.checked_add(at(&self.behind.empty)?.saturating_sub(1))?;
        Some((low, self.moves - self.moves.min(without)))
    }

    /// Whether two cells never both hold a peg, or (`empty`) are never both empty: the jumps that make them
    /// so and those that end it again exceed the number of jumps. Two cells do not share the jumps that fill
    /// them: a peg ends on at most one of them.
    pub(super) fn exclude(&self, one: u8, other: u8, empty: bool) -> bool {
        let (made, ended) = if empty { (&self.behind, &self.ahead) } else { (&self.ahead, &self.behind) };
        let at = |values: &[u32], cell: u8| u64::from(values.get(usize::from(cell)).copied().unwrap_or(0));
        let until = at(&made.full, one) + at(&made.full, other);
        one != other && until + at(&ended.empty, one).max(at(&ended.empty, other)) > u64::from(self.moves)
    }
}

/// For every cell, the least number of jumps after which it is empty, and after which it holds a peg; at most
/// the cut-off.
struct Soonest {
    empty: Vec<u32>,
    full: Vec<u32>,
}

impl Soonest {
    fn from(game: &Game, start: Cells, cut: u32) -> Soonest {
        // By level, the cells that were ever empty, and those that ever held a peg.
        let mut known: BTreeSet<Cells> = [start].into();
        let mut front = known.clone();
        let mut met = vec![(!start, start)];
        while met.len() <= LEVELS.min(cut as usize) && !front.is_empty() && known.len() <= POSITIONS {
            let mut next = BTreeSet::new();
            for at in &front {
                let after = game.jumps.iter().filter(|j| j.legal(*at)).map(|j| at ^ j.touches());
                next.extend(after.filter(|after| known.insert(*after)));
            }
            let last = met.last().copied().unwrap_or_default();
            met.push(next.iter().fold(last, |(empty, full), at| (empty | !at, full | at)));
            front = next;
        }
        let levels = u32::try_from(met.len()).unwrap_or(u32::MAX);
        let later = if front.is_empty() { cut } else { cut.min(levels) };
        let level = |seen: &dyn Fn(&(Cells, Cells)) -> Cells, cell: u8| {
            let level = met.iter().position(|sets| seen(sets) >> cell & 1 == 1)?;
            Some(cut.min(u32::try_from(level).unwrap_or(u32::MAX)))
        };
        let cells = usize::from(game.cells);
        let mut soonest = Soonest { empty: vec![cut; cells], full: vec![cut; cells] };
        let at = |values: &[u32], cell: u8| values.get(usize::from(cell)).copied().unwrap_or(cut);
        // Values only fall, and each pass uses those before it: none falls below the least solution.
        let mut changed = true;
        while changed {
            changed = false;
            for cell in 0..game.cells {
                let empty = level(&|sets| sets.0, cell).unwrap_or_else(|| {
                    let away = game.jumps.iter().filter(|j| j.takes() >> cell & 1 == 1);
                    let least = away.map(|j| at(&soonest.empty, j.to).saturating_add(1)).min();
                    least.unwrap_or(cut).clamp(later, cut)
                });
                let full = level(&|sets| sets.1, cell).unwrap_or_else(|| {
                    let into = game.jumps.iter().filter(|j| j.to == cell);
                    let both =
                        into.map(|j| at(&soonest.full, j.from).saturating_add(at(&soonest.full, j.over)));
                    both.min().map_or(cut, |n| n.saturating_add(1)).clamp(later, cut)
                });
                for (values, value) in [(&mut soonest.empty, empty), (&mut soonest.full, full)] {
                    if let Some(slot) = values.get_mut(usize::from(cell)).filter(|slot| **slot != value) {
                        *slot = value;
                        changed = true;
                    }
                }
            }
        }
        soonest
    }
}
