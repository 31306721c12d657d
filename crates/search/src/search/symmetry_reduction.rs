//! Symmetry reduction: when a search uses classes of states, and what it then counts.
//!
//! Symmetry detection is slow compared with most searches. So a search begins with plain states; when their
//! number exceeds a threshold it detects the symmetries, and if there are any it restarts with classes.
//!
//! Answers count positions, not classes. The set of positions from which a goal is reachable is closed under
//! the symmetries, as the goals are, so the sizes of its classes are added up. The set reachable from the
//! start is closed only under the symmetries that keep the start. Forward search uses only those, if there
//! are any; other symmetries mostly leave the reachable set. If others were used and there is no plan, the
//! positions are counted again without them, unless they greatly outnumber the classes (as with
//! interchangeable pieces): then the answer counts classes, and says so.

use std::ops::Range;

use super::SearchOutcome;
use super::meter::Meter;
use super::registry::StateRegistry;
use super::transitions::{Backward, Transitions};
use crate::packed::{Canon, Packed};
use crate::{Relaxed, Symmetries, symmetries};
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::Task;

/// Maximum ratio of positions to classes for a second count.
const MORE: u64 = 4;

/// The end of a search.
pub(super) enum End {
    /// An answer.
    Outcome(SearchOutcome),
    /// A restart.
    Restart(Restart),
}

/// A task's symmetries.
pub(super) struct SymmetryClasses {
    symmetries: Symmetries,
    canon: Canon,
}

/// A restart of the search, with these symmetries if there are any.
pub(super) type Restart = Option<Box<SymmetryClasses>>;

/// The data from which symmetries are detected.
#[derive(Clone, Copy)]
pub(super) struct SymmetryFinder<'a> {
    pub(super) task: &'a Task,
    pub(super) relaxed: &'a Relaxed,
    pub(super) packed: &'a Packed,
    /// Number of states at which symmetries are detected.
    pub(super) few: u32,
}

impl SymmetryFinder<'_> {
    /// The symmetries, if the search is to restart because of them. With a journal it also restarts without
    /// any, since a journal has no levels of the search before that decision.
    pub(super) fn find(&self, meter: &Meter) -> Result<Option<Restart>, Limit> {
        let symmetries = symmetries(self.task, self.relaxed, meter.budget())?;
        let canon = Canon::new(self.packed, &symmetries);
        let classes = canon.map(|canon| Box::new(SymmetryClasses { symmetries, canon }));
        Ok((classes.is_some() || meter.context().journal().is_some()).then_some(classes))
    }
}

/// Runs a level-by-level search, with symmetry reduction if it helps. The search receives a finder while
/// detection is still open.
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
            // Unreachable without a `SymmetryFinder`.
            End::Restart(_) => Err(Stop::bug("the symmetries of a puzzle were found twice")),
        }
    }
}

/// The number of positions that states represent; states of the start's side count as one if their classes
/// are unknown. Saturates at `u64::MAX`.
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
