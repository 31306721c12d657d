//! Rounds of a search: both sides grow, and beams and depth-first searches run from each side toward the
//! other.

use super::beam::{Taste, beam};
use super::board::Cells;
use super::depth_first::{DepthFirst, Descent, Memory, Target};
use super::field::{Field, Word};
use super::setup::Setup;
use super::side::{Side, meeting};
use puzzlec_theory::meter::{Halted, Meter};

/// Positions of the first round; each round has twice those of the round before.
const FIRST: usize = 512;

/// The end of a search.
pub enum End {
    /// Jumps in the order of play and the last position, up to a symmetry of the group.
    Way(Vec<usize>, Cells),
    /// There is no game; the numbers of positions.
    Never(Vec<(usize, usize)>),
    /// Undecided; the number of positions.
    Paused(Vec<(usize, usize)>),
    /// Out of memory, with this number of stored positions.
    Stopped(usize),
}

/// Both sides of a search and the memory of its depth-first searches.
pub struct Bidirectional<'p, 'm, W> {
    meter: &'m Meter<'m>,
    setup: &'p Setup<'p>,
    field: Field<W>,
    ahead: Side<'m, W>,
    /// The side of the goals in the mirror, when they can be listed.
    behind: Option<Side<'m, W>>,
    memory: Memory<'m, W>,
    mirrored: Memory<'m, W>,
    most: usize,
}

impl<'p, 'm, W: Word> Bidirectional<'p, 'm, W> {
    /// A search from a setup, with a limit on stored positions.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(setup: &'p Setup<'p>, most: usize, meter: &'m Meter<'m>) -> Result<Self, Halted> {
        let field = Field::new(setup.board, setup.budgets.clone(), &setup.group);
        let word = |at: &Cells| W::of(*at);
        let ahead = Side::new(&field, vec![word(&setup.start)], setup.guard.clone(), meter)?;
        let across = |ends: &Vec<Cells>| ends.iter().map(|at| field.mirror(W::of(*at))).collect();
        let behind = match &setup.ends {
            Some(ends) => Some(Side::new(&field, across(ends), setup.mirror_guard.clone(), meter)?),
            None => None,
        };
        let (memory, mirrored) = (Memory::new(meter), Memory::new(meter));
        Ok(Bidirectional { meter, setup, field, ahead, behind, memory, mirrored, most })
    }

    fn held(&self) -> usize {
        let sides = self.ahead.total() + self.behind.as_ref().map_or(0, Side::total);
        sides + self.memory.dead.len() + self.mirrored.dead.len()
    }

    /// Rounds with increasing numbers of positions; with `pause`, up to rounds of that size.
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
            if let Some(end) = self.depth_first(round, nodes)? {
                return Ok(end);
            }
            if let Some(end) = self.depth_first_mirrored(round, nodes)? {
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
            if self.ahead.exhausted() || self.ahead.bottom() <= self.setup.least {
                return Ok(Some(End::Never(self.levels())));
            }
            let left = self.most.saturating_sub(self.held());
            if !self.ahead.grow(&self.field, left)? {
                return Ok(None);
            }
            let goals = &self.setup.goals;
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
        self.onwards(path, at)
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

    /// Beams from both ends with this round's weights.
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

    /// The path from the position where the other side is met.
    fn onwards(&self, mut path: Vec<usize>, met: W) -> Option<End> {
        let (rest, end) = self.behind.as_ref()?.back(&self.field, self.field.mirror(met))?;
        path.extend(rest);
        Some(End::Way(path, self.field.mirror(end).cells()))
    }

    /// The path to a position that was met on a path from the other side, which starts at `begin`.
    fn backwards(&self, path: &[usize], met: W, begin: W) -> Option<End> {
        let (mut whole, _) = self.ahead.back(&self.field, self.field.mirror(met))?;
        whole.reverse();
        whole.extend(path.iter().rev());
        Some(End::Way(whole, self.field.mirror(begin).cells()))
    }

    fn depth_first(&mut self, round: usize, nodes: usize) -> Result<Option<End>, Halted> {
        let room = self.most.saturating_sub(self.held()) + self.memory.dead.len();
        let target = match &self.behind {
            Some(behind) => Target::Meet(behind),
            None => Target::Goals(&self.setup.goals, self.setup.least),
        };
        let search =
            DepthFirst::new(&self.field, &self.ahead, target, &mut self.memory, room, nodes, self.meter);
        Ok(match search.run(&self.ahead, round)? {
            Descent::Cut => None,
            Descent::Dead => Some(End::Never(self.levels())),
            Descent::Found(path, _, end) if self.behind.is_none() => Some(End::Way(path, end.cells())),
            Descent::Found(path, _, end) => self.onwards(path, end),
        })
    }

    fn depth_first_mirrored(&mut self, round: usize, nodes: usize) -> Result<Option<End>, Halted> {
        let room = self.most.saturating_sub(self.held()) + self.mirrored.dead.len();
        let Some(behind) = &self.behind else { return Ok(None) };
        let target = Target::Meet(&self.ahead);
        let search =
            DepthFirst::new(&self.field, behind, target, &mut self.mirrored, room, nodes, self.meter);
        Ok(match search.run(behind, round)? {
            Descent::Cut => None,
            Descent::Dead => Some(End::Never(self.levels())),
            Descent::Found(path, begin, end) => self.backwards(&path, end, begin),
        })
    }
}
