//! Checks disjoint levels from both ends by enumeration.

use std::collections::{BTreeMap, BTreeSet};

use super::game::{Cells, Game};
use puzzlec_base::Progress;
use puzzlec_checker::Unproved;
use puzzlec_task::SearchContext;

/// Weights that no jump raises, with what the goal and the start weigh.
struct Count {
    weights: BTreeMap<u8, i128>,
    goal: i128,
    start: i128,
}

impl Count {
    fn of(weights: &BTreeMap<u8, i128>, at: Cells) -> i128 {
        weights.iter().filter(|(cell, _)| at >> **cell & 1 == 1).map(|(_, weight)| *weight).sum()
    }
}

/// Whether the goal is unreachable: the levels forward from the start and backward from the goal have the
/// stated sizes, and the last levels are disjoint, or one is empty.
pub(super) fn check(
    game: &Game,
    goal: Cells,
    counts: &[BTreeMap<String, i64>],
    levels: [&[u64]; 2],
    context: &SearchContext,
) -> Result<(), Unproved> {
    let mut read = Vec::new();
    for count in counts {
        let weights = game.weights(count)?;
        let weight = |cell: u8| weights.get(&cell).copied().unwrap_or(0);
        if game.jumps.iter().any(|j| weight(j.from) + weight(j.over) < weight(j.to)) {
            return Err(Unproved::wrong("a jump raises a count"));
        }
        let (end, start) = (Count::of(&weights, goal), Count::of(&weights, game.start));
        read.push(Count { weights, goal: end, start });
    }
    let moves = i64::from(game.start.count_ones()) - i64::from(goal.count_ones());
    let [forward, backward] = levels;
    let ahead = walk(game, game.start, &read, forward, true, context)?;
    let behind = walk(game, goal, &read, backward, false, context)?;
    let steps = forward.len().saturating_add(backward.len()).saturating_sub(2);
    let complete = i64::try_from(steps).is_ok_and(|steps| steps == moves);
    let none = ahead.is_empty() || behind.is_empty();
    if !none && (!complete || !ahead.is_disjoint(&behind)) {
        return Err(Unproved::wrong("positions from both ends may meet"));
    }
    if none && i64::try_from(steps).is_ok_and(|steps| steps > moves) {
        return Err(Unproved::wrong("there are more levels than moves"));
    }
    Ok(())
}

/// The positions of the last level, if all levels have the stated sizes.
fn walk(
    game: &Game,
    from: Cells,
    counts: &[Count],
    sizes: &[u64],
    on: bool,
    context: &SearchContext,
) -> Result<BTreeSet<Cells>, Unproved> {
    let mut level: BTreeSet<Cells> = [from].into();
    let mut sizes = sizes.iter();
    if sizes.next() != Some(&1) {
        return Err(Unproved::wrong("the first level is not one position"));
    }
    for size in sizes {
        let mut next = BTreeSet::new();
        for (number, at) in level.iter().enumerate() {
            if number.is_multiple_of(1 << 10) {
                context.poll(&Progress::default())?;
            }
            for jump in &game.jumps {
                let fits = if on { jump.legal(*at) } else { jump.legal(!*at) };
                let then = at ^ jump.touches();
                let within = |c: &Count| (c.goal..=c.start).contains(&Count::of(&c.weights, then));
                if fits && counts.iter().all(within) {
                    next.insert(then);
                }
            }
        }
        if u64::try_from(next.len()).ok() != Some(*size) {
            return Err(Unproved::Rejected(format!("a level has {} positions, not {size}", next.len())));
        }
        level = next;
    }
    Ok(level)
}
