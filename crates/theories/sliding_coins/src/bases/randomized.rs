//! The search for solutions of n moves in a window.

use super::backward::Backward;
use super::window::{Position, Step, Window};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// How a run of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a solution that is accepted.
    Found,
    /// Every position was tried.
    Exhausted,
    /// After its share of positions.
    Spent,
}

/// Numbers that look random, the same for a seed on every run.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next one, below a bound.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 33) % u64::from(bound.max(1))).unwrap_or(0)
    }
}

/// A search in one window, depth first, in random order, with restarts.
///
/// In such a window, after a first move that makes a pair, free cells are always blocks of k: every later move makes a
/// pair, so it lands beside a coin, in a gap of k or of 2k cells. Positions with other gaps come only from a first move
/// that makes none; they are searched without tables.
pub struct Randomized<'m> {
    window: Window,
    back: Backward,
    /// Keys of positions from which no solution leads. The number of pairs gives the number of moves left.
    dead: Table<'m, u128>,
    random: Random,
    /// Solutions that were offered.
    offered: u64,
    nodes: u64,
    limit: u64,
    steps: Vec<Step>,
    table_room: Room<'m>,
    meter: &'m Meter<'m>,
}

impl<'m> Randomized<'m> {
    /// A search in a window.
    pub fn new(window: Window, meter: &'m Meter<'m>) -> Self {
        Randomized {
            window,
            back: Backward::new(window),
            dead: Table::new(meter),
            random: Random::new(0),
            offered: 0,
            nodes: 0,
            limit: 0,
            steps: Vec::new(),
            table_room: Room::new(meter),
            meter,
        }
    }

    /// The window.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Restarts the search in an order that `seed` gives, with tables of at most `table` positions, until a solution passes
    /// `accept` or `nodes` positions are expanded.
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
        self.random = Random::new(seed);
        (self.nodes, self.limit) = (0, nodes);
        self.steps.clear();
        let start = self.window.start();
        self.search(start, n, 2, accept)
    }

    /// Tries every move. `slack` is the gain that the moves left may miss.
    fn search(
        &mut self,
        position: Position,
        left: usize,
        slack: i32,
        accept: &mut dyn FnMut(&[Step]) -> bool,
    ) -> Result<End, Halted> {
        if left == 0 {
            self.offered += 1;
            return Ok(if accept(&self.steps) { End::Found } else { End::Exhausted });
        }
        self.nodes += 1;
        self.meter.seen(1);
        self.meter.expanded(1)?;
        if self.nodes > self.limit {
            return Ok(End::Spent);
        }
        let gains: &[i32] = match slack {
            2 => &[1, 0],
            1 => &[2, 1],
            _ => &[2],
        };
        let mut steps = Vec::with_capacity(8);
        self.window.steps(position, gains, |step| steps.push(step));
        for last in (1..steps.len()).rev() {
            let other = self.random.below(u32::try_from(last + 1).unwrap_or(u32::MAX));
            steps.swap(last, other as usize);
        }
        for step in steps {
            let next = self.window.played(position, step);
            let slack = slack - (2 - step.gain);
            let key = self.window.key(next);
            // A table that is not there holds everything.
            if key.is_some_and(|key| !self.back.holds(left - 1, key) || self.dead.contains(key)) {
                continue;
            }
            self.steps.push(step);
            let offered = self.offered;
            let end = self.search(next, left - 1, slack, accept)?;
            if end != End::Exhausted {
                return Ok(end);
            }
            self.steps.pop();
            if let Some(key) = key.filter(|_| self.offered == offered) {
                self.dead.insert(key, ())?;
            }
        }
        Ok(End::Exhausted)
    }
}
