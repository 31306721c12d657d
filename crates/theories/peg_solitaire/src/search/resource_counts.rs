//! Resource counts (pagodas) that prune positions, up to eight at once in the lanes of one number; and those from
//! the resource cone (Ramaré 2008, sections 6 to 8): the thickness of each jump and the weights that prove it, with
//! their images under the symmetries of the problem.

use super::board::{Cells, PegBoard, Problem};
use super::refute::branch_and_bound::TreeResult;
use super::refute::thickness::{refuting, thickness};
use super::refute::{Potential, Tree};
use puzzlec_algebra::UnionFind;
use puzzlec_theory::meter::Meter;

/// Weights of cells with w(P) + w(Q) >= w(R) for every jump: no jump raises the weight of a position (Ramaré
/// 2008, section 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagoda {
    /// The weight of every cell.
    pub weights: Vec<i64>,
}

impl Pagoda {
    /// Whether no jump raises the weight.
    pub fn fits(&self, board: &PegBoard) -> bool {
        let weight = |cell: u8| self.weights.get(usize::from(cell)).map(|&own| i128::from(own));
        let lowers = |own: [Option<i128>; 3]| matches!(own, [Some(p), Some(q), Some(r)] if p + q >= r);
        let small = self.weights.iter().all(|own| own.unsigned_abs() < 1 << 32);
        small
            && self.weights.len() == board.cells()
            && board.jumps().iter().all(|jump| lowers(jump.cells().map(weight)))
    }

    /// The weight of a position.
    pub fn weight(&self, at: Cells) -> i64 {
        let held = self.weights.iter().take(128).enumerate().filter(|(cell, _)| at >> cell & 1 == 1);
        held.fold(0, |sum, (_, &own)| sum.saturating_add(own))
    }
}

/// The classes of cells connected by the ends of jumps, as pagoda functions: the number of pegs in a class
/// never increases.
pub fn classes(board: &PegBoard) -> Vec<Pagoda> {
    let mut joined = UnionFind::new(board.cells());
    for jump in board.jumps() {
        joined.join(jump.from.into(), jump.to.into());
    }
    let names: Vec<u32> = (0..).take(board.cells()).map(|cell| joined.root(cell)).collect();
    let mut kinds = names.clone();
    kinds.sort_unstable();
    kinds.dedup();
    let all = kinds.iter().map(|kind| names.iter().map(|name| i64::from(name == kind)).collect());
    all.map(|weights| Pagoda { weights }).collect()
}

const LANES: u32 = 8;
const WIDTH: u32 = 16;
/// Weights of whole boards must stay below the top bit of a lane.
const TOP: i64 = 1 << (WIDTH - 1);

/// Up to eight pagodas with the least weight that a position needs; each lane holds a weight raised to be
/// nowhere negative, so that the lanes of a position never borrow from each other.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    cells: Vec<u128>,
    /// Entry q: the least lanes of a position of q pegs.
    needs: Vec<u128>,
    high: u128,
    lanes: u32,
}

impl Guard {
    /// No pagoda.
    pub fn new(board: &PegBoard) -> Guard {
        Guard { cells: vec![0; board.cells()], needs: vec![0; board.cells() + 1], high: 0, lanes: 0 }
    }

    /// Add a pagoda with the least weight from which something is left to hope for; false when there is
    /// no room or the weights are too large.
    pub fn add(&mut self, pagoda: &Pagoda, least: i64) -> bool {
        let raise = -pagoda.weights.iter().copied().min().unwrap_or(0).min(0);
        let whole = pagoda.weights.iter().try_fold(0i64, |sum, own| sum.checked_add(own.checked_add(raise)?));
        if self.lanes == LANES || whole.is_none_or(|whole| whole >= TOP) {
            return false;
        }
        let shift = WIDTH * self.lanes;
        let lane = |value: i64| u128::from(value.clamp(0, TOP - 1).unsigned_abs()) << shift;
        for (sum, own) in self.cells.iter_mut().zip(&pagoda.weights) {
            *sum |= lane(own + raise);
        }
        for (pegs, need) in (0i64..).zip(self.needs.iter_mut()) {
            *need |= lane(least.saturating_add(raise.saturating_mul(pegs)));
        }
        self.high |= 1 << (shift + WIDTH - 1);
        self.lanes += 1;
        true
    }

    /// The lanes of a position.
    pub fn lanes(&self, at: Cells) -> u128 {
        let held = self.cells.iter().enumerate().filter(|(cell, _)| at >> cell & 1 == 1);
        held.map(|(_, own)| own).sum()
    }

    /// The amount that the jump subtracts from the lanes (with wrapping).
    pub fn loss(&self, takes: Cells, fills: Cells) -> u128 {
        self.lanes(takes).wrapping_sub(self.lanes(fills))
    }

    /// The needs of positions of q pegs.
    pub fn need(&self, pegs: usize) -> u128 {
        self.needs.get(pegs).copied().unwrap_or(0)
    }

    /// Whether these lanes satisfy the requirements.
    pub fn allows(&self, lanes: u128, need: u128) -> bool {
        (lanes | self.high).wrapping_sub(need) & self.high == self.high
    }
}

/// The results of the cone for one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cone {
    /// Pagodas, those that prove the budgets among them.
    pub pagodas: Vec<Pagoda>,
    /// The number of times each jump is played at most.
    pub budgets: Vec<u32>,
    /// Some pagoda is heavier at the goal than at the start: there is no game.
    pub refuted: bool,
}

/// The cone of a problem; `None` if a limit was reached.
pub fn cone(board: &PegBoard, start: Cells, goal: Cells, meter: &Meter) -> Option<Cone> {
    let problem = Problem { board, start, goal };
    let most = start.count_ones().saturating_sub(goal.count_ones());
    let mut found = Cone { pagodas: Vec::new(), budgets: vec![most; board.jumps().len()], refuted: false };
    if let TreeResult::Refuted(Tree::Leaf(count)) = refuting(&problem) {
        found.pagodas.push(pagoda(board, &count));
        found.refuted = true;
        return Some(found);
    }
    // With their images the budgets have the symmetries of the problem.
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
    /// A jump that lowers the weight of a pagoda function by d is played at most spare / d times.
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
