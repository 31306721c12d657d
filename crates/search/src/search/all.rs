//! All shortest plans.

use super::column::Column;
use super::meter::Meter;
use super::registry::{Batch, StateRegistry};
use crate::Relaxed;
use crate::packed::{Job, Packed, Scratch};
use puzzlec_base::diag::Stop;
use puzzlec_task::{ActionId, Task};

/// All shortest plans of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// The number of different sequences of the puzzle's actions.
    pub count: u128,
    /// The first sequences of the task's actions, in order; each may represent several of the puzzle's
    /// actions.
    pub plans: Vec<Vec<ActionId>>,
}

/// All plans with the fewest actions, of which `most` are listed; `None` if there is no plan.
///
/// Breadth-first over all positions up to that length, then backward from the goals, which counts the paths
/// from every position to a goal.
///
/// # Errors
/// The limit that came first; [`Stop::TooLarge`] if the number does not fit in 128 bits.
pub(super) fn shortest(
    task: &Task,
    relaxed: &Relaxed,
    most: usize,
    meter: &mut Meter,
) -> Result<Option<Solutions>, Stop> {
    let packed = Packed::new(task, relaxed)?;
    let found = packed.dispatch(All { most, meter })?;
    packed.all_settled(task)?;
    Ok(found)
}

struct All<'a, 'b> {
    most: usize,
    meter: &'a mut Meter<'b>,
}

impl Job for All<'_, '_> {
    type Output = Option<Solutions>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Self::Output, Stop> {
        let All { most, meter } = self;
        let start = packed.start::<W>();
        if packed.goal.holds(&start) {
            return Ok(Some(Solutions { count: 1, plans: vec![Vec::new()] }));
        }
        let mut search = Enumeration::<W> {
            packed,
            registry: StateRegistry::new(meter)?,
            levels: vec![0, 1],
            paths: Column::new(),
            scratch: Scratch::default(),
            meter,
        };
        search.registry.insert(&start, search.meter)?;
        if !search.forward()? {
            return Ok(None);
        }
        search.back()?;
        let count = search.paths.get(0).copied().unwrap_or(0);
        Ok(Some(Solutions { count, plans: search.list(most)? }))
    }
}

struct Enumeration<'a, 'b, const W: usize> {
    packed: &'a Packed,
    registry: StateRegistry<W>,
    /// The first state of every level, and the number of states.
    levels: Vec<u32>,
    /// By state, the number of paths of the remaining length to a goal.
    paths: Column<u128>,
    scratch: Scratch,
    meter: &'a mut Meter<'b>,
}

impl<const W: usize> Enumeration<'_, '_, W> {
    /// Expands levels until one has a goal; `false` if there is none.
    fn forward(&mut self) -> Result<bool, Stop> {
        let mut batch: Batch<W, ()> = Batch::new();
        let mut found = false;
        while !found {
            let [.., first, next] = *self.levels.as_slice() else { return Ok(false) };
            if first == next {
                return Ok(false);
            }
            self.meter.proved(self.levels.len() as u64 - 1, u64::from(next - first));
            self.meter.poll()?;
            let packed = self.packed;
            for id in first..next {
                let state = self.registry.state(id);
                let before = batch.len();
                packed.moves.each(&state, &mut self.scratch, |_, after| batch.push(after, ()));
                self.meter.expanded((batch.len() - before) as u64)?;
                if batch.is_full() || id + 1 == next {
                    self.registry.insert_all(&mut batch, self.meter, |(), entry, state, _| {
                        found |= entry.new && packed.goal.holds(state);
                        Ok(true)
                    })?;
                }
            }
            self.levels.push(self.registry.len());
        }
        Ok(true)
    }

    /// The states of a level.
    fn level(&self, level: usize) -> std::ops::Range<u32> {
        let at = |n: usize| self.levels.get(n).copied().unwrap_or(0);
        at(level)..at(level + 1)
    }

    /// The moves from a state of a level to states of the next that lie on a path to a goal.
    fn onward(&mut self, id: u32, level: usize) -> Result<Vec<(u32, u32)>, Stop> {
        let state = self.registry.state(id);
        let next = self.level(level + 1);
        let mut moves = Vec::new();
        self.packed.moves.each(&state, &mut self.scratch, |at, after| moves.push((at, after)));
        self.meter.expanded(moves.len() as u64)?;
        let mut onward = Vec::new();
        for (at, after) in moves {
            // The state is known: all levels but the last were expanded.
            let after = self.registry.insert(&after, self.meter)?.id;
            if next.contains(&after) {
                onward.push((at, after));
            }
        }
        Ok(onward)
    }

    /// Counts the ways from every state, the last level first.
    fn back(&mut self) -> Result<(), Stop> {
        for _ in 0..self.registry.len() {
            self.paths.push(0, self.meter)?;
        }
        let last = self.levels.len() - 2;
        for level in (0..=last).rev() {
            for id in self.level(level) {
                let paths = if level == last {
                    u128::from(self.packed.goal.holds(&self.registry.state(id)))
                } else {
                    let mut sum = 0_u128;
                    for (at, after) in self.onward(id, level)? {
                        let paths = self.paths.get(after).copied().unwrap_or(0);
                        let more = paths.checked_mul(u128::from(self.packed.moves.times(at)));
                        sum = more.and_then(|more| sum.checked_add(more)).ok_or_else(too_many)?;
                    }
                    sum
                };
                if let Some(entry) = self.paths.get_mut(id) {
                    *entry = paths;
                }
            }
        }
        Ok(())
    }

    /// The first plans.
    fn list(&mut self, most: usize) -> Result<Vec<Vec<ActionId>>, Stop> {
        let last = self.levels.len() - 2;
        let mut plans = Vec::new();
        // Moves still to be tried, a stack for each step of the way.
        let mut ladder: Vec<Vec<(u32, u32)>> = vec![self.tries(0, 0)?];
        let mut taken: Vec<ActionId> = Vec::new();
        while let Some(tries) = ladder.last_mut()
            && plans.len() < most
        {
            let Some((at, after)) = tries.pop() else {
                ladder.pop();
                taken.pop();
                continue;
            };
            taken.push(self.packed.moves.action(at));
            if ladder.len() == last {
                plans.push(taken.clone());
                taken.pop();
            } else {
                let next = self.tries(after, ladder.len())?;
                ladder.push(next);
            }
        }
        Ok(plans)
    }

    /// The moves from a state along paths to a goal, in reverse order.
    fn tries(&mut self, id: u32, level: usize) -> Result<Vec<(u32, u32)>, Stop> {
        let mut tries = self.onward(id, level)?;
        tries.retain(|(_, after)| self.paths.get(*after).is_some_and(|paths| *paths > 0));
        tries.reverse();
        Ok(tries)
    }
}

fn too_many() -> Stop {
    Stop::too_large("the number of shortest solutions exceeds 128 bits")
}
