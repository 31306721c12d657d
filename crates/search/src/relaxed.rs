//! Over-approximated reachability that ignores the values that actions remove.
//!
//! The delete relaxation of Hoffmann and Nebel, "The FF planning system" (JAIR 14, 2001), section 4, for
//! multi-valued variables: a variable accumulates values.

use crate::possible;
use rustc_hash::FxHashMap;

use puzzlec_task::{Action, ActionId, Condition, Task, ValueSet, VarId};

/// An over-approximation of the reachable positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relaxed {
    /// The possible values of each variable: no other value occurs in a reachable position.
    pub values: Vec<ValueSet>,
    /// The actions that could ever apply; those of consequences follow the task's own.
    pub fires: Vec<bool>,
}

/// Computes what each variable can ever hold and which actions could ever apply.
///
/// An action waits at one failing guard, or at its condition, and is tested again only after a relevant
/// change: near-linear in the size of the task, apart from conditions that stay impossible for long.
pub fn relaxed(task: &Task) -> Relaxed {
    let task = &*task.flat();
    if task.oracle.as_ref().is_some_and(|oracle| oracle.makes_moves()) {
        // Moves of scripts are unknown, so every value is possible.
        let values = task.variables.iter().map(|v| (0..v.size).collect()).collect();
        return Relaxed { values, fires: vec![true; task.actions.len()] };
    }
    let mut reach = Reach::new(task);
    for action in 0..task.actions.len() {
        reach.examine(action as ActionId);
    }
    while let Some(var) = reach.grown.pop() {
        reach.spread(var as usize);
    }
    Relaxed { values: reach.values, fires: reach.fires }
}

struct Reach<'t> {
    task: &'t Task,
    values: Vec<ValueSet>,
    fires: Vec<bool>,
    /// Per variable: actions whose guard on it fails so far.
    waiting: Vec<Vec<ActionId>>,
    /// Per variable: actions that fire and compute a new value from it.
    readers: Vec<Vec<ActionId>>,
    /// Per variable, the conditions that mention it and were impossible when last tested.
    watched: Vec<Vec<u32>>,
    /// Different conditions once each; many actions may share one.
    conditions: Vec<Gate<'t>>,
    condition_of: Vec<u32>,
    /// Variables whose set grew and was not propagated yet, and whether a variable is among them.
    grown: Vec<VarId>,
    in_grown: Vec<bool>,
}

struct Gate<'t> {
    condition: &'t Condition,
    open: Option<bool>,
    waiting: Vec<ActionId>,
}

impl<'t> Reach<'t> {
    fn new(task: &'t Task) -> Self {
        let mut ids: FxHashMap<&Condition, u32> = FxHashMap::default();
        let mut conditions = Vec::new();
        let condition_of = task.actions.iter().map(|action| {
            *ids.entry(&action.condition).or_insert_with(|| {
                conditions.push(Gate { condition: &action.condition, open: None, waiting: Vec::new() });
                conditions.len() as u32 - 1
            })
        });
        let condition_of = condition_of.collect();
        let n = task.start.len();
        Reach {
            task,
            values: task.start.iter().map(|v| ValueSet::one(*v)).collect(),
            fires: vec![false; task.actions.len()],
            waiting: vec![Vec::new(); n],
            readers: vec![Vec::new(); n],
            watched: vec![Vec::new(); n],
            conditions,
            condition_of,
            grown: Vec::new(),
            in_grown: vec![false; n],
        }
    }

    /// Applies an action, or leaves it waiting.
    fn examine(&mut self, id: ActionId) {
        let Some(action) = self.task.actions.get(id as usize) else { return };
        for (var, set) in &action.guard {
            match self.values.get(*var as usize) {
                Some(values) if values.intersects(set) => {}
                _ => {
                    if let Some(waiting) = self.waiting.get_mut(*var as usize) {
                        waiting.push(id);
                    }
                    return;
                }
            }
        }
        if !self.passes(id) {
            return;
        }
        if let Some(fires) = self.fires.get_mut(id as usize) {
            *fires = true;
        }
        for source in action.assign.iter().filter_map(|a| a.1.source()) {
            if let Some(readers) = self.readers.get_mut(source as usize)
                && readers.last() != Some(&id)
            {
                readers.push(id);
            }
        }
        self.apply(action);
    }

    /// Whether the action's condition may hold; if not, the action waits for it.
    fn passes(&mut self, id: ActionId) -> bool {
        let Some(&gate_id) = self.condition_of.get(id as usize) else { return false };
        let Some(gate) = self.conditions.get_mut(gate_id as usize) else { return false };
        let open = gate.open.unwrap_or_else(|| {
            let holds = possible(gate.condition, &self.values).holds;
            if !holds {
                gate.condition.for_each_variable(&mut |var| {
                    if let Some(watched) = self.watched.get_mut(var as usize)
                        && watched.last() != Some(&gate_id)
                    {
                        watched.push(gate_id);
                    }
                });
            }
            holds
        });
        gate.open = Some(open);
        if !open {
            gate.waiting.push(id);
        }
        open
    }

    /// Adds what the action's assignments can give.
    fn apply(&mut self, action: &Action) {
        for (var, assign) in &action.assign {
            let new: ValueSet = match assign.source() {
                None => ValueSet::one(assign.value(0)),
                Some(source) => {
                    let Some(values) = self.values.get(source as usize) else { continue };
                    let allowed = |v: &u16| action.guard_of(source).is_none_or(|g| g.contains(*v));
                    values.iter().filter(allowed).map(|v| assign.value(v)).collect()
                }
            };
            let at = *var as usize;
            if self.values.get_mut(at).is_some_and(|values| values.absorb(&new))
                && let Some(queued) = self.in_grown.get_mut(at)
                && !std::mem::replace(queued, true)
            {
                self.grown.push(*var);
            }
        }
    }

    /// Tests everything again that depends on a variable whose set grew.
    fn spread(&mut self, var: usize) {
        if let Some(queued) = self.in_grown.get_mut(var) {
            *queued = false;
        }
        for id in self.waiting.get_mut(var).map(std::mem::take).unwrap_or_default() {
            self.examine(id);
        }
        let watched = self.watched.get_mut(var).map(std::mem::take).unwrap_or_default();
        let mut still = Vec::new();
        for gate_id in watched {
            let Some(gate) = self.conditions.get_mut(gate_id as usize) else { continue };
            if gate.open == Some(true) {
                continue;
            }
            if possible(gate.condition, &self.values).holds {
                gate.open = Some(true);
                for id in std::mem::take(&mut gate.waiting) {
                    self.examine(id);
                }
            } else {
                still.push(gate_id);
            }
        }
        if let Some(watched) = self.watched.get_mut(var) {
            watched.append(&mut still);
        }
        for id in self.readers.get(var).cloned().unwrap_or_default() {
            if let Some(action) = self.task.actions.get(id as usize) {
                self.apply(action);
            }
        }
    }
}
