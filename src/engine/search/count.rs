//! Counting shortest plans.

use super::column::Column;
use super::meter::Meter;
use super::store::{Batch, Store};
use crate::base::{Budget, Limit};
use crate::task::packed::{Job, Packed, Scratch};
use crate::task::{Task, relaxed};

/// The length of a shortest plan in actions and the number of different shortest sequences of
/// actions, or `None` if there is no plan. Lengths are in actions whatever the task's measure.
///
/// Breadth-first over all positions up to that length; each passes the number of ways to it on.
///
/// # Errors
/// The limit that came first; [`Limit::Size`] if a number does not fit in 128 bits.
pub fn shortest_count(task: &Task, budget: &Budget) -> Result<Option<(u64, u128)>, Limit> {
    budget.poll(&Default::default())?;
    let packed = Packed::new(task, &relaxed(task))?;
    packed.dispatch(Count { meter: &mut Meter::new(budget) })
}

struct Count<'a, 'b> {
    meter: &'a mut Meter<'b>,
}

impl Job for Count<'_, '_> {
    type Output = Option<(u64, u128)>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Self::Output, Limit> {
        let meter = self.meter;
        let start = packed.start();
        if packed.goal.holds(&start) {
            return Ok(Some((0, 1)));
        }
        let mut store = Store::<W>::new(meter)?;
        let mut batch: Batch<W, u32> = Batch::new();
        let mut scratch = Scratch::default();
        store.insert(&start, meter)?;
        // The level's first state, and for its states the ways to them.
        let (mut first, mut ways) = (0, Column::new());
        ways.push(1_u128, meter)?;
        for length in 1.. {
            let next = store.len();
            if next == first {
                return Ok(None);
            }
            meter.proved(length, u64::from(next - first));
            meter.poll()?;
            let (mut sums, mut goals) = (Column::<u128>::new(), Vec::new());
            for id in first..next {
                let state = store.state(id);
                let before = batch.len();
                packed.moves.each(&state, &mut scratch, |_, after| batch.push(after, id - first));
                meter.expanded((batch.len() - before) as u64)?;
                if batch.is_full() || id + 1 == next {
                    store.insert_all(&mut batch, meter, |from, entry, state, meter| {
                        let more = ways.get(from).copied().unwrap_or(0);
                        if entry.new {
                            sums.push(more, meter)?;
                            if packed.goal.holds(state) {
                                goals.push(entry.id - next);
                            }
                        } else if entry.id >= next
                            && let Some(sum) = sums.get_mut(entry.id - next)
                        {
                            *sum = sum.checked_add(more).ok_or_else(too_many)?;
                        }
                        Ok(true)
                    })?;
                }
            }
            if !goals.is_empty() {
                let of = goals.iter().filter_map(|goal| sums.get(*goal));
                let total = of.copied().try_fold(0_u128, u128::checked_add).ok_or_else(too_many)?;
                return Ok(Some((length, total)));
            }
            std::mem::replace(&mut ways, sums).free(meter);
            first = next;
        }
        Ok(None)
    }
}

pub(super) fn too_many() -> Limit {
    Limit::Size { what: "there are more shortest plans than a number of 128 bits can say".into() }
}
