//! Projections on few pieces of any puzzle that moves pieces: two at a time, where there is one that moves others together
//! with that one (two boxes and the man), and all others left out.
//!
//! A plan remains a plan if pieces are left out: an action may then find a cell empty that had a piece, so cells that need
//! one may be empty. The exact distances of the arrangements are therefore lower bounds, the greatest over all pairs is
//! one, and from an arrangement without a way to a goal there is none either: a dead end, like two boxes side by side at
//! a wall. If no action moves two pieces besides the one that moves others, the actions that move the pair's own pieces add
//! up over pairs without a piece in common (Korf and Felner, "Disjoint pattern database heuristics", 2002); the bound
//! here is the mean over all ways to form pairs.
//!
//! Of equal pieces every pair has the same table. An action changes the bound by one at most, since the pair of which it is
//! the greatest is a pair before and after it.

mod changes;
mod pattern;

use super::DEAD;
use super::facts::Facts;
use crate::Relaxed;
use crate::packed::{Field, Layout};
use changes::{Cell, Change, Changes};
use pattern::{NONE, Pattern};
use puzzlec_task::{Task, Value, VarId};

/// Maximum number of arrangements in all tables together.
const MOST_ARRANGEMENTS: usize = 1 << 18;
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
/// Bits of the state that are looked up together, unless one field is wider.
const BITS: u32 = 8;

/// The tables of all pairs.
pub(super) struct Pieces {
    finders: Vec<Finder>,
    /// By kind, where its pieces begin among all, and at the end their number.
    begins: Vec<u8>,
    tables: Vec<Pair>,
    /// The number of cells.
    cells: usize,
    /// In how many pairs a piece is at most, if the sums are bounds.
    shares: Option<u32>,
    /// Whether the sums were of use.
    sums: bool,
}

/// Neighbouring fields of a word: by their bits the pieces in them.
struct Finder {
    word: u32,
    shift: u32,
    mask: u64,
    begins: Vec<u32>,
    found: Vec<(u8, Cell)>,
}

/// The table of two kinds, which may be the same.
struct Pair {
    guide: Option<u8>,
    kinds: (u8, u8),
    all: Vec<u8>,
    own: Option<Vec<u8>>,
}

/// The pieces of a state: their cells, kind by kind.
type Found = [Cell; MOST_PIECES];

impl Pieces {
    /// The tables, where there are pairs and room for them.
    pub(super) fn new(facts: &Facts, layout: &Layout) -> Option<Self> {
        let changes = Changes::of(facts)?;
        let kinds = &changes.kinds;
        let mut begins = vec![0_u8];
        let mut pieces = 0;
        for (_, number) in kinds {
            pieces += number;
            begins.push(u8::try_from(pieces).ok()?);
        }
        if kinds.len() > MOST_KINDS || pieces > MOST_PIECES {
            return None;
        }
        let guide = guide(&changes);
        if pairs(&changes, guide).len() * changes.all.len() > MOST_CHANGES {
            return None;
        }
        let mut tables = Vec::new();
        let (cells, mut room) = (changes.cells.len(), MOST_ARRANGEMENTS);
        for (kinds, pattern) in pairs(&changes, guide) {
            room = room.checked_sub(cells.checked_pow(pattern.len() as u32)?)?;
            let guides = pattern.len() - 2;
            let (all, own) = Pattern::new(&changes, facts, pattern).distances(guides)?;
            tables.push(Pair { guide, kinds, all, own });
        }
        if tables.is_empty() {
            return None;
        }
        let others = |kind: &Value| movers(&changes, guide).any(|(_, (mover, _))| mover == *kind);
        let alone = |change: &Change| change.moved.iter().filter(|(kind, ..)| others(kind)).count() <= 1;
        let alone = changes.all.iter().all(alone);
        let shares = movers(&changes, guide).map(|(_, (_, number))| number).sum::<usize>() as u32 - 1;
        let finders = finders(&changes, layout)?;
        Some(Pieces { finders, begins, tables, cells, shares: alone.then_some(shares), sums: true })
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
            let word = state.get(finder.word as usize).copied().unwrap_or(0);
            let bits = (word >> finder.shift & finder.mask) as usize;
            let (from, to) = (*finder.begins.get(bits)?, *finder.begins.get(bits + 1)?);
            for (kind, cell) in finder.found.get(from as usize..to as usize)? {
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
        let of = |kind: u8| {
            let at = usize::from(kind);
            let range = self.begins.get(at).zip(self.begins.get(at + 1));
            range.and_then(|(a, b)| found.get(usize::from(*a)..usize::from(*b))).unwrap_or(&[])
        };
        let (mut most, mut sum) = (0, 0);
        for table in &self.tables {
            let lead = table.guide.map_or(0, |guide| of(guide).first().copied().map_or(0, usize::from));
            let (first, second) = table.kinds;
            for (n, a) in of(first).iter().enumerate() {
                let row = (lead * self.cells + usize::from(*a)) * self.cells;
                for b in of(second).iter().skip(if first == second { n + 1 } else { 0 }) {
                    let at = row + usize::from(*b);
                    let all = table.all.get(at).copied().unwrap_or(0);
                    if all == NONE {
                        return DEAD;
                    }
                    most = all.max(most);
                    if self.sums {
                        let own = table.own.as_ref().unwrap_or(&table.all);
                        sum += u32::from(own.get(at).copied().unwrap_or(0));
                    }
                }
            }
        }
        let mean = self.shares.map_or(0, |shares| sum.div_ceil(shares.max(1)));
        mean.max(u32::from(most))
    }
}

/// Arrangements of a pair that none of its moves leaves and no goal has, if the start has one; a `quick` search finds only few.
pub(in crate::search) fn dead_start(
    task: &Task,
    relaxed: &Relaxed,
    quick: bool,
) -> Option<Vec<Vec<(VarId, Value)>>> {
    let (most_changes, most) = if quick { (QUICK_CHANGES, QUICK_DEAD) } else { (MOST_CHANGES, MOST_DEAD) };
    if quick && task.actions.len() > most_changes {
        return None;
    }
    let facts = Facts::new(task, relaxed);
    let changes = Changes::of(&facts)?;
    let guide = guide(&changes);
    if pairs(&changes, guide).len() * changes.all.len() > most_changes {
        return None;
    }
    let standing = |kind: Value| -> Vec<Cell> {
        let held = |var: &VarId| task.start.get(*var as usize) == Some(&kind);
        (0..).zip(&changes.cells).filter(|(_, var)| held(var)).map(|(cell, _)| cell).collect()
    };
    for ((a, b), kinds) in pairs(&changes, guide) {
        let pattern = Pattern::new(&changes, &facts, kinds.clone());
        let [lead @ .., first, second] = kinds.as_slice() else { continue };
        let lead: Vec<Cell> = lead.iter().flat_map(|kind| standing(*kind)).collect();
        for (n, one) in standing(*first).into_iter().enumerate() {
            for other in standing(*second).into_iter().skip(if a == b { n + 1 } else { 0 }) {
                let start = lead.iter().copied().chain([one, other]).collect();
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

/// The kinds of which pairs are formed, by their numbers.
fn movers(changes: &Changes, guide: Option<u8>) -> impl Iterator<Item = (u8, (Value, usize))> {
    (0..).zip(changes.kinds.iter().copied()).filter(move |(at, _)| Some(*at) != guide)
}

/// The pairs of kinds, each with the kinds of its pieces, that of the guide first.
fn pairs(changes: &Changes, guide: Option<u8>) -> Vec<((u8, u8), Vec<Value>)> {
    let lead = guide.and_then(|at| Some(changes.kinds.get(usize::from(at))?.0));
    let mut pairs = Vec::new();
    for (a, (first, number)) in movers(changes, guide) {
        for (b, (second, _)) in movers(changes, guide).filter(|(b, _)| *b > a || *b == a && number > 1) {
            pairs.push(((a, b), lead.into_iter().chain([first, second]).collect()));
        }
    }
    pairs
}

/// The kind of a single piece that moves whenever another does in some action.
fn guide(changes: &Changes) -> Option<u8> {
    let with = |kind: Value| {
        changes.all.iter().any(|change| {
            change.moved.len() > 1
                && change.moved.iter().any(|(one, ..)| *one == kind)
                && change.moved.iter().any(|(one, ..)| *one != kind)
        })
    };
    let single = (0..).zip(&changes.kinds).find(|(_, (kind, number))| *number == 1 && with(*kind));
    single.map(|(at, _)| at)
}

/// Neighbouring fields share a table while it is small.
fn finders(changes: &Changes, layout: &Layout) -> Option<Vec<Finder>> {
    let mut fields: Vec<_> = (0..)
        .zip(&changes.cells)
        .filter_map(|(cell, var)| {
            let kind = |value: &Value| changes.kinds.iter().position(|(kind, _)| kind == value);
            let kinds: Vec<Option<u8>> =
                layout.values(*var).iter().map(|value| kind(value).map(|kind| kind as u8)).collect();
            let field = layout.field(*var)?;
            kinds.iter().any(Option::is_some).then_some((field, cell, kinds))
        })
        .collect();
    fields.sort_by_key(|(field, ..)| (field.word, field.shift));
    let mut finders = Vec::new();
    let mut rest = fields.as_slice();
    while let Some(((first, ..), _)) = rest.split_first() {
        let ends = |field: &Field| field.shift + field.mask.count_ones();
        let fits = |(field, ..): &&(Field, Cell, Vec<Option<u8>>)| {
            field.word == first.word && (*field == *first || ends(field) <= first.shift + BITS)
        };
        let (here, after) = rest.split_at(rest.iter().take_while(fits).count());
        rest = after;
        let width = here.last().map_or(0, |(field, ..)| ends(field) - first.shift);
        if width > 2 * BITS {
            return None;
        }
        let mask = (1 << width) - 1;
        let mut finder =
            Finder { word: first.word, shift: first.shift, mask, begins: vec![0], found: Vec::new() };
        for bits in 0..=mask {
            for (field, cell, kinds) in here {
                let code = (bits >> (field.shift - first.shift) & field.mask) as usize;
                finder.found.extend(kinds.get(code).copied().flatten().map(|kind| (kind, *cell)));
            }
            finder.begins.push(finder.found.len() as u32);
        }
        finders.push(finder);
    }
    Some(finders)
}
