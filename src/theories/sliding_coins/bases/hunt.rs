//! The search for solutions of n moves in a window.

use rustc_hash::FxHashSet;

use super::back::Back;
use super::window::{Position, Step, Window};
use crate::theories::meter::{Halted, Meter, Room};

/// How a run of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a solution, in [`Hunt::moves`].
    Found,
    /// Every branch was searched.
    Exhausted,
    /// It was given up.
    Spent,
}

/// A search, depth first, in random order, with restarts.
pub struct Hunt<'m> {
    window: Window,
    back: Back,
    /// Keys of positions that no search needs to try again.
    dead: FxHashSet<u128>,
    /// Whether some nickel and some penny must never be lifted.
    still: bool,
    random: u64,
    nodes: u64,
    limit: u64,
    steps: Vec<Step>,
    table_room: Room<'m>,
    dead_room: Room<'m>,
    meter: &'m Meter<'m>,
}

impl<'m> Hunt<'m> {
    /// A search in a window.
    pub fn new(window: Window, still: bool, meter: &'m Meter<'m>) -> Self {
        Hunt {
            window,
            back: Back::new(window),
            dead: FxHashSet::default(),
            still,
            random: 1,
            nodes: 0,
            limit: 0,
            steps: Vec::new(),
            table_room: Room::new(meter),
            dead_room: Room::new(meter),
            meter,
        }
    }

    /// The moves from the start to the present position.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The window.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Positions known to be dead.
    pub fn dead(&self) -> usize {
        self.dead.len()
    }

    /// The tables.
    pub fn back(&self) -> &Back {
        &self.back
    }

    /// Searches anew in an order that `seed` gives, with tables of at most `table` positions, until a solution passes
    /// `accept` or so many positions are expanded.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn run(
        &mut self,
        seed: u64,
        nodes: u64,
        table: usize,
        accept: &mut dyn FnMut(&[Step]) -> bool,
    ) -> Result<End, Halted> {
        let n = self.window.n as usize;
        self.back.grow(table, n.saturating_sub(1), &mut self.table_room)?;
        self.random = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        (self.nodes, self.limit) = (0, nodes);
        self.steps.clear();
        let start = self.window.start();
        self.search(start, n, 2, start.coins, accept)
    }

    fn draw(&mut self, below: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 33) as usize % below.max(1)
    }

    /// Tries every move. `slack` is how much gain may still be missed, `idle` the cells whose coins were never lifted.
    fn search(
        &mut self,
        position: Position,
        left: usize,
        slack: i32,
        idle: u128,
        accept: &mut dyn FnMut(&[Step]) -> bool,
    ) -> Result<End, Halted> {
        if left == 0 {
            return Ok(if accept(&self.steps) { End::Found } else { End::Exhausted });
        }
        self.nodes += 1;
        self.meter.expanded(1)?;
        if self.nodes > self.limit {
            return Ok(End::Spent);
        }
        let gains: &[i32] = match slack {
            2 => &[1, 0],
            1 => &[2, 1],
            _ => &[2],
        };
        let mut steps: [Option<Step>; 32] = [None; 32];
        let mut many = 0;
        let mut rest = Vec::new();
        self.window.steps(position, gains, |step| {
            if let Some(place) = steps.get_mut(many) {
                *place = Some(step);
                many += 1;
            } else {
                rest.push(step);
            }
        });
        let mut steps: Vec<Step> = steps.into_iter().flatten().chain(rest).collect();
        for last in (1..steps.len()).rev() {
            let other = self.draw(last + 1);
            steps.swap(last, other);
        }
        for step in steps {
            let idle = idle & !super::window::ones(step.from, self.window.k);
            if self.still && !self.keeps(idle) {
                continue;
            }
            let next = self.window.played(position, step);
            let slack = slack - (2 - step.gain);
            let key = self.window.key(next);
            if let Some(key) = key {
                if left - 1 <= self.back.depth() {
                    if !self.back.holds(left - 1, key) {
                        continue;
                    }
                }
                if self.dead.contains(&key) {
                    continue;
                }
            }
            self.steps.push(step);
            let end = self.search(next, left - 1, slack, idle, accept)?;
            if end != End::Exhausted {
                return Ok(end);
            }
            self.steps.pop();
            if let Some(key) = key {
                self.dead.insert(key);
            }
        }
        Ok(End::Exhausted)
    }

    /// Whether a nickel and a penny that were never lifted can both stay where they are.
    fn keeps(&self, idle: u128) -> bool {
        let Position { nickels, .. } = self.window.start();
        let even = u128::MAX / 3;
        let (white, black) = (idle & nickels, idle & !nickels);
        (white & even != 0 && black & !even != 0) || (white & !even != 0 && black & even != 0)
    }
}
