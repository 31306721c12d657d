//! Lower bounds for the number of moves: cells that some coin must come to.
//!
//! Every cell that ever holds a coin is one of the start, or a coin was put there beside two such cells. So if the
//! goal cannot be covered without putting a coin on a cell of some set, a move ends there; and disjoint sets
//! need different moves.

use super::coins::Coins;
use super::problem::Problem;
use crate::model::board::Coord;
use crate::theories::meter::{Halted, Meter};

mod growth;

use growth::Growth;

/// Cells of which some number at least must be moved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The cells.
    pub cells: Vec<Coord>,
    /// How many of them at least: 1 or 2.
    pub moves: usize,
}

/// Sets of cells, no cell in two of them, to which moves must lead. The sum of their numbers is a lower bound for
/// the number of moves. Takes time in proportion to the square of the cells of the span at worst.
///
/// # Errors
/// A limit was reached.
pub fn bound(problem: &Problem, meter: &Meter<'_>) -> Result<Vec<Needed>, Halted> {
    let mut growth = Growth::new(&problem.start);
    let goal: Vec<Coord> = problem.goal.iter().collect();
    let mut needed = Vec::new();
    let mut used = Coins::new(problem.start.width(), problem.start.height());
    let mut must: Vec<Coord> = Vec::new();
    for cell in growth.grown() {
        meter.poll()?;
        if growth.loses(&[cell], &goal) {
            used.insert(cell);
            must.push(cell);
            needed.push(Needed { cells: vec![cell], moves: 1 });
        }
    }
    for wanted in [2, 1] {
        for cell in &must {
            let near = super::coins::STEPS.iter().map(|(x, y)| Coord::new(cell.x + x, cell.y + y));
            let near: Vec<Coord> =
                near.filter(|c| growth.is_grown(*c) || problem.start.contains(*c)).collect();
            let there = near.iter().filter(|c| problem.start.contains(**c) || used.contains(**c)).count();
            let free: Vec<Coord> =
                near.into_iter().filter(|c| !problem.start.contains(*c) && !used.contains(*c)).collect();
            if there + wanted == 2 && free.len() >= wanted {
                free.iter().for_each(|c| {
                    used.insert(*c);
                });
                needed.push(Needed { cells: free, moves: wanted });
            }
        }
    }
    Ok(needed)
}
