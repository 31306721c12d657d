//! Uniform-cost search where a move costs as many as the pieces it moves.

use std::collections::BTreeMap;

use super::Outcome;
use super::column::Column;
use super::meter::Meter;
use super::store::{Batch, Store};
use super::ways::NONE;
use crate::base::Limit;
use crate::task::ActionId;
use crate::task::packed::{Packed, Scratch};

/// The cheapest way known to a state.
#[derive(Clone, Copy)]
struct Way {
    cost: u64,
    parent: u32,
    by: u32,
}

/// Bytes to account for at once for what waits in the queue.
const QUEUE_BYTES: u64 = 1 << 16;

/// States by cost; a state may wait at several costs, of which the least counts.
#[derive(Default)]
struct Queue {
    buckets: BTreeMap<u64, Vec<u32>>,
    pushed: u64,
}

impl Queue {
    fn push(&mut self, cost: u64, id: u32, meter: &mut Meter) -> Result<(), Limit> {
        // Four bytes, and as much again for what a growing bucket leaves free.
        if self.pushed.is_multiple_of(QUEUE_BYTES / 8) {
            meter.grow(QUEUE_BYTES)?;
        }
        self.pushed += 1;
        self.buckets.entry(cost).or_default().push(id);
        Ok(())
    }
}

/// Finds a plan that moves fewest pieces.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(packed: &Packed, meter: &mut Meter) -> Result<Outcome, Limit> {
    let mut store = Store::<W>::new(meter)?;
    let mut ways: Column<Way> = Column::new();
    let mut queue = Queue::default();
    let mut batch: Batch<W, Way> = Batch::new();
    let mut scratch = Scratch::default();
    let mut levels = Vec::new();
    let mut level = None;

    store.insert(&packed.start(), meter)?;
    ways.push(Way { cost: 0, parent: NONE, by: NONE }, meter)?;
    queue.push(0, 0, meter)?;
    while let Some((cost, bucket)) = queue.buckets.pop_first() {
        meter.proved(cost, bucket.len() as u64);
        meter.poll()?;
        // Moves of no piece refill a bucket.
        if level.replace(cost) != Some(cost) {
            levels.push(0);
        }
        for id in bucket {
            if ways.get(id).is_none_or(|w| w.cost != cost) {
                continue;
            }
            let state = store.state(id);
            if packed.goal.holds(&state) {
                return Ok(Outcome::Plan(plan(packed, &ways, id)));
            }
            if let Some(size) = levels.last_mut() {
                *size += 1;
            }
            let before = batch.len();
            packed.moves.each(&state, &mut scratch, |by, after| {
                let cost = cost.saturating_add(u64::from(packed.moves.pieces(by)));
                batch.push(after, Way { cost, parent: id, by });
            });
            meter.expanded((batch.len() - before) as u64)?;
            if batch.is_full() {
                flush(&mut store, &mut batch, &mut ways, &mut queue, meter)?;
            }
        }
        flush(&mut store, &mut batch, &mut ways, &mut queue, meter)?;
    }
    Ok(Outcome::Exhausted(levels))
}

fn flush<const W: usize>(
    store: &mut Store<W>,
    batch: &mut Batch<W, Way>,
    ways: &mut Column<Way>,
    queue: &mut Queue,
    meter: &mut Meter,
) -> Result<(), Limit> {
    store.insert_all(batch, meter, |way, entry, _, meter| {
        if entry.new {
            ways.push(way, meter)?;
            queue.push(way.cost, entry.id, meter)?;
        } else if let Some(old) = ways.get_mut(entry.id).filter(|old| way.cost < old.cost) {
            *old = way;
            queue.push(way.cost, entry.id, meter)?;
        }
        Ok(true)
    })?;
    Ok(())
}

fn plan(packed: &Packed, ways: &Column<Way>, goal: u32) -> Vec<ActionId> {
    let mut actions = Vec::new();
    let mut at = goal;
    while let Some(way) = ways.get(at).filter(|w| w.parent != NONE) {
        actions.push(packed.moves.action(way.by));
        at = way.parent;
    }
    actions.reverse();
    actions
}
