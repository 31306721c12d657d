//! Rounds of a search: both sides grow, beams and dives go from each side towards the other.

use super::beam::{Taste, beam};
use super::board::Cells;
use super::dive::{Dive, Dived, Memory, Target};
use super::field::Field;
use super::plan::Plan;
use super::side::{Side, meeting};
use super::word::Word;

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
    /// Stopped or out of room, with so many positions held.
    Stopped(usize),
}

/// Both sides of a search and what its dives remember.
pub struct Search<'p, W> {
    plan: &'p Plan<'p>,
    field: Field<W>,
    ahead: Side<W>,
    /// The side of the goals in the mirror, when they can be listed.
    behind: Option<Side<W>>,
    memory: Memory<W>,
    mirrored: Memory<W>,
    most: usize,
}

impl<'p, W: Word> Search<'p, W> {
    /// From a plan, with at most so many positions held.
    pub fn new(plan: &'p Plan<'p>, most: usize) -> Self {
        let field = Field::new(plan.board, plan.budgets.clone(), &plan.group);
        let word = |at: &Cells| W::of(*at);
        let ahead = Side::new(&field, vec![word(&plan.start)], plan.guard.clone());
        let across = |ends: &Vec<Cells>| ends.iter().map(|at| field.mirror(W::of(*at))).collect();
        let behind =
            plan.ends.as_ref().map(|ends| Side::new(&field, across(ends), plan.mirror_guard.clone()));
        Search { plan, field, ahead, behind, memory: Memory::default(), mirrored: Memory::default(), most }
    }

    fn held(&self) -> usize {
        let sides = self.ahead.total() + self.behind.as_ref().map_or(0, Side::total);
        sides + self.memory.dead.len() + self.mirrored.dead.len()
    }

    /// Rounds with more and more positions; with `pause` not past rounds of so many.
    pub fn run(mut self, pause: Option<usize>, stop: &dyn Fn() -> bool) -> End {
        let mut nodes = FIRST;
        for round in 0.. {
            if let Some(end) = self.grow(nodes, stop) {
                return end;
            }
            if let Some(end) = self.beams(round, nodes, stop) {
                return end;
            }
            if let Some(end) = self.dive(round, nodes, stop) {
                return end;
            }
            if let Some(end) = self.dive_mirrored(round, nodes, stop) {
                return end;
            }
            if stop() || self.held() >= self.most {
                break;
            }
            nodes = nodes.saturating_mul(2);
            if pause.is_some_and(|pause| nodes > pause) {
                return End::Paused(self.levels());
            }
        }
        End::Stopped(self.held())
    }

    /// The smaller side grows while there is room in this round.
    fn grow(&mut self, nodes: usize, stop: &dyn Fn() -> bool) -> Option<End> {
        let Some(behind) = &mut self.behind else { return self.grow_alone(nodes, stop) };
        loop {
            if let Some(found) = meeting(&self.field, &self.ahead, behind) {
                return Some(match found {
                    Some(at) => self.joined(at).unwrap_or_else(|| End::Stopped(self.held())),
                    None => End::Never(self.levels()),
                });
            }
            let held = self.memory.dead.len() + self.mirrored.dead.len();
            let left = self.most.saturating_sub(self.ahead.total() + behind.total() + held);
            let side =
                if self.ahead.forecast() <= behind.forecast() { &mut self.ahead } else { &mut *behind };
            let room = (nodes * 2).saturating_sub(side.total());
            if side.forecast() > room || !side.grow(&self.field, left, stop) {
                return None;
            }
        }
    }

    fn grow_alone(&mut self, nodes: usize, stop: &dyn Fn() -> bool) -> Option<End> {
        while self.ahead.forecast() <= (nodes * 2).saturating_sub(self.ahead.total()) {
            if self.ahead.exhausted() || self.ahead.bottom() <= self.plan.least {
                return Some(End::Never(self.levels()));
            }
            let left = self.most.saturating_sub(self.held());
            if !self.ahead.grow(&self.field, left, stop) {
                return None;
            }
            let goals = &self.plan.goals;
            if let Some(at) = self.ahead.lowest().find(|at| goals.iter().any(|goal| goal.holds(at.cells()))) {
                let (mut path, _) = self.ahead.back(&self.field, at)?;
                path.reverse();
                return Some(End::Way(path, at.cells()));
            }
        }
        None
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
    fn beams(&self, round: usize, nodes: usize, stop: &dyn Fn() -> bool) -> Option<End> {
        let behind = self.behind.as_ref()?;
        let width = nodes.min(self.most) / 64;
        let wanted =
            |side: &Side<W>| side.begins.iter().fold(self.field.all, |all, &at| all & self.field.mirror(at));
        let taste = Taste::new(self.ahead.steps(), self.field.cells, wanted(behind), round);
        if let Some((mut path, met, _)) = beam(&self.field, &self.ahead, behind, &taste, width, stop) {
            let (rest, end) = behind.back(&self.field, self.field.mirror(met))?;
            path.extend(rest);
            return Some(End::Way(path, self.field.mirror(end).cells()));
        }
        let taste = Taste::new(behind.steps(), self.field.cells, wanted(&self.ahead), round);
        let (path, met, begin) = beam(&self.field, behind, &self.ahead, &taste, width, stop)?;
        let (mut whole, _) = self.ahead.back(&self.field, self.field.mirror(met))?;
        whole.reverse();
        whole.extend(path.iter().rev());
        Some(End::Way(whole, self.field.mirror(begin).cells()))
    }

    fn dive(&mut self, round: usize, nodes: usize, stop: &dyn Fn() -> bool) -> Option<End> {
        let room = self.most.saturating_sub(self.held()) + self.memory.dead.len();
        let target = match &self.behind {
            Some(behind) => Target::Meet(behind),
            None => Target::Goals(&self.plan.goals, self.plan.least),
        };
        let dive = Dive::new(&self.field, &self.ahead, target, &mut self.memory, room, nodes, stop);
        match dive.run(&self.ahead, round) {
            Dived::Cut => None,
            Dived::Dead => Some(End::Never(self.levels())),
            Dived::Found(mut path, _, end) => {
                let Some(behind) = &self.behind else { return Some(End::Way(path, end.cells())) };
                let (rest, end) = behind.back(&self.field, self.field.mirror(end))?;
                path.extend(rest);
                Some(End::Way(path, self.field.mirror(end).cells()))
            }
        }
    }

    fn dive_mirrored(&mut self, round: usize, nodes: usize, stop: &dyn Fn() -> bool) -> Option<End> {
        let room = self.most.saturating_sub(self.held()) + self.mirrored.dead.len();
        let behind = self.behind.as_ref()?;
        let target = Target::Meet(&self.ahead);
        let dive = Dive::new(&self.field, behind, target, &mut self.mirrored, room, nodes, stop);
        match dive.run(behind, round) {
            Dived::Cut => None,
            Dived::Dead => Some(End::Never(self.levels())),
            Dived::Found(path, begin, end) => {
                let (mut whole, _) = self.ahead.back(&self.field, self.field.mirror(end))?;
                whole.reverse();
                whole.extend(path.iter().rev());
                Some(End::Way(whole, self.field.mirror(begin).cells()))
            }
        }
    }
}
