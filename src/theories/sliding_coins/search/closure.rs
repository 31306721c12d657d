//! Closed sets of positions: all that can be reached, where long gaps are alike.

use rustc_hash::FxHashSet;

use super::game::{Game, Key};
use crate::theories::meter::{Halted, Meter, Room};
use crate::theories::sliding_coins::row::{Colour, FREE, Row};

/// How many positions can be reached, if none of them is a goal.
///
/// With a period gaps are alike if their lengths are congruent modulo the period, and where a move may leave one of
/// these it leaves each of them. So every move on an endless line has its like here, wherever the coins lie on the
/// line, and where no position is a goal there is no plan. Without a period gaps have their lengths; on an endless
/// line that has no end.
pub(super) fn closed(game: &Game<'_>, period: Option<usize>, meter: &Meter<'_>) -> Result<Option<u64>, Halted> {
    let gaps = Gaps { game, period };
    let goals: Vec<Key> = game.goals.iter().map(|goal| gaps.key(&goal.row)).collect();
    let begin = gaps.key(&game.problem.start);
    let mut seen = FxHashSet::from_iter([begin.clone()]);
    let mut open = vec![begin];
    let (mut room, mut bytes) = (Room::new(meter), 0);
    let mut found = Vec::new();
    while let Some(key) = open.pop() {
        if gaps.is_goal(&key, &goals) {
            return Ok(None);
        }
        meter.expanded(1)?;
        gaps.moves(&key, &mut found);
        for next in found.drain(..) {
            if !seen.contains(&next) {
                bytes += 2 * next.len() + 64;
                room.hold(bytes)?;
                meter.seen(1);
                seen.insert(next.clone());
                open.push(next);
            }
        }
    }
    Ok(Some(seen.len() as u64))
}

/// A piece of a position.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    Free(usize),
    Coins(&'a [Colour]),
}

struct Gaps<'g> {
    game: &'g Game<'g>,
    /// Modulo which gaps are alike.
    period: Option<usize>,
}

impl Gaps<'_> {
    /// The length of the gap that stands for one: up to the period.
    fn reduced(&self, gap: usize) -> usize {
        match self.period {
            Some(period) if gap > period => 1 + (gap - 1) % period,
            _ => gap,
        }
    }

    /// A position that is made of pieces, from left to right.
    fn joined<'a>(&self, parts: impl IntoIterator<Item = Part<'a>>) -> Key {
        let mut key = Vec::new();
        let mut free = 0_usize;
        let bounded = self.game.problem.ends.is_some();
        for part in parts {
            match part {
                Part::Free(cells) => free = self.reduced(free.saturating_add(cells)),
                Part::Coins([]) => {}
                Part::Coins(coins) => {
                    if bounded || !key.is_empty() {
                        key.extend(std::iter::repeat_n(FREE, free));
                    }
                    key.extend_from_slice(coins);
                    free = 0;
                }
            }
        }
        if bounded {
            key.extend(std::iter::repeat_n(FREE, free));
        }
        key.into()
    }

    /// A row as a position.
    fn key(&self, row: &Row) -> Key {
        let free = |cells: i64| Part::Free(usize::try_from(cells).unwrap_or(0));
        let (before, after) =
            self.game.problem.ends.map_or((0, 0), |(first, last)| (row.first() - first, last + 1 - row.end()));
        let parts = parts(row.cells());
        self.joined([free(before)].into_iter().chain(parts).chain([free(after)]))
    }

    fn is_goal(&self, key: &Key, goals: &[Key]) -> bool {
        let Some((first, _)) = self.game.problem.ends else { return goals.contains(key) };
        let row = Row::new(first, key.to_vec());
        self.game.goals.iter().any(|goal| goal.is(&row))
    }

    /// The positions after each move.
    fn moves(&self, key: &[Colour], found: &mut Vec<Key>) {
        let mut parts = parts(key);
        // A gap before the first coins and one after the last.
        let outer = usize::from(self.game.problem.ends.is_none());
        if !matches!(parts.first(), Some(Part::Free(_))) {
            parts.insert(0, Part::Free(outer));
        }
        if !matches!(parts.last(), Some(Part::Free(_))) {
            parts.push(Part::Free(outer));
        }
        for (i, part) in parts.iter().enumerate() {
            let Part::Coins(coins) = part else { continue };
            for (from, block) in coins.windows(self.game.k).enumerate() {
                let (before, after) =
                    (coins.get(..from).unwrap_or_default(), coins.get(from + block.len()..).unwrap_or_default());
                for (j, gap) in parts.iter().enumerate() {
                    let Part::Free(gap) = gap else { continue };
                    let outer = (j == 0, j + 1 == parts.len());
                    for [left, right] in self.divided(*gap, block.len(), outer) {
                        found.push(self.joined(parts.iter().enumerate().flat_map(|(at, part)| {
                            let lifted = [Part::Coins(before), Part::Free(block.len()), Part::Coins(after)];
                            let covered = [Part::Free(left), Part::Coins(block), Part::Free(right)];
                            let same = [*part, Part::Free(0), Part::Free(0)];
                            if at == i { lifted } else if at == j { covered } else { same }
                        })));
                    }
                }
                if self.game.problem.over {
                    self.shifts(&parts, i, (before, block, after), found);
                }
            }
        }
    }

    /// The gaps that a block leaves left and right of it in a gap; which of them is endless.
    fn divided(&self, gap: usize, block: usize, outer: (bool, bool)) -> Vec<[usize; 2]> {
        let Some(period) = self.period else {
            let Some(left) = gap.checked_sub(block) else { return Vec::new() };
            return (0..=left).map(|a| [a, left - a]).collect();
        };
        match outer {
            (true, true) => vec![[1, 1]],
            (true, false) => (0..=period).map(|b| [1, b]).collect(),
            (false, true) => (0..=period).map(|a| [a, 1]).collect(),
            (false, false) => {
                let pairs = (0..=period).flat_map(|a| (0..=period).map(move |b| [a, b]));
                pairs.filter(|[a, b]| (a + b + block) % period == gap % period).collect()
            }
        }
    }

    /// The positions after a block at an end of its run moves by less than its length.
    fn shifts(
        &self,
        parts: &[Part<'_>],
        i: usize,
        (before, block, after): (&[Colour], &[Colour], &[Colour]),
        found: &mut Vec<Key>,
    ) {
        let gap = |at: usize| match parts.get(at) {
            Some(Part::Free(gap)) => *gap,
            _ => 0,
        };
        for by in 1..block.len() {
            // What is left of a gap.
            let rest = |at: usize| -> Vec<usize> {
                let gap = gap(at);
                let outer = at == 0 || at + 1 == parts.len();
                match self.period {
                    None => gap.checked_sub(by).into_iter().collect(),
                    Some(_) if outer => vec![gap],
                    Some(period) => (0..=period).filter(|rest| (rest + by) % period == gap % period).collect(),
                }
            };
            if before.is_empty() {
                for rest in rest(i - 1) {
                    let moved = [Part::Free(rest), Part::Coins(block), Part::Free(by), Part::Coins(after)];
                    found.push(self.replaced(parts, i - 1, moved));
                }
            }
            if after.is_empty() {
                for rest in rest(i + 1) {
                    let moved = [Part::Coins(before), Part::Free(by), Part::Coins(block), Part::Free(rest)];
                    found.push(self.replaced(parts, i, moved));
                }
            }
        }
    }

    /// The position with others in place of two pieces.
    fn replaced<'a>(&self, parts: &[Part<'a>], at: usize, by: [Part<'a>; 4]) -> Key {
        let (before, after) = (parts.iter().take(at), parts.iter().skip(at + 2));
        self.joined(before.copied().chain(by).chain(after.copied()))
    }
}

/// The runs of coins and the gaps of a row.
fn parts(cells: &[Colour]) -> Vec<Part<'_>> {
    let runs = cells.chunk_by(|a, b| (*a == FREE) == (*b == FREE));
    runs.map(|run| if run.first() == Some(&FREE) { Part::Free(run.len()) } else { Part::Coins(run) }).collect()
}
