//! When a search goes over classes of states instead of states, and what is counted then.
//!
//! To find the symmetries of a task takes a while, and most searches are over before that. So a
//! search begins with plain states; when there are more than a few of them it asks for the symmetries,
//! and if there are any it begins again with classes.
//!
//! An answer counts positions, not classes. What can be reached backward from the goals is closed
//! under the symmetries, as the goals are, so there the sizes of the classes are summed up. What
//! can be reached from the start is closed under those symmetries only that keep the start. A
//! search from the start alone makes do with those, if there are some; other symmetries mostly
//! lead out of what it reaches. Where others were used, positions are counted anew without them
//! when there turns out to be no plan, unless they are many more than the classes (like pieces
//! that change places make them so): then the answer counts classes, and says so.

use std::ops::Range;

use super::SearchOutcome;
use super::meter::Meter;
use super::registry::StateRegistry;
use super::transitions::{Backward, Transitions};
use crate::base::Limit;
use crate::diag::Stop;
use crate::task::packed::{Canon, Packed};
use crate::task::{Relaxed, Symmetries, Task, symmetries};

/// At most so many times as many positions as classes are counted.
const MORE: u64 = 4;

/// How a search ended.
pub(super) enum End {
    /// With an answer.
    Outcome(SearchOutcome),
    /// Begin again, with these symmetries if there are any.
    Restart(Restart),
}

/// A task's symmetries.
pub(super) struct SymmetryClasses {
    symmetries: Symmetries,
    canon: Canon,
}

/// A search is to begin again, with these symmetries if there are any.
pub(super) type Restart = Option<Box<SymmetryClasses>>;

/// What the symmetries are found from.
#[derive(Clone, Copy)]
pub(super) struct SymmetryFinder<'a> {
    pub(super) task: &'a Task,
    pub(super) relaxed: &'a Relaxed,
    pub(super) packed: &'a Packed,
    /// They are asked for when there are more states than this.
    pub(super) few: u32,
}

impl SymmetryFinder<'_> {
    /// The symmetries, if the search is to begin again because of them. It also begins again
    /// without any if a journal is kept, which has no levels of a search that is yet undecided.
    pub(super) fn find(&self, meter: &Meter) -> Result<Option<Restart>, Limit> {
        let symmetries = symmetries(self.task, self.relaxed, meter.budget())?;
        let canon = Canon::new(self.packed, &symmetries);
        let classes = canon.map(|canon| Box::new(SymmetryClasses { symmetries, canon }));
        Ok((classes.is_some() || meter.context().journal().is_some()).then_some(classes))
    }
}

/// Runs a level-by-level search, with classes where that pays. The search is given a finder as
/// long as it may ask it.
pub(super) fn search<const W: usize>(
    finder: SymmetryFinder,
    symmetry: bool,
    backward: Option<&Backward>,
    meter: &mut Meter,
    search: impl Fn(Transitions, Option<SymmetryFinder>, &mut Meter) -> Result<End, Stop>,
) -> Result<SearchOutcome, Stop> {
    let SymmetryFinder { task, packed, few, .. } = finder;
    let before = meter.progress;
    let plain = Transitions { packed, backward, canon: None, keeps_start: true };
    let classes = match search(plain, symmetry.then_some(finder), meter)? {
        End::Outcome(outcome) => return Ok(outcome),
        End::Restart(classes) => classes,
    };
    meter.progress = before;
    let Some(classes) = classes else { return search(plain, None, meter)?.outcome() };
    let keeps_start = classes.canon.class_size(&packed.start::<W>()) == 1;
    let keeping = match keeps_start {
        true => None,
        false => Canon::new(packed, &classes.symmetries.fixing(&task.start)),
    };
    let like_pieces = !classes.symmetries.alike.is_empty();
    if let Some(canon) = keeping.as_ref().filter(|_| backward.is_none() && !like_pieces) {
        return search(Transitions { canon: Some(canon), ..plain }, None, meter)?.outcome();
    }
    let all = Transitions { canon: Some(&classes.canon), keeps_start, ..plain };
    let sizes = match search(all, None, meter)?.outcome()? {
        SearchOutcome::Exhausted(sizes) if !keeps_start => sizes,
        outcome => return Ok(outcome),
    };
    let most = meter.progress.states.max(u64::from(few)).saturating_mul(MORE);
    meter.progress = before;
    let context = meter.context().within_states(most);
    let mut recount = Meter::new(&context);
    recount.name(meter.fingerprint());
    let counted =
        search(Transitions { backward: None, canon: keeping.as_ref(), ..plain }, None, &mut recount);
    meter.absorb(&recount, false);
    match counted {
        Ok(end) => end.outcome(),
        Err(Stop::Limit(_) | Stop::TooLarge { .. }) => Ok(SearchOutcome::ExhaustedClasses(sizes)),
        Err(stop) => Err(stop),
    }
}

impl End {
    fn outcome(self) -> Result<SearchOutcome, Stop> {
        match self {
            End::Outcome(outcome) => Ok(outcome),
            // Only who has a finder says so.
            End::Restart(_) => Err(Stop::bug("the symmetries of a puzzle were found twice")),
        }
    }
}

/// How many positions states stand for; those of the start's side are counted as states where
/// that is not known. `u64::MAX` if there are more.
pub(super) fn size<const W: usize>(
    ids: impl ExactSizeIterator<Item = u32>,
    backwards: bool,
    transitions: &Transitions,
    registry: &StateRegistry<W>,
    meter: &mut Meter,
) -> Result<u64, Limit> {
    let Some(canon) = transitions.canon.filter(|_| backwards || transitions.keeps_start) else {
        return Ok(ids.len() as u64);
    };
    let mut size = 0_u64;
    for id in ids {
        meter.steps(1)?;
        let class = canon.class_size(&registry.state(id));
        size = size.saturating_add(u64::try_from(class).unwrap_or(u64::MAX));
    }
    Ok(size)
}

/// The sizes of a side's levels.
pub(super) fn sizes<const W: usize>(
    levels: &[Range<u32>],
    backwards: bool,
    transitions: &Transitions,
    registry: &StateRegistry<W>,
    meter: &mut Meter,
) -> Result<Vec<u64>, Limit> {
    levels.iter().map(|level| size(level.clone(), backwards, transitions, registry, meter)).collect()
}
