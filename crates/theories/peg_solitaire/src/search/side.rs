//! A side of a search: all positions reachable from its first ones, level by level. The side of the goals is
//! a mirror image.

use super::field::{Field, Step, Word, pegs};
use super::resource_counts::Guard;
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The data of a side for a level.
pub enum Known<'s, W> {
    /// All its positions.
    Full(&'s Table<'s, W>),
    /// It has none.
    Nothing,
    /// Only the positions where the side starts.
    Begins(&'s Table<'s, W>),
}

/// Positions by their number of pegs, all up to the symmetries of the field.
#[derive(Debug)]
pub struct Side<'m, W> {
    meter: &'m Meter<'m>,
    /// The positions where the side starts.
    pub begins: Vec<W>,
    begin_levels: Vec<Table<'m, W>>,
    /// By number of pegs, decreasing.
    levels: Vec<Table<'m, W>>,
    top: usize,
    last: usize,
    steps: Vec<Step<W>>,
    guard: Guard,
    nothing: Table<'m, W>,
    total: usize,
}

impl<'m, W: Word> Side<'m, W> {
    /// A side that starts from these positions (a nonempty list).
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(field: &Field<W>, begins: Vec<W>, guard: Guard, meter: &'m Meter<'m>) -> Result<Self, Halted> {
        let begins: Vec<W> = begins.into_iter().filter(|&at| at != W::ZERO).collect();
        let mut begin_levels: Vec<_> = (0..=field.cells).map(|_| Table::new(meter)).collect();
        for &at in &begins {
            if let Some(level) = begin_levels.get_mut(pegs(at)) {
                meter.seen(usize::from(level.insert(field.canon.of(at), ())?));
            }
        }
        let top = begins.iter().map(|&at| pegs(at)).max().unwrap_or(0);
        let last = begins.iter().map(|&at| pegs(at)).min().unwrap_or(0);
        let levels: Vec<Table<W>> = match begin_levels.get(top) {
            Some(level) => vec![level.copied()?],
            None => Vec::new(),
        };
        let total = levels.iter().map(Table::len).sum();
        let steps = field.guarded(&guard);
        let nothing = Table::new(meter);
        Ok(Side { meter, begins, begin_levels, levels, top, last, steps, guard, nothing, total })
    }

    /// The least number of pegs whose positions are all known.
    pub fn bottom(&self) -> usize {
        (self.top + 1).saturating_sub(self.levels.len())
    }

    /// The number of stored positions.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The guard of this side.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// The jumps with the losses of this side.
    pub fn steps(&self) -> &[Step<W>] {
        &self.steps
    }

    /// Every position that can be reached is known.
    pub fn exhausted(&self) -> bool {
        let bottom = self.bottom();
        bottom <= self.last && (bottom <= 1 || self.levels.last().is_none_or(Table::is_empty))
    }

    /// The data for a number of pegs.
    pub fn level(&self, pegs: usize) -> Known<'_, W> {
        let known = self.top.checked_sub(pegs).map(|down| self.levels.get(down));
        match known {
            None => Known::Nothing,
            Some(Some(level)) => Known::Full(level),
            Some(None) if self.exhausted() => Known::Nothing,
            Some(None) => Known::Begins(self.begins_at(pegs)),
        }
    }

    /// The positions where the side starts, with this number of pegs.
    pub fn begins_at(&self, pegs: usize) -> &Table<'m, W> {
        self.begin_levels.get(pegs).unwrap_or(&self.nothing)
    }

    /// An estimate of the size of the next level, by the growth of the last ones.
    pub fn forecast(&self) -> usize {
        let mut last = self.levels.iter().rev().map(Table::len);
        let (one, two) = (last.next().unwrap_or(0).max(1), last.next().unwrap_or(1).max(1));
        one.saturating_mul(one) / two + self.steps.len()
    }

    /// Find the next level; false when it would hold more than `most` positions.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn grow(&mut self, field: &Field<W>, most: usize) -> Result<bool, Halted> {
        let Some(down) = self.bottom().checked_sub(1) else { return Ok(true) };
        let Some(next) = self.after(field, self.lowest(), down, most)? else { return Ok(false) };
        self.total += next.len();
        self.levels.push(next);
        Ok(true)
    }

    /// The positions one jump after some, and those where the side starts, with this number of pegs; nothing if they are more
    /// than `most`.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn after(
        &self,
        field: &Field<W>,
        positions: impl Iterator<Item = W>,
        pegs: usize,
        most: usize,
    ) -> Result<Option<Table<'m, W>>, Halted> {
        let mut next = self.begins_at(pegs).copied()?;
        let need = self.guard.need(pegs);
        for (count, at) in positions.enumerate() {
            if count % 256 == 0 && next.len() > most {
                return Ok(None);
            }
            self.meter.expanded(1)?;
            let lanes = self.guard.lanes(at.cells());
            for step in &self.steps {
                if at & step.touches == step.takes && self.guard.allows(lanes.wrapping_sub(step.loss), need) {
                    self.meter.seen(usize::from(next.insert(field.canon.of(at ^ step.touches), ())?));
                }
            }
        }
        Ok(Some(next))
    }

    /// A path from the start of the side to a position: the jumps in reverse order, and the start.
    pub fn back(&self, field: &Field<W>, at: W) -> Option<(Vec<usize>, W)> {
        field.back(at, |at| self.is_first(field, at), |at| self.holds(field, at))
    }

    /// Whether the side starts at a position.
    pub fn is_first(&self, field: &Field<W>, at: W) -> bool {
        self.begins_at(pegs(at)).contains(field.canon.of(at))
    }

    /// Whether a position is known.
    pub fn holds(&self, field: &Field<W>, at: W) -> bool {
        match self.level(pegs(at)) {
            Known::Full(level) | Known::Begins(level) => level.contains(field.canon.of(at)),
            Known::Nothing => false,
        }
    }

    /// The positions of the lowest known level.
    pub fn lowest(&self) -> impl Iterator<Item = W> {
        self.levels.last().into_iter().flat_map(Table::iter)
    }

    /// The sizes of the known levels: pegs, positions.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.levels.iter().enumerate().map(|(down, level)| (self.top - down, level.len()))
    }
}

/// A position of the first side that the second also has (in the mirror), if they are complete enough to
/// decide; `Some(None)`: there is none.
pub fn meeting<W: Word>(field: &Field<W>, one: &Side<W>, other: &Side<W>) -> Option<Option<W>> {
    if one.bottom() + other.bottom() > field.cells && !one.exhausted() && !other.exhausted() {
        return None;
    }
    for count in 0..=field.cells {
        let (Known::Full(here) | Known::Begins(here)) = one.level(count) else { continue };
        let (Known::Full(there) | Known::Begins(there)) = other.level(field.cells - count) else { continue };
        let across = |at: W| field.canon.of(field.mirror(at));
        let found = if here.len() <= there.len() {
            here.iter().find(|&at| there.contains(across(at)))
        } else {
            there.iter().map(across).find(|&at| here.contains(at))
        };
        if found.is_some() {
            return Some(found);
        }
    }
    Some(None)
}
