//! How far a gourd alone is from where it should lie.

use crate::theories::gourds::problem::{Board, Cell, Lying, NONE, Problem, Target};
use crate::theories::meter::{Halted, Meter};

use super::assignment::{FAR, least_sum};
use super::game::alike;

/// The most alike gourds that are assigned to places; of more each takes the place that is nearest to it.
const ASSIGNED: usize = 300;

/// By place of a gourd alone on a board the number of its moves to the nearest of some places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// By cell of the first end and direction of the second; [`NONE`] where there is no way.
    moves: Vec<[u32; 6]>,
}

/// The number of moves that a gourd needs to one of these places, the cells of its first and of its second end, if no
/// other gourd is in the way and whatever cell is empty is the one it needs. Linear time.
pub fn distances(board: &Board, places: &[[Cell; 2]]) -> Distances {
    let mut found = Distances { moves: vec![[NONE; 6]; board.len()] };
    let mut level: Vec<[Cell; 2]> = places.to_vec();
    let mut moves = 0;
    while !level.is_empty() {
        let mut next = Vec::new();
        for [first, second] in level {
            let Some(direction) = board.direction(first, second) else { continue };
            let entry = found.moves.get_mut(first as usize).and_then(|all| all.get_mut(direction));
            let Some(entry) = entry.filter(|entry| **entry == NONE) else { continue };
            *entry = moves;
            // Through the first end into a cell next to it, and through the second.
            for empty in board.neighbours(first).filter(|empty| *empty != second) {
                let pivots = board.adjacent(empty, second);
                next.push(if pivots { [first, empty] } else { [empty, first] });
            }
            for empty in board.neighbours(second).filter(|empty| *empty != first) {
                let pivots = board.adjacent(empty, first);
                next.push(if pivots { [empty, second] } else { [second, empty] });
            }
        }
        level = next;
        moves += 1;
    }
    found
}

impl Distances {
    /// From the place of these cells; nothing if there is no way, or no such place.
    pub fn get(&self, board: &Board, [first, second]: [Cell; 2]) -> Option<u32> {
        let direction = board.direction(first, second)?;
        let moves = self.moves.get(first as usize)?.get(direction)?;
        (*moves != NONE).then_some(*moves)
    }
}

/// The least sum over all gourds of their distances alone, over the goals; [`u64::MAX`] if some gourd has no way. A
/// gourd may lie wherever the goal allows its ends. If a goal has as many places for alike gourds as there are, each takes
/// one.
pub(super) fn sum(problem: &Problem, meter: &Meter) -> Result<u64, Halted> {
    let mut least = u64::MAX;
    for target in &problem.goals {
        least = least.min(one_goal(problem, target, meter)?);
    }
    Ok(least)
}

fn one_goal(problem: &Problem, target: &Target, meter: &Meter) -> Result<u64, Halted> {
    let board = &problem.board;
    let mut whole = 0u64;
    for (labels, gourds) in alike(&problem.labels) {
        meter.poll()?;
        let places = allowed(board, target, labels);
        let from: Vec<[Cell; 2]> =
            gourds.iter().map(|ends| ends.map(|end| problem.start.cell(end))).collect();
        let sum = if places.len() == from.len() && from.len() <= ASSIGNED {
            let mut costs = Vec::with_capacity(from.len());
            for place in &places {
                meter.expanded(board.len())?;
                let [a, b] = *place;
                let both = [[a, b], [b, a]];
                let way = distances(board, if labels[0] == labels[1] { &both } else { &both[..1] });
                let cost = |from: &[Cell; 2]| way.get(board, *from).unwrap_or(FAR);
                costs.push(from.iter().map(cost).collect::<Vec<u32>>());
            }
            let cost = |i: usize, j: usize| costs.get(j).and_then(|row| row.get(i)).copied().unwrap_or(FAR);
            Some(least_sum(from.len(), cost)).filter(|sum| *sum < FAR).map(u64::from)
        } else {
            meter.expanded(board.len())?;
            let mut places = places;
            if labels[0] == labels[1] {
                places.extend(places.clone().iter().map(|[a, b]| [*b, *a]));
            }
            let way = distances(board, &places);
            from.iter().map(|from| way.get(board, *from).map(u64::from)).sum()
        };
        match sum {
            Some(sum) => whole += sum,
            None => return Ok(u64::MAX),
        }
    }
    Ok(whole)
}

/// The places where a goal allows a gourd with these labels; those of one whose ends are alike in one order.
fn allowed(board: &Board, target: &Target, labels: [u32; 2]) -> Vec<[Cell; 2]> {
    let mut places = Vec::new();
    let lies = |cell: Cell, towards: usize, label, other| {
        let lying = Lying { label, other, towards: towards as u8 };
        target.get(cell as usize).is_some_and(|wish| wish.allows(lying))
    };
    for first in 0..board.len() as Cell {
        for (towards, second) in board.near(first).iter().enumerate() {
            if *second == NONE || labels[0] == labels[1] && *second < first {
                continue;
            }
            if lies(first, towards, labels[0], labels[1])
                && lies(*second, (towards + 3) % 6, labels[1], labels[0])
            {
                places.push([first, *second]);
            }
        }
    }
    places
}
