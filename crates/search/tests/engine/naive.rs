//! Searches over unpacked positions, as simple as can be.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use puzzlec_model::{Ending, Ends};
use puzzlec_task::{Action, Position, Task};

/// Whether an action applies.
pub fn applies(action: &Action, position: &Position) -> bool {
    action.guard.iter().all(|(var, set)| set.contains(position[*var as usize]))
        && action.condition.holds(position)
}

/// The position after an action.
pub fn apply(action: &Action, position: &Position) -> Position {
    let mut after = position.clone();
    for (var, assign) in &action.assign {
        let old = assign.source().map_or(0, |s| position[s as usize]);
        after[*var as usize] = assign.value(old);
    }
    after
}

/// Replays a plan and says whether it solves the task.
pub fn replays(task: &Task, plan: &[u32]) -> bool {
    let mut position = task.start.clone();
    for id in plan {
        let action = &task.actions[*id as usize];
        if !applies(action, &position) {
            return false;
        }
        position = apply(action, &position);
    }
    task.goal.holds(&position)
}

/// What there is to know of a task.
pub struct Truth {
    /// Every position that can be reached, with its least number of actions, in order of it.
    pub reached: BTreeMap<Position, u64>,
    /// Least lengths in actions, runs and pieces, if it can be solved.
    pub least: Option<[u64; 3]>,
    /// How many shortest sequences of actions there are.
    pub count: u128,
}

/// All other positions one action away, with the action.
pub fn successors<'t>(task: &'t Task, position: &Position) -> Vec<(&'t Action, Position)> {
    let actions = task.actions.iter().filter(|a| applies(a, position));
    actions.map(|a| (a, apply(a, position))).filter(|(_, after)| after != position).collect()
}

/// Every position that can be reached, with its least number of actions.
pub fn reached(task: &Task) -> BTreeMap<Position, u64> {
    let mut reached = BTreeMap::from([(task.start.clone(), 0)]);
    let mut queue = VecDeque::from([(task.start.clone(), 0)]);
    while let Some((position, depth)) = queue.pop_front() {
        for (_, after) in successors(task, &position) {
            if !reached.contains_key(&after) {
                reached.insert(after.clone(), depth + 1);
                queue.push_back((after, depth + 1));
            }
        }
    }
    reached
}

/// The least number of actions of a plan, among these positions with theirs.
pub fn nearest(task: &Task, reached: &BTreeMap<Position, u64>) -> Option<u64> {
    reached.iter().filter(|(position, _)| task.goal.holds(position)).map(|(_, depth)| *depth).min()
}

/// From every one of these positions the least number of actions to a goal, where there is a way.
pub fn distances<'r>(task: &Task, reached: &'r BTreeMap<Position, u64>) -> BTreeMap<&'r Position, u64> {
    let mut before: BTreeMap<Position, Vec<&Position>> = BTreeMap::new();
    for position in reached.keys() {
        for (_, after) in successors(task, position) {
            before.entry(after).or_default().push(position);
        }
    }
    let mut distances: BTreeMap<&Position, u64> =
        reached.keys().filter(|position| task.goal.holds(position)).map(|position| (position, 0)).collect();
    let mut queue: VecDeque<(&Position, u64)> = distances.iter().map(|(p, d)| (*p, *d)).collect();
    while let Some((position, distance)) = queue.pop_front() {
        for earlier in before.get(position).into_iter().flatten() {
            if !distances.contains_key(earlier) {
                distances.insert(earlier, distance + 1);
                queue.push_back((earlier, distance + 1));
            }
        }
    }
    distances
}

/// Everything about a task by exhaustion.
pub fn truth(task: &Task) -> Truth {
    let reached = reached(task);
    let Some(actions) = nearest(task, &reached) else {
        return Truth { reached, least: None, count: 0 };
    };
    let runs = cheapest(task, |action, stands| {
        let goes_on = action.mover.is_some_and(|m| stands == Some(m.0));
        u64::from(!goes_on)
    });
    let pieces = cheapest(task, |action, _| u64::from(action.weight));
    let mut ways = BTreeMap::from([(task.start.clone(), 1_u128)]);
    for _ in 0..actions {
        let mut next = BTreeMap::new();
        for (position, n) in &ways {
            for (action, after) in successors(task, position) {
                *next.entry(after).or_insert(0) += n * u128::from(action.times);
            }
        }
        ways = next;
    }
    let count = ways.iter().filter(|(p, _)| task.goal.holds(p)).map(|w| w.1).sum();
    Truth { reached, least: Some([actions, runs, pieces]), count }
}

/// The least cost of a plan, where an action's cost may depend on where the piece moved before it
/// stands.
fn cheapest(task: &Task, cost: impl Fn(&Action, Option<u32>) -> u64) -> u64 {
    let start = (task.start.clone(), None);
    let mut known = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = BTreeSet::from([(0, start)]);
    while let Some((so_far, (position, stands))) = queue.pop_first() {
        if task.goal.holds(&position) {
            return so_far;
        }
        for (action, after) in successors(task, &position) {
            let total = so_far + cost(action, stands);
            let node = (after, action.mover.map(|m| m.1));
            if known.get(&node).is_none_or(|old| total < *old) {
                known.insert(node.clone(), total);
                queue.insert((total, node));
            }
        }
    }
    panic!("it was reached before");
}

/// A position of a game.
pub struct Played {
    /// The positions after one move.
    pub after: Vec<Position>,
    /// Whether the player to move wins; `None` for a draw.
    pub won: Option<bool>,
    /// The number of moves until then, if the winner hurries and the other delays.
    pub moves: u64,
}

/// All positions of a game.
pub fn game(task: &Task, ends: Ends) -> BTreeMap<Position, Played> {
    let of = |p: Position| {
        let after = successors(task, &p).into_iter().map(|(_, next)| next).collect();
        (p, Played { after, won: None, moves: 0 })
    };
    let mut all: BTreeMap<Position, Played> = truth(task).reached.into_keys().map(of).collect();
    // A round finds who wins in that number of moves.
    for round in 0.. {
        let mut news = Vec::new();
        for (position, Played { after, .. }) in all.iter().filter(|(_, p)| p.won.is_none()) {
            if after.is_empty() {
                let won = match (task.goal.holds(position), ends) {
                    (true, Ends { goal_loses, .. }) => Some(goal_loses),
                    (false, Ends { last: Ending::Draws, .. }) => None,
                    (false, Ends { last, .. }) => Some(last == Ending::Loses),
                };
                news.extend(won.map(|won| (position.clone(), won)));
            } else if after.iter().any(|p| all[p].won == Some(false)) {
                news.push((position.clone(), true));
            } else if after.iter().all(|p| all[p].won == Some(true)) {
                news.push((position.clone(), false));
            }
        }
        if news.is_empty() {
            return all;
        }
        for (position, won) in news {
            let played = all.get_mut(&position).unwrap();
            (played.won, played.moves) = (Some(won), round);
        }
    }
    unreachable!("every round finds something")
}

/// The Grundy value of the start; `None` if play can go on forever.
pub fn grundy(task: &Task) -> Option<u64> {
    fn value(task: &Task, position: &Position, known: &mut BTreeMap<Position, Option<u64>>) -> Option<u64> {
        if let Some(value) = known.get(position) {
            return *value;
        }
        known.insert(position.clone(), None);
        let after = successors(task, position);
        let values: Option<Vec<u64>> = after.iter().map(|(_, next)| value(task, next, known)).collect();
        let values = values?;
        let mex = (0..).find(|n| !values.contains(n));
        known.insert(position.clone(), mex);
        mex
    }
    value(task, &task.start, &mut BTreeMap::new())
}
