//! Tasks whose actions always apply and can change places, as in Lights Out.
//!
//! Let the values of every variable be the numbers modulo a prime and let every action add a constant to
//! every variable. Then the order of the actions does not matter, the number of times that each is applied
//! counts only modulo the prime, and a plan is a solution of linear equations. All solutions are a particular
//! one plus the null space; the least is found by enumeration.

use super::SearchOutcome;
use super::meter::Meter;
use crate::{Relaxed, goal_positions};
use puzzlec_algebra::{Bits, Residues, System, Vector};
use puzzlec_base::Limit;
use puzzlec_task::{Action, ActionId, Assign, Condition, Cost, Position, Task, Value, ValueSet, VarId};

/// The most goal positions to aim at.
const MOST_GOALS: usize = 4096;
/// The most variables and actions.
const MOST_SIZE: usize = 2048;
/// Maximum number of solutions to enumerate.
const MOST_SOLUTIONS: u64 = 1 << 24;

/// A least plan of a task whose actions commute. `None` if they do not, if there are too many solutions to
/// enumerate, or if there is no plan.
///
/// # Errors
/// The limit that came first.
pub(super) fn search(
    task: &Task,
    relaxed: &Relaxed,
    meter: &mut Meter,
) -> Result<Option<SearchOutcome>, Limit> {
    let Some(shifts) = Shifts::of(task, relaxed) else { return Ok(None) };
    let goals = goal_positions(task, relaxed, MOST_GOALS, &mut |n| meter.steps(n))?;
    let Some(goals) = goals else { return Ok(None) };
    let least = match shifts.prime {
        2 => shifts.least::<Bits>(task, &goals, meter)?,
        _ => shifts.least::<Residues>(task, &goals, meter)?,
    };
    let plan = least.map(|times| {
        let each = times.iter().zip(&shifts.moves);
        each.flat_map(|(n, m)| std::iter::repeat_n(m.action, usize::from(*n))).collect()
    });
    Ok(plan.map(SearchOutcome::Plan))
}

/// The constants that an action adds.
struct Shift {
    action: ActionId,
    cost: u64,
    /// By index of a variable that changes, the number of steps along its cycle.
    by: Vec<(usize, u8)>,
}

/// A task whose actions add constants.
struct Shifts {
    prime: u8,
    /// The variables that change, with their values in the order in which adding one passes them.
    cycles: Vec<(VarId, Vec<Value>)>,
    moves: Vec<Shift>,
}

impl Shifts {
    /// Reads a task so, if it can be.
    fn of(task: &Task, relaxed: &Relaxed) -> Option<Self> {
        let fires = |id: &usize| relaxed.fires.get(*id) == Some(&true);
        let actions: Vec<(ActionId, &Action)> = (0..task.actions.len())
            .filter(fires)
            .filter_map(|id| Some((ActionId::try_from(id).ok()?, task.actions.get(id)?)))
            .collect();
        if actions.len() > MOST_SIZE
            || task.measure.cost == Cost::Runs && actions.iter().any(|a| a.1.mover.is_some())
        {
            return None;
        }
        let mut cycles: Vec<(VarId, Vec<Value>)> = Vec::new();
        for (var, values) in (0..).zip(&relaxed.values) {
            if values.len() > 1 {
                cycles.push((var, cycle(var, values, &actions)?));
            }
        }
        let size = cycles.first()?.1.len();
        let prime = [2_u8, 3, 5, 7].into_iter().find(|p| usize::from(*p) == size)?;
        if cycles.len() > MOST_SIZE || cycles.iter().any(|c| c.1.len() != size) {
            return None;
        }
        let free = |action: &Action| {
            let all = |(var, set): &(VarId, ValueSet)| {
                relaxed.values.get(*var as usize).is_some_and(|values| values.is_subset(set))
            };
            action.condition == Condition::True && action.guard.iter().all(all)
        };
        let mut moves = Vec::new();
        for (id, action) in actions {
            if !free(action) {
                return None;
            }
            let mut by = Vec::new();
            for (var, assign) in &action.assign {
                let Ok(at) = cycles.binary_search_by_key(var, |c| c.0) else { continue };
                by.push((at, turn(*var, assign, &cycles.get(at)?.1)?));
            }
            let cost = if task.measure.cost == Cost::Weights { u64::from(action.weight) } else { 1 };
            moves.push(Shift { action: id, cost, by });
        }
        Some(Shifts { prime, cycles, moves })
    }

    /// The number of applications of each action in a least plan to one of the goals. `None` if there is
    /// none, or if there are too many solutions.
    fn least<V: Vector>(
        &self,
        task: &Task,
        goals: &[Position],
        meter: &mut Meter,
    ) -> Result<Option<Vec<u8>>, Limit> {
        let (height, width) = (self.cycles.len(), self.moves.len());
        let most = (height * (height + width)) as u64;
        // A row has an entry of up to 16 bytes in each column.
        meter.grow(16 * most)?;
        let mut system = System::<V>::new(self.prime.into(), height, width);
        for shift in &self.moves {
            meter.steps(most)?;
            system.push(shift.by.iter().map(|(row, by)| (*row, u64::from(*by))));
        }
        let small = |vector: Vec<u64>| -> Vec<u8> {
            vector.into_iter().map(|x| u8::try_from(x).unwrap_or(0)).collect()
        };
        let null_space: Vec<Vec<u8>> = system.null_space().into_iter().map(small).collect();
        let each = u32::try_from(null_space.len()).ok().and_then(|n| u64::from(self.prime).checked_pow(n));
        if each.and_then(|n| n.checked_mul(goals.len() as u64)).is_none_or(|n| n > MOST_SOLUTIONS) {
            return Ok(None);
        }
        let mut least: Option<(u64, Vec<u8>)> = None;
        for goal in goals {
            let way = self.difference(&task.start, goal).into_iter().map(u64::from);
            let Some(solution) = system.solution(way.enumerate()) else { continue };
            self.each(small(solution), &null_space, meter, |solution| {
                let cost: u64 = solution.iter().zip(&self.moves).map(|(n, m)| u64::from(*n) * m.cost).sum();
                if least.as_ref().is_none_or(|(best, _)| cost < *best) {
                    least = Some((cost, solution.to_vec()));
                }
            })?;
        }
        Ok(least.map(|(_, times)| times))
    }

    /// Calls `f` for every solution, starting from a particular one.
    fn each(
        &self,
        mut solution: Vec<u8>,
        null_space: &[Vec<u8>],
        meter: &mut Meter,
        mut f: impl FnMut(&[u8]),
    ) -> Result<(), Limit> {
        // A counter in base p; adding a vector p times changes nothing.
        let mut counter = vec![0_u8; null_space.len()];
        loop {
            meter.steps(solution.len() as u64)?;
            f(&solution);
            let mut done = true;
            for (digit, vector) in counter.iter_mut().zip(null_space) {
                solution.iter_mut().zip(vector).for_each(|(x, y)| *x = (*x + *y) % self.prime);
                *digit = (*digit + 1) % self.prime;
                if *digit != 0 {
                    done = false;
                    break;
                }
            }
            if done {
                return Ok(());
            }
        }
    }

    /// The difference of two positions.
    fn difference(&self, from: &[Value], to: &[Value]) -> Vec<u8> {
        let place = |position: &[Value], var: VarId, cycle: &[Value]| {
            let value = position.get(var as usize);
            cycle.iter().zip(0_u8..).find(|(v, _)| Some(*v) == value).map_or(0, |(_, at)| at)
        };
        let each = self.cycles.iter().map(|(var, cycle)| {
            (self.prime + place(to, *var, cycle) - place(from, *var, cycle)) % self.prime
        });
        each.collect()
    }
}

/// The values of a variable in the order in which the first action that changes it passes them, if
/// it passes all.
fn cycle(var: VarId, values: &ValueSet, actions: &[(ActionId, &Action)]) -> Option<Vec<Value>> {
    let changes = |a: &Assign| values.iter().any(|v| a.value(v) != v);
    let of =
        |action: &'_ Action| action.assign.iter().find(|(v, a)| *v == var && changes(a)).map(|a| a.1.clone());
    let assign = actions.iter().find_map(|(_, action)| of(action))?;
    if assign.source() != Some(var) {
        return None;
    }
    let first = values.iter().next()?;
    let mut cycle = vec![first];
    let mut at = assign.value(first);
    while at != first && cycle.len() <= values.len() {
        cycle.push(at);
        at = assign.value(at);
    }
    (cycle.len() == values.len()).then_some(cycle)
}

/// The number of steps by which an assignment moves every value along the cycle.
fn turn(var: VarId, assign: &Assign, cycle: &[Value]) -> Option<u8> {
    if assign.source() != Some(var) {
        return None;
    }
    let to = assign.value(*cycle.first()?);
    let by = cycle.iter().position(|v| *v == to)?;
    let turned = cycle.iter().skip(by).chain(cycle);
    cycle.iter().zip(turned).all(|(from, to)| assign.value(*from) == *to).then_some(u8::try_from(by).ok()?)
}
