//! When a search goes over classes of states instead of states, and what is counted then.
//!
//! To find the symmetries of a task takes a while, and most searches are over before that. So a
//! search begins with plain states; when there are more than a few of them it asks for the symmetries,
//! and if there are any it begins again with classes.
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

/// How a search ended.
pub(super) enum End {
    /// With an answer.
    Outcome(Outcome),
    /// Begin again, with these symmetries if there are any.
    Again(Again),
}

/// A task's symmetries.
pub(super) struct Classes {
    symmetries: Symmetries,
    canon: Canon,
}

/// A search is to begin again, with these symmetries if there are any.
pub(super) type Again = Option<Box<Classes>>;

/// What the symmetries are found from.
#[derive(Clone, Copy)]
pub(super) struct Finder<'a> {
    pub(super) task: &'a Task,
    pub(super) relaxed: &'a Relaxed,
    pub(super) packed: &'a Packed,
    /// They are asked for when there are more states than this.
    pub(super) few: u32,
}

impl Finder<'_> {
    /// The symmetries, if the search is to begin again because of them. It also begins again
    /// without any if a journal is kept, which has no levels of a search that is yet undecided.
    pub(super) fn find(&self, meter: &Meter) -> Result<Option<Again>, Limit> {
        let symmetries = symmetries(self.task, self.relaxed, meter.budget())?;
        let canon = Canon::new(self.packed, &symmetries);
        let classes = canon.map(|canon| Box::new(Classes { symmetries, canon }));
        Ok((classes.is_some() || meter.budget().journal().is_some()).then_some(classes))
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
    if let End::Again(classes) = end {
        meter.progress = before;
        let Some(classes) = classes else {
            end = search(Ways { packed, backward, canon: None }, None, meter)?;
            return end.outcome();
        };
        let start = packed.start::<W>();
        end = search(Ways { packed, backward, canon: Some(&classes.canon) }, None, meter)?;
        if matches!(end, End::Outcome(Outcome::Exhausted(_))) && classes.canon.class_size(&start) > 1 {
            meter.progress = before;
            let canon = Canon::new(packed, &classes.symmetries.fixing(&task.start));
            end = search(Ways { packed, backward: None, canon: canon.as_ref() }, None, meter)?;
        }
    }
    end.outcome()
}

impl End {
    fn outcome(self) -> Result<Outcome, Limit> {
        match self {
            End::Outcome(outcome) => Ok(outcome),
            // Only who has a finder says so.
            End::Again(_) => Err(Limit::Size { what: "the symmetries were found twice".into() }),
        }
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
    let mut size = 0_u64;
    for id in ids {
        meter.steps(1)?;
        let class = u64::try_from(canon.class_size(&store.state(id))).ok();
        size = class.and_then(|class| size.checked_add(class)).ok_or_else(too_many)?;
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

fn too_many() -> Limit {
    Limit::Size { what: "there are more positions than a number of 64 bits can say".into() }
}
