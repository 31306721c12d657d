//! Branch and bound on the counts of a game, with a potential for every leaf: integer instead of real
//! programs (Ramaré 2008, sections 6, 9 and 10).

use super::board::Problem;
use super::case::{Case, Occupancy, Weights};
use super::linear_program::{Point, close, closing, point};
use super::ranges::{Conflict, Ranges};
use super::rows::{Rows, Shape};
use super::{Potential, Tree};
use puzzlec_theory::meter::Meter;

/// Tolerance for integrality.
const SLACK: f64 = 1e-6;
/// The deepest branch.
const DEEPEST: usize = 150;

/// The result of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeResult {
    /// No counts; the tree proves it.
    Refuted(Tree),
    /// There are counts.
    Passed,
    /// A limit or numerical trouble.
    Open,
}

/// A test: its rows and its limits.
#[derive(Clone, Copy)]
pub struct Test<'t> {
    /// The rows.
    pub shape: Shape,
    /// The rows of depths and heights.
    pub occupancy: Option<&'t Occupancy>,
    /// Maximum number of open columns of a linear program.
    pub columns: usize,
    /// Branches without linear programs before those with them.
    pub quick: usize,
    /// Branches of the solver for an integer point, before the tree is built.
    pub tries: u64,
    /// Polled between branches.
    pub meter: &'t Meter<'t>,
}

impl Test<'_> {
    /// The test with real numbers.
    pub fn real(&self, problem: &Problem<'_>, case: &Case) -> TreeResult {
        let rows = Rows::new(problem, case, self.shape, self.occupancy);
        let mut search = TreeSearch::new(self, problem, case, &rows);
        if let Err(conflict) = search.ranges.propagate() {
            return search.leaf(conflict);
        }
        match search.point(None) {
            Point::Empty => search.closed(),
            Point::Inside(_) => TreeResult::Passed,
            Point::Unknown => TreeResult::Open,
        }
    }

    /// The integer test, with a limit on branches: first by propagation of single rows, then by linear
    /// programs if these are not too large.
    pub fn whole(&self, problem: &Problem<'_>, case: &Case, nodes: usize) -> TreeResult {
        let rows = Rows::new(problem, case, self.shape, self.occupancy);
        let mut search = TreeSearch::new(self, problem, case, &rows);
        if let Err(conflict) = search.ranges.propagate() {
            return search.leaf(conflict);
        }
        let small = search.ranges.open().count() <= self.columns;
        let start = search.ranges.mark();
        search.left = if small { self.quick } else { nodes };
        match search.node(0) {
            TreeResult::Open if small => {}
            found => return found,
        }
        search.ranges.undo(start);
        (search.left, search.linear) = (nodes, true);
        // An incremental solver detects sooner than the tree that a problem passes.
        if self.shape != Shape::Linear {
            match search.point(Some(self.tries)) {
                Point::Empty => {}
                Point::Inside(_) => return TreeResult::Passed,
                Point::Unknown => return TreeResult::Open,
            }
        }
        search.node(0)
    }
}

/// A branching point: at most this value, or more.
struct Split {
    column: usize,
    at: i64,
}

/// The tree as it grows, in depth.
struct TreeSearch<'s> {
    test: &'s Test<'s>,
    problem: &'s Problem<'s>,
    case: Case,
    ranges: Ranges<'s>,
    /// Remaining branches.
    left: usize,
    /// Are linear programs solved?
    linear: bool,
}

impl<'s> TreeSearch<'s> {
    fn new(test: &'s Test<'s>, problem: &'s Problem<'s>, case: &Case, rows: &'s Rows) -> TreeSearch<'s> {
        let ranges = Ranges::new(rows, case);
        TreeSearch { test, problem, case: case.clone(), ranges, left: 0, linear: false }
    }

    fn point(&self, whole: Option<u64>) -> Point {
        if self.test.meter.stopped() || self.ranges.open().count() > self.test.columns {
            return Point::Unknown;
        }
        point(&self.ranges, whole, self.test.meter.left())
    }

    fn leaf(&self, conflict: Conflict) -> TreeResult {
        let weights = self.ranges.explain(self.problem, conflict);
        let potential =
            weights.and_then(|weights| closing(self.problem, &self.case, weights, self.test.occupancy));
        refuted(potential)
    }

    fn closed(&self) -> TreeResult {
        let left = self.test.meter.left();
        refuted(close(self.problem, &self.case, &self.ranges, self.test.occupancy, left))
    }

    fn node(&mut self, depth: usize) -> TreeResult {
        if let Err(conflict) = self.ranges.propagate() {
            return self.leaf(conflict);
        }
        let split = if self.linear {
            match self.point(None) {
                Point::Unknown => return TreeResult::Open,
                Point::Empty => return self.closed(),
                Point::Inside(point) => self.broken(&point),
            }
        } else {
            self.smallest()
        };
        let Some(split) = split else { return TreeResult::Passed };
        if self.left == 0 || depth >= DEEPEST || self.test.meter.stopped() {
            return TreeResult::Open;
        }
        self.left -= 1;
        self.branch(&split, depth + 1)
    }

    /// The jump with the fewest values left, or else a jump beside a bystander.
    fn smallest(&self) -> Option<Split> {
        let rows = self.ranges.rows();
        let key = |&column: &usize| {
            let (low, high) = self.ranges.of(column);
            let beside = rows.counts.get(column).is_none_or(|count| count.beside.is_some());
            let enters = rows.of.get(column).map_or(0, Vec::len);
            (beside, high.map_or(i64::MAX, |high| high - low), std::cmp::Reverse(enters))
        };
        let column = self.ranges.open().min_by_key(key)?;
        Some(Split { column, at: self.ranges.of(column).0 })
    }

    /// The count of a jump that is farthest from an integer, otherwise that of a jump beside a bystander.
    fn broken(&self, point: &[f64]) -> Option<Split> {
        let off = |value: f64| (value - value.round()).abs();
        let counts = self.ranges.rows().counts.iter().zip(point).enumerate();
        let broken = counts.filter(|(_, (_, value))| off(**value) > SLACK);
        let farthest = broken.max_by(|(_, (one, a)), (_, (other, b))| {
            let jumps_first = one.beside.is_none().cmp(&other.beside.is_none());
            jumps_first.then(off(**a).total_cmp(&off(**b)))
        });
        farthest.map(|(column, (_, value))| Split { column, at: value.floor() as i64 })
    }

    fn branch(&mut self, split: &Split, depth: usize) -> TreeResult {
        let Some(&count) = self.ranges.rows().counts.get(split.column) else { return TreeResult::Open };
        let Ok(at) = u32::try_from(split.at) else { return TreeResult::Open };
        let mut trees = Vec::with_capacity(2);
        let mut open = false;
        for more in [true, false] {
            let mark = self.ranges.mark();
            let range = match count.beside {
                None => self.case.jumps.get_mut(count.jump),
                Some(cell) => Some(self.case.beside.entry((count.jump, cell)).or_insert((0, None))),
            };
            let Some(range) = range else { return TreeResult::Open };
            let before = *range;
            match more {
                true => range.0 = range.0.max(at + 1),
                false => range.1 = Some(range.1.map_or(at, |high| high.min(at))),
            }
            self.ranges.assume(split.column, split.at, more);
            let found = self.node(depth);
            self.ranges.undo(mark);
            match count.beside {
                None => self.case.jumps.get_mut(count.jump).into_iter().for_each(|range| *range = before),
                Some(cell) => {
                    self.case.beside.insert((count.jump, cell), before);
                }
            }
            match found {
                TreeResult::Refuted(tree) => trees.push(Box::new(tree)),
                TreeResult::Passed => return TreeResult::Passed,
                TreeResult::Open => open = true,
            }
            // The other branch alone would prove nothing, but it may have counts.
            if open && (!self.linear || self.test.meter.stopped()) {
                return TreeResult::Open;
            }
        }
        let mut trees = trees.into_iter();
        let (Some(more), Some(fewer), false) = (trees.next(), trees.next(), open) else {
            return TreeResult::Open;
        };
        TreeResult::Refuted(match count.beside {
            None => Tree::Branch { jump: count.jump, at, fewer, more },
            Some(bystander) => Tree::Beside { jump: count.jump, bystander, at, fewer, more },
        })
    }
}

fn refuted(potential: Option<Potential>) -> TreeResult {
    potential.map_or(TreeResult::Open, |potential| TreeResult::Refuted(Tree::Leaf(potential)))
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
                // A bound beside a bystander may follow from that of the jump.
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
