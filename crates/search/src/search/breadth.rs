//! Breadth-first search, from the start alone or from both ends.
//!
//! Both sides share one registry. Each level is made by one side without interruption, so it is a range of
//! state numbers, and the states of the other side are recognised by their numbers. Let the levels up to `f`
//! forward and `b` backward be complete and disjoint; then every plan has at least `f + b + 1` steps. The
//! first state of the other side in a new level lies in that side's last level: the plan through it has `f +
//! b + 1` steps and is shortest.

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
use puzzlec_base::diag::Stop;
use puzzlec_task::ActionId;

/// The end of the expansion of a level.
enum LevelEnd {
    /// An edge between the sides, or to a goal: numbers of the state expanded and of the state
    /// reached.
    Bridge(u32, u32),
    Restart(Restart),
}

/// The state of the expansion.
struct Maker<'a> {
    transitions: Transitions<'a>,
    finder: Option<SymmetryFinder<'a>>,
    parents: Column<u32>,
    backwards: bool,
    /// The frontier of the other side.
    other: Range<u32>,
    found: Option<LevelEnd>,
}

/// Finds a shortest plan, where a step costs `unit`.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(
    transitions: Transitions,
    finder: Option<SymmetryFinder>,
    unit: u64,
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
    let mut maker =
        Maker { transitions, finder, parents: Column::new(), backwards: false, other: 0..0, found: None };
    let ahead = maker.side(false, std::iter::once(start), &mut registry, meter)?;
    let behind = match transitions.goals() {
        Some(goals) => Some(maker.side(true, goals, &mut registry, meter)?),
        None => None,
    };
    let mut sides = Sides { ahead, behind };
    let checkpoint = if finder.is_none() { Checkpoint::open("breadth", meter)? } else { None };
    while let Some((checkpoint, head)) = Checkpoint::next(&checkpoint)? {
        let level = checkpoint.restore(head, &mut registry, meter, |[parent], meter| {
            maker.parents.push(parent as u32, meter)
        })?;
        sides.side(head.backwards).add(level);
    }
    loop {
        meter.proved(sides.at_least() * unit, sides.width());
        meter.poll()?;
        let (side, other) = match sides.smaller(&transitions, &registry, meter)? {
            Ok(side) => side,
            Err(outcome) => return Ok(End::Outcome(outcome)),
        };
        (maker.backwards, maker.other) = (side.backwards, other);
        let first = registry.len();
        workers.expand(&mut registry, &mut maker, side.frontier.clone(), meter)?;
        match maker.found.take() {
            Some(LevelEnd::Bridge(near, far)) => {
                let (before, after) = if maker.backwards { (far, near) } else { (near, far) };
                return Ok(End::Outcome(SearchOutcome::Plan(maker.plan(&registry, before, after))));
            }
            Some(LevelEnd::Restart(restart)) => return Ok(End::Restart(restart)),
            None => {}
        }
        side.add(first..registry.len());
        if let Some(checkpoint) = &checkpoint {
            let parents = side.frontier.clone().filter_map(|id| maker.parents.get(id));
            let level = (maker.backwards, &registry, side.frontier.clone());
            checkpoint.keep(level, parents.map(|parent| [u64::from(*parent)]), meter)?;
        }
    }
}

impl<const W: usize> Step<W> for Maker<'_> {
    /// The number of the state expanded.
    type Note = u32;

    #[inline]
    fn make(&self, registry: &StateRegistry<W>, job: u32, scratch: &mut Scratch, batch: &mut Batch<W, u32>) {
        let state = registry.state(job);
        let parent = self.parents.get(job).copied().filter(|parent| *parent != NONE);
        let before = parent.map(|parent| registry.state(parent));
        self.transitions.each(self.backwards, &state, scratch, |_, next| {
            // Nothing is gained by going straight back.
            if Some(next) != before {
                batch.push(next, job);
            }
        });
        batch.count_expanded();
    }

    #[inline]
    fn ignores(&self, known: u32) -> bool {
        !self.other.contains(&known)
    }

    #[inline]
    fn take(&mut self, parent: u32, entry: Entry, state: &[u64; W], meter: &mut Meter) -> Result<bool, Stop> {
        if entry.new {
            self.parents.push(parent, meter)?;
            if self.transitions.backward.is_none() && self.transitions.packed.goal.holds(state) {
                self.found = Some(LevelEnd::Bridge(parent, entry.id));
            } else if let Some(finder) = self.finder.take_if(|f| entry.id >= f.few) {
                self.found = finder.find(meter)?.map(LevelEnd::Restart);
            }
        } else if self.other.contains(&entry.id) {
            self.found = Some(LevelEnd::Bridge(parent, entry.id));
        }
        Ok(self.found.is_none())
    }
}

impl Maker<'_> {
    /// A side that starts from these states.
    fn side<const W: usize>(
        &mut self,
        backwards: bool,
        states: impl Iterator<Item = [u64; W]>,
        registry: &mut StateRegistry<W>,
        meter: &mut Meter,
    ) -> Result<Side, Stop> {
        let first = registry.len();
        for state in states {
            if registry.insert(&state, meter)?.new {
                self.parents.push(NONE, meter)?;
            }
        }
        Ok(Side::new(backwards, first..registry.len()))
    }

    /// The plan across an edge from the start's side to the other, or to a goal.
    fn plan<const W: usize>(&self, registry: &StateRegistry<W>, before: u32, after: u32) -> Vec<ActionId> {
        let mut path = self.line(before);
        path.reverse();
        match self.transitions.backward {
            Some(_) => path.extend(self.line(after)),
            None => path.push(after),
        }
        let step = |id: &u32| PathStep { class: registry.state(*id), same_piece: false, weight: None };
        let path: Vec<PathStep<W>> = path.iter().skip(1).map(step).collect();
        reconstruct(&self.transitions, &path)
    }

    /// A state, its parent, its parent's parent and so on to the side's beginning.
    fn line(&self, from: u32) -> Vec<u32> {
        let parent = |at: &u32| self.parents.get(*at).copied().filter(|parent| *parent != NONE);
        std::iter::successors(Some(from), parent).collect()
    }
}
