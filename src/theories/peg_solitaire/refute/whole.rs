//! Branch and bound on the counts of a game, with a potential for every leaf: whole numbers instead of real ones
//! (Ramaré 2008, sections 6, 9 and 10).

use super::board::Problem;
use super::case::{Case, Occupancy, Weights};
use super::leaf::close;
use super::model::{Point, Shape, point, size};
use super::refutation::Tree;

/// Differences from whole numbers that do not count.
const SLACK: f64 = 1e-6;
/// The deepest branch.
const DEEPEST: usize = 150;

/// The result of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// No counts; the tree proves it.
    Refuted(Tree),
    /// There are counts.
    Passed,
    /// A limit or numerical trouble.
    Open,
}

/// One test: its program, and how much it may do.
#[derive(Clone, Copy)]
pub struct Test<'t> {
    /// The rows.
    pub shape: Shape,
    /// The rows of depths and heights.
    pub occupancy: Option<&'t Occupancy>,
    /// Linear programs with more columns are not solved.
    pub columns: usize,
    /// Branches of the solver that looks for a point in natural numbers before the tree is made.
    pub tries: u64,
    /// Asked between linear programs.
    pub stop: &'t dyn Fn() -> bool,
}

/// Where to branch.
enum Split {
    Jump(usize, u32),
    Beside(usize, u8, u32),
}

impl Test<'_> {
    /// The test with real numbers.
    pub fn real(&self, problem: &Problem<'_>, case: &Case) -> Found {
        self.node(problem, case, &mut 0, 0)
    }

    /// The test with whole numbers, at most so many nodes.
    pub fn whole(&self, problem: &Problem<'_>, case: &Case, nodes: usize) -> Found {
        if (self.stop)() || size(problem, case, self.shape) > self.columns {
            return Found::Open;
        }
        // Most problems pass: a solver that goes on from program to program sees that sooner than the tree.
        if self.shape != Shape::Linear {
            match point(problem, case, self.shape, self.occupancy, Some(self.tries)) {
                Point::Empty => {}
                Point::Inside { .. } => return Found::Passed,
                Point::Unknown => return Found::Open,
            }
        }
        self.node(problem, case, &mut nodes.saturating_add(1), 0)
    }

    /// `left`: branches that may still be made, plus 1; 0: none is wanted.
    fn node(&self, problem: &Problem<'_>, case: &Case, left: &mut usize, depth: usize) -> Found {
        if (self.stop)() || size(problem, case, self.shape) > self.columns {
            return Found::Open;
        }
        let (jumps, beside) = match point(problem, case, self.shape, self.occupancy, None) {
            Point::Unknown => return Found::Open,
            Point::Empty => {
                let potential = close(problem, case, self.shape, self.occupancy);
                return potential.map_or(Found::Open, |potential| Found::Refuted(Tree::Leaf(potential)));
            }
            Point::Inside { jumps, beside } => (jumps, beside),
        };
        if *left == 0 {
            return Found::Passed;
        }
        let Some(split) = split(&jumps, &beside) else { return Found::Passed };
        *left -= 1;
        if *left == 0 || depth >= DEEPEST {
            *left = 1;
            return Found::Open;
        }
        self.branch(problem, case, split, left, depth + 1)
    }

    fn branch(
        &self,
        problem: &Problem<'_>,
        case: &Case,
        split: Split,
        left: &mut usize,
        depth: usize,
    ) -> Found {
        let mut trees = Vec::with_capacity(2);
        let mut open = false;
        for more in [false, true] {
            let mut part = case.clone();
            let (range, at) = match split {
                Split::Jump(jump, at) => (part.jumps.get_mut(jump), at),
                Split::Beside(jump, cell, at) => {
                    (Some(part.beside.entry((jump, cell)).or_insert((0, None))), at)
                }
            };
            match range {
                Some(range) if more => range.0 = range.0.max(at + 1),
                Some(range) => range.1 = Some(range.1.map_or(at, |high| high.min(at))),
                None => return Found::Open,
            }
            match self.node(problem, &part, left, depth) {
                Found::Refuted(tree) => trees.push(Box::new(tree)),
                Found::Passed => return Found::Passed,
                Found::Open => open = true,
            }
            if open && (self.stop)() {
                return Found::Open;
            }
        }
        let mut trees = trees.into_iter();
        let (Some(fewer), Some(more), false) = (trees.next(), trees.next(), open) else { return Found::Open };
        Found::Refuted(match split {
            Split::Jump(jump, at) => Tree::Branch { jump, at, fewer, more },
            Split::Beside(jump, bystander, at) => Tree::Beside { jump, bystander, at, fewer, more },
        })
    }
}

/// How far a value is from whole numbers.
fn off(value: f64) -> f64 {
    (value - value.round()).abs()
}

/// The count of a jump that is farthest from whole, else that of a jump beside a bystander.
fn split(jumps: &[f64], beside: &[(usize, u8, f64)]) -> Option<Split> {
    let broken = jumps.iter().copied().enumerate().filter(|(_, value)| off(*value) > SLACK);
    if let Some((jump, value)) = broken.max_by(|a, b| off(a.1).total_cmp(&off(b.1))) {
        return Some(Split::Jump(jump, value.floor() as u32));
    }
    let broken = beside.iter().filter(|(_, _, value)| off(*value) > SLACK);
    let (jump, cell, value) = broken.max_by(|a, b| off(a.2).total_cmp(&off(b.2)))?;
    Some(Split::Beside(*jump, *cell, value.floor() as u32))
}

/// The jumps whose bounds the leaves of a tree use: those with c(f) > 0 in one of them.
pub fn used(problem: &Problem<'_>, tree: &Tree) -> Vec<usize> {
    let jumps = problem.board.jumps();
    let mut used = vec![false; jumps.len()];
    let mut open = vec![tree];
    while let Some(tree) = open.pop() {
        match tree {
            Tree::Leaf(potential) => {
                let weights = Weights::new(problem.board.cells(), potential);
                for (index, (mark, &jump)) in used.iter_mut().zip(jumps).enumerate() {
                    *mark |= weights.cost(index, jump) > 0;
                }
                // A bound beside a bystander may come from that of the jump.
                for &(jump, _, _) in &potential.beside {
                    used.get_mut(jump).into_iter().for_each(|mark| *mark = true);
                }
            }
            Tree::Branch { fewer, more, .. } | Tree::Beside { fewer, more, .. } => {
                open.extend([&**fewer, &**more]);
            }
        }
    }
    used.iter().enumerate().filter(|(_, used)| **used).map(|(jump, _)| jump).collect()
}
