//! Numbers of placements by a decision diagram.
//!
//! Cells are covered one after another, in an order with a short frontier. Of what was covered, a state keeps only what the
//! rest depends on: cells that are covered ahead, pieces used, sums that are not decided, and, of a set whose shape is asked
//! for, how its members hang together as far as they have neighbours that are still to come (Sekine, Imai and Tani,
//! Computing the Tutte polynomial of a graph of moderate size, 1995; Knuth's Simpath, The Art of Computer Programming 4A,
//! 7.1.4). A layer has each state once, with the number of ways that lead to it, so that narrow boards with numbers
//! of placements beyond any list are counted.

mod goal;
mod plan;
mod state;
mod steps;

use std::hash::BuildHasherDefault;

use hashbrown::HashMap;
use num_bigint::BigUint;
use rustc_hash::FxHasher;

use super::cover::Cover;
use super::sweep::{Tally, Wide};
use plan::Plan;
use puzzlec_theory::meter::{Halted, Meter, Room};
use state::Slots;

/// Packed states with their numbers.
type Layer<T> = HashMap<Box<[u8]>, T, BuildHasherDefault<FxHasher>>;

/// The number of placements; nothing where numbers are too large for the form of this count. Takes time and space in
/// proportion to the states.
///
/// # Errors
/// A limit was reached.
pub fn count(cover: &Cover, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
    let Some(plan) = Plan::new(cover) else { return Ok(None) };
    for numbers in [total::<Wide<2>>, total::<Wide<64>>] {
        if let Some(number) = numbers(&plan, meter)? {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// The number of placements, if numbers of this type do not overflow.
fn total<T: Tally>(plan: &Plan, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
    let zero = || Some(BigUint::from(0_u32));
    let Some(start) = &plan.start else { return Ok(zero()) };
    let mut room = Room::new(meter);
    let mut layer: Layer<T> = Layer::default();
    layer.insert(plan.pack(start, 0), T::one());
    let mut keys = 0;
    let (mut base, mut state) = (start.clone(), start.clone());
    for position in 0..plan.positions() {
        let mut next: Layer<T> = Layer::default();
        let (mut fits, mut bytes) = (true, 0);
        for (key, number) in &layer {
            meter.expanded(1)?;
            plan.unpack(key, position, &mut base);
            let mut put = |state: &Slots| {
                let key = plan.pack(state, position + 1);
                let length = key.len();
                let mut new = false;
                let slot = next.entry(key).or_insert_with(|| {
                    new = true;
                    number.clone()
                });
                if new {
                    meter.seen(1);
                    bytes += length;
                } else {
                    fits &= slot.add(number);
                }
            };
            if plan.is_covered(&base, position) {
                if plan.pass(&mut base, position).is_some() {
                    put(&base);
                }
                continue;
            }
            for way in plan.ways(position) {
                state.copy(&base);
                if plan.lay(&mut state, way, position).is_some() {
                    put(&state);
                }
            }
        }
        if !fits {
            return Ok(None);
        }
        let each = size_of::<(Box<[u8]>, T)>() + 1 + ALLOCATION;
        room.hold(keys + bytes + (layer.capacity() + next.capacity()) * each)?;
        (layer, keys) = (next, bytes);
    }
    let ends = layer.into_values().map(|number| number.total());
    Ok(Some(ends.sum()))
}

/// Bytes that the memory of a key takes besides its content.
const ALLOCATION: usize = 16;
