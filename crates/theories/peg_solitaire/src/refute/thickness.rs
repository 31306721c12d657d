//! Upper bounds of the number of times a jump can be played: max x(f) over the non-negative representations
//! of h, by resource counts (Ramaré 2008, section 8, Theorem 8.1).

use super::board::{Jump, Problem};
use super::branch_and_bound::TreeResult;
use super::case::{cells, holds, moves};
use super::linear_program::{Answer, Is, Program, Solved};
use super::{Potential, Tree};
use puzzlec_theory::meter::Meter;

/// Factors tried before rounding.
const SCALES: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 60.0, 10_000.0, 10_000_000.0];
/// Maximum weight of a resource count.
const LARGEST: f64 = 1000.0;
/// Differences from 0 that do not count.
const TINY: f64 = 1e-6;

/// Bounds on all jumps, each with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thickness {
    /// U(f): in no game is f played more often.
    pub bounds: Vec<u32>,
    /// The resource counts behind the bounds; they close the cases x(f) > U(f).
    pub counts: Vec<Potential>,
    /// The count of a jump.
    proof: Vec<usize>,
}

/// Weights of cells that no jump raises, and by how much more the start weighs than the goal.
struct Count {
    weights: Vec<i64>,
    spare: i64,
}

impl Count {
    /// Scaled, rounded, and raised by the same weight for every peg until no jump raises it. None: too large.
    fn rounded(problem: &Problem<'_>, point: &[f64], scale: f64) -> Option<Count> {
        let small = |pi: &f64| Some((pi * scale).round()).filter(|pi| pi.abs() < 1e15).map(|pi| pi as i64);
        let mut weights: Vec<i64> = point.iter().map(small).collect::<Option<_>>()?;
        let worst = problem.board.jumps().iter().map(|jump| -lost(&weights, *jump)).max().unwrap_or(0).max(0);
        weights.iter_mut().for_each(|pi| *pi += worst);
        let h = |cell| i64::from(holds(problem.start, cell)) - i64::from(holds(problem.goal, cell));
        let spare = weights.iter().enumerate().map(|(cell, pi)| pi * h(cell)).sum();
        Some(Count { weights, spare })
    }

    fn potential(&self) -> Potential {
        let single = (0..=u8::MAX).zip(&self.weights).filter(|(_, pi)| **pi != 0);
        Potential { single: single.map(|(cell, pi)| (cell, *pi)).collect(), ..Potential::default() }
    }
}

/// The amount by which a jump lowers the sum of weights.
fn lost(weights: &[i64], jump: Jump) -> i64 {
    let [from, over, to] = jump.cells().map(|cell| weights.get(usize::from(cell)).copied().unwrap_or(0));
    from + over - to
}

/// Whether a resource count refutes a problem (section 7). Counts without negative weights are tried first,
/// as they are easier to read.
pub fn refuting(problem: &Problem<'_>) -> TreeResult {
    for least in [0.0, -1.0] {
        match counts(problem, least, 1.0).solved().map(|solved| solved.answer()) {
            Ok(Answer::Best { value, point }) if value < -TINY => {
                let mut scaled =
                    SCALES.into_iter().filter_map(|scale| Count::rounded(problem, &point, scale));
                let count = scaled.find(|count| count.spare < 0);
                return count
                    .map_or(TreeResult::Open, |count| TreeResult::Refuted(Tree::Leaf(count.potential())));
            }
            Ok(Answer::Best { .. }) => {}
            _ => return TreeResult::Open,
        }
    }
    TreeResult::Passed
}

/// Bounds for a problem that no resource count refutes; `None` if a limit was reached.
pub fn thickness(problem: &Problem<'_>, meter: &Meter<'_>) -> Option<Thickness> {
    let jumps = problem.board.jumps();
    // The number of pegs loses 1 in every jump.
    let pegs = Potential { single: cells(problem).map(|cell| (cell, 1)).collect(), ..Potential::default() };
    let most = u32::try_from(moves(problem).max(0)).ok()?;
    let mut found =
        Thickness { bounds: vec![most; jumps.len()], counts: vec![pegs], proof: vec![0; jumps.len()] };
    let program = counts(problem, -LARGEST, LARGEST);
    let Ok(solved) = program.solved() else { return Some(found) };
    for index in 0..jumps.len() {
        if found.bounds.get(index) == Some(&0) {
            continue;
        }
        if meter.stopped() {
            return None;
        }
        found.sharpen(problem, &solved, index);
    }
    Some(found)
}

/// The least <pi, h> with pi.g >= 0 for all jumps g and weights between these.
fn counts(problem: &Problem<'_>, least: f64, most: f64) -> Program {
    let mut program = Program::default();
    for cell in cells(problem) {
        let h = i32::from(holds(problem.start, cell.into())) - i32::from(holds(problem.goal, cell.into()));
        program.column(f64::from(h), least, most);
    }
    for jump in problem.board.jumps() {
        program.row(terms(*jump), Is::AtLeast, 0.0);
    }
    program
}

fn terms(jump: Jump) -> impl Iterator<Item = (usize, f64)> {
    jump.cells().map(usize::from).into_iter().zip([1.0, 1.0, -1.0])
}

impl Thickness {
    /// The additional least <pi, h> with pi.f >= 1 for this jump.
    fn sharpen(&mut self, problem: &Problem<'_>, solved: &Solved, index: usize) {
        let Some(&jump) = problem.board.jumps().get(index) else { return };
        let Answer::Best { value, point } = solved.with(terms(jump), Is::AtLeast, 1.0) else { return };
        let wanted = (value + TINY).floor();
        for scale in SCALES {
            let Some(count) = Count::rounded(problem, &point, scale) else { return };
            self.take(problem, &count);
            if self.bounds.get(index).is_some_and(|bound| f64::from(*bound) <= wanted) {
                return;
            }
        }
    }

    /// Uses a resource count for all jumps.
    fn take(&mut self, problem: &Problem<'_>, count: &Count) {
        let mut used = false;
        let places = self.bounds.iter_mut().zip(&mut self.proof).zip(problem.board.jumps());
        for ((bound, proof), &jump) in places {
            // spare < 0 would refute the problem; the caller has tested that before.
            let most = count.spare.max(0).checked_div(lost(&count.weights, jump));
            if let Some(most) = most.and_then(|most| u32::try_from(most).ok()).filter(|most| most < bound) {
                (*bound, *proof) = (most, self.counts.len());
                used = true;
            }
        }
        if used {
            self.counts.push(count.potential());
        }
    }

    /// Adds the bounds of these jumps around a tree.
    pub fn around(&self, jumps: impl IntoIterator<Item = usize>, tree: Tree) -> Option<Tree> {
        jumps.into_iter().try_fold(tree, |tree, jump| {
            let count = self.counts.get(*self.proof.get(jump)?)?.clone();
            let (fewer, more) = (Box::new(tree), Box::new(Tree::Leaf(count)));
            Some(Tree::Branch { jump, at: *self.bounds.get(jump)?, fewer, more })
        })
    }
}
