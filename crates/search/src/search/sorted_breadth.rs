//! Breadth-first search by sorted levels, where every move can be undone: it takes a few bytes a position, and more time than
//! with a table.

use super::SearchOutcome;
use super::meter::Meter;
use super::reconstruct::{PathStep, reconstruct};
use super::team::Team;
use super::transitions::Transitions;
use crate::count::SortedLevels;
use crate::packed::{Canon, Job, Packed, Scratch};
use puzzlec_base::diag::Stop;

/// The search.
pub(super) struct SortedBreadth<'a, 'b> {
    /// The symmetries that keep the start.
    pub(super) canon: Option<Canon>,
    pub(super) team: Team,
    /// What a step costs.
    pub(super) unit: u64,
    pub(super) meter: &'a mut Meter<'b>,
}

impl Job for SortedBreadth<'_, '_> {
    type Output = SearchOutcome;

    fn run<const W: usize>(self, packed: &Packed) -> Result<SearchOutcome, Stop> {
        let SortedBreadth { canon, team, unit, meter } = self;
        meter.progress.states = 1;
        let mut levels = SortedLevels::<W>::searching((packed, canon), team, meter)?;
        let mut sizes = Vec::new();
        loop {
            let (level, goal) = levels.level()?;
            if let Some(goal) = goal {
                let path = path(packed, &levels, (goal, sizes.len()))?;
                let canon = levels.canon();
                let transitions = Transitions { packed, backward: None, canon, keeps_start: true };
                return Ok(SearchOutcome::Plan(reconstruct(&transitions, &path)));
            }
            if level.positions == 0 {
                return Ok(SearchOutcome::Exhausted(sizes));
            }
            sizes.push(level.positions);
            levels.meter().proved(sizes.len() as u64 * unit, level.positions);
            levels.meter().poll()?;
            levels.search()?;
        }
    }
}

/// The way to a state of a level: before it is a state of the level before, to which it can go back.
fn path<const W: usize>(
    packed: &Packed,
    levels: &SortedLevels<W>,
    (end, level): ([u64; W], usize),
) -> Result<Vec<PathStep<W>>, Stop> {
    let (mut class, mut scratch) = (end, Scratch::default());
    let mut path = Vec::new();
    for level in (0..level).rev() {
        path.push(PathStep { class, same_piece: false, weight: None });
        let mut before = Vec::new();
        packed.moves.each(&class, &mut scratch, |_, state| {
            before.push(levels.canon().map_or(state, |canon| canon.representative(&state).0));
        });
        for state in before {
            if levels.has(level, &state)? {
                class = state;
                break;
            }
        }
    }
    path.reverse();
    Ok(path)
}
