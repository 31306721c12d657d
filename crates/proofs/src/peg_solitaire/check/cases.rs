//! Trees of cases on how often jumps are played, each closed by weights.

use std::collections::BTreeMap;

use super::super::proof::{Case, Weights};
use super::game::{Cells, Game, Jump};
use super::held::Held;
use puzzlec_base::Progress;
use puzzlec_checker::Unproved;
use puzzlec_task::SearchContext;

/// A range of a number of repetitions; without an upper end it is unbounded.
#[derive(Clone, Copy)]
struct Times {
    low: u32,
    high: Option<u32>,
}

impl Times {
    const ANY: Times = Times { low: 0, high: None };

    fn cut(&mut self, at: u32, more: bool) -> Result<(), Unproved> {
        if more {
            self.low = self.low.max(at.checked_add(1).ok_or_else(large)?);
        } else {
            self.high = Some(self.high.map_or(at, |high| high.min(at)));
        }
        Ok(())
    }

    fn never(&self) -> bool {
        self.high.is_some_and(|high| high < self.low)
    }

    /// The maximum of a multiple of the range.
    fn most(&self, each: i128) -> Result<i128, Unproved> {
        let times = match each.signum() {
            0 => return Ok(0),
            1 => self.high.ok_or_else(|| Unproved::wrong("a jump that gains is played without a bound"))?,
            _ => self.low,
        };
        each.checked_mul(times.into()).ok_or_else(large)
    }
}

fn large() -> Unproved {
    Unproved::wrong("its numbers are too large")
}

fn sum(parts: impl IntoIterator<Item = i128>) -> Result<i128, Unproved> {
    parts.into_iter().try_fold(0_i128, i128::checked_add).ok_or_else(large)
}

#[derive(Default)]
struct Bounds {
    jumps: BTreeMap<usize, Times>,
    beside: BTreeMap<(usize, u8), Times>,
}

impl Bounds {
    fn jump(&self, jump: usize) -> Times {
        self.jumps.get(&jump).copied().unwrap_or(Times::ANY)
    }
}

/// The constraint that a split adds to a case: a bound on the number of times a jump is played, which may
/// count only those beside a cell.
#[derive(Clone, Copy)]
struct Cut {
    jump: usize,
    beside: Option<u8>,
    at_most: u32,
    more: bool,
}

/// A constraint, and the bound that it replaced: `None` if there was none.
type Made = (Cut, Option<Times>);

impl Bounds {
    fn cut(&mut self, cut: Cut) -> Result<Made, Unproved> {
        let Cut { jump, beside, at_most, more } = cut;
        let before = match beside {
            None => self.jumps.get(&jump).copied(),
            Some(cell) => self.beside.get(&(jump, cell)).copied(),
        };
        let mut times = before.unwrap_or(Times::ANY);
        times.cut(at_most, more)?;
        self.put(cut, Some(times));
        Ok((cut, before))
    }

    fn put(&mut self, cut: Cut, times: Option<Times>) {
        match (cut.beside, times) {
            (None, Some(times)) => drop(self.jumps.insert(cut.jump, times)),
            (None, None) => drop(self.jumps.remove(&cut.jump)),
            (Some(cell), Some(times)) => drop(self.beside.insert((cut.jump, cell), times)),
            (Some(cell), None) => drop(self.beside.remove(&(cut.jump, cell))),
        }
    }
}

/// Whether no game from the start to the goal has counts of any case.
pub(super) fn check(
    game: &Game,
    goal: Cells,
    tree: &[Case],
    context: &SearchContext,
) -> Result<(), Unproved> {
    let mut held = None;
    let mut here = Bounds::default();
    // The constraints of the current case; for each, whether its second case is still open.
    let mut path: Vec<Made> = Vec::new();
    let mut done = false;
    for (at, node) in tree.iter().enumerate() {
        if at.is_multiple_of(1 << 6) {
            context.poll(&Progress::default())?;
        }
        if done {
            return Err(Unproved::wrong("there are cases after the last"));
        }
        match node {
            Case::Closed(weights) => {
                if !here.jumps.values().chain(here.beside.values()).any(Times::never) {
                    closed(game, goal, &here, weights, &mut held)?;
                }
                // On to the second case of the last split whose first was this.
                done = true;
                while let Some((cut, before)) = path.pop() {
                    here.put(cut, before);
                    if !cut.more {
                        path.push(here.cut(Cut { more: true, ..cut })?);
                        done = false;
                        break;
                    }
                }
            }
            Case::Split { jump, beside, at_most } => {
                let jump = game.jump(jump)?;
                let beside = beside.as_ref().map(|cell| bystander(game, jump, cell)).transpose()?;
                path.push(here.cut(Cut { jump, beside, at_most: *at_most, more: false })?);
            }
        }
    }
    if done { Ok(()) } else { Err(Unproved::wrong("a case is left out")) }
}

/// A cell that a jump does not touch.
fn bystander(game: &Game, jump: usize, name: &str) -> Result<u8, Unproved> {
    let cell = game.cell(name)?;
    let apart = game.jumps.get(jump).is_some_and(|j| !j.cells().contains(&cell));
    if apart { Ok(cell) } else { Err(Unproved::wrong("a jump is counted beside one of its own cells")) }
}

/// The weights of a case.
struct Energy {
    pegs: BTreeMap<u8, i128>,
    pairs: BTreeMap<(u8, u8), i128>,
    held: BTreeMap<u8, i128>,
    together: BTreeMap<(u8, u8), i128>,
    beside: BTreeMap<(usize, u8), i128>,
}

impl Energy {
    fn read(game: &Game, weights: &Weights) -> Result<Energy, Unproved> {
        let twice = || Unproved::wrong("something has two weights");
        let mut beside = BTreeMap::new();
        let (pairs, together) = (couples(game, &weights.pairs)?, couples(game, &weights.together)?);
        for (jump, cell, weight) in &weights.beside {
            let jump = game.jump(jump)?;
            if beside.insert((jump, bystander(game, jump, cell)?), i128::from(*weight)).is_some() {
                return Err(twice());
            }
        }
        let (pegs, held) = (game.weights(&weights.pegs)?, game.weights(&weights.held)?);
        Ok(Energy { pegs, pairs, held, together, beside })
    }

    fn one(&self, cell: u8) -> i128 {
        self.pegs.get(&cell).copied().unwrap_or(0)
    }

    fn two(&self, one: u8, other: u8) -> i128 {
        self.pairs.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
    }

    /// The weight of a position.
    fn of(&self, at: Cells) -> Result<i128, Unproved> {
        let stands = |cell: u8| at >> cell & 1 == 1;
        let pegs = self.pegs.iter().filter(|(cell, _)| stands(**cell)).map(|(_, weight)| *weight);
        let pairs = self.pairs.iter().filter(|((a, b), _)| stands(*a) && stands(*b));
        sum(pegs.chain(pairs.map(|(_, weight)| *weight)))
    }

    /// The maximum that a jump adds to the weight of a position and of the time that cells hold pegs, for any
    /// other pegs; without the part covered by bounds on jumps beside cells.
    fn gain(&self, index: usize, jump: Jump, cells: u8) -> Result<i128, Unproved> {
        let held = |cell: u8| self.held.get(&cell).copied().unwrap_or(0);
        let Jump { from, over, to } = jump;
        let own = [self.one(to), -self.one(from), -self.one(over), -self.two(from, over)];
        let others = (0..cells).filter(|cell| !jump.cells().contains(cell)).map(|cell| {
            let paid = self.beside.get(&(index, cell)).copied().unwrap_or(0);
            let gain = self.two(cell, to) - self.two(cell, from) - self.two(cell, over) + held(cell) - paid;
            let couples = self.together.iter().filter(|((a, b), _)| cell == *a || cell == *b);
            (gain + couples.map(|(_, weight)| weight).sum::<i128>()).max(0)
        });
        let touches = |cell: &u8| jump.cells().contains(cell);
        let couples = self.together.iter().filter(|((a, b), weight)| {
            if **weight < 0 { touches(a) || touches(b) } else { touches(a) && touches(b) }
        });
        let couples = couples.map(|(_, weight)| *weight);
        sum(own.into_iter().chain(jump.cells().map(held)).chain(couples).chain(others))
    }
}

/// Weights of pairs of cells, each pair once.
fn couples(game: &Game, written: &[(String, String, i64)]) -> Result<BTreeMap<(u8, u8), i128>, Unproved> {
    let mut read = BTreeMap::new();
    for (one, other, weight) in written {
        let (one, other) = (game.cell(one)?, game.cell(other)?);
        if one >= other || read.insert((one, other), i128::from(*weight)).is_some() {
            return Err(Unproved::wrong("the pairs of cells are not in the order of the board, each once"));
        }
    }
    Ok(read)
}

/// Whether a game would have to raise the weights more than the jumps of a case can.
fn closed(
    game: &Game,
    goal: Cells,
    case: &Bounds,
    weights: &Weights,
    held: &mut Option<Held>,
) -> Result<(), Unproved> {
    let energy = Energy::read(game, weights)?;
    let mut needed = vec![energy.of(goal)?, -energy.of(game.start)?];
    if !(energy.held.is_empty() && energy.together.is_empty()) {
        let known = held.get_or_insert_with(|| Held::of(game, goal));
        for (cell, weight) in &energy.held {
            let (low, high) = known.times(*cell).ok_or_else(large)?;
            let times = if *weight > 0 { low } else { high };
            needed.push(weight.checked_mul(times.into()).ok_or_else(large)?);
        }
        for ((one, other), weight) in &energy.together {
            if *weight != 0 && !known.exclude(*one, *other, *weight > 0) {
                return Err(Unproved::wrong("two cells do not exclude each other"));
            }
            needed.push(weight.checked_mul(known.moves().into()).ok_or_else(large)?);
        }
    }
    let mut most = Vec::new();
    for (index, jump) in game.jumps.iter().enumerate() {
        let times = case.jump(index);
        if times.high != Some(0) {
            most.push(times.most(energy.gain(index, *jump, game.cells)?)?);
        }
    }
    for ((jump, cell), weight) in &energy.beside {
        let mut times = case.beside.get(&(*jump, *cell)).copied().unwrap_or(Times::ANY);
        // A jump is not played more often beside a cell than at all.
        times.high = [times.high, case.jump(*jump).high].into_iter().flatten().min();
        most.push(times.most(*weight)?);
    }
    if sum(needed)? > sum(most)? { Ok(()) } else { Err(Unproved::wrong("the weights do not close a case")) }
}
