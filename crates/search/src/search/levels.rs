//! All reachable positions, or all from which the goal can be reached, level by level with hashes.
//!
//! Certificates are about single positions, so there is no symmetry reduction.

use super::meter::Meter;
use super::registry::StateRegistry;
use super::successors::{Scripted, Successors};
use super::transitions::{Backward, Transitions};
use crate::Relaxed;
use crate::ground::Families;
use crate::packed::{Job, Packed, Scratch};
use puzzlec_base::diag::Stop;
use puzzlec_task::SearchContext;
use puzzlec_task::Task;
use puzzlec_task::certificate::Level;
use puzzlec_task::certificate::hash;

/// The origin of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// At the start, with limits on the number of levels and of positions.
    Start {
        /// Levels.
        depth: u64,
        /// Positions.
        most: u64,
    },
    /// At the start, up to the level before the first one with a goal.
    BeforeGoal {
        /// Limit on positions.
        most: u64,
    },
    /// All goals, backward within the relaxed values.
    Goals,
}

/// The levels; `None` if there are too many positions, or if the task has no backward search.
///
/// # Errors
/// The limit that came first.
pub(crate) fn levels(
    task: &Task,
    relaxed: &Relaxed,
    from: Origin,
    context: &SearchContext,
) -> Result<Option<Vec<Level>>, Stop> {
    let packed = Packed::new(task, relaxed)?;
    let mut meter = Meter::new(context);
    let backward = match from {
        Origin::Start { .. } | Origin::BeforeGoal { .. } => None,
        Origin::Goals => match Backward::new(task, relaxed, &packed, &mut meter)? {
            None => return Ok(None),
            some => some,
        },
    };
    let levels =
        packed.dispatch(LevelHashes { task, from, backward: backward.as_ref(), meter: &mut meter })?;
    packed.all_settled(task)?;
    Ok(levels)
}

struct LevelHashes<'a, 'b> {
    task: &'a Task,
    from: Origin,
    backward: Option<&'a Backward>,
    meter: &'a mut Meter<'b>,
}

impl Job for LevelHashes<'_, '_> {
    type Output = Option<Vec<Level>>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Option<Vec<Level>>, Stop> {
        let task = self.task;
        let transitions = Transitions { packed, backward: self.backward, canon: None, keeps_start: true };
        let meter = self.meter;
        let mut registry = StateRegistry::<W>::new(meter)?;
        let mut scratch = Scratch::default();
        let mut next = Vec::new();
        let (depth, most) = match self.from {
            Origin::Start { depth, most } => (depth, most),
            Origin::BeforeGoal { most } => (u64::MAX, most),
            Origin::Goals => (u64::MAX, u64::MAX),
        };
        let before_goal = matches!(self.from, Origin::BeforeGoal { .. });
        match transitions.goals() {
            Some(goals) => {
                for goal in goals {
                    registry.insert(&goal, meter)?;
                }
            }
            None => {
                registry.insert(&transitions.start(), meter)?;
            }
        }
        let oracle = task.oracle.as_ref().filter(|oracle| oracle.decides());
        let families = oracle.map(Families::of).transpose()?.flatten();
        let families = families.as_ref();
        let mut levels = Vec::new();
        let mut from = 0;
        while from < registry.len() && (levels.len() as u64) < depth {
            let to = registry.len();
            if u64::from(to) > most {
                return Ok(None);
            }
            let mut hash = 0_u128;
            let last = levels.len() as u64 + 1 == depth;
            for id in from..to {
                let state = registry.state(id);
                if before_goal && packed.goal.holds(&state) {
                    return Ok(Some(levels));
                }
                let values = packed.layout.unpack(&state);
                hash = hash.wrapping_add(hash::position(values.into_iter()));
                if last {
                    meter.steps(1)?;
                    continue;
                }
                match oracle {
                    Some(oracle) => {
                        let scripted =
                            Scripted { task, oracle, packed, heuristic: None, bounded: false, families };
                        scripted.each(&state, &mut scratch, meter.budget(), |_, after| next.push(after))?;
                    }
                    None => transitions
                        .each(self.backward.is_some(), &state, &mut scratch, |_, after| next.push(after)),
                }
                meter.expanded(next.len() as u64)?;
                for after in next.drain(..) {
                    registry.insert(&after, meter)?;
                }
            }
            levels.push(Level { positions: u64::from(to - from), hash: hash::written(hash) });
            meter.proved(levels.len() as u64, u64::from(registry.len() - to));
            from = to;
        }
        Ok(Some(levels))
    }
}
