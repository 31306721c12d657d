//! Rounds of a search: both sides grow, beams and dives go from each side towards the other.

use super::beam::{Taste, beam};
use super::board::Cells;
use super::dive::{Dive, Dived, Memory, Target};
use super::field::Field;
use super::plan::Plan;
use super::side::{Side, meeting};
use super::word::Word;
use crate::theories::meter::{Halted, Meter};

/// Positions of the first round; each round has twice those of the round before.
const FIRST: usize = 512;

/// How a search ended.
pub enum End {
    /// Jumps in the order of play and the last position, up to a symmetry of the group.
    Way(Vec<usize>, Cells),
    /// There is no game; what was seen.
    Never(Vec<(usize, usize)>),
    /// Not yet; what was seen.
    Paused(Vec<(usize, usize)>),
    /// Out of room, with so many positions held.
    Stopped(usize),
}

/// Both sides of a search and what its dives remember.
pub struct Search<'p, 'm, W> {
    meter: &'m Meter<'m>,
    plan: &'p Plan<'p>,
    field: Field<W>,
    ahead: Side<'m, W>,
    /// The side of the goals in the mirror, when they can be listed.
    behind: Option<Side<'m, W>>,
    memory: Memory<'m, W>,
    mirrored: Memory<'m, W>,
    most: usize,
}

impl<'p, 'm, W: Word> Search<'p, 'm, W> {
    /// From a plan, with at most so many positions held.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(plan: &'p Plan<'p>, most: usize, meter: &'m Meter<'m>) -> Result<Self, Halted> {
        let field = Field::new(plan.board, plan.budgets.clone(), &plan.group);
        let word = |at: &Cells| W::of(*at);
        let ahead = Side::new(&field, vec![word(&plan.start)], plan.guard.clone(), meter)?;
        let across = |ends: &Vec<Cells>| ends.iter().map(|at| field.mirror(W::of(*at))).collect();
        let behind = match &plan.ends {
            Some(ends) => Some(Side::new(&field, across(ends), plan.mirror_guard.clone(), meter)?),
            None => None,
        };
        let (memory, mirrored) = (Memory::new(meter), Memory::new(meter));
        Ok(Search { meter, plan, field, ahead, behind, memory, mirrored, most })
    }

    fn held(&self) -> usize {
        let sides = self.ahead.total() + self.behind.as_ref().map_or(0, Side::total);
        sides + self.memory.dead.len() + self.mirrored.dead.len()
    }

    /// Rounds with more and more positions; with `pause` not past rounds of so many.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn run(mut self, pause: Option<usize>) -> Result<End, Halted> {
        let mut nodes = FIRST;
        for round in 0.. {
            if let Some(end) = self.grow(nodes)? {
                return Ok(end);
            }
            if let Some(end) = self.beams(round, nodes)? {
                return Ok(end);
            }
            if let Some(end) = self.dive(round, nodes)? {
                return Ok(end);
            }
            if let Some(end) = self.dive_mirrored(round, nodes)? {
                return Ok(end);
            }
            self.meter.poll()?;
            if self.held() >= self.most {
                break;
            }
            nodes = nodes.saturating_mul(2);
            if pause.is_some_and(|pause| nodes > pause) {
                return Ok(End::Paused(self.levels()));
            }
        }
        Ok(End::Stopped(self.held()))
    }

    /// The smaller side grows while there is room in this round.
    fn grow(&mut self, nodes: usize) -> Result<Option<End>, Halted> {
        let Some(behind) = &mut self.behind else { return self.grow_alone(nodes) };
        loop {
            if let Some(found) = meeting(&self.field, &self.ahead, behind) {
                return Ok(Some(match found {
                    Some(at) => self.joined(at).unwrap_or_else(|| End::Stopped(self.held())),
                    None => End::Never(self.levels()),
                }));
            }
            let held = self.memory.dead.len() + self.mirrored.dead.len();
            let left = self.most.saturating_sub(self.ahead.total() + behind.total() + held);
            let side =
                if self.ahead.forecast() <= behind.forecast() { &mut self.ahead } else { &mut *behind };
            let room = (nodes * 2).saturating_sub(side.total());
            if side.forecast() > room || !side.grow(&self.field, left)? {
                return Ok(None);
            }
        }
    }

    fn grow_alone(&mut self, nodes: usize) -> Result<Option<End>, Halted> {
        while self.ahead.forecast() <= (nodes * 2).saturating_sub(self.ahead.total()) {
            if self.ahead.exhausted() || self.ahead.bottom() <= self.plan.least {
                return Ok(Some(End::Never(self.levels())));
            }
            let left = self.most.saturating_sub(self.held());
            if !self.ahead.grow(&self.field, left)? {
                return Ok(None);
            }
            let goals = &self.plan.goals;
            if let Some(at) = self.ahead.lowest().find(|at| goals.iter().any(|goal| goal.holds(at.cells()))) {
                return Ok(self.ahead.back(&self.field, at).map(|(mut path, _)| {
                    path.reverse();
                    End::Way(path, at.cells())
                }));
            }
        }
        Ok(None)
    }

    /// The way through a position of the first side that the other side also has.
    fn joined(&self, at: W) -> Option<End> {
        let (mut path, _) = self.ahead.back(&self.field, at)?;
        path.reverse();
        let (rest, end) = self.behind.as_ref()?.back(&self.field, self.field.mirror(at))?;
        path.extend(rest);
        Some(End::Way(path, self.field.mirror(end).cells()))
    }

    fn levels(&self) -> Vec<(usize, usize)> {
        let cells = self.field.cells;
        let mut levels = vec![0; cells + 1];
        let mut add = |pegs: usize, count: usize| {
            if let Some(level) = levels.get_mut(pegs) {
                *level += count;
            }
        };
        self.ahead.sizes().for_each(|(pegs, count)| add(pegs, count));
        self.memory.seen.iter().enumerate().for_each(|(pegs, &count)| add(pegs, count));
        if let Some(behind) = &self.behind {
            behind.sizes().for_each(|(pegs, count)| add(cells - pegs, count));
        }
        self.mirrored
            .seen
            .iter()
            .enumerate()
            .for_each(|(pegs, &count)| add(cells.saturating_sub(pegs), count));
        levels.into_iter().enumerate().rev().filter(|(_, count)| *count > 0).collect()
    }

    /// Beams from both ends with this round's taste.
    fn beams(&self, round: usize, nodes: usize) -> Result<Option<End>, Halted> {
        let Some(behind) = &self.behind else { return Ok(None) };
        let (field, ahead) = (&self.field, &self.ahead);
        let width = nodes.min(self.most) / 64;
        let wanted = |side: &Side<W>| side.begins.iter().fold(field.all, |all, &at| all & field.mirror(at));
        let taste = Taste::new(ahead.steps(), field.cells, wanted(behind), round);
        if let Some((path, met, _)) = beam(field, ahead, behind, &taste, width, self.meter)? {
            return Ok(self.onwards(path, met));
        }
        let taste = Taste::new(behind.steps(), field.cells, wanted(ahead), round);
        let met = beam(field, behind, ahead, &taste, width, self.meter)?;
        Ok(met.and_then(|(path, met, begin)| self.backwards(&path, met, begin)))
    }

    /// The way that goes on from a position where the other side is met.
    fn onwards(&self, mut path: Vec<usize>, met: W) -> Option<End> {
        let (rest, end) = self.behind.as_ref()?.back(&self.field, self.field.mirror(met))?;
        path.extend(rest);
        Some(End::Way(path, self.field.mirror(end).cells()))
    }

    /// The way to a position that was met on a path from the other side, which begins at `begin`.
    fn backwards(&self, path: &[usize], met: W, begin: W) -> Option<End> {
        let (mut whole, _) = self.ahead.back(&self.field, self.field.mirror(met))?;
        whole.reverse();
        whole.extend(path.iter().rev());
        Some(End::Way(whole, self.field.mirror(begin).cells()))
    }

    fn dive(&mut self, round: usize, nodes: usize) -> Result<Option<End>, Halted> {
        let room = self.most.saturating_sub(self.held()) + self.memory.dead.len();
        let target = match &self.behind {
            Some(behind) => Target::Meet(behind),
            None => Target::Goals(&self.plan.goals, self.plan.least),
        };
        let dive = Dive::new(&self.field, &self.ahead, target, &mut self.memory, room, nodes, self.meter);
        Ok(match dive.run(&self.ahead, round)? {
            Dived::Cut => None,
            Dived::Dead => Some(End::Never(self.levels())),
            Dived::Found(path, _, end) if self.behind.is_none() => Some(End::Way(path, end.cells())),
            Dived::Found(path, _, end) => self.onwards(path, end),
        })
    }

    fn dive_mirrored(&mut self, round: usize, nodes: usize) -> Result<Option<End>, Halted> {
        let room = self.most.saturating_sub(self.held()) + self.mirrored.dead.len();
        let Some(behind) = &self.behind else { return Ok(None) };
        let target = Target::Meet(&self.ahead);
        let dive = Dive::new(&self.field, behind, target, &mut self.mirrored, room, nodes, self.meter);
        Ok(match dive.run(behind, round)? {
            Dived::Cut => None,
            Dived::Dead => Some(End::Never(self.levels())),
            Dived::Found(path, begin, end) => self.backwards(&path, end, begin),
        })
    }
}
