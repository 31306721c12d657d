//! Placements of pieces of any shape, under any goal, as exact covers with constraints.
//!
//! Every cell is covered just once, by a way to lay a piece or to leave the cell empty, and every entry is used as often as
//! it says. The goal is a conjunction of sums and of choices of such. Ways that can no longer be taken are removed until
//! nothing changes; then the cell, entry or sum with the fewest ways left is decided (Knuth, "Dancing links", 2000, with the
//! bounds consistency of constraint programming for the sums). Goals that ask how sets of cells hang together, and those that
//! have too many cases, are left to [`super::learn`].

mod constraint;
mod implied;
mod listing;
mod state;

use constraint::Constraints;
use listing::Cases;
pub use listing::Listing;

use puzzlec_base::Random;
use puzzlec_search::ground::LAY;
use puzzlec_task::{ActionId, Assign, Condition, Task, Value, ValueSet};
use puzzlec_theory::meter::{Halted, Meter, Room};

use super::learn::{Learner, has_shape};
use super::packing::NONE;

/// A way to lay a piece, or to leave a cell empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The entry of the piece; 0 is that of the empty cells.
    pub entry: u32,
    /// The cells with their contents, by cell.
    pub cells: Vec<(u32, Value)>,
    /// The action that lays the piece; [`NONE`] for an empty cell.
    pub action: ActionId,
}

/// A puzzle of placement.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The number of cells.
    pub cells: usize,
    /// By entry the greatest number of its pieces; first that of the empty cells.
    pub supply: Vec<u32>,
    /// By entry the least number.
    pub least: Vec<u32>,
    /// The greatest number of pieces together.
    pub most: u32,
    /// The ways, in the order of their actions; those of empty cells last.
    pub ways: Vec<Way>,
    /// The condition on the cells.
    pub goal: Condition,
    /// Whether the pieces have more cells than the board.
    pub overfull: bool,
}

impl Cover {
    /// The task of a placement on this number of cells.
    pub fn read(task: &Task, cells: usize) -> Option<Cover> {
        if task.oracle.is_some() {
            return None;
        }
        let mut ways = Vec::new();
        let supply = task.start.get(cells + 1..)?.iter().map(|count| u32::from(*count));
        let mut supply: Vec<u32> = std::iter::once(0).chain(supply).collect();
        let mut least = Vec::with_capacity(supply.len());
        for (entry, count) in supply.iter().enumerate() {
            least.push(count.saturating_sub(spare(&task.goal, cells + entry)));
        }
        let mut sizes = vec![1_u64; supply.len()];
        for (action, number) in task.actions.iter().zip(0..).filter(|(action, _)| action.label.rule == LAY) {
            let laid = |(var, assign): &(u32, Assign)| match assign {
                Assign::Set(value) if (*var as usize) < cells => Some((*var, *value)),
                _ => None,
            };
            let entry = action.label.part + 1;
            let held: Vec<(u32, Value)> = action.assign.iter().filter_map(laid).collect();
            *sizes.get_mut(entry as usize)? = held.len() as u64;
            ways.push(Way { entry, cells: held, action: number });
        }
        // An entry without a way has no size, and no placement.
        let used = |supply: &[u32]| -> u64 {
            supply.iter().zip(&sizes).skip(1).map(|(count, size)| u64::from(*count) * size).sum()
        };
        let empty = |used: u64| u32::try_from((cells as u64).saturating_sub(used)).ok();
        let (fewest, greatest) = (used(&least), used(&supply));
        let overfull = fewest > cells as u64;
        if let (Some(most), Some(few)) = (supply.first_mut(), least.first_mut()) {
            (*most, *few) = (empty(fewest)?, empty(greatest)?);
        }
        let most = u32::try_from(cells).ok()?;
        let empty = |cell| Way { entry: 0, cells: vec![(cell, 0)], action: NONE };
        ways.extend((0..).take(cells).map(empty));
        Some(Cover { cells, supply, least, most, ways, goal: of_cells(&task.goal, cells), overfull })
    }

    /// Whether the number of pieces of an entry is not stated exactly.
    pub fn is_open(&self) -> bool {
        self.least != self.supply
    }

    /// The number of pieces that these ways lay.
    pub fn laid(&self, ways: &[u32]) -> u32 {
        let laid = ways.iter().filter_map(|way| self.ways.get(*way as usize)).filter(|way| way.entry > 0);
        u32::try_from(laid.count()).unwrap_or(u32::MAX)
    }

    /// A placement with the fewest pieces: each that is found is followed by a search for one with fewer.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn fewest(&self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        let mut fewer = self.clone();
        let mut best = None;
        while let Some(ways) = fewer.find(meter)? {
            let pieces = fewer.laid(&ways);
            best = Some(ways);
            match pieces.checked_sub(1) {
                Some(most) if self.is_open() => fewer.most = most,
                _ => break,
            }
        }
        Ok(best)
    }

    /// The goal with greater lower bounds of its counts where these follow, part by part.
    pub fn implied(&self) -> Condition {
        implied::strengthened(self)
    }

    /// What the cells hold after these ways.
    pub fn held(&self, ways: &[u32]) -> Vec<Value> {
        let mut held = vec![0; self.cells];
        for (cell, value) in ways.iter().filter_map(|way| self.ways.get(*way as usize)).flat_map(|w| &w.cells)
        {
            if let Some(slot) = held.get_mut(*cell as usize) {
                *slot = *value;
            }
        }
        held
    }

    /// Works with a list of all placements.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn listed<T>(
        &self,
        meter: &Meter<'_>,
        work: impl FnOnce(Listing<'_>) -> Result<T, Halted>,
    ) -> Result<T, Halted> {
        let constraints = (!self.has_shape() && !self.overfull).then(|| Constraints::of(self));
        let mut room = Room::new(meter);
        room.hold(constraints.as_ref().map_or(0, Constraints::bytes))?;
        work(Listing::new(self, constraints.as_ref()))
    }

    /// Calls `each` with the ways of every placement, in an order that depends only on the puzzle, until it returns false.
    /// Every placement is visited once.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn visit(&self, meter: &Meter<'_>, each: &mut dyn FnMut(&[u32]) -> bool) -> Result<(), Halted> {
        self.listed(meter, |mut listing| {
            while let Some(ways) = listing.next(meter)? {
                if !each(&ways) {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Whether the goal asks how a set of cells hangs together.
    pub fn has_shape(&self) -> bool {
        has_shape(&self.goal)
    }

    /// Calls `each` with the ways of every placement, by cases, until it returns false.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn cases(&self, meter: &Meter<'_>, each: &mut dyn FnMut(&[u32]) -> bool) -> Result<(), Halted> {
        if self.overfull {
            return Ok(());
        }
        let constraints = Constraints::of(self);
        let mut room = Room::new(meter);
        room.hold(constraints.bytes())?;
        let mut cases = Cases::new(self, &constraints);
        while let Some(ways) = cases.next(meter)? {
            if !each(ways) {
                break;
            }
        }
        Ok(())
    }

    /// A placement, the same on every run.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn find(&self, meter: &Meter<'_>) -> Result<Option<Vec<u32>>, Halted> {
        self.listed(meter, |listing| listing.first(meter))
    }

    /// A random placement; not all are equally likely.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn random(&self, random: &mut Random, meter: &Meter<'_>) -> Result<Option<Vec<Value>>, Halted> {
        if self.has_shape() {
            let found = Learner::shuffled(self, random).next(meter)?;
            return Ok(found.map(|ways| self.held(&ways)));
        }
        let mut shuffled = self.clone();
        random.shuffle(&mut shuffled.ways);
        Ok(shuffled.find(meter)?.map(|ways| shuffled.held(&ways)))
    }
}

/// How many pieces may be left: what the goal of a placement allows the variable of a supply to hold, more than none.
fn spare(goal: &Condition, var: usize) -> u32 {
    let parts = if let Condition::All(parts) = goal { parts.as_slice() } else { std::slice::from_ref(goal) };
    let left = parts.iter().find_map(|part| match part {
        Condition::In(other, values) if *other as usize == var => Some(values.len()),
        _ => None,
    });
    left.and_then(|left| u32::try_from(left.saturating_sub(1)).ok()).unwrap_or(0)
}

/// The part of a placement's goal that concerns its cells: the rest, of the cursor and the supply, holds at the end of every
/// placement.
fn of_cells(goal: &Condition, cells: usize) -> Condition {
    let of_others = |part: &Condition| matches!(part, Condition::In(var, _) if *var as usize >= cells);
    match goal {
        Condition::All(parts) => {
            Condition::All(parts.iter().filter(|part| !of_others(part)).cloned().collect())
        }
        part if of_others(part) => Condition::True,
        part => part.clone(),
    }
}

/// The contents of a cell that some way gives it.
pub(crate) fn domains(cover: &Cover) -> Vec<ValueSet> {
    let mut domains = vec![ValueSet::new(); cover.cells];
    for (cell, value) in cover.ways.iter().flat_map(|way| &way.cells) {
        if let Some(domain) = domains.get_mut(*cell as usize) {
            domain.insert(*value);
        }
    }
    domains
}
