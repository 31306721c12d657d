//! Pagodas from the resource cone (Ramaré 2008, sections 6 to 8): the thickness of each jump, and the weights
//! that prove it. Found with rounding numbers, kept only when true in integers.

use super::board::{Cells, PegBoard};
use super::pagoda::Pagoda;
use super::simplex::Simplex;

/// What the cone says of one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cone {
    /// Pagodas, those that prove the budgets among them.
    pub pagodas: Vec<Pagoda>,
    /// How often each jump is played at most.
    pub budgets: Vec<u32>,
    /// Some pagoda is heavier at the goal than at the start: there is no game.
    pub refuted: bool,
}

/// Factors that make weights whole.
const FACTORS: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 60.0, 840.0, 5040.0];

/// The greatest weight that is tried.
const MOST: f64 = 1e6;

/// The cone of a problem; none when the numbers did not come to an end.
pub fn cone(board: &PegBoard, start: Cells, goal: Cells) -> Option<Cone> {
    let columns: Vec<[(usize, f64); 3]> = board
        .jumps()
        .iter()
        .map(|jump| {
            [(usize::from(jump.from), 1.0), (usize::from(jump.over), 1.0), (usize::from(jump.to), -1.0)]
        })
        .collect();
    let side = |at: Cells, cell: usize| f64::from(u8::from(at >> cell & 1 == 1));
    let right: Vec<f64> = (0..board.cells()).map(|cell| side(start, cell) - side(goal, cell)).collect();
    let change = |pagoda: &Pagoda| pagoda.weight(start) - pagoda.weight(goal);
    let most = start.count_ones().saturating_sub(goal.count_ones());
    let mut found = Cone { pagodas: Vec::new(), budgets: vec![most; columns.len()], refuted: false };
    let mut simplex = Simplex::new(&columns, &right);
    if let Err(weights) = simplex.begin()? {
        for factor in FACTORS {
            let pagoda = whole(board, &weights, factor);
            if pagoda.fits(board) && change(&pagoda) < 0 {
                found.refuted = true;
                found.pagodas.push(pagoda);
                return Some(found);
            }
        }
        return None;
    }
    // With their images the budgets keep the symmetries of the problem.
    let keeps = |symmetry: &&Vec<u8>| [start, goal].iter().all(|&at| PegBoard::moved(symmetry, at) == at);
    let kept: Vec<&Vec<u8>> = board.symmetries().iter().filter(keeps).collect();
    for column in 0..columns.len() {
        let weights = simplex.greatest(column)?;
        let value: f64 = weights.iter().zip(&right).map(|(weight, side)| weight * side).sum();
        for factor in FACTORS {
            let pagoda = whole(board, &weights, factor);
            let spare = change(&pagoda);
            if pagoda.fits(board) && spare as f64 <= factor * value + 0.01 {
                for symmetry in &kept {
                    let image = moved(symmetry, &pagoda);
                    found.tighten(board, &image, spare);
                    if !found.pagodas.contains(&image) {
                        found.pagodas.push(image);
                    }
                }
                break;
            }
        }
    }
    Some(found)
}

impl Cone {
    /// A jump that makes the pagoda lighter by d is played at most spare / d times.
    fn tighten(&mut self, board: &PegBoard, pagoda: &Pagoda, spare: i64) {
        for (budget, jump) in self.budgets.iter_mut().zip(board.jumps()) {
            let loss = pagoda.weight(jump.takes()) - pagoda.weight(jump.fills());
            if loss > 0 {
                *budget = (*budget).min(u32::try_from(spare.max(0) / loss).unwrap_or(u32::MAX));
            }
        }
        self.refuted |= spare < 0;
    }
}

/// Rounded weights, all raised by the worst breach so that they are a pagoda.
fn whole(board: &PegBoard, weights: &[f64], factor: f64) -> Pagoda {
    let rounded: Vec<i64> =
        weights.iter().map(|weight| (weight * factor).round().clamp(-MOST, MOST) as i64).collect();
    let pagoda = Pagoda { weights: rounded };
    let breach = |jump: &super::board::Jump| pagoda.weight(jump.fills()) - pagoda.weight(jump.takes());
    let worst = board.jumps().iter().map(breach).max().unwrap_or(0).max(0);
    Pagoda { weights: pagoda.weights.iter().map(|weight| weight + worst).collect() }
}

fn moved(symmetry: &[u8], pagoda: &Pagoda) -> Pagoda {
    let mut weights = pagoda.weights.clone();
    for (&image, weight) in symmetry.iter().zip(&pagoda.weights) {
        weights.iter_mut().skip(usize::from(image)).take(1).for_each(|slot| *slot = *weight);
    }
    Pagoda { weights }
}
