//! Distances to the goals, where the lengths of gaps are known modulo a number only.

use rustc_hash::FxHashMap;

use super::board::{Board, Run};
use super::game::{Key, Prepared};
use crate::row::{Colour, FREE, Row};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// Positions from which a goal may be reached, with a number of moves that it takes at least.
///
/// With a period gaps are alike if their lengths are congruent modulo the period, and where a move may leave one of
/// these it leaves each of them; coins may lie anywhere on the line. So every move on an endless line has its like
/// here. Moves can be taken back. So a distance in the table is at most that on the line, and a row whose position is
/// not in the complete table has no plan. Without a period, on a bounded line, positions are rows and distances exact.
#[derive(Debug)]
pub(super) struct Table<'g> {
    gaps: Gaps<'g>,
    distances: FxHashMap<Key, usize>,
    /// Positions with all distances to here are known.
    depth: usize,
    /// Those at `depth` whose moves are not made, and those found beyond it.
    level: Vec<Key>,
    beyond: Vec<Key>,
    room: Room<'g>,
    bytes: usize,
}

impl<'g> Table<'g> {
    /// With the goals alone.
    pub(super) fn new(game: &'g Prepared<'g>, period: Option<usize>, meter: &'g Meter<'g>) -> Self {
        let gaps = Gaps { game, period };
        let mut level: Vec<Key> = Vec::new();
        for goal in &game.goals {
            let row = &goal.row;
            match game.problem.ends.filter(|_| period.is_none()) {
                Some((first, last)) if goal.anywhere => {
                    let width = row.end() - row.first();
                    level.extend(
                        (first..=last + 1 - width).map(|to| gaps.key(&row.shifted(to - row.first()))),
                    );
                }
                Some((first, last)) if row.first() < first || row.end() > last + 1 => {}
                _ => level.push(gaps.key(row)),
            }
        }
        level.sort_unstable();
        level.dedup();
        let distances = level.iter().map(|key| (key.clone(), 0)).collect();
        Table { gaps, distances, depth: 0, level, beyond: Vec::new(), room: Room::new(meter), bytes: 0 }
    }

    /// Whether a row takes more moves than these.
    pub(super) fn is_beyond(&self, board: &Board<'_>, runs: &[Run], moves: usize) -> bool {
        // All rows that are further away are alike, and a start in the complete table leads to no others.
        moves <= self.depth
            && self.distances.get(&self.gaps.look(board, runs)).is_none_or(|distance| *distance > moves)
    }

    /// Whether no number of moves suffices for a row.
    pub(super) fn rules_out(&self, board: &Board<'_>, runs: &[Run]) -> bool {
        self.is_complete() && !self.distances.contains_key(&self.gaps.look(board, runs))
    }

    /// Whether all positions from which a goal may be reached are known.
    pub(super) fn is_complete(&self) -> bool {
        self.level.is_empty() && self.beyond.is_empty()
    }

    /// How many positions are known.
    pub(super) fn len(&self) -> usize {
        self.distances.len()
    }

    /// The period.
    pub(super) fn period(&self) -> Option<usize> {
        self.gaps.period
    }

    /// Makes the moves of more positions, until this many positions were made.
    pub(super) fn extend(&mut self, most: usize) -> Result<(), Halted> {
        let (mut found, mut made) = (Vec::new(), 0);
        while made < most {
            let Some(key) = self.level.pop() else {
                if self.beyond.is_empty() {
                    break;
                }
                self.depth += 1;
                std::mem::swap(&mut self.level, &mut self.beyond);
                continue;
            };
            self.room.meter().expanded(1)?;
            self.gaps.moves(&key, &mut found);
            made += found.len();
            for next in found.drain(..) {
                if !self.distances.contains_key(&next) {
                    self.bytes += 2 * next.len() + 64;
                    self.room.hold(self.bytes)?;
                    self.room.meter().seen(1);
                    self.distances.insert(next.clone(), self.depth + 1);
                    self.beyond.push(next);
                }
            }
        }
        Ok(())
    }
}

/// A piece of a position.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    Free(usize),
    Coins(&'a [Colour]),
}

#[derive(Debug)]
struct Gaps<'g> {
    game: &'g Prepared<'g>,
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

    /// The ends of the line, where gaps have their lengths.
    fn ends(&self) -> Option<(i64, i64)> {
        self.game.problem.ends.filter(|_| self.period.is_none())
    }

    /// A position that is made of pieces, from left to right.
    fn joined<'a>(&self, parts: impl IntoIterator<Item = Part<'a>>) -> Key {
        let mut key = Vec::new();
        let mut free = 0_usize;
        let bounded = self.ends().is_some();
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
            self.ends().map_or((0, 0), |(first, last)| (row.first() - first, last + 1 - row.end()));
        let parts = parts(row.cells());
        self.joined([free(before)].into_iter().chain(parts).chain([free(after)]))
    }

    /// The position of a board.
    fn look(&self, board: &Board<'_>, runs: &[Run]) -> Key {
        let mut key = Vec::new();
        let mut cell = self.ends().map(|(first, _)| first);
        let fill = |key: &mut Vec<Colour>, cells: i64| {
            let free = self.reduced(usize::try_from(cells).unwrap_or(0));
            key.extend(std::iter::repeat_n(FREE, free));
        };
        for (first, end) in runs {
            if let Some(cell) = cell {
                fill(&mut key, first - cell);
            }
            key.extend((*first..*end).map(|cell| board.at(cell)));
            cell = Some(*end);
        }
        if let Some(((_, last), cell)) = self.ends().zip(cell) {
            fill(&mut key, last + 1 - cell);
        }
        key.into()
    }

    /// The positions after each move.
    fn moves(&self, key: &[Colour], found: &mut Vec<Key>) {
        let mut parts = parts(key);
        // A gap before the first coins and one after the last.
        let outer = usize::from(self.period.is_some());
        if !matches!(parts.first(), Some(Part::Free(_))) {
            parts.insert(0, Part::Free(outer));
        }
        if !matches!(parts.last(), Some(Part::Free(_))) {
            parts.push(Part::Free(outer));
        }
        for (i, part) in parts.iter().enumerate() {
            let Part::Coins(coins) = part else { continue };
            for (from, block) in coins.windows(self.game.k).enumerate() {
                let (before, after) = (
                    coins.get(..from).unwrap_or_default(),
                    coins.get(from + block.len()..).unwrap_or_default(),
                );
                for (j, gap) in parts.iter().enumerate() {
                    let Part::Free(gap) = gap else { continue };
                    let outer = (j == 0, j + 1 == parts.len());
                    for [left, right] in self.divided(*gap, block.len(), outer) {
                        found.push(self.joined(parts.iter().enumerate().flat_map(|(at, part)| {
                            let lifted = [Part::Coins(before), Part::Free(block.len()), Part::Coins(after)];
                            let covered = [Part::Free(left), Part::Coins(block), Part::Free(right)];
                            let same = [*part, Part::Free(0), Part::Free(0)];
                            if at == i {
                                lifted
                            } else if at == j {
                                covered
                            } else {
                                same
                            }
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
                let rest = |a: usize| (gap + 2 * period - a).wrapping_sub(block % period) % period;
                let whole = |rest: usize| (rest == 0).then_some(period);
                (0..=period)
                    .flat_map(|a| [Some(rest(a)), whole(rest(a))].map(|b| b.map(|b| [a, b])))
                    .flatten()
                    .collect()
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
            // The rest of a gap.
            let rest = |at: usize| -> Vec<usize> {
                let gap = gap(at);
                let outer = at == 0 || at + 1 == parts.len();
                match self.period {
                    None => gap.checked_sub(by).into_iter().collect(),
                    Some(_) if outer => vec![gap],
                    Some(period) => {
                        (0..=period).filter(|rest| (rest + by) % period == gap % period).collect()
                    }
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
    runs.map(|run| if run.first() == Some(&FREE) { Part::Free(run.len()) } else { Part::Coins(run) })
        .collect()
}
