//! Breadth-first search where consecutive moves of one piece cost one together.
//!
//! Level `n` is the set of positions that need `n` runs. Within a level, a search on pairs of a position and
//! the place of the piece that moved last makes the runs longer. Positions of earlier levels need no second
//! visit: each position that such a position reaches by continuing a run is also reached by a new run of the
//! same piece from its own level, at no greater cost.
//!
//! Both sides share one registry, as in [`breadth`](super::breadth), and by the same argument the
//! first position of the other side that a new level runs into gives a least plan: a plan of
//! `f + b` runs or fewer has a position between two of its runs that both sides know.

use std::cmp::Ordering;
use std::ops::Range;

use super::SearchOutcome;
use super::checkpoint::Checkpoint;
use super::column::Column;
use super::expand::{Step, Workers};
use super::meter::Meter;
use super::reconstruct::{PathStep, reconstruct};
use super::registry::{Batch, Entry, StateRegistry};
use super::sides::{Side, Sides};
use super::symmetry_reduction::{End, Restart, SymmetryFinder};
use super::team::Team;
use super::transitions::{NONE, Transitions};
use crate::packed::Scratch;
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::ActionId;

/// A position and the place of the piece that moved last.
#[derive(Clone, Copy)]
struct Pair {
    state: u32,
    /// `NONE` where no piece moved or the move moves none.
    place: u32,
    /// Its predecessor.
    parent: u32,
    /// The next pair of the same state.
    next: u32,
}

impl Pair {
    /// As two numbers, for a checkpoint.
    fn numbers(&self) -> [u64; 2] {
        let two = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [two(self.state, self.place), two(self.parent, self.next)]
    }
}

/// The origin of a state in the batch.
#[derive(Clone, Copy)]
struct Note {
    parent: u32,
    place: u32,
}

/// The end of the expansion of a level.
enum LevelEnd {
    /// A pair at the near side, from which a move leads to (or comes from) a state at the far side or a goal.
    Bridge {
        near: u32,
        far: u32,
    },
    Restart(Restart),
}

/// The state of the expansion.
struct Maker<'a> {
    transitions: Transitions<'a>,
    finder: Option<SymmetryFinder<'a>>,
    pairs: Column<Pair>,
    /// By state, its first pair.
    first: Column<u32>,
    /// The first states of all levels of both sides.
    starts: Vec<u32>,
    backwards: bool,
    /// Whether jobs are pairs with runs to continue, rather than states where new runs begin.
    going_on: bool,
    /// The level's first state.
    level: u32,
    /// The frontier of the other side.
    other: Range<u32>,
    found: Option<LevelEnd>,
}

/// Finds a plan of fewest runs.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(
    transitions: Transitions,
    finder: Option<SymmetryFinder>,
    team: Team,
    meter: &mut Meter,
) -> Result<End, Stop> {
    let start = transitions.start::<W>();
    if transitions.packed.goal.holds(&start) {
        meter.progress.states = 1;
        return Ok(End::Outcome(SearchOutcome::Plan(Vec::new())));
    }
    let mut registry = StateRegistry::new(meter)?;
    let mut workers = Workers::new(team, transitions.packed.moves.len());
    let mut maker = Maker {
        transitions,
        finder,
        pairs: Column::new(),
        first: Column::new(),
        starts: Vec::new(),
        backwards: false,
        going_on: false,
        level: 0,
        other: 0..0,
        found: None,
    };
    let ahead = maker.side(false, std::iter::once(start), &mut registry, meter)?;
    let behind = match transitions.goals() {
        Some(goals) => Some(maker.side(true, goals, &mut registry, meter)?),
        None => None,
    };
    let mut sides = Sides { ahead, behind };
    let checkpoint = if finder.is_none() { Checkpoint::open("runs", meter)? } else { None };
    while let Some((checkpoint, head)) = Checkpoint::next(&checkpoint)? {
        maker.starts.push(registry.len());
        let level =
            checkpoint.restore(head, &mut registry, meter, |numbers, meter| maker.restore(numbers, meter))?;
        sides.side(head.backwards).add(level);
    }
    loop {
        meter.proved(sides.at_least(), sides.width());
        meter.poll()?;
        let (side, other) = match sides.smaller(&transitions, &registry, meter)? {
            Ok(side) => side,
            Err(outcome) => return Ok(End::Outcome(outcome)),
        };
        maker.other = other;
        let pairs = maker.pairs.len() as u32;
        maker.expand(side, &mut registry, &mut workers, meter)?;
        match maker.found.take() {
            Some(LevelEnd::Bridge { near, far }) => {
                return Ok(End::Outcome(SearchOutcome::Plan(maker.plan(&registry, near, far))));
            }
            Some(LevelEnd::Restart(restart)) => return Ok(End::Restart(restart)),
            None => {}
        }
        side.add(maker.level..registry.len());
        if let Some(checkpoint) = &checkpoint {
            let pairs = (pairs..maker.pairs.len() as u32).filter_map(|pair| maker.pairs.get(pair));
            let level = (maker.backwards, &registry, side.frontier.clone());
            checkpoint.keep(level, pairs.map(|pair| pair.numbers()), meter)?;
        }
    }
}

impl<const W: usize> Step<W> for Maker<'_> {
    type Note = Note;

    #[inline]
    fn make(&self, registry: &StateRegistry<W>, job: u32, scratch: &mut Scratch, batch: &mut Batch<W, Note>) {
        if self.going_on {
            // Only the piece that moved last moves.
            let Some(pair) = self.pairs.get(job).filter(|p| p.place != NONE) else { return };
            self.transitions.each(
                self.backwards,
                &registry.state(pair.state),
                scratch,
                |transition, next| {
                    if let Some((from, to)) = transition.mover
                        && from == pair.place
                    {
                        batch.push(next, Note { parent: job, place: to });
                    }
                },
            );
        } else {
            let parent = self.first.get(job).copied().unwrap_or(NONE);
            self.transitions.each(self.backwards, &registry.state(job), scratch, |transition, next| {
                batch.push(next, Note { parent, place: transition.mover.map_or(NONE, |m| m.1) });
            });
            batch.count_expanded();
        }
    }

    #[inline]
    fn ignores(&self, known: u32) -> bool {
        known < self.level && !self.other.contains(&known)
    }

    #[inline]
    fn take(&mut self, note: Note, entry: Entry, state: &[u64; W], meter: &mut Meter) -> Result<bool, Stop> {
        let Note { parent, place } = note;
        let pair = Pair { state: entry.id, place, parent, next: NONE };
        if entry.new {
            self.first.push(self.pairs.len() as u32, meter)?;
            self.pairs.push(pair, meter)?;
            if self.transitions.backward.is_none() && self.transitions.packed.goal.holds(state) {
                self.found = Some(LevelEnd::Bridge { near: parent, far: entry.id });
            } else if let Some(finder) = self.finder.take_if(|f| entry.id >= f.few) {
                self.found = finder.find(meter)?.map(LevelEnd::Restart);
            }
        } else if self.other.contains(&entry.id) {
            self.found = Some(LevelEnd::Bridge { near: parent, far: entry.id });
        } else if entry.id >= self.level {
            self.restart(pair, meter)?;
        }
        Ok(self.found.is_none())
    }
}

impl Maker<'_> {
    fn side<const W: usize>(
        &mut self,
        backwards: bool,
        states: impl Iterator<Item = [u64; W]>,
        registry: &mut StateRegistry<W>,
        meter: &mut Meter,
    ) -> Result<Side, Stop> {
        let first = registry.len();
        self.starts.push(first);
        for state in states {
            let entry = registry.insert(&state, meter)?;
            if entry.new {
                self.first.push(self.pairs.len() as u32, meter)?;
                self.pairs.push(Pair { state: entry.id, place: NONE, parent: NONE, next: NONE }, meter)?;
            }
        }
        Ok(Side::new(backwards, first..registry.len()))
    }

    /// Expands a side by a level: first all runs of one move, then longer ones.
    fn expand<const W: usize>(
        &mut self,
        side: &Side,
        registry: &mut StateRegistry<W>,
        workers: &mut Workers<W, Note>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.backwards = side.backwards;
        self.level = registry.len();
        self.starts.push(self.level);
        self.going_on = false;
        let mut done = self.pairs.len() as u32;
        let mut more = workers.expand(registry, self, side.frontier.clone(), meter)?;
        self.going_on = true;
        while more && done < self.pairs.len() as u32 {
            let pairs = done..self.pairs.len() as u32;
            done = pairs.end;
            more = workers.expand(registry, self, pairs, meter)?;
        }
        Ok(())
    }

    /// A state of this level that is reached again gets another pair unless it already has it.
    fn restart(&mut self, pair: Pair, meter: &mut Meter) -> Result<(), Limit> {
        let mut at = self.first.get(pair.state).copied().unwrap_or(NONE);
        let mut last = NONE;
        while let Some(old) = self.pairs.get(at) {
            if old.place == pair.place {
                return Ok(());
            }
            (last, at) = (at, old.next);
        }
        let id = self.pairs.len() as u32;
        self.pairs.push(pair, meter)?;
        if let Some(last) = self.pairs.get_mut(last) {
            last.next = id;
        }
        Ok(())
    }

    /// Restores a pair from a checkpoint.
    fn restore(&mut self, [low, high]: [u64; 2], meter: &mut Meter) -> Result<(), Limit> {
        let state = low as u32;
        // First pairs come before the others, and in the order of states.
        if state as usize == self.first.len() {
            self.first.push(self.pairs.len() as u32, meter)?;
        }
        let (place, parent, next) = ((low >> 32) as u32, high as u32, (high >> 32) as u32);
        self.pairs.push(Pair { state, place, parent, next }, meter)
    }

    /// The plan through an edge between a pair of the expanded side and a state.
    fn plan<const W: usize>(&self, registry: &StateRegistry<W>, near: u32, far: u32) -> Vec<ActionId> {
        let far = self.first.get(far).copied().unwrap_or(NONE);
        let (before, after) = if self.backwards { (far, near) } else { (near, far) };
        let mut line = self.line(before);
        line.reverse();
        let bridge = line.len();
        match self.transitions.backward {
            Some(_) => line.extend(self.line(after)),
            None => line.push(after),
        }
        let state = |at: usize| line.get(at).and_then(|p| self.pairs.get(*p)).map_or(NONE, |p| p.state);
        let level = |at: usize| self.starts.partition_point(|start| *start <= state(at));
        let made_now = |at: usize| state(at) >= self.level;
        // Step `at` leads from pair `at - 1` to pair `at`. A pair of the start's side whose parent is in its
        // own level continues its run; a pair of the goals' side is continued by its parent.
        let path = (1..line.len()).map(|at| {
            let same_piece = match at.cmp(&bridge) {
                Ordering::Less => level(at - 1) == level(at),
                Ordering::Equal => !self.backwards && made_now(at - 1),
                Ordering::Greater if at == bridge + 1 => self.backwards && made_now(at - 1),
                Ordering::Greater => level(at - 2) == level(at - 1),
            };
            PathStep { class: registry.state(state(at)), same_piece, weight: None }
        });
        let path: Vec<PathStep<W>> = path.collect();
        reconstruct(&self.transitions, &path)
    }

    /// A pair, its parent, its parent's parent and so on to the side's beginning.
    fn line(&self, from: u32) -> Vec<u32> {
        let parent = |at: &u32| self.pairs.get(*at).map(|pair| pair.parent).filter(|parent| *parent != NONE);
        std::iter::successors(Some(from), parent).collect()
    }
}
