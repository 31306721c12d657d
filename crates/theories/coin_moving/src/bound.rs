//! Lower bounds of the number of moves: cells on which some coin must be put.
//!
//! Every cell that ever holds a coin is one of the start, or a coin was put there beside two such cells. So if the
//! goal cannot be covered without putting a coin on a cell of some set, a move ends there; and disjoint sets
//! need different moves.

mod growth;

use super::problem::Problem;
use growth::Growth;
use puzzlec_model::board::Coord;
use puzzlec_proofs::coin_moving::proof::{Needed, Proof};
use puzzlec_theory::meter::{Halted, Meter};

/// A lower bound for the number of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// Cells each of which some coin must be put on.
    pub cells: Vec<Coord>,
    /// Disjoint lists of other cells: coins must be put on at least this number (1 or 2) of each list.
    pub choices: Vec<(Vec<Coord>, u64)>,
}

impl Bound {
    /// No plan has fewer moves.
    pub fn moves(&self) -> u64 {
        self.cells.len() as u64 + self.choices.iter().map(|(_, moves)| moves).sum::<u64>()
    }

    /// The proof of it, with the names of cells of the board.
    pub fn proof(&self, problem: &Problem, name: &dyn Fn(Coord) -> String) -> Option<Proof> {
        let names = |cells: &[Coord]| {
            let named = cells.iter().map(|cell| problem.on_board(*cell).map(name));
            named.collect::<Option<Vec<String>>>()
        };
        let choice =
            |(cells, moves): &(Vec<Coord>, u64)| Some(Needed { cells: names(cells)?, moves: *moves });
        Some(Proof::Passed {
            cells: names(&self.cells)?,
            choices: self.choices.iter().map(choice).collect::<Option<_>>()?,
        })
    }
}

/// Maximum number of cells of a span.
const MOST_CELLS: usize = 1 << 22;

/// A lower bound, which is 0 where the span has too many cells. Takes time in proportion to the square of the cells of
/// the span at worst, 256 of them at a time.
///
/// # Errors
/// A limit was reached.
pub fn bound(problem: &Problem, meter: &Meter<'_>) -> Result<Bound, Halted> {
    let Some(growth) = Growth::new(problem, MOST_CELLS, meter)? else { return Ok(Bound::default()) };
    let passed = growth.passed(meter)?;
    // Of a cell that must be passed, two neighbours must hold coins at some time.
    let mut used = growth.marks(&passed);
    let mut choices = Vec::new();
    for moves in [2, 1] {
        for cell in &passed {
            let near = || growth.near(*cell);
            let free: Vec<usize> = near().filter(|n| !growth.is_start(*n) && !used.contains(*n)).collect();
            let there = near().count() - free.len();
            if there + moves == 2 && free.len() >= moves {
                free.iter().for_each(|n| used.insert(*n));
                choices.push((free.into_iter().map(|n| growth.cell(n)).collect(), moves as u64));
            }
        }
    }
    Ok(Bound { cells: passed.into_iter().map(|n| growth.cell(n)).collect(), choices })
}
