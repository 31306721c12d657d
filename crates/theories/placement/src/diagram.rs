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
use plan::Plan;
use puzzlec_theory::meter::{Halted, Meter, Room};
use state::Slots;

/// Packed states with the numbers of ways that lead to them.
type Layer = HashMap<Box<[u8]>, BigUint, BuildHasherDefault<FxHasher>>;

/// Bytes that a state takes besides the content of its key.
const STATE: usize = size_of::<(Box<[u8]>, BigUint)>() + 1 + 3 * 16;

/// The most bytes.
const MOST: usize = 1 << 30;

/// The fewest beginnings that a state stands for on average after [`ENOUGH`] ways, if a list is to take longer.
const MANY: u32 = 16;

/// Ways that are tried before a count can be judged: no two have equal rests before the frontier is full.
const ENOUGH: usize = 1 << 17;

/// A count of placements that can be stopped.
pub struct Diagram<'m> {
    plan: Plan,
    /// The next position, and the states before it.
    position: usize,
    layer: Layer,
    /// The bytes of their keys.
    keys: usize,
    /// The ways that were tried.
    expanded: usize,
    is_large: bool,
    room: Room<'m>,
}

impl<'m> Diagram<'m> {
    /// Nothing is counted yet; nothing where sums of the goal are too large.
    pub fn new(cover: &Cover, meter: &'m Meter<'m>) -> Option<Diagram<'m>> {
        let plan = Plan::new(cover)?;
        let start = plan.start.as_ref().map(|start| (plan.pack(start, 0), BigUint::from(1_u32)));
        let layer = start.into_iter().collect();
        Some(Diagram {
            plan,
            position: 0,
            layer,
            keys: 0,
            expanded: 0,
            is_large: false,
            room: Room::new(meter),
        })
    }

    /// Whether a list of all placements is likely to take longer: most beginnings have equal rests, and the states fit into
    /// memory.
    pub fn is_short(&self) -> bool {
        let beginnings = || self.layer.values().sum::<BigUint>();
        let many = || beginnings() >= BigUint::from(self.layer.len()) * MANY;
        !self.is_large && (self.expanded < ENOUGH || many())
    }

    /// The number of placements. Takes time and space in proportion to the states.
    ///
    /// # Errors
    /// A limit was reached; another call goes on with the same layer.
    pub fn number(&mut self) -> Result<BigUint, Halted> {
        while self.position < self.plan.positions() {
            let (layer, keys) = self.next()?;
            (self.layer, self.keys) = (layer, keys);
            self.position += 1;
        }
        Ok(self.layer.values().sum())
    }

    /// The states after the next position, and the bytes of their keys.
    fn next(&mut self) -> Result<(Layer, usize), Halted> {
        let (plan, position, meter) = (&self.plan, self.position, self.room.meter());
        let (mut next, mut keys) = (Layer::default(), 0);
        let Some(start) = &plan.start else { return Ok((next, keys)) };
        let (mut base, mut state) = (start.clone(), start.clone());
        for (done, (key, number)) in (1_usize..).zip(&self.layer) {
            let ways = plan.ways(position);
            meter.expanded(ways.len().max(1))?;
            self.expanded += ways.len();
            plan.unpack(key, position, &mut base);
            let mut put = |state: &Slots| {
                let key = plan.pack(state, position + 1);
                let length = key.len();
                let slot = next.entry(key).or_insert_with(|| {
                    meter.seen(1);
                    keys += length;
                    BigUint::ZERO
                });
                *slot += number;
            };
            if plan.is_covered(&base, position) {
                if plan.pass(&mut base, position).is_some() {
                    put(&base);
                }
            } else {
                for way in ways {
                    state.copy(&base);
                    if plan.lay(&mut state, way, position).is_some() {
                        put(&state);
                    }
                }
            }
            if done % HELD == 0 || done == self.layer.len() {
                let bytes = self.keys + keys + (self.layer.capacity() + next.capacity()) * STATE;
                self.is_large = bytes > MOST;
                if self.is_large {
                    return Err(Halted);
                }
                self.room.hold(bytes)?;
            }
        }
        Ok((next, keys))
    }
}

/// States between two accounts of memory.
const HELD: usize = 1 << 10;
