//! Sorted levels one by one: for explorations, which ask of every level where its moves lead, and for searches.

use super::sorted::{SortedCounter, part_of, parts};
use super::tally::Tally;
use super::{MoveKind, Number};
use crate::packed::{Canon, Packed};
use crate::search::meter::Meter;
use crate::search::team::Team;
use crate::sorted::{History, Item, Ways};
use crate::{Level, Moves};
use puzzlec_base::diag::Stop;

/// A level and what is kept of the earlier ones.
pub(crate) struct SortedLevels<'a, 'b, const W: usize>(SortedCounter<'a, 'b, W>);

impl<'a, 'b, const W: usize> SortedLevels<'a, 'b, W> {
    /// From a level and all earlier positions, for [`explore`](SortedLevels::explore).
    pub(crate) fn exploring(
        packed: &'a Packed,
        (moves, team): (MoveKind, Team),
        meter: &'a mut Meter<'b>,
        (level, past): (impl Iterator<Item = [u64; W]>, impl Iterator<Item = [u64; W]>),
    ) -> Result<Self, Stop> {
        SortedLevels::new((packed, None), (moves.history(), team), meter, (level, past))
    }

    /// From the start, with all levels kept, where every move can be undone.
    pub(crate) fn searching(
        (packed, canon): (&'a Packed, Option<Canon>),
        team: Team,
        meter: &'a mut Meter<'b>,
    ) -> Result<Self, Stop> {
        let level = std::iter::once(packed.start());
        SortedLevels::new((packed, canon), (History::Levels, team), meter, (level, std::iter::empty()))
    }

    fn new(
        (packed, canon): (&'a Packed, Option<Canon>),
        (history, team): (History, Team),
        meter: &'a mut Meter<'b>,
        (level, past): (impl Iterator<Item = [u64; W]>, impl Iterator<Item = [u64; W]>),
    ) -> Result<Self, Stop> {
        let parts = parts(level.map(|state| Item { state, ways: () }), past, None)?;
        let (tally, endless, folder, exchange) = (Tally::default(), true, None, None);
        let counter =
            SortedCounter { packed, canon, history, team, meter, parts, tally, endless, folder, exchange };
        Ok(SortedLevels(counter))
    }

    pub(crate) fn canon(&self) -> Option<&Canon> {
        self.0.canon.as_ref()
    }

    pub(crate) fn meter(&mut self) -> &mut Meter<'b> {
        self.0.meter
    }

    /// The level before its expansion, and one of its goals.
    pub(crate) fn level(&self) -> Result<(Level, Option<[u64; W]>), Stop> {
        let (mut level, mut goal) = (Level::default(), None);
        self.0.each_state(|state| {
            let positions = self.canon().map_or(1, |canon| canon.class_size(state) as u64);
            level.positions += positions;
            if self.0.packed.goal.holds(state) {
                level.goals += positions;
                goal = Some(*state);
            }
        })?;
        Ok((level, goal))
    }

    /// Replaces the level by the next one, and says where its moves lead.
    pub(crate) fn explore(&mut self) -> Result<Moves, Stop> {
        let tally = self.expand::<u64>()?;
        let of = |number: Number| u64::try_from(number.saturated()).unwrap_or(u64::MAX);
        let directions = tally.directions;
        Ok(Moves {
            forward: of(directions.forward),
            within: of(directions.within),
            back: of(directions.back),
            stuck: tally.stuck,
        })
    }

    /// Replaces the level by the next one.
    pub(crate) fn search(&mut self) -> Result<(), Stop> {
        self.expand::<()>().map(drop)
    }

    fn expand<P: Ways>(&mut self) -> Result<Tally, Stop> {
        let states = self.0.meter.progress.states;
        let tally = self.0.expand::<P>(states)?;
        self.0.meter.progress.depth += 1;
        Ok(tally)
    }

    /// Whether a state is in an earlier level, if these are kept.
    pub(crate) fn has(&self, level: usize, state: &[u64; W]) -> Result<bool, Stop> {
        let run = self.0.parts.get(part_of(state)).and_then(|part| part.past.get(level));
        let mut items = Vec::<Item<W, ()>>::new();
        if let Some(run) = run {
            run.read(run.block_of(state, 0), &mut items)?;
        }
        Ok(items.binary_search_by(|item| item.state.cmp(state)).is_ok())
    }
}
