//! Projections on few pieces of any puzzle that moves pieces: two or three at a time, together with the one that moves the
//! others where there is one (three boxes and the man), and all others left out.
//!
//! A plan remains a plan if pieces are left out: an action may then find a cell empty that had a piece, so cells that need
//! one may be empty. The exact distances of the arrangements are therefore lower bounds, the greatest over all groups of
//! pieces is one, and from an arrangement without a way to a goal there is none either: a dead end, like two boxes side
//! by side at a wall. If every action moves one piece, the numbers of groups without a common piece add up (Korf and
//! Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002); the bound here is the mean over all
//! ways to form such groups.
//!
//! Of equal pieces every group has the same table. An action changes the bound by one at most, since the group of which it is
//! the greatest is a group before and after it.

mod arrangements;
mod changes;
mod find;
mod goal;
mod pattern;

use super::DEAD;
use super::facts::Facts;
use crate::packed::Layout;
use crate::search::team::Team;
use arrangements::arrangements;
use changes::{Cell, Change, Changes};
use find::{Finder, finders};
use pattern::{NONE, Pattern};
use puzzlec_task::{Value, VarId};

/// Maximum number of arrangements that are expanded for all tables of groups of a size.
const MOST_WORK: usize = 1 << 18;
/// Maximum number of changes by actions in all patterns together.
const MOST_CHANGES: usize = 1 << 17;
/// Maximum number of pieces and of kinds.
const MOST_PIECES: usize = 32;
const MOST_KINDS: usize = 12;
/// Maximum number of arrangements that show that the start is a dead end.
const MOST_DEAD: usize = 1 << 13;
/// The same and the maximum number of changes for a look at the start before any search.
const QUICK_DEAD: usize = 1 << 8;
const QUICK_CHANGES: usize = 1 << 12;

/// The tables of all groups.
pub(super) struct Pieces {
    finders: Vec<Finder>,
    /// By kind, where its pieces begin among all, and at the end their number.
    begins: Vec<u8>,
    tables: Vec<Table>,
    /// The number of cells.
    cells: usize,
    /// In how many groups a piece is, if the sum over groups without a common piece is a bound.
    shares: Option<u32>,
}

/// The distances of groups of these kinds, by their numbers.
struct Table {
    kinds: Vec<u8>,
    distances: Vec<u8>,
}

/// The pieces of a state: their cells, kind by kind and in order.
type Found = [Cell; MOST_PIECES];

impl Pieces {
    /// The tables of the largest groups for which there is room.
    pub(super) fn new(facts: &Facts, layout: &Layout, team: &mut Team) -> Option<Self> {
        let changes = Changes::of(facts, layout)?;
        let mut begins = vec![0_u8];
        let mut pieces = 0;
        for (_, number) in &changes.kinds {
            pieces += number;
            begins.push(u8::try_from(pieces).ok()?);
        }
        if changes.kinds.len() > MOST_KINDS || pieces > MOST_PIECES {
            return None;
        }
        let cells = changes.cells.len();
        let guide = guide(&changes);
        let finders = finders(&changes, layout)?;
        if guide.is_some()
            && let Some(tables) = tables(&changes, facts, groups(&changes, guide, 3), team)
        {
            return Some(Pieces { finders, begins, tables, cells, shares: None });
        }
        let tables = tables(&changes, facts, groups(&changes, guide, 2), team)?;
        let alone = changes.all.iter().all(|change: &Change| change.moved.len() == 1);
        let shares = alone.then_some(pieces.saturating_sub(1).max(1) as u32);
        Some(Pieces { finders, begins, tables, cells, shares })
    }

    /// Where the pieces are; `None` if there are others than at the start.
    #[inline]
    fn find(&self, state: &[u64]) -> Option<Found> {
        let mut found = [0; MOST_PIECES];
        let mut next = [0_u8; MOST_KINDS + 1];
        for (slot, begin) in next.iter_mut().zip(&self.begins) {
            *slot = *begin;
        }
        for finder in &self.finders {
            for (kind, cell) in finder.of(state) {
                let at = next.get_mut(usize::from(*kind))?;
                *found.get_mut(usize::from(*at))? = *cell;
                *at += 1;
            }
        }
        let ends = self.begins.iter().skip(1);
        next.iter().zip(ends).all(|(at, end)| at == end).then_some(found)
    }

    /// No plan from this state has fewer actions; [`DEAD`] if there is none.
    #[inline]
    pub(super) fn of(&self, state: &[u64]) -> u32 {
        let Some(found) = self.find(state) else { return 0 };
        let mut best = Best { most: 0, sum: 0 };
        for table in &self.tables {
            if !self.each(table, &found, (&table.kinds, 0, 0), &mut best) {
                return DEAD;
            }
        }
        let mean = self.shares.map_or(0, |shares| best.sum.div_ceil(shares));
        mean.max(u32::from(best.most))
    }

    /// Adds the distances of the groups of these kinds that continue the one with this number, with the pieces from `first` on
    /// for the first kind; `false` at a dead end.
    fn each(
        &self,
        table: &Table,
        found: &Found,
        (kinds, first, number): (&[u8], usize, usize),
        best: &mut Best,
    ) -> bool {
        let Some((kind, rest)) = kinds.split_first() else {
            let distance = table.distances.get(number).copied().unwrap_or(0);
            best.most = best.most.max(distance);
            best.sum += u32::from(distance);
            return distance != NONE;
        };
        let at = usize::from(*kind);
        let range = self.begins.get(at).zip(self.begins.get(at + 1));
        let own = range.and_then(|(a, b)| found.get(usize::from(*a)..usize::from(*b))).unwrap_or(&[]);
        let alike = rest.first() == Some(kind);
        own.iter().enumerate().skip(first).all(|(n, cell)| {
            let next = if alike { n + 1 } else { 0 };
            self.each(table, found, (rest, next, number * self.cells + usize::from(*cell)), best)
        })
    }
}

/// The greatest distance and the sum.
struct Best {
    most: u8,
    sum: u32,
}

/// The tables of groups; `None` if there are none, or if they take too much work.
fn tables(changes: &Changes, facts: &Facts, groups: Vec<Vec<u8>>, team: &mut Team) -> Option<Vec<Table>> {
    if groups.is_empty() || groups.len() * changes.all.len() > MOST_CHANGES {
        return None;
    }
    let mut left = MOST_WORK;
    let mut made: Vec<_> = groups.into_iter().map(|kinds| (kinds, 0, None)).collect();
    let few = made.len() * changes.cells.len().pow(2) < MOST_WORK;
    for some in made.chunks_mut(if few { 1 } else { team.size() }) {
        team.each(some, |(kinds, work, distances)| {
            let mut rest = left;
            *distances = Pattern::new(changes, facts, contents(changes, kinds)).distances(&mut rest);
            *work = left - rest;
        });
        // Whatever the number of threads, there are no tables if all of them are too much work.
        left = some
            .iter()
            .try_fold(left, |left, (_, work, table)| left.checked_sub(*work).filter(|_| table.is_some()))?;
    }
    made.into_iter().map(|(kinds, _, distances)| Some(Table { kinds, distances: distances? })).collect()
}

/// The contents of kinds.
fn contents(changes: &Changes, kinds: &[u8]) -> Vec<Value> {
    kinds.iter().filter_map(|kind| changes.kinds.get(usize::from(*kind)).map(|kind| kind.0)).collect()
}

/// Arrangements of a group that none of its moves leaves and no goal has, if the start has one; a `quick` search finds only few.
pub(in crate::search) fn dead_start(
    facts: &Facts,
    layout: &Layout,
    quick: bool,
) -> Option<Vec<Vec<(VarId, Value)>>> {
    let (most_changes, most) = if quick { (QUICK_CHANGES, QUICK_DEAD) } else { (MOST_CHANGES, MOST_DEAD) };
    if facts.task.actions.len() > most_changes {
        return None;
    }
    let changes = Changes::of(facts, layout)?;
    let guide = guide(&changes);
    let standing = |kind: &Value| -> Vec<Cell> {
        let held = |var: &VarId| facts.task.start.get(*var as usize) == Some(kind);
        (0..).zip(&changes.cells).filter(|(_, var)| held(var)).map(|(cell, _)| cell).collect()
    };
    // Without the man first: such arrangements are fewer, and easier to see.
    let guided = [2, 3].map(|size| (guide, size));
    let sizes = [(None, 2)].into_iter().chain(guided.into_iter().filter(|_| guide.is_some()));
    for (guide, size) in sizes.filter(|(_, size)| !quick || *size == 2) {
        let groups = groups(&changes, guide, size);
        if groups.len() * changes.all.len() > most_changes {
            return None;
        }
        for kinds in groups {
            let kinds = contents(&changes, &kinds);
            let cells: Vec<Vec<Cell>> = kinds.iter().map(&standing).collect();
            let pattern = Pattern::new(&changes, facts, kinds.clone());
            let mut work = MOST_WORK;
            for start in arrangements(&kinds, &cells, &mut work)? {
                let Some(closed) = pattern.closed(start, most) else { continue };
                let named = |at: &Vec<Cell>| -> Vec<(VarId, Value)> {
                    let vars = at.iter().filter_map(|cell| changes.cells.get(usize::from(*cell)).copied());
                    vars.zip(kinds.iter().copied()).collect()
                };
                return Some(closed.iter().map(named).collect());
            }
        }
    }
    None
}

/// The groups of so many kinds, by their numbers, each after that of the guide.
fn groups(changes: &Changes, guide: Option<u8>, size: usize) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = groups.iter().flat_map(|group| {
            let kinds = (0..).zip(&changes.kinds).filter(move |(kind, (_, number))| {
                let there = group.iter().filter(|one| *one == kind).count();
                Some(*kind) != guide && group.last().is_none_or(|last| last <= kind) && there < *number
            });
            kinds.map(move |(kind, _)| group.iter().copied().chain([kind]).collect())
        });
        groups = longer.collect();
    }
    groups.into_iter().map(|group| guide.into_iter().chain(group).collect()).collect()
}

/// The kind of a single piece that moves together with others in some actions.
fn guide(changes: &Changes) -> Option<u8> {
    let with = |kind: Value| {
        changes.all.iter().any(|change| {
            change.moved.iter().any(|(one, ..)| *one == kind)
                && change.moved.iter().any(|(one, ..)| *one != kind)
        })
    };
    let single = (0..).zip(&changes.kinds).find(|(_, (kind, number))| *number == 1 && with(*kind));
    single.map(|(kind, _)| kind)
}
