//! Distances of values from the variables where the goal allows them.

use std::collections::VecDeque;

use super::facts::{Facts, Weights, has};
use puzzlec_task::{Assign, Value, VarId};

/// By variable and value, the least number of actions that bring the value from this variable to one where
/// the goal allows it, on an otherwise empty board. A value that an action removes has distance one.
/// Unreachable distances and dead ends are `None`.
pub(super) fn distances(facts: &Facts) -> Vec<Vec<Option<u32>>> {
    let mut into = edges(facts);
    let mut distance: Vec<Vec<Option<u32>>> =
        facts.task.variables.iter().map(|v| vec![None; usize::from(v.size)]).collect();
    let mut queue = VecDeque::new();
    let mut reach = |queue: &mut VecDeque<(VarId, Value, u32)>, var: VarId, value: Value, at: u32| {
        if let Some(entry @ None) =
            distance.get_mut(var as usize).and_then(|row| row.get_mut(usize::from(value)))
        {
            *entry = Some(at);
            queue.push_back((var, value, at));
        }
    };
    for (var, (live, goal)) in (0..).zip(facts.relaxed.values.iter().zip(&facts.goal)) {
        for value in live.iter().filter(|v| goal.contains(*v)) {
            reach(&mut queue, var, value, 0);
        }
    }
    for (var, value) in std::mem::take(&mut into.vanishing) {
        reach(&mut queue, var, value, 1);
    }
    // Removable values start at 1, after all those at 0, so the queue is sorted.
    while let Some((var, value, at)) = queue.pop_front() {
        let from = into.edges.get_mut(var as usize).and_then(|row| row.get_mut(usize::from(value)));
        for (source, old) in from.map(std::mem::take).unwrap_or_default() {
            reach(&mut queue, source, old, at + 1);
        }
    }
    distance
}

struct Edges {
    /// Into a variable and value: from which.
    edges: Vec<Vec<Vec<(VarId, Value)>>>,
    /// Values that an action takes away.
    vanishing: Vec<(VarId, Value)>,
}

/// The variables to which actions move values: a copied value moves to the target of the copy; a value
/// overwritten by a constant moves to every variable that the action sets to that value, or is removed.
fn edges(facts: &Facts) -> Edges {
    let mut edges: Vec<Vec<Vec<(VarId, Value)>>> =
        facts.task.variables.iter().map(|v| vec![Vec::new(); usize::from(v.size)]).collect();
    let mut vanishing = Vec::new();
    for action in facts.actions() {
        for (var, _) in &action.assign {
            for value in facts.before(action, *var) {
                let mut goes = false;
                for (target, assign) in &action.assign {
                    let new = match assign {
                        Assign::Set(new) if *new == value => value,
                        Assign::Set(_) => continue,
                        Assign::Copy(source) | Assign::Map(source, _) if source != var => continue,
                        Assign::Copy(_) | Assign::Map(..) => assign.value(value),
                    };
                    goes = true;
                    if (*target, new) == (*var, value) || has(&facts.dead_ends, *target, new) {
                        continue;
                    }
                    if let Some(row) = edges.get_mut(*target as usize)
                        && let Some(into) = row.get_mut(usize::from(new))
                        && into.last() != Some(&(*var, value))
                    {
                        into.push((*var, value));
                    }
                }
                if !goes {
                    vanishing.push((*var, value));
                }
            }
        }
    }
    Edges { edges, vanishing }
}

/// Distances of these values as weights; what never arrives weighs nothing.
pub(super) fn weights(
    facts: &Facts,
    distances: &[Vec<Option<u32>>],
    mut factor: impl FnMut(Value) -> i64,
) -> Weights {
    facts.weigh(|var, value| {
        let row = distances.get(var as usize);
        let distance = row.and_then(|row| row.get(usize::from(value))).copied().flatten();
        factor(value) * i64::from(distance.unwrap_or(0))
    })
}
