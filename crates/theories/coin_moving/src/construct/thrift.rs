//! Of the moves of Proposition 1.5 those that are needed: a coin is dropped only where it is needed later,
//! and the coin that is needed elsewhere last is taken for it.

use std::collections::BinaryHeap;

use crate::coins::{Coins, Move, STEPS};
use crate::problem::Problem;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// No time, and after all times.
const NEVER: u32 = u32::MAX;

/// Which of a cell's neighbours support a coin that is dropped there, when more than two could and none of
/// them is needed anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Those that have lain longest.
    Oldest,
    /// Coins of the start, which cost no move, then those that came last.
    Newest,
}

/// A board of numbers by cell.
struct Grid {
    width: i32,
    at: Vec<u32>,
}

impl Grid {
    fn new(coins: &Coins, value: u32) -> Self {
        let area = i64::from(coins.width()) * i64::from(coins.height());
        Grid { width: coins.width(), at: vec![value; usize::try_from(area).unwrap_or(0)] }
    }

    #[inline]
    fn place(&self, cell: Coord) -> usize {
        if cell.x < 0 || cell.x >= self.width {
            return usize::MAX;
        }
        usize::try_from(cell.y * self.width + cell.x).unwrap_or(usize::MAX)
    }

    #[inline]
    fn get(&self, cell: Coord) -> u32 {
        self.at.get(self.place(cell)).copied().unwrap_or(NEVER)
    }

    #[inline]
    fn set(&mut self, cell: Coord, value: u32) -> u32 {
        let place = self.place(cell);
        self.at.get_mut(place).map_or(NEVER, |slot| std::mem::replace(slot, value))
    }

    fn cell(&self, place: u32) -> Coord {
        let (place, width) = (i32::try_from(place).unwrap_or(0), self.width.max(1));
        Coord::new(place % width, place / width)
    }
}

/// What each move of a plan is good for.
struct Needs {
    /// For each move until when the coin is needed where it comes to lie; 0 where it is not.
    until: Vec<u32>,
    /// For each coin of the start the same, 0 where it is not needed.
    first: Grid,
}

/// Goes through a plan from its end: a coin is needed where the goal or a later needed move needs it.
/// Moves count from 1.
fn needs(problem: &Problem, moves: &[Move], support: Support) -> Needs {
    // When the coin on a cell came to lie there.
    let mut born = Grid::new(&problem.start, NEVER);
    problem.start.iter().for_each(|cell| {
        born.set(cell, 0);
    });
    let mut before = Vec::with_capacity(moves.len());
    for (time, step) in (1..).zip(moves) {
        before.push(born.set(step.from, NEVER));
        born.set(step.to, time);
    }
    let mut needed = Grid::new(&problem.start, 0);
    problem.goal.iter().for_each(|cell| {
        needed.set(cell, NEVER);
    });
    let mut until = vec![0; moves.len()];
    let times = (1..=u32::try_from(moves.len()).unwrap_or(NEVER)).rev();
    for (((time, step), until), before) in
        times.zip(moves.iter().rev()).zip(until.iter_mut().rev()).zip(before.iter().rev())
    {
        *until = needed.set(step.to, 0);
        born.set(step.to, NEVER);
        if *until > 0 {
            let mut beside = STEPS.map(|(x, y)| Coord::new(step.to.x + x, step.to.y + y));
            beside.sort_by_key(|cell| {
                let age = born.get(*cell);
                let needed = needed.get(*cell) > 0;
                let is_newest = support == Support::Newest && age != 0 && age != NEVER;
                let age = if is_newest { NEVER - 1 - age } else { age };
                (age == NEVER, !needed || age == NEVER, age)
            });
            for cell in beside.into_iter().take(2) {
                if needed.get(cell) == 0 {
                    needed.set(cell, time);
                }
            }
        }
        born.set(step.from, *before);
    }
    Needs { until, first: needed }
}

/// A plan with the needed moves alone, and of those none whose cell still has a coin that nothing else needs.
pub fn thrifty(
    problem: &Problem,
    moves: &[Move],
    support: Support,
    meter: &Meter<'_>,
) -> Result<Vec<Move>, Halted> {
    let mut room = Room::new(meter);
    room.hold(moves.len() * 48 + 4 * 4 * problem.start.len())?;
    meter.expanded(moves.len())?;
    let Needs { until, first } = needs(problem, moves, support);
    // When a coin is dropped next on the cell of each move, and of each coin of the start.
    let mut next = Grid::new(&problem.start, NEVER);
    let mut again = vec![NEVER; moves.len()];
    for (at, step) in moves.iter().enumerate().rev() {
        if until.get(at).is_some_and(|until| *until > 0) {
            let time = u32::try_from(at + 1).unwrap_or(NEVER);
            again.get_mut(at).into_iter().for_each(|slot| *slot = next.set(step.to, time));
        }
    }
    let mut coins = Purse::new(next, moves.len());
    for cell in problem.start.iter() {
        coins.lay(cell, first.get(cell));
    }
    let mut plan = Vec::with_capacity(moves.len());
    for (time, ((step, until), again)) in (1..).zip(moves.iter().zip(&until).zip(&again)) {
        if *until > 0 {
            if !coins.keep(step.to) {
                let Some(from) = coins.spend() else { return Ok(moves.to_vec()) };
                plan.push(Move { from, to: step.to });
            }
            coins.turn.set(step.to, *again);
            coins.lay(step.to, *until);
        }
        coins.release(time);
    }
    Ok(plan)
}

/// Coins that nothing needs until their cell's next turn, and by time the others that become so.
struct Purse {
    /// When a coin is dropped next on a cell.
    turn: Grid,
    idle: BinaryHeap<(u32, u32)>,
    is_idle: Vec<bool>,
    /// For each time the first of the cells whose coin is needed until then, and for each cell the next one.
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Purse {
    fn new(turn: Grid, times: usize) -> Self {
        let places = turn.at.len();
        let (first, next) = (vec![NEVER; times + 1], vec![NEVER; places]);
        Purse { turn, idle: BinaryHeap::new(), is_idle: vec![false; places], first, next }
    }

    /// A coin lies on a cell and is needed until a time.
    fn lay(&mut self, cell: Coord, until: u32) {
        let at = self.turn.place(cell);
        let place = u32::try_from(at).unwrap_or(NEVER);
        match until {
            0 => {
                self.idle.push((self.turn.get(cell), place));
                self.is_idle.get_mut(at).into_iter().for_each(|idle| *idle = true);
            }
            NEVER => {}
            time => {
                if let (Some(first), Some(next)) = (self.first.get_mut(time as usize), self.next.get_mut(at))
                {
                    *next = std::mem::replace(first, place);
                }
            }
        }
    }

    /// Keeps an idle coin where it lies; false where none lies.
    fn keep(&mut self, cell: Coord) -> bool {
        let at = self.turn.place(cell);
        self.is_idle.get_mut(at).is_some_and(std::mem::take)
    }

    /// Takes the idle coin whose cell has its turn last.
    fn spend(&mut self) -> Option<Coord> {
        loop {
            let (turn, place) = self.idle.pop()?;
            let cell = self.turn.cell(place);
            // Others were kept since.
            if self.turn.get(cell) == turn && self.keep(cell) {
                return Some(cell);
            }
        }
    }

    /// The coins that were needed until a time become idle.
    fn release(&mut self, time: usize) {
        let mut place = self.first.get(time).copied().unwrap_or(NEVER);
        while place != NEVER {
            let following = self.next.get(place as usize).copied().unwrap_or(NEVER);
            self.lay(self.turn.cell(place), 0);
            place = following;
        }
    }
}
