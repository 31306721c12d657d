//! A task in a normal form on points, in which a renaming is a permutation of the points.
//!
//! A point is a variable with one of its possible values; variables that never change have none. Guards are
//! sets of allowed points, assignments are points or pairs of points, and conditions are bounded sums of
//! weights of points, joined by "all", "any" and "not". Equal normal forms are equivalent, so a permutation
//! of points that preserves the form preserves the task.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::conditions::{Conditions, FALSE, Node, TRUE};
use crate::Relaxed;
use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_task::{Action, Cost, Task, Value, ValueSet, VarId};

/// A task of more parts than this is not searched for symmetries.
const MOST_PARTS: usize = 1 << 20;

/// The points of a task, those of a variable in the order of its values.
pub(super) struct Points {
    /// By variable, its first point.
    first: Vec<u32>,
    /// By variable, the values of its points.
    values: Vec<Vec<Value>>,
    /// By point, its variable.
    variable: Vec<VarId>,
}

impl Points {
    fn new(relaxed: &Relaxed) -> Self {
        let mut points = Points { first: Vec::new(), values: Vec::new(), variable: Vec::new() };
        for (set, var) in relaxed.values.iter().zip(0..) {
            let values: Vec<Value> = if set.len() > 1 { set.iter().collect() } else { Vec::new() };
            points.first.push(points.variable.len() as u32);
            points.variable.extend(values.iter().map(|_| var));
            points.values.push(values);
        }
        points
    }

    /// The number of points.
    pub(super) fn len(&self) -> usize {
        self.variable.len()
    }

    /// The number of variables of the task, including those without points.
    pub(super) fn variables(&self) -> usize {
        self.first.len()
    }

    /// The values of a variable's points.
    pub(super) fn values(&self, var: VarId) -> &[Value] {
        self.values.get(var as usize).map_or(&[], Vec::as_slice)
    }

    /// The points of a variable.
    pub(super) fn of(&self, var: VarId) -> std::ops::Range<u32> {
        let first = self.first.get(var as usize).copied().unwrap_or(0);
        first..first + self.values(var).len() as u32
    }

    /// A variable with a value.
    pub(super) fn at(&self, var: VarId, value: Value) -> Option<u32> {
        let place = self.values(var).binary_search(&value).ok()?;
        Some(self.of(var).start + place as u32)
    }

    /// The variable of a point.
    pub(super) fn variable(&self, point: u32) -> VarId {
        self.variable.get(point as usize).copied().unwrap_or(0)
    }

    /// The value of a point.
    pub(super) fn value(&self, point: u32) -> Value {
        let var = self.variable(point);
        let place = point - self.of(var).start;
        self.values(var).get(place as usize).copied().unwrap_or(0)
    }

    /// The points of a variable with one of these values.
    fn within(&self, var: VarId, set: &ValueSet) -> Vec<u32> {
        self.of(var).zip(self.values(var)).filter(|(_, v)| set.contains(**v)).map(|(p, _)| p).collect()
    }
}

/// An action; all lists are sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Act {
    /// The allowed points of the variables that it restricts.
    pub(super) guard: Vec<u32>,
    /// The points it brings about whatever was before.
    pub(super) sets: Vec<u32>,
    /// If the first point of a pair was there before, the second is after.
    pub(super) pairs: Vec<(u32, u32)>,
    /// The additional condition.
    pub(super) condition: u32,
    /// Its weight, if lengths depend on it.
    pub(super) weight: u32,
    /// The moving piece, if lengths depend on it.
    pub(super) mover: Option<(VarId, VarId)>,
}

/// A task in normal form.
pub(super) struct Form {
    /// The points.
    pub(super) points: Points,
    /// All conditions.
    pub(super) conditions: Conditions,
    /// The different actions.
    pub(super) acts: Vec<Act>,
    /// The multiplicity and index of each action.
    known: FxHashMap<Act, (u32, u32)>,
    /// The goal.
    pub(super) goal: u32,
    /// The number of parts of actions and conditions.
    size: usize,
}

impl Form {
    /// The form of a task; `None` if it is too large.
    pub(super) fn new(task: &Task, relaxed: &Relaxed, budget: &Budget) -> Result<Option<Self>, Limit> {
        let points = Points::new(relaxed);
        let mut conditions = Conditions::new();
        let goal = conditions.add(&task.goal, &points, relaxed);
        let mut form =
            Form { points, conditions, acts: Vec::new(), known: FxHashMap::default(), goal, size: 0 };
        let mut parts = form.points.len();
        let firing = task.actions.iter().zip(&relaxed.fires).filter(|a| *a.1);
        for (at, (action, _)) in firing.enumerate() {
            if at % 4096 == 0 {
                budget.poll(&Progress::default())?;
            }
            let condition = form.conditions.add(&action.condition, &form.points, relaxed);
            if condition == FALSE {
                continue;
            }
            let act = match form.act(task.measure.cost, action, condition, relaxed) {
                Made::Act(act) => act,
                Made::Never => continue,
                Made::Unknown => return Ok(None),
            };
            parts += 1 + act.guard.len() + act.sets.len() + 3 * act.pairs.len();
            if parts + form.conditions.size() > MOST_PARTS {
                return Ok(None);
            }
            let place = form.acts.len() as u32;
            let entry = form.known.entry(act).or_insert_with_key(|act| {
                form.acts.push(act.clone());
                (0, place)
            });
            entry.0 = entry.0.saturating_add(action.times);
        }
        form.size = parts + form.conditions.size();
        Ok(Some(form))
    }

    fn act(&mut self, cost: Cost, action: &Action, condition: u32, relaxed: &Relaxed) -> Made {
        let points = &self.points;
        let mut allowed: BTreeMap<VarId, Vec<u32>> =
            action.guard.iter().map(|(var, set)| (*var, points.within(*var, set))).collect();
        // Conjuncts about one variable belong to the guard.
        let condition = self.conditions.split(condition, points, |var, set| {
            let mine = allowed.entry(var).or_insert_with(|| points.of(var).collect());
            mine.retain(|p| set.binary_search(p).is_ok());
        });
        if allowed.iter().any(|(var, set)| set.is_empty() && !points.of(*var).is_empty()) {
            return Made::Never;
        }
        let before = |var: VarId| allowed.get(&var).cloned().unwrap_or_else(|| points.of(var).collect());
        let Some((sets, pairs)) = effects(points, relaxed, action, before) else { return Made::Unknown };
        allowed.retain(|var, set| set.len() < points.of(*var).len());
        Made::Act(Act {
            guard: allowed.into_values().flatten().collect(),
            sets,
            pairs,
            condition,
            weight: if cost == Cost::Weights { action.weight } else { 0 },
            mover: action.mover.filter(|_| cost == Cost::Runs),
        })
    }

    /// The number of parts of actions and conditions.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The multiplicity of an action.
    pub(super) fn times(&self, act: &Act) -> u32 {
        self.known.get(act).map_or(0, |k| k.0)
    }

    /// Whether a permutation of the points preserves variables and maps the actions and the goal onto
    /// themselves. Linear in the size of the task.
    pub(super) fn keeps(&self, renaming: &[u32]) -> bool {
        let Some(variables) = self.variables(renaming) else { return false };
        let image = |point: &u32| renaming.get(*point as usize).copied();
        let conditions = self.conditions.images(&image);
        let condition = |id: u32| conditions.get(id as usize).copied().flatten();
        if condition(self.goal) != Some(self.goal) {
            return false;
        }
        let list = |points: &[u32]| {
            let mut images: Vec<u32> = points.iter().map(image).collect::<Option<_>>()?;
            images.sort_unstable();
            Some(images)
        };
        self.acts.iter().all(|act| {
            let mapped = || {
                let pairs = act.pairs.iter().map(|(a, b)| Some((image(a)?, image(b)?)));
                let mut pairs: Vec<(u32, u32)> = pairs.collect::<Option<_>>()?;
                pairs.sort_unstable();
                let variable = |var: VarId| variables.get(var as usize).copied();
                let mover = match act.mover {
                    Some((from, to)) => Some((variable(from)?, variable(to)?)),
                    None => None,
                };
                let guard = list(&act.guard)?;
                let condition = condition(act.condition)?;
                Some(Act { guard, sets: list(&act.sets)?, pairs, condition, weight: act.weight, mover })
            };
            mapped().is_some_and(|image| self.times(&image) == self.times(act))
        })
    }

    /// By variable, its image under a permutation of the points, if that is a permutation and preserves
    /// variables.
    pub(super) fn variables(&self, renaming: &[u32]) -> Option<Vec<VarId>> {
        let mut hit = vec![false; self.points.len()];
        for image in renaming {
            if std::mem::replace(hit.get_mut(*image as usize)?, true) {
                return None;
            }
        }
        if renaming.len() != hit.len() {
            return None;
        }
        let mut variables = Vec::with_capacity(self.points.variables());
        for var in 0..self.points.variables() as VarId {
            let mut images = self.points.of(var).filter_map(|p| renaming.get(p as usize));
            let Some(first) = images.next() else {
                variables.push(var);
                continue;
            };
            let to = self.points.variable(*first);
            let whole = self.points.of(to).len() == self.points.of(var).len();
            if !whole || images.any(|p| self.points.variable(*p) != to) {
                return None;
            }
            variables.push(to);
        }
        Some(variables)
    }

    /// The nontrivial conditions in the goal and the actions.
    pub(super) fn used(&self) -> Vec<(u32, &Node)> {
        let mut used: FxHashSet<u32> = self.acts.iter().map(|a| a.condition).chain([self.goal]).collect();
        let nodes: Vec<(u32, &Node)> = self.conditions.nodes().collect();
        for (id, node) in nodes.iter().rev() {
            match node {
                Node::All(parts) | Node::Any(parts) if used.contains(id) => used.extend(parts),
                Node::Not(part) if used.contains(id) => {
                    used.insert(*part);
                }
                Node::Shape(shape) if used.contains(id) => {
                    used.extend(shape.members.iter().flat_map(|(holds, counts)| [holds, counts]));
                }
                _ => {}
            }
        }
        let said = |n: &&(u32, &Node)| used.contains(&n.0) && n.0 != TRUE && n.0 != FALSE;
        nodes.iter().filter(said).copied().collect()
    }
}

/// The image of an action.
enum Made {
    Act(Act),
    /// It never applies after all.
    Never,
    /// It produces a value outside the relaxed set.
    Unknown,
}

/// The points that are set, and the pairs of a point before and the one after.
type Effects = (Vec<u32>, Vec<(u32, u32)>);

/// Points set and pairs of points, where `before` has the points of a variable when it applies.
fn effects(
    points: &Points,
    relaxed: &Relaxed,
    action: &Action,
    before: impl Fn(VarId) -> Vec<u32>,
) -> Option<Effects> {
    let (mut sets, mut pairs) = (Vec::new(), Vec::new());
    for (var, assign) in &action.assign {
        if points.of(*var).is_empty() {
            continue;
        }
        let constant = match assign.source() {
            None => Some(assign.value(0)),
            Some(source) if points.of(source).is_empty() => {
                Some(assign.value(relaxed.values.get(source as usize)?.single()?))
            }
            Some(_) => None,
        };
        let mut own: Vec<(u32, u32)> = Vec::new();
        if let (None, Some(source)) = (constant, assign.source()) {
            for point in before(source) {
                own.push((point, points.at(*var, assign.value(points.value(point)))?));
            }
        }
        let first = own.first().map(|p| p.1);
        let set = match constant {
            Some(value) => Some(points.at(*var, value)?),
            None => first.filter(|f| own.iter().all(|p| p.1 == *f)),
        };
        match set {
            Some(point) if before(*var) == [point] => {}
            Some(point) => sets.push(point),
            None if own.iter().all(|(a, b)| a == b) => {}
            None => pairs.extend(own),
        }
    }
    sets.sort_unstable();
    pairs.sort_unstable();
    Some((sets, pairs))
}
