//! Depth first from the first positions of one side towards the other side, remembering positions from
//! which nothing was reached.

use super::board::Cells;
use super::field::{Field, Step, Word, pegs};
use super::resource_counts::Guard;
use super::setup::Goal;
use super::side::{Known, Side};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The target of a search.
#[derive(Clone, Copy)]
pub enum Target<'t, W> {
    /// To a position of the other side.
    Meet(&'t Side<'t, W>),
    /// A goal; none has fewer pegs than this.
    Goals(&'t [Goal], usize),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Descent<W> {
    /// The jumps in order, and the positions where they start and end.
    Found(Vec<usize>, W, W),
    /// Nothing can be reached.
    Dead,
    /// The limit came first.
    Cut,
}

/// Facts that remain true across searches in the same direction toward a growing side.
#[derive(Debug)]
pub struct Memory<'m, W> {
    /// Positions from which nothing can be reached.
    pub dead: Table<'m, W>,
    /// Their number by pegs.
    pub seen: Vec<usize>,
}

impl<'m, W: Word> Memory<'m, W> {
    /// Nothing is known.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Memory { dead: Table::new(meter), seen: Vec::new() }
    }
}

/// The result of the search below one position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Found,
    Dead,
    Cut,
}

/// A search.
pub struct DepthFirst<'d, 'm, W> {
    field: &'d Field<W>,
    guard: &'d Guard,
    target: Target<'d, W>,
    memory: &'d mut Memory<'m, W>,
    room: usize,
    budgets: Vec<u32>,
    nodes: usize,
    meter: &'m Meter<'m>,
    /// The jumps of the found path in reverse order, and the position it leads to.
    path: Vec<usize>,
    end: W,
}

impl<'d, 'm, W: Word> DepthFirst<'d, 'm, W> {
    /// A search from a side: it stores at most `room` positions and expands `nodes`.
    pub fn new(
        field: &'d Field<W>,
        side: &'d Side<'d, W>,
        target: Target<'d, W>,
        memory: &'d mut Memory<'m, W>,
        room: usize,
        nodes: usize,
        meter: &'m Meter<'m>,
    ) -> Self {
        let (guard, budgets) = (side.guard(), field.budgets.clone());
        DepthFirst {
            field,
            guard,
            target,
            memory,
            room,
            budgets,
            nodes,
            meter,
            path: Vec::new(),
            end: W::ZERO,
        }
    }

    /// Depth-first search from the start of the side, with the jumps in the order of this round.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn run(mut self, side: &Side<W>, round: usize) -> Result<Descent<W>, Halted> {
        let order = order(side.steps(), round);
        let mut cut = false;
        for &begin in &side.begins {
            match self.from(begin, &order)? {
                Below::Found => {
                    self.path.reverse();
                    return Ok(Descent::Found(self.path, begin, self.end));
                }
                Below::Dead => {}
                Below::Cut => cut = true,
            }
        }
        Ok(if cut { Descent::Cut } else { Descent::Dead })
    }

    fn from(&mut self, at: W, order: &[Step<W>]) -> Result<Below, Halted> {
        let count = pegs(at);
        if let Some(end) = self.judged(at, count) {
            self.end = at;
            return Ok(end);
        }
        let lanes = self.guard.lanes(at.cells());
        if !self.guard.allows(lanes, self.guard.need(count)) {
            return Ok(Below::Dead);
        }
        self.down(at, lanes, count, order)
    }

    /// The end of a path, if the target contains it.
    fn judged(&self, at: W, count: usize) -> Option<Below> {
        let found = |yes: bool| if yes { Below::Found } else { Below::Dead };
        match self.target {
            Target::Meet(side) => {
                let across = || self.field.canon.of(self.field.mirror(at));
                match side.level(self.field.cells - count) {
                    Known::Full(level) => Some(found(level.contains(across()))),
                    Known::Nothing => Some(Below::Dead),
                    Known::Begins(level) => {
                        (!level.is_empty() && level.contains(across())).then_some(Below::Found)
                    }
                }
            }
            Target::Goals(goals, least) => {
                let cells: Cells = at.cells();
                let holds = goals.iter().any(|goal| goal.holds(cells));
                (holds || count <= least).then(|| found(holds))
            }
        }
    }

    fn down(&mut self, at: W, lanes: u128, count: usize, order: &[Step<W>]) -> Result<Below, Halted> {
        if self.nodes == 0 {
            return Ok(Below::Cut);
        }
        self.nodes -= 1;
        let own = self.field.canon.of(at);
        if self.memory.dead.contains(own) {
            return Ok(Below::Dead);
        }
        self.meter.seen(1);
        self.meter.expanded(1)?;
        let need = self.guard.need(count - 1);
        for step in order {
            if at & step.touches != step.takes {
                continue;
            }
            let left = lanes.wrapping_sub(step.loss);
            if !self.guard.allows(left, need) || !self.spend(step.index) {
                continue;
            }
            let next = at ^ step.touches;
            let result = match self.judged(next, count - 1) {
                Some(result) => {
                    self.end = next;
                    result
                }
                None => self.down(next, left, count - 1, order)?,
            };
            if result == Below::Found {
                self.path.push(step.index);
                return Ok(result);
            }
            if let Some(budget) = self.budgets.get_mut(step.index) {
                *budget += 1;
            }
            if result == Below::Cut {
                return Ok(result);
            }
        }
        if self.memory.dead.len() < self.room && self.memory.dead.insert(own, ())? {
            if self.memory.seen.len() <= count {
                self.memory.seen.resize(count + 1, 0);
            }
            if let Some(seen) = self.memory.seen.get_mut(count) {
                *seen += 1;
            }
        }
        Ok(Below::Dead)
    }

    fn spend(&mut self, jump: usize) -> bool {
        let Some(budget) = self.budgets.get_mut(jump) else { return false };
        let left = *budget > 0;
        *budget -= u32::from(left);
        left
    }
}

/// The jumps in the order of a round: as they are, the other way round, then shuffled, the same in every run.
pub fn order<W: Copy>(steps: &[Step<W>], round: usize) -> Vec<Step<W>> {
    let mut steps = steps.to_vec();
    match round {
        0 => {}
        1 => steps.reverse(),
        _ => shuffle(&mut steps, round as u64),
    }
    steps
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for last in (1..items.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        items.swap(last, (state % (last as u64 + 1)) as usize);
    }
}
