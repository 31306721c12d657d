//! Parts of a puzzle that have nothing to do with each other.
//!
//! Two variables belong together if an action changes one of them and changes or reads the other, or if a conjunct of the
//! goal tests both. Variables that no action changes belong to none. So an action changes and reads one part only, and a
//! plan of the puzzle is one plan of each part, in any order. A least plan is one least plan of each part after the other:
//! costs add up, in runs of a moving piece as well, since its cells lie in one part.

use puzzlec_algebra::UnionFind;
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, ActionId, Condition, Task, VarId};

/// A part of a task that its goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its variables.
    pub(crate) variables: Vec<VarId>,
    /// The actions that change them.
    pub(crate) actions: Vec<ActionId>,
    /// The conjuncts of the goal about them.
    goal: Condition,
}

/// The parts that the goal asks for, those with fewer actions first; nothing where the task does not fall apart, and no
/// action is beside its one part.
///
/// Time grows with the size of the actions and the goal.
pub(crate) fn parts(task: &Task) -> Option<Vec<Part>> {
    if task.oracle.is_some() || task.consequences.is_some() {
        return None;
    }
    let mut changes = vec![false; task.variables.len()];
    for (var, _) in task.actions.iter().flat_map(|action| &action.assign) {
        changes.get_mut(*var as usize).into_iter().for_each(|slot| *slot = true);
    }
    let is_changed = |var: VarId| changes.get(var as usize).copied().unwrap_or(false);
    let mut together = UnionFind::new(task.variables.len());
    for action in &task.actions {
        let mut first = None;
        let mut join = |var: VarId| {
            together.join(*first.get_or_insert(var), var);
        };
        each_variable(action, &mut |var| {
            if is_changed(var) {
                join(var);
            }
        });
        // Runs go on from cell to cell.
        action.mover.into_iter().for_each(|(from, to)| {
            join(from);
            join(to);
        });
    }
    let conjuncts = conjuncts(&task.goal);
    for conjunct in &conjuncts {
        let mut first = None;
        conjunct.for_each_variable(&mut |var| {
            if is_changed(var) {
                together.join(*first.get_or_insert(var), var);
            }
        });
    }
    let mut found: Vec<(u32, Part)> = Vec::new();
    for conjunct in conjuncts {
        let mut about = None;
        conjunct.for_each_variable(&mut |var| about = about.or(Some(var).filter(|var| is_changed(*var))));
        let Some(about) = about else {
            // It holds always or never.
            if conjunct.holds(&task.start) {
                continue;
            }
            return None;
        };
        let root = together.root(about);
        match found.iter_mut().find(|(known, _)| *known == root) {
            Some((_, part)) => {
                part.goal = std::mem::replace(&mut part.goal, Condition::True).and(conjunct.clone());
            }
            None => {
                let part = Part { variables: Vec::new(), actions: Vec::new(), goal: conjunct.clone() };
                found.push((root, part));
            }
        }
    }
    found.sort_unstable_by_key(|(root, _)| *root);
    let mut place = |root: u32| found.binary_search_by_key(&root, |(known, _)| *known).ok();
    let of_variable: Vec<Option<usize>> = (0..)
        .zip(&changes)
        .map(|(var, changes)| changes.then(|| together.root(var)).and_then(&mut place))
        .collect();
    let part_of = |var: VarId| of_variable.get(var as usize).copied().flatten();
    for (var, part) in (0..).zip(&of_variable) {
        if let Some((_, part)) = part.and_then(|part| found.get_mut(part)) {
            part.variables.push(var);
        }
    }
    for (number, action) in (0..).zip(&task.actions) {
        let part = action.assign.first().and_then(|(var, _)| part_of(*var));
        if let Some((_, part)) = part.and_then(|part| found.get_mut(part)) {
            part.actions.push(number);
        }
    }
    let whole = matches!(found.as_slice(), [(_, only)] if only.actions.len() == task.actions.len());
    let mut parts: Vec<Part> = found.into_iter().map(|(_, part)| part).collect();
    parts.sort_by_key(|part| part.actions.len());
    (!whole && !parts.is_empty()).then_some(parts)
}

impl Part {
    /// The task of this part alone: nothing else ever changes.
    pub(crate) fn alone(&self, task: &Task) -> Task {
        let actions = self.actions.iter().filter_map(|action| task.actions.get(*action as usize));
        Task {
            variables: task.variables.clone(),
            contents: task.contents.clone(),
            actions: actions.cloned().collect(),
            start: task.start.clone(),
            goal: self.goal.clone(),
            measure: task.measure.clone(),
            oracle: None,
            consequences: None,
        }
    }

    /// The names of its variables.
    pub(crate) fn names(&self, task: &Task) -> Vec<String> {
        let names = Names::new(task);
        self.variables.iter().map(|var| names.variable(*var)).collect()
    }
}

/// Calls `f` with every variable that an action reads or changes.
fn each_variable(action: &Action, f: &mut impl FnMut(VarId)) {
    action.guard.iter().for_each(|(var, _)| f(*var));
    action.condition.for_each_variable(f);
    for (var, assign) in &action.assign {
        f(*var);
        assign.source().into_iter().for_each(&mut *f);
    }
}

/// The conditions that a condition is the conjunction of.
fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::All(parts) => parts.iter().flat_map(conjuncts).collect(),
        one => vec![one],
    }
}
