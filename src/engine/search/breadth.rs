//! Breadth-first search, from the start alone or from both ends.
//!
//! Both sides share one store. A level is made by one side without interruption, so it is a range
//! of state numbers, and a state of the other side is recognised by its number. Let the levels up
//! to `f` forward and `b` backward be complete and disjoint; then no plan has `f + b` steps or
//! fewer, and the first state of the other side that a new level runs into lies in the other
//! side's last level: the plan through it has `f + b + 1` steps and is shortest.

use std::ops::Range;

use super::Outcome;
use super::classes::{Again, End, Finder, sizes};
use super::column::Column;
use super::expand::{Hands, Step};
use super::log::Log;
use super::meter::Meter;
use super::store::{Batch, Entry, Store};
use super::team::Team;
use super::walk::{Stride, walk};
use super::ways::{NONE, Ways};
use crate::diag::Stop;
use crate::task::ActionId;
use crate::task::packed::Scratch;

struct Side {
    frontier: Range<u32>,
    levels: Vec<Range<u32>>,
}

impl Side {
    fn depth(&self) -> u64 {
        self.levels.len() as u64 - 1
    }

    /// The next level is made; it may be empty.
    fn add(&mut self, level: Range<u32>) {
        if !level.is_empty() {
            self.levels.push(level.clone());
        }
        self.frontier = level;
    }
}

/// What ends the making of a level.
enum Found {
    /// An edge between the sides, or to a goal: numbers of the state expanded and of the state
    /// reached.
    Bridge(u32, u32),
    Again(Again),
}

/// What the making of levels fills in.
struct Maker<'a> {
    ways: Ways<'a>,
    finder: Option<Finder<'a>>,
    parents: Column<u32>,
    backwards: bool,
    /// The frontier of the other side.
    other: Range<u32>,
    found: Option<Found>,
}

/// Finds a shortest plan, where a step costs `unit`.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(
    ways: Ways,
    finder: Option<Finder>,
    unit: u64,
    team: Team,
    meter: &mut Meter,
) -> Result<End, Stop> {
    let start = ways.start::<W>();
    if ways.packed.goal.holds(&start) {
        meter.progress.states = 1;
        return Ok(End::Outcome(Outcome::Plan(Vec::new())));
    }
    let mut store = Store::new(meter)?;
    let mut hands = Hands::new(team, ways.packed.moves.len());
    let mut maker =
        Maker { ways, finder, parents: Column::new(), backwards: false, other: 0..0, found: None };
    let mut ahead = maker.side(std::iter::once(start), &mut store, meter)?;
    let mut behind = match ways.goals() {
        Some(goals) => Some(maker.side(goals, &mut store, meter)?),
        None => None,
    };
    let log = if finder.is_none() { Log::open("breadth", meter)? } else { None };
    while let Some((log, head)) = Log::next(&log)? {
        let level =
            log.restore(head, &mut store, meter, |[parent], meter| maker.parents.push(parent as u32, meter))?;
        let side = if head.backwards { behind.as_mut().unwrap_or(&mut ahead) } else { &mut ahead };
        side.add(level);
    }
    loop {
        let depth = ahead.depth() + behind.as_ref().map_or(0, Side::depth);
        let size = ahead.frontier.len() + behind.as_ref().map_or(0, |s| s.frontier.len());
        meter.proved((depth + 1) * unit, size as u64);
        meter.poll()?;
        let side = match &mut behind {
            Some(side) if side.frontier.len() < ahead.frontier.len() => {
                if side.frontier.is_empty() {
                    let sizes = sizes(&side.levels, true, &ways, &store, meter)?;
                    return Ok(End::Outcome(Outcome::ExhaustedBackward(sizes)));
                }
                (maker.backwards, maker.other) = (true, ahead.frontier.clone());
                side
            }
            _ => {
                if ahead.frontier.is_empty() {
                    let sizes = sizes(&ahead.levels, false, &ways, &store, meter)?;
                    return Ok(End::Outcome(Outcome::Exhausted(sizes)));
                }
                let other = behind.as_ref().map_or(0..0, |s| s.frontier.clone());
                (maker.backwards, maker.other) = (false, other);
                &mut ahead
            }
        };
        let first = store.len();
        hands.expand(&mut store, &mut maker, side.frontier.clone(), meter)?;
        match maker.found.take() {
            Some(Found::Bridge(near, far)) => {
                let (before, after) = if maker.backwards { (far, near) } else { (near, far) };
                return Ok(End::Outcome(Outcome::Plan(maker.plan(&store, before, after))));
            }
            Some(Found::Again(again)) => return Ok(End::Again(again)),
            None => {}
        }
        side.add(first..store.len());
        if let Some(log) = &log {
            let parents = side.frontier.clone().filter_map(|id| maker.parents.get(id));
            let level = (maker.backwards, &store, side.frontier.clone());
            log.keep(level, parents.map(|parent| [u64::from(*parent)]), meter)?;
        }
    }
}

impl<const W: usize> Step<W> for Maker<'_> {
    /// The number of the state expanded.
    type Note = u32;

    #[inline]
    fn make(&self, store: &Store<W>, job: u32, scratch: &mut Scratch, batch: &mut Batch<W, u32>) {
        let state = store.state(job);
        self.ways.each(self.backwards, &state, scratch, |_, next| batch.push(next, job));
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
            if self.ways.backward.is_none() && self.ways.packed.goal.holds(state) {
                self.found = Some(Found::Bridge(parent, entry.id));
            } else if let Some(finder) = self.finder.take_if(|f| entry.id >= f.few) {
                self.found = finder.find(meter)?.map(Found::Again);
            }
        } else if self.other.contains(&entry.id) {
            self.found = Some(Found::Bridge(parent, entry.id));
        }
        Ok(self.found.is_none())
    }
}

impl Maker<'_> {
    /// A side that begins with these states.
    fn side<const W: usize>(
        &mut self,
        states: impl Iterator<Item = [u64; W]>,
        store: &mut Store<W>,
        meter: &mut Meter,
    ) -> Result<Side, Stop> {
        let first = store.len();
        for state in states {
            if store.insert(&state, meter)?.new {
                self.parents.push(NONE, meter)?;
            }
        }
        let frontier = first..store.len();
        Ok(Side { levels: vec![frontier.clone()], frontier })
    }

    /// The plan across an edge from the start's side to the other, or to a goal.
    fn plan<const W: usize>(&self, store: &Store<W>, before: u32, after: u32) -> Vec<ActionId> {
        let mut path = self.line(before);
        path.reverse();
        match self.ways.backward {
            Some(_) => path.extend(self.line(after)),
            None => path.push(after),
        }
        let stride = |id: &u32| Stride { class: store.state(*id), same_piece: false, pieces: None };
        let strides: Vec<Stride<W>> = path.iter().skip(1).map(stride).collect();
        walk(&self.ways, &strides)
    }

    /// A state, its parent, its parent's parent and so on to the side's beginning.
    fn line(&self, from: u32) -> Vec<u32> {
        let mut line = vec![from];
        let mut at = from;
        while let Some(parent) = self.parents.get(at).copied().filter(|p| *p != NONE) {
            line.push(parent);
            at = parent;
        }
        line
    }
}
