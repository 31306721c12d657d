//! The steps of a sweep: a cell each, with the ways to cover it together with later cells.

use rustc_hash::FxHashSet;

use super::layout::{Field, Layout};
use crate::order::Order;
use crate::packing::{GoalSet, GoalSets, NONE, Packing};

/// A step: one cell is covered, or was covered before.
#[derive(Clone, Debug)]
pub struct Step {
    /// The bit of the cell on the frontier.
    bit: u64,
    /// The ways to cover the cell and no earlier one.
    pub ways: Vec<Laying>,
    /// Entries of which later cells can take at most this many copies, where that is news.
    most: Vec<(Field, u64)>,
    /// By entry the copies that are left if they are used evenly over its ways, in 1/1024.
    even: Vec<u64>,
}

/// A way to cover the cell of a step.
#[derive(Clone, Copy, Debug)]
pub struct Laying {
    way: u32,
    /// The bit of the other cell, or none.
    bit: u64,
    left: Field,
    goals: GoalSet,
}

impl Step {
    /// The state after the step, if the cell was covered before.
    #[inline]
    pub fn covered<const W: usize>(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let mut state = *state;
        let mask = state.first_mut().filter(|mask| **mask & self.bit != 0)?;
        *mask ^= self.bit;
        Some(state)
    }

    /// The state before the step, if the cell was covered before.
    pub fn uncover<const W: usize>(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let mut state = *state;
        // The bit may belong to another cell after the step, which no passed cell covers.
        let mask = state.first_mut().filter(|mask| self.bit != 0 && **mask & self.bit == 0)?;
        *mask |= self.bit;
        Some(state)
    }

    /// The state before a way was laid, whatever its goals.
    pub fn lift<const W: usize>(&self, way: &Laying, state: &[u64; W]) -> Option<[u64; W]> {
        let mut state = *state;
        let mask = state.first_mut().filter(|mask| **mask & way.bit == way.bit)?;
        *mask ^= way.bit;
        // A bit that is still set belongs to a cell that takes over the bit of this one.
        if *mask & self.bit != 0 || way.left.is_full(&state) {
            return None;
        }
        way.left.more(&mut state);
        Some(state)
    }

    /// Whether the later cells cannot take all copies that are left.
    #[inline]
    pub fn exceeds(&self, state: &[u64]) -> bool {
        self.most.iter().any(|(field, most)| field.get(state) > *most)
    }

    /// How far the copies that are left are from an even use.
    pub fn unevenness(&self, state: &[u64], layout: &Layout) -> u64 {
        let entries = self.even.iter().zip(0..).map(|(even, entry)| {
            let left = layout.field(entry).map_or(0, |field| field.get(state));
            let off = (left << 10).abs_diff(*even);
            (off * off) >> 10
        });
        entries.sum()
    }
}

impl Laying {
    /// The state after the way is laid, if it can be.
    #[inline]
    pub fn lay<const W: usize>(
        &self,
        state: &[u64; W],
        layout: &Layout,
        goals: &mut GoalSets,
    ) -> Option<[u64; W]> {
        if state.first().is_some_and(|mask| mask & self.bit != 0) || self.left.get(state) == 0 {
            return None;
        }
        let mut state = *state;
        if layout.several() {
            let both = goals.meet(layout.goals(&state), self.goals);
            if both == GoalSets::NO_GOAL {
                return None;
            }
            layout.set_goals(&mut state, both);
        }
        self.left.less(&mut state);
        if let Some(mask) = state.first_mut() {
            *mask |= self.bit;
        }
        Some(state)
    }

    /// The number of the way.
    pub fn number(&self) -> u32 {
        self.way
    }

    /// The goals that allow it.
    pub fn goals(&self) -> GoalSet {
        self.goals
    }
}

/// By cell its bit on the frontier, and the number of bits.
pub struct Slots {
    bits: Vec<u64>,
    /// The number of bits.
    pub count: u32,
}

/// The bits of the cells on the frontier; nothing if it gets longer than a word.
pub fn slots(packing: &Packing, order: &Order) -> Option<Slots> {
    if order.width > 64 {
        return None;
    }
    let near = packing.neighbours();
    let mut passed = vec![false; near.len()];
    let mut slots = Slots { bits: vec![0; near.len()], count: 0 };
    let mut taken = 0_u64;
    for cell in &order.cells {
        *passed.get_mut(*cell as usize)? = true;
        taken &= !slots.bits.get(*cell as usize)?;
        for next in near.get(*cell as usize)? {
            let bit = slots.bits.get_mut(*next as usize)?;
            if *bit == 0 && !*passed.get(*next as usize)? {
                let free = taken.trailing_ones();
                *bit = 1_u64.checked_shl(free)?;
                taken |= *bit;
                slots.count = slots.count.max(free + 1);
            }
        }
    }
    Some(slots)
}

/// The steps of a sweep in an order.
pub fn steps(packing: &Packing, order: &Order, slots: &Slots, layout: &Layout) -> Vec<Step> {
    let mut place = vec![0_usize; order.cells.len()];
    for (at, cell) in order.cells.iter().enumerate() {
        if let Some(place) = place.get_mut(*cell as usize) {
            *place = at;
        }
    }
    let place_of = |cell: u32| place.get(cell as usize).copied().unwrap_or(0);
    let bit_of = |cell: u32| slots.bits.get(cell as usize).copied().unwrap_or(0);
    let step = |cell: &u32| Step { bit: bit_of(*cell), ways: Vec::new(), most: Vec::new(), even: Vec::new() };
    let mut steps: Vec<Step> = order.cells.iter().map(step).collect();
    for (way, number) in packing.ways().iter().zip(0..) {
        let [a, b] = way.cells;
        let (first, other) = if b != NONE && place_of(b) < place_of(a) { (b, a) } else { (a, b) };
        let Some(left) = layout.field(way.entry) else { continue };
        if let Some(step) = steps.get_mut(place_of(first)) {
            let bit = if other == NONE { 0 } else { bit_of(other) };
            step.ways.push(Laying { way: number, bit, left, goals: way.goals });
        }
    }
    bounds(packing, layout, &mut steps);
    steps
}

/// The cells on which an entry can lie, of those that a step has not passed.
#[derive(Clone, Default)]
struct Room {
    /// The cells of its first end, of its second end, and of any end.
    cells: [u64; 3],
    ways: u64,
}

impl Room {
    /// The greatest number of copies: each takes one cell of each end.
    fn most(&self) -> u64 {
        let [first, second, any] = self.cells;
        if second == 0 { first } else { first.min(second).min(any / 2) }
    }
}

/// Finds by step how many copies of each entry the later cells can take.
fn bounds(packing: &Packing, layout: &Layout, steps: &mut [Step]) {
    let entries = packing.supply().len();
    let mut rooms = vec![Room::default(); entries];
    let mut total = vec![0_u64; entries];
    for way in packing.ways() {
        if let Some(total) = total.get_mut(way.entry as usize) {
            *total += 1;
        }
    }
    let mut seen: FxHashSet<(u32, u32, u8)> = FxHashSet::default();
    let mut known: Vec<u64> = packing.supply().iter().map(|count| u64::from(*count)).collect();
    let mut tables: Vec<Vec<u64>> = Vec::with_capacity(steps.len());
    for step in steps.iter_mut().rev() {
        tables.push(rooms.iter().map(Room::most).collect());
        let even = rooms.iter().zip(&total).zip(packing.supply());
        step.even = even
            .map(|((room, total), count)| {
                ((u64::from(*count) * room.ways) << 10).checked_div(*total).unwrap_or(0)
            })
            .collect();
        for laying in &step.ways {
            let Some(way) = packing.ways().get(laying.way as usize) else { continue };
            let Some(room) = rooms.get_mut(way.entry as usize) else { continue };
            room.ways += 1;
            for (cell, end) in way.cells.into_iter().zip(0..).filter(|(cell, _)| *cell != NONE) {
                for end in [end, 2] {
                    if seen.insert((way.entry, cell, end))
                        && let Some(cells) = room.cells.get_mut(usize::from(end))
                    {
                        *cells += 1;
                    }
                }
            }
        }
    }
    for (step, most) in steps.iter_mut().zip(tables.into_iter().rev()) {
        for ((most, known), entry) in most.into_iter().zip(&mut known).zip(0..) {
            if most < *known
                && let Some(field) = layout.field(entry)
            {
                *known = most;
                step.most.push((field, most));
            }
        }
    }
}
