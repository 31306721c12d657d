//! When a search goes over classes of states instead of states, and what is counted then.
//!
//! To find the symmetries of a task takes a while, and most searches are over before that. So a
//! search begins with plain states; when there are [`FEW`] of them it asks for the symmetries, and
//! if there are any it begins again with classes.
//!
//! An answer counts positions, not classes. What can be reached backward from the goals is closed
//! under the symmetries, as the goals are, so there the sizes of the classes are summed up. What
//! can be reached from the start is closed under those symmetries only that keep the start:
//! if others were used, the states are counted anew with those.

use std::ops::Range;

use super::Outcome;
use super::meter::Meter;
use super::store::Store;
use super::ways::{Backward, Ways};
use crate::base::Limit;
use crate::task::packed::{Canon, Packed};
use crate::task::{Relaxed, Symmetries, Task, symmetries};

/// A search of so many states does not ask for symmetries.
pub(super) const FEW: u32 = 1 << 15;

/// How a search ended.
pub(super) enum End {
    /// With an answer.
    Outcome(Outcome),
    /// The task has symmetries; begin again.
    Symmetric(Box<Classes>),
}

/// A task's symmetries.
pub(super) struct Classes {
    symmetries: Symmetries,
    canon: Canon,
}

/// What the symmetries are found from.
#[derive(Clone, Copy)]
pub(super) struct Finder<'a> {
    pub(super) task: &'a Task,
    pub(super) relaxed: &'a Relaxed,
    pub(super) packed: &'a Packed,
}

impl Finder<'_> {
    /// The symmetries, if there are any.
    pub(super) fn find(&self, meter: &Meter) -> Result<Option<Box<Classes>>, Limit> {
        let symmetries = symmetries(self.task, self.relaxed, meter.budget())?;
        let canon = Canon::new(self.packed, &symmetries);
        Ok(canon.map(|canon| Box::new(Classes { symmetries, canon })))
    }
}

/// Runs a level-by-level search, with classes where that pays. The search is given a finder as
/// long as it may ask it.
pub(super) fn search<const W: usize>(
    finder: Finder,
    symmetry: bool,
    backward: Option<&Backward>,
    meter: &mut Meter,
    search: impl Fn(Ways, Option<Finder>, &mut Meter) -> Result<End, Limit>,
) -> Result<Outcome, Limit> {
    let Finder { task, packed, .. } = finder;
    let before = meter.progress;
    let mut end = search(Ways { packed, backward, canon: None }, symmetry.then_some(finder), meter)?;
    if let End::Symmetric(classes) = end {
        meter.progress = before;
        let start = packed.start::<W>();
        end = search(Ways { packed, backward, canon: Some(&classes.canon) }, None, meter)?;
        if matches!(end, End::Outcome(Outcome::Exhausted(_))) && classes.canon.orbit(&start).len() > 1 {
            meter.progress = before;
            let canon = classes.keeping(task, packed);
            end = search(Ways { packed, backward: None, canon: canon.as_ref() }, None, meter)?;
        }
    }
    match end {
        End::Outcome(outcome) => Ok(outcome),
        // Only who has a finder says so.
        End::Symmetric(_) => Err(Limit::Size { what: "the symmetries were found twice".into() }),
    }
}

impl Classes {
    /// The symmetries that keep the start, or some of them.
    fn keeping(&self, task: &Task, packed: &Packed) -> Option<Canon> {
        if !self.symmetries.alike.is_empty() {
            // An exchange of pieces may undo what a renaming does; those together are not found.
            return None;
        }
        let start = task.start.iter().enumerate();
        let keeps = |s: &&crate::task::Symmetry| {
            start.clone().all(|(var, value)| {
                let to = s.variables.get(var).and_then(|to| task.start.get(*to as usize));
                let becomes = s.values.get(var).and_then(|v| v.get(usize::from(*value)));
                to.is_some() && to == becomes
            })
        };
        let renamings = self.symmetries.renamings.iter().filter(keeps).cloned().collect();
        Canon::new(packed, &Symmetries { renamings, alike: Vec::new() })
    }
}

/// How many positions states stand for.
pub(super) fn size<const W: usize>(
    ids: impl ExactSizeIterator<Item = u32>,
    ways: &Ways,
    store: &Store<W>,
    meter: &mut Meter,
) -> Result<u64, Limit> {
    let Some(canon) = ways.canon else { return Ok(ids.len() as u64) };
    let mut size = 0;
    for id in ids {
        let class = canon.orbit(&store.state(id)).len() as u64;
        meter.steps(class)?;
        size += class;
    }
    Ok(size)
}

/// The sizes of levels, in positions.
pub(super) fn sizes<const W: usize>(
    levels: &[Range<u32>],
    ways: &Ways,
    store: &Store<W>,
    meter: &mut Meter,
) -> Result<Vec<u64>, Limit> {
    levels.iter().map(|level| size(level.clone(), ways, store, meter)).collect()
}
