//! Variables by activity.

use super::engine::{at, set};

/// The variables that may be decided, the most active first; of equally active ones the first.
#[derive(Default)]
pub(super) struct Heap {
    activity: Vec<f64>,
    order: Vec<u32>,
    /// By variable its place in the order, and one.
    places: Vec<u32>,
    step: f64,
}

impl Heap {
    /// The next variable.
    pub fn add(&mut self, var: u32, inside: bool) {
        self.activity.push(0.0);
        self.places.push(0);
        if self.step == 0.0 {
            self.step = 1.0;
        }
        if inside {
            self.insert(var);
        }
    }

    /// Puts a variable back.
    pub fn insert(&mut self, var: u32) {
        if at(&self.places, var as usize) == 0 {
            self.order.push(var);
            self.rise(self.order.len() - 1);
        }
    }

    /// Takes out the most active variable that is not assigned.
    pub fn pop(&mut self, assigned: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let first = self.order.first().copied()?;
            let last = self.order.pop()?;
            set(&mut self.places, first as usize, 0);
            if last != first {
                set(&mut self.order, 0, last);
                self.sink();
            }
            if !assigned(first) {
                return Some(first);
            }
        }
    }

    /// A variable is decided early, as if it had taken part in so many conflicts.
    pub fn prefer(&mut self, var: u32, conflicts: f64) {
        set(&mut self.activity, var as usize, conflicts);
        if let Some(place) = at(&self.places, var as usize).checked_sub(1) {
            self.rise(place as usize);
        }
    }

    /// A variable took part in a conflict.
    pub fn bump(&mut self, var: u32) {
        let activity = at(&self.activity, var as usize) + self.step;
        set(&mut self.activity, var as usize, activity);
        if activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.step *= 1e-100;
        }
        if let Some(place) = at(&self.places, var as usize).checked_sub(1) {
            self.rise(place as usize);
        }
    }

    /// Older conflicts count less.
    pub fn decay(&mut self) {
        self.step /= 0.95;
    }

    fn before(&self, one: u32, other: u32) -> bool {
        let of = |var: u32| at(&self.activity, var as usize);
        of(one) > of(other) || of(one) == of(other) && one < other
    }

    fn put(&mut self, place: usize, var: u32) {
        set(&mut self.order, place, var);
        set(&mut self.places, var as usize, u32::try_from(place + 1).unwrap_or(u32::MAX));
    }

    fn rise(&mut self, mut place: usize) {
        let var = at(&self.order, place);
        while place > 0 {
            let above = (place - 1) / 2;
            let other = at(&self.order, above);
            if !self.before(var, other) {
                break;
            }
            self.put(place, other);
            place = above;
        }
        self.put(place, var);
    }

    fn sink(&mut self) {
        let (var, mut place) = (at(&self.order, 0), 0);
        loop {
            let below = [2 * place + 1, 2 * place + 2];
            let held = below.iter().filter_map(|place| self.order.get(*place).map(|var| (*var, *place)));
            let first = held.reduce(|one, other| if self.before(other.0, one.0) { other } else { one });
            match first {
                Some((other, from)) if self.before(other, var) => {
                    self.put(place, other);
                    place = from;
                }
                _ => break,
            }
        }
        self.put(place, var);
    }
}
