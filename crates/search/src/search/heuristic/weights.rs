//! Candidate weights, the simplest first.

use super::facts::{Facts, Weights, has, weight};
use super::flow;
use puzzlec_task::{Action, Value};

/// A multiple of 1 to 10, so that a piece may weigh a part of a move.
const WHOLE: i64 = 2520;

/// All candidate weights. Value 0 is "empty" for cells.
pub(super) fn all(facts: &Facts) -> Vec<Weights> {
    let placed = |var, value| i64::from(!has(&facts.goal, var, value));
    let mut all = vec![
        // The number of variables with a value that the goal excludes.
        facts.weigh(placed),
        facts.weigh(|var, value| if value == 0 { 0 } else { placed(var, value) }),
        facts.weigh(|var, value| if value == 0 { placed(var, value) } else { 0 }),
    ];
    // The number of pieces.
    all.push(facts.weigh(|_, value| i64::from(value != 0)));
    all.push(facts.weigh(|_, value| -i64::from(value != 0)));
    if facts.each_value().len() > 2 {
        for one in facts.each_value().skip(1) {
            all.push(facts.weigh(|_, value| i64::from(value == one)));
            all.push(facts.weigh(|_, value| -i64::from(value == one)));
        }
    }
    // The distance of each value from the goal.
    let distances = flow::distances(facts);
    all.push(flow::weights(facts, &distances, |value| i64::from(value != 0)));
    all.push(flow::weights(facts, &distances, |value| i64::from(value == 0)));
    let crowd = crowds(facts);
    let share = |value: Value| {
        let crowd = crowd.get(usize::from(value)).copied().unwrap_or(1);
        if value == 0 { 0 } else { WHOLE / i64::from(crowd.clamp(1, 10)) }
    };
    all.push(flow::weights(facts, &distances, share));
    let each: Vec<Weights> = facts
        .each_value()
        .map(|one| flow::weights(facts, &distances, |value| i64::from(value == one)))
        .collect();
    all.push(alone(facts, &each));
    all
}

/// By value, the maximum number of pieces that move together with one of this value.
fn crowds(facts: &Facts) -> Vec<u32> {
    let values = facts.task.variables.iter().map(|v| v.size).max().unwrap_or(0);
    let mut crowds = vec![0; usize::from(values)];
    for action in facts.actions() {
        let moved = |var| facts.before(action, var).any(|value| value != 0);
        let crowd = action.assign.iter().filter(|a| moved(a.0)).count() as u32;
        for (var, _) in &action.assign {
            for value in facts.before(action, *var) {
                if let Some(most) = crowds.get_mut(usize::from(value)) {
                    *most = crowd.max(*most);
                }
            }
        }
    }
    crowds
}

/// The distances of values no two of which an action brings nearer at once: those that are farthest
/// at the start first.
fn alone(facts: &Facts, each: &[Weights]) -> Weights {
    let at_start = |weights: &Weights| -> i64 {
        facts.task.start.iter().zip(0..).map(|(value, var)| weight(weights, var, *value)).sum()
    };
    let mut order: Vec<(i64, &Weights)> = each.iter().map(|w| (at_start(w), w)).filter(|w| w.0 > 0).collect();
    order.sort_by_key(|w| std::cmp::Reverse(w.0));
    let mut chosen = facts.zero();
    let actions: Vec<&Action> = facts.actions().collect();
    for (_, weights) in order {
        let mut both = chosen.clone();
        for (row, more) in both.iter_mut().zip(weights) {
            for (entry, more) in row.iter_mut().zip(more) {
                *entry += more;
            }
        }
        if actions.iter().all(|action| facts.drop(action, &both).is_none_or(|drop| drop <= 1)) {
            chosen = both;
        }
    }
    chosen
}
