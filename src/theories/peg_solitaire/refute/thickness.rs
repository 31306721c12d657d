//! How often a jump can be played at most: max x(f) over the non-negative writings of h, by resource counts
//! (Ramaré 2008, section 8, Theorem 8.1).

use super::board::Problem;
use super::case::{Case, Weights, cells, holds, moves};
use super::lp::{Answer, Is, Program};
use super::refutation::{Potential, Tree};

/// Factors tried before rounding.
const SCALES: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 60.0, 10_000.0, 10_000_000.0];
/// Weights of resource counts stay below.
const LARGEST: f64 = 1000.0;

/// Bounds on all jumps, each with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thickness {
    /// U(f): in no game is f played more often.
    pub bounds: Vec<u32>,
    /// The resource counts behind the bounds; they close the cases x(f) > U(f).
    pub counts: Vec<Potential>,
    /// Which of the counts belongs to a jump.
    proof: Vec<usize>,
}

/// Bounds for a problem that the cone does not refute; none: stopped.
pub fn thickness(problem: &Problem<'_>, stop: &dyn Fn() -> bool) -> Option<Thickness> {
    let jumps = problem.board.jumps();
    // The number of pegs loses 1 in every jump.
    let pegs = Potential { single: cells(problem).map(|cell| (cell, 1)).collect(), ..Potential::default() };
    let most = u32::try_from(moves(problem).max(0)).ok()?;
    let mut found =
        Thickness { bounds: vec![most; jumps.len()], counts: vec![pegs], proof: vec![0; jumps.len()] };
    for index in 0..jumps.len() {
        if found.bounds.get(index) == Some(&0) {
            continue;
        }
        if stop() {
            return None;
        }
        found.sharpen(problem, index);
    }
    Some(found)
}

impl Thickness {
    /// The least <pi, h> with pi.g >= 0 for all jumps g and pi.f >= 1 for this one.
    fn sharpen(&mut self, problem: &Problem<'_>, index: usize) {
        let jumps = problem.board.jumps();
        let mut program = Program::default();
        for cell in cells(problem) {
            let h =
                i32::from(holds(problem.start, cell.into())) - i32::from(holds(problem.goal, cell.into()));
            program.wide(f64::from(h), -LARGEST, LARGEST);
        }
        for (other, jump) in jumps.iter().enumerate() {
            let terms = jump.cells().map(usize::from).into_iter().zip([1.0, 1.0, -1.0]);
            program.row(terms, Is::AtLeast, if other == index { 1.0 } else { 0.0 });
        }
        let Answer::Best { value, point } = program.minimise(0) else { return };
        let wanted = (value + 1e-6).floor();
        for scale in SCALES {
            let mut weights = Weights::none(problem.board.cells());
            for (cell, pi) in cells(problem).zip(&point) {
                weights.add(cell, cell, (pi * scale).round() as i128);
            }
            weights.repair(problem, &Case::free(problem));
            let bound = self.take(problem, &weights, index);
            if bound.is_some_and(|bound| f64::from(bound) <= wanted) {
                break;
            }
        }
    }

    /// Uses a resource count for all jumps; the bound it gives for one of them.
    fn take(&mut self, problem: &Problem<'_>, weights: &Weights, index: usize) -> Option<u32> {
        let potential = weights.potential()?;
        let total = -weights.margin(problem, &Case::free(problem), None)?;
        let mut own = None;
        let mut used = false;
        let places = self.bounds.iter_mut().zip(&mut self.proof).zip(problem.board.jumps()).enumerate();
        for (other, ((bound, proof), &jump)) in places {
            let lost = -weights.cost(other, jump);
            if lost <= 0 {
                continue;
            }
            // total < 0 would refute the problem; the caller has tested that before.
            let new = u32::try_from(total.div_euclid(lost).max(0)).unwrap_or(u32::MAX);
            if other == index {
                own = Some(new);
            }
            if new < *bound {
                (*bound, *proof) = (new, self.counts.len());
                used = true;
            }
        }
        if used {
            self.counts.push(potential);
        }
        own
    }

    /// Puts the bounds of these jumps around a tree.
    pub fn around(&self, jumps: impl IntoIterator<Item = usize>, tree: Tree) -> Option<Tree> {
        jumps.into_iter().try_fold(tree, |tree, jump| {
            let count = self.counts.get(*self.proof.get(jump)?)?.clone();
            let (fewer, more) = (Box::new(tree), Box::new(Tree::Leaf(count)));
            Some(Tree::Branch { jump, at: *self.bounds.get(jump)?, fewer, more })
        })
    }
}
