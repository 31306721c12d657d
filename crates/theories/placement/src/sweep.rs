//! Placements by a sweep over the cells.
//!
//! Cells are taken in an order with a short frontier. A state is everything on which the rest depends: the covered cells
//! of the frontier, the copies that are left of each entry, and the goals that are still possible. A layer has each state
//! once, with the number of ways that lead to it. The sweep decides and counts in time and space in proportion to the states: pieces
//! whose colours allow few neighbours, and narrow boards, have few.

mod layout;
mod steps;
mod tally;

use std::hash::BuildHasherDefault;

use hashbrown::HashMap;
use num_bigint::BigUint;
use rustc_hash::FxHasher;

use super::order::Order;
use super::packing::{GoalSets, Packing};
use layout::Layout;
use puzzlec_theory::meter::{Halted, Meter, Room};
use steps::Step;
use tally::{Tally, Wide};

/// What a sweep finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swept {
    /// A placement: its ways, in the order of the sweep.
    Found(Vec<u32>),
    /// There is none.
    None,
    /// None was found, and not all states were kept, or the states do not fit the form of this sweep.
    Unknown,
}

/// A placement, if there is one. With a `width`, layers keep at most that many states, those whose supplies run down
/// most evenly, and a sweep that drops some never answers that there is none.
///
/// # Errors
/// A limit was reached.
pub fn find(
    packing: &Packing,
    order: &Order,
    width: Option<usize>,
    meter: &Meter<'_>,
) -> Result<Swept, Halted> {
    let Some(sweep) = Sweep::new(packing, order) else { return Ok(Swept::Unknown) };
    match sweep.layout.words() {
        0..=1 => sweep.find::<1>(width, meter),
        2 => sweep.find::<2>(width, meter),
        3..=16 => sweep.find::<16>(width, meter),
        _ => Ok(Swept::Unknown),
    }
}

/// The number of placements that reach some goal; nothing if the states do not fit the form of this sweep.
///
/// # Errors
/// A limit was reached.
pub fn count(packing: &Packing, order: &Order, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
    let Some(sweep) = Sweep::new(packing, order) else { return Ok(None) };
    match sweep.layout.words() {
        0..=1 => sweep.count::<1>(meter),
        2 => sweep.count::<2>(meter),
        3..=16 => sweep.count::<16>(meter),
        _ => Ok(None),
    }
}

/// States with a value each.
type Layer<const W: usize, T> = HashMap<[u64; W], T, BuildHasherDefault<FxHasher>>;

/// A sweep that is prepared.
struct Sweep<'p> {
    packing: &'p Packing,
    layout: Layout,
    steps: Vec<Step>,
}

impl<'p> Sweep<'p> {
    /// Nothing where the frontier is longer than a word.
    fn new(packing: &'p Packing, order: &Order) -> Option<Self> {
        let slots = steps::slots(packing, order)?;
        let layout = Layout::new(packing, slots.count);
        let steps = steps::steps(packing, order, &slots, &layout);
        Some(Sweep { packing, layout, steps })
    }

    fn find<const W: usize>(&self, width: Option<usize>, meter: &Meter<'_>) -> Result<Swept, Halted> {
        let mut goals = self.packing.goals().clone();
        let mut layers: Vec<Vec<[u64; W]>> = Vec::new();
        let mut room = Room::new(meter);
        let (mut layer, mut bytes, mut all) = (self.start::<W, ()>(), 0, true);
        for (at, step) in self.steps.iter().enumerate() {
            let mut next = Layer::default();
            self.advance(step, &layer, &mut next, &mut goals, meter)?;
            let mut states: Vec<[u64; W]> = layer.into_keys().collect();
            states.sort_unstable();
            bytes += states.len() * size_of::<[u64; W]>();
            layers.push(states);
            layer = next;
            if let Some(width) = width.filter(|width| layer.len() > *width) {
                all = false;
                layer = self.most_even(at, layer, width);
            }
            room.hold(bytes + layer.capacity() * (size_of::<[u64; W]>() + 1))?;
            if layer.is_empty() {
                return Ok(if all { Swept::None } else { Swept::Unknown });
            }
        }
        let mut ends: Vec<[u64; W]> = layer.into_keys().collect();
        ends.sort_unstable();
        let end = ends.iter().find_map(|end| Some((*end, goals.first(self.layout.goals(end))?)));
        let found = end.and_then(|(end, goal)| self.back(&layers, end, goal, &goals));
        Ok(found.map_or(if all { Swept::None } else { Swept::Unknown }, Swept::Found))
    }

    fn count<const W: usize>(&self, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
        for numbers in [Self::total::<W, Wide<2>>, Self::total::<W, Wide<64>>] {
            if let Some(number) = numbers(self, meter)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The number of placements, if numbers of this type do not overflow.
    fn total<const W: usize, T: Tally>(&self, meter: &Meter<'_>) -> Result<Option<BigUint>, Halted> {
        let mut goals = self.packing.goals().clone();
        let mut room = Room::new(meter);
        let mut layer = self.start::<W, T>();
        for step in &self.steps {
            let mut next = Layer::default();
            if !self.advance(step, &layer, &mut next, &mut goals, meter)? {
                return Ok(None);
            }
            let each = size_of::<[u64; W]>() + size_of::<T>() + 1;
            room.hold((layer.capacity() + next.capacity()) * each)?;
            layer = next;
        }
        let ends = layer.iter().filter(|(end, _)| goals.first(self.layout.goals(*end)).is_some());
        Ok(Some(ends.map(|(_, number)| number.total()).sum()))
    }

    fn start<const W: usize, T: Tally>(&self) -> Layer<W, T> {
        let mut layer = Layer::default();
        if !self.packing.overfull() && self.packing.goals().count() > 0 {
            layer.insert(self.layout.start(self.packing), T::one());
        }
        layer
    }

    /// The states after a step. Returns false if a number overflowed.
    fn advance<const W: usize, T: Tally>(
        &self,
        step: &Step,
        layer: &Layer<W, T>,
        next: &mut Layer<W, T>,
        goals: &mut GoalSets,
        meter: &Meter<'_>,
    ) -> Result<bool, Halted> {
        let mut fits = true;
        let mut put = |state: [u64; W], value: &T| {
            if step.exceeds(&state) {
                return;
            }
            let mut new = false;
            let slot = next.entry(state).or_insert_with(|| {
                new = true;
                value.clone()
            });
            if new {
                meter.seen(1);
            } else {
                fits &= slot.add(value);
            }
        };
        for (state, value) in layer {
            meter.expanded(1)?;
            if let Some(state) = step.covered(state) {
                put(state, value);
                continue;
            }
            for way in &step.ways {
                if let Some(state) = way.lay(state, &self.layout, goals) {
                    put(state, value);
                }
            }
        }
        Ok(fits)
    }

    /// The ways along a path through the layers to a state at the end, for one goal.
    fn back<const W: usize>(
        &self,
        layers: &[Vec<[u64; W]>],
        end: [u64; W],
        goal: usize,
        goals: &GoalSets,
    ) -> Option<Vec<u32>> {
        let mut ways = Vec::new();
        let mut state = end;
        for (step, layer) in self.steps.iter().zip(layers).rev() {
            let earlier = |state: [u64; W]| {
                let from = layer.partition_point(|one| self.layout.less(one, &state));
                let same = layer.iter().skip(from).take_while(|one| self.layout.same(*one, &state));
                same.copied().find(|one| goals.contains(self.layout.goals(one), goal))
            };
            let passed = step.uncover(&state).and_then(earlier);
            let laid = || {
                let allowed = step.ways.iter().filter(|way| goals.contains(way.goals(), goal));
                allowed.into_iter().find_map(|way| Some((way.number(), earlier(step.lift(way, &state)?)?)))
            };
            state = match passed {
                Some(earlier) => earlier,
                None => {
                    let (way, earlier) = laid()?;
                    ways.push(way);
                    earlier
                }
            };
        }
        ways.reverse();
        Some(ways)
    }

    /// The states of a layer whose supplies run down most evenly.
    fn most_even<const W: usize>(&self, at: usize, layer: Layer<W, ()>, width: usize) -> Layer<W, ()> {
        let Some(step) = self.steps.get(at) else { return layer };
        let mut states: Vec<(u64, [u64; W])> =
            layer.into_keys().map(|state| (step.unevenness(&state, &self.layout), state)).collect();
        states.select_nth_unstable(width);
        states.truncate(width);
        states.into_iter().map(|(_, state)| (state, ())).collect()
    }
}
