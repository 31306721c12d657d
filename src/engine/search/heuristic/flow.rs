//! How far each value is from where the goal allows it.

use std::collections::VecDeque;

use super::facts::{Facts, Weights, has};
use crate::task::{Assign, Value, VarId};

/// By variable and value the least number of actions that bring the value from this variable to
/// one that may hold it in a goal position, as if nothing else were on the board. A value that an
/// action takes away is there with that action. Values that never get there have `None`; dead ends, too.
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
    // The vanishing ones were put in at 1 behind all those at 0, so the queue is in order.
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

/// Where actions bring values: a copy goes where it is copied to; a value overwritten by a fixed
/// one goes to every variable that the action fixes to that very value, or vanishes.
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
