//! Pagodas from the resource cone (Ramaré 2008, sections 6 to 8): the thickness of each jump, and the weights
//! that prove it, with their images under the symmetries of the problem.

use super::board::{Cells, PegBoard, Problem};
use super::pagoda::Pagoda;
use super::refute::refutation::{Potential, Tree};
use super::refute::thickness::{refuting, thickness};
use super::refute::whole::Found;
use crate::theories::meter::Meter;

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

/// The cone of a problem; none where a limit was reached.
pub fn cone(board: &PegBoard, start: Cells, goal: Cells, meter: &Meter) -> Option<Cone> {
    let problem = Problem { board, start, goal };
    let most = start.count_ones().saturating_sub(goal.count_ones());
    let mut found = Cone { pagodas: Vec::new(), budgets: vec![most; board.jumps().len()], refuted: false };
    if let Found::Refuted(Tree::Leaf(count)) = refuting(&problem) {
        found.pagodas.push(pagoda(board, &count));
        found.refuted = true;
        return Some(found);
    }
    // With their images the budgets keep the symmetries of the problem.
    let keeps = |symmetry: &&Vec<u8>| [start, goal].iter().all(|&at| PegBoard::moved(symmetry, at) == at);
    let kept: Vec<&Vec<u8>> = board.symmetries().iter().filter(keeps).collect();
    for count in thickness(&problem, meter)?.counts {
        let pagoda = pagoda(board, &count);
        let spare = pagoda.weight(start) - pagoda.weight(goal);
        for symmetry in &kept {
            let image = moved(symmetry, &pagoda);
            found.tighten(board, &image, spare);
            if !found.pagodas.contains(&image) {
                found.pagodas.push(image);
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

/// The weights of pegs as a pagoda.
fn pagoda(board: &PegBoard, count: &Potential) -> Pagoda {
    let mut weights = vec![0; board.cells()];
    for (cell, weight) in &count.single {
        if let Some(slot) = weights.get_mut(usize::from(*cell)) {
            *slot = *weight;
        }
    }
    Pagoda { weights }
}

fn moved(symmetry: &[u8], pagoda: &Pagoda) -> Pagoda {
    let mut weights = pagoda.weights.clone();
    for (&image, weight) in symmetry.iter().zip(&pagoda.weights) {
        weights.iter_mut().skip(usize::from(image)).take(1).for_each(|slot| *slot = *weight);
    }
    Pagoda { weights }
}
