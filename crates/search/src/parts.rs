//! Parts of a puzzle that have nothing to do with each other.
//!
//! Only variables that can change and actions that could ever apply count ([`relaxed`](crate::relaxed)). Two variables
//! belong together if an action changes one of them and changes or reads the other, or if a conjunct of the goal tests
//! both. A test that always passes reads nothing. So an action changes and reads one part only, and a plan of the puzzle is
//! one plan of each part, in any order. A least plan is one least plan of each part after the other: costs add up, in runs
//! of a moving piece as well, since its cells lie in one part.

use crate::{Relaxed, possible};
use puzzlec_algebra::UnionFind;
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, ActionId, Condition, Task, VarId};

/// A part of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its variables.
    pub(crate) variables: Vec<VarId>,
    /// The actions that change them.
    pub(crate) actions: Vec<ActionId>,
    /// The conjuncts of the goal about them; `True` if there is none.
    goal: Condition,
}

/// The parts that the goal asks for, those with fewer actions first; nothing where the task does not fall apart, and no
/// action is beside its one part.
///
/// Time grows with the size of the actions and the goal.
pub(crate) fn parts(task: &Task, relaxed: &Relaxed) -> Option<Vec<Part>> {
    let mut parts = all_parts(task, relaxed)?;
    let all = parts.len();
    parts.retain(|part| part.goal != Condition::True);
    let whole = all == 1 || parts.is_empty() || parts.iter().any(|part| part.goal == Condition::False);
    (!whole).then_some(parts)
}

/// All parts, those with fewer actions first. Where the goal can never hold, that of one part cannot.
pub(crate) fn all_parts(task: &Task, relaxed: &Relaxed) -> Option<Vec<Part>> {
    if task.oracle.is_some() || task.consequences.is_some() {
        return None;
    }
    let changes = |var: VarId| relaxed.values.get(var as usize).is_some_and(|values| values.len() > 1);
    let changed = |action: &Action| action.assign.iter().map(|(var, _)| *var).find(|var| changes(*var));
    let actions: Vec<(ActionId, &Action, VarId)> = (0..)
        .zip(&task.actions)
        .zip(&relaxed.fires)
        .filter(|(_, fires)| **fires)
        .filter_map(|((id, action), _)| Some((id, action, changed(action)?)))
        .collect();
    let mut together = UnionFind::new(task.variables.len());
    for (_, action, first) in &actions {
        each_variable(action, relaxed, &mut |var| {
            if changes(var) {
                together.join(*first, var);
            }
        });
        // Runs go on from cell to cell.
        if let Some((from, to)) = action.mover {
            together.join(*first, from);
            together.join(*first, to);
        }
    }
    let conjuncts = conjuncts(&task.goal);
    let about = |conjunct: &Condition| {
        let mut about = Vec::new();
        conjunct.for_each_variable(&mut |var| about.extend(Some(var).filter(|var| changes(*var))));
        about
    };
    for &conjunct in &conjuncts {
        let about = about(conjunct);
        for pair in about.windows(2).filter(|_| possible(conjunct, &relaxed.values).fails) {
            if let [one, other] = pair {
                together.join(*one, *other);
            }
        }
    }
    let changing = || (0..).zip(&task.variables).map(|(var, _)| var).filter(|var| changes(*var));
    let mut roots: Vec<u32> = changing().map(|var| together.root(var)).collect();
    roots.sort_unstable();
    roots.dedup();
    let none = || Part { variables: Vec::new(), actions: Vec::new(), goal: Condition::True };
    let mut parts: Vec<Part> = roots.iter().map(|_| none()).collect();
    let mut place = |var: VarId| roots.binary_search(&together.root(var)).unwrap_or(0);
    for var in changing() {
        parts.get_mut(place(var))?.variables.push(var);
    }
    for (id, _, first) in &actions {
        parts.get_mut(place(*first))?.actions.push(*id);
    }
    for conjunct in conjuncts {
        let possible = possible(conjunct, &relaxed.values);
        if possible.fails {
            let part = parts.get_mut(about(conjunct).first().map_or(0, |var| place(*var)))?;
            let goal = if possible.holds { conjunct.clone() } else { Condition::False };
            part.goal = std::mem::replace(&mut part.goal, Condition::True).and(goal);
        }
    }
    parts.sort_by_key(|part| part.actions.len());
    Some(parts)
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
            wins: None,
        }
    }

    /// The names of its variables.
    pub(crate) fn names(&self, task: &Task) -> Vec<String> {
        let names = Names::new(task);
        self.variables.iter().map(|var| names.variable(*var)).collect()
    }
}

/// Calls `f` with every variable that an action changes or, in a test that may fail, reads.
fn each_variable(action: &Action, relaxed: &Relaxed, f: &mut impl FnMut(VarId)) {
    for (var, set) in &action.guard {
        if relaxed.values.get(*var as usize).is_none_or(|values| !values.is_subset(set)) {
            f(*var);
        }
    }
    for conjunct in conjuncts(&action.condition) {
        if possible(conjunct, &relaxed.values).fails {
            conjunct.for_each_variable(f);
        }
    }
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
