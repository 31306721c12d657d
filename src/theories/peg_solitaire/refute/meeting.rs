//! The last resort with a proof: all positions that the start reaches and all that reach the goal, level by
//! level, until the two would have to meet. Resource counts keep both sets small.

use super::board::{Cells, PegBoard, Problem};

/// What the two sets were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Resource counts: no jump raises them (Ramaré 2008, section 7). A position with less than the goal
    /// cannot reach it, one with more than the start is not reached.
    pub counts: Vec<Vec<i64>>,
    /// Positions after 0, 1, 2, … jumps from the start.
    pub forward: Vec<u64>,
    /// Positions 0, 1, 2, … jumps before the goal.
    pub backward: Vec<u64>,
}

/// The proof that the goal is not reached; none where it is, where a set grows beyond `most`, or where it was
/// stopped. `counts` must be resource counts.
pub fn meeting(
    problem: &Problem<'_>,
    counts: Vec<Vec<i64>>,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Meeting> {
    let board = problem.board;
    let moves = problem.start.count_ones().checked_sub(problem.goal.count_ones())?;
    let (mut ahead, mut behind) = (vec![problem.start], vec![problem.goal]);
    let limits: Vec<(i64, i64)> =
        counts.iter().map(|count| (weight(count, problem.goal), weight(count, problem.start))).collect();
    let mut found = Meeting { counts, forward: vec![1], backward: vec![1] };
    for _ in 0..moves {
        if stop() || ahead.len().max(behind.len()) > most {
            return None;
        }
        if ahead.is_empty() || behind.is_empty() {
            return Some(found);
        }
        let within = |at: &Cells| {
            let mut all = found.counts.iter().zip(&limits);
            all.all(|(count, (low, high))| (*low..=*high).contains(&weight(count, *at)))
        };
        let (side, levels) = if ahead.len() <= behind.len() {
            ahead = next(board, &ahead, true, &within);
            (&ahead, &mut found.forward)
        } else {
            behind = next(board, &behind, false, &within);
            (&behind, &mut found.backward)
        };
        levels.push(u64::try_from(side.len()).unwrap_or(u64::MAX));
    }
    let met = behind.iter().any(|at| ahead.binary_search(at).is_ok());
    (!met).then_some(found)
}

/// The positions one jump on, or back, each once and in order.
fn next(board: &PegBoard, side: &[Cells], on: bool, within: &dyn Fn(&Cells) -> bool) -> Vec<Cells> {
    let mut all: Vec<Cells> = Vec::new();
    for at in side {
        if on {
            all.extend(board.jumps().iter().filter(|jump| jump.legal(*at)).map(|jump| jump.play(*at)));
        } else {
            all.extend(board.jumps().iter().filter_map(|jump| jump.undo(*at)));
        }
    }
    all.sort_unstable();
    all.dedup();
    all.retain(within);
    all
}

fn weight(count: &[i64], at: Cells) -> i64 {
    let mut rest = at;
    let mut sum = 0;
    while rest != 0 {
        sum += count.get(rest.trailing_zeros() as usize).copied().unwrap_or(0);
        rest &= rest - 1;
    }
    sum
}
