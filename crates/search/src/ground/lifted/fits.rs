//! The values of a variable that the guards allow while the other variables are open.

use rustc_hash::FxHashMap;

use crate::ground::outlook::Outlook;
use puzzlec_model::expr::Test;
use puzzlec_model::query::Bound;
use puzzlec_task::VarId;

/// Maximum number of variables that the test of a value may read for its result to be kept.
const MOST_READS: usize = 64;

/// Which values of a variable the guards allow at the last position.
pub(super) struct Fits {
    /// By value, the result of its last test, if it still holds.
    known: Vec<Option<bool>>,
    /// By value, the variables that its tests read, in order.
    reads: Vec<Vec<VarId>>,
    /// By variable, the values whose tests read it.
    readers: FxHashMap<VarId, Vec<u32>>,
}

impl Fits {
    pub(super) fn new(values: usize) -> Self {
        Fits { known: vec![None; values], reads: vec![Vec::new(); values], readers: FxHashMap::default() }
    }

    /// Forgets the tests that read what changed.
    pub(super) fn forget(&mut self, changed: &[VarId]) {
        for value in changed.iter().filter_map(|var| self.readers.get(var)).flatten() {
            if let Some(known) = self.known.get_mut(*value as usize) {
                *known = None;
            }
        }
    }

    /// Whether the guards may hold for a value, which is in its slot.
    pub(super) fn may(
        &mut self,
        value: u32,
        outlook: &Outlook<'_>,
        guards: &[&Test],
        slots: &mut Vec<Option<Bound>>,
    ) -> bool {
        let at = value as usize;
        if let Some(known) = self.known.get(at).copied().flatten() {
            return known;
        }
        outlook.reads.borrow_mut().clear();
        let may = guards.iter().all(|guard| outlook.outcomes(guard, slots).holds);
        let mut reads = outlook.reads.take();
        reads.sort_unstable();
        reads.dedup();
        if reads.len() > MOST_READS {
            return may;
        }
        if let (Some(known), Some(own)) = (self.known.get_mut(at), self.reads.get_mut(at)) {
            *known = Some(may);
            for var in reads {
                if let Err(place) = own.binary_search(&var) {
                    own.insert(place, var);
                    self.readers.entry(var).or_default().push(value);
                }
            }
        }
        may
    }
}
