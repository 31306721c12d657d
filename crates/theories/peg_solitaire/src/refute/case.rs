//! A case of a proof: bounds on the counts of a game, and the exact rule that closes it.

use super::Potential;
use super::board::{Cells, Jump, Problem};
use std::collections::BTreeMap;

/// Bounds from below and above.
pub type Range = (u32, Option<u32>);

/// Bounds on how often jumps are played, and how often beside a bystander with a peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// One range per jump.
    pub jumps: Vec<Range>,
    /// Ranges of y(f, A) that are not implied.
    pub beside: BTreeMap<(usize, u8), Range>,
}

/// Bounds on p(A), one range per cell, and cells that exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// (low, high) per cell; high may be below low, then no game exists.
    pub ranges: Vec<(u32, u32)>,
    /// Pairs of cells that never both hold a peg.
    pub never_both: Vec<(u8, u8)>,
    /// Pairs of cells that are never both empty.
    pub never_neither: Vec<(u8, u8)>,
}

impl Occupancy {
    /// Without the pairs.
    pub fn of_cells(&self) -> Occupancy {
        Occupancy { ranges: self.ranges.clone(), never_both: Vec::new(), never_neither: Vec::new() }
    }
}

/// Is the cell in the set?
pub fn holds(at: Cells, cell: usize) -> bool {
    u32::try_from(cell).ok().and_then(|cell| at.checked_shr(cell)).unwrap_or(0) & 1 == 1
}

/// The cells of a board with their numbers.
pub fn cells(problem: &Problem<'_>) -> impl Iterator<Item = u8> + use<> {
    (0..=u8::MAX).take(problem.board.cells())
}

/// |I| - |J|, the number of moves of every game.
pub fn moves(problem: &Problem<'_>) -> i64 {
    i64::from(problem.start.count_ones()) - i64::from(problem.goal.count_ones())
}

impl Case {
    /// No bounds.
    pub fn free(problem: &Problem<'_>) -> Case {
        Case { jumps: vec![(0, None); problem.board.jumps().len()], beside: BTreeMap::new() }
    }

    /// Upper bounds of the jumps.
    pub fn at_most(bounds: &[u32]) -> Case {
        Case { jumps: bounds.iter().map(|&high| (0, Some(high))).collect(), beside: BTreeMap::new() }
    }

    /// The range of a jump.
    pub fn of(&self, jump: usize) -> Range {
        self.jumps.get(jump).copied().unwrap_or((0, None))
    }

    /// The range of a jump beside a bystander.
    pub fn of_beside(&self, jump: usize, bystander: u8) -> Range {
        self.beside.get(&(jump, bystander)).copied().unwrap_or((0, None))
    }

    /// The jumps that may be played.
    pub fn active<'p>(&'p self, problem: &Problem<'p>) -> impl Iterator<Item = (usize, Jump)> + 'p {
        let jumps = problem.board.jumps().iter().copied().enumerate();
        jumps.filter(|&(jump, _)| self.of(jump).1 != Some(0))
    }
}

/// The weights of a potential in a table.
#[derive(Clone, Debug)]
pub struct Weights {
    cells: usize,
    phi: Vec<i128>,
    mu: Vec<i128>,
    /// By pair of cells; negative for cells that never both hold a peg, positive for cells that are never
    /// both empty.
    together: BTreeMap<(u8, u8), i128>,
    beside: BTreeMap<(usize, u8), i128>,
}

impl Weights {
    /// No weights.
    pub fn none(cells: usize) -> Weights {
        let (phi, mu) = (vec![0; cells * cells], vec![0; cells]);
        Weights { cells, phi, mu, together: BTreeMap::new(), beside: BTreeMap::new() }
    }

    /// From the format of proofs.
    pub fn new(cells: usize, potential: &Potential) -> Weights {
        let mut weights = Weights::none(cells);
        potential.single.iter().for_each(|&(cell, by)| weights.add(cell, cell, by.into()));
        potential.pairs.iter().for_each(|&(a, b, by)| weights.add(a, b, by.into()));
        potential.occupancy.iter().for_each(|&(cell, by)| weights.add_mu(cell, by.into()));
        potential.together.iter().for_each(|&(a, b, by)| weights.add_together(a, b, by.into()));
        potential.beside.iter().for_each(|&(jump, cell, by)| weights.add_beside(jump, cell, by.into()));
        weights
    }

    /// To the format of proofs; `None` if a weight is too large.
    pub fn potential(&self) -> Option<Potential> {
        let mut potential = Potential::default();
        for a in (0..=u8::MAX).take(self.cells) {
            for b in (a..=u8::MAX).take(self.cells - usize::from(a)) {
                match i64::try_from(self.phi(a, b)).ok()? {
                    0 => {}
                    by if a == b => potential.single.push((a, by)),
                    by => potential.pairs.push((a, b, by)),
                }
            }
        }
        for (cell, &by) in (0..=u8::MAX).zip(&self.mu).filter(|(_, by)| **by != 0) {
            potential.occupancy.push((cell, i64::try_from(by).ok()?));
        }
        for (&(a, b), &by) in self.together.iter().filter(|(_, by)| **by != 0) {
            potential.together.push((a, b, i64::try_from(by).ok()?));
        }
        for (&(jump, cell), &by) in self.beside.iter().filter(|(_, by)| **by != 0) {
            potential.beside.push((jump, cell, i64::try_from(by).ok()?));
        }
        Some(potential)
    }

    fn phi(&self, a: u8, b: u8) -> i128 {
        self.phi.get(usize::from(a) * self.cells + usize::from(b)).copied().unwrap_or(0)
    }

    fn mu(&self, a: u8) -> i128 {
        self.mu.get(usize::from(a)).copied().unwrap_or(0)
    }

    /// More weight of a peg (a = b) or a pair.
    pub fn add(&mut self, a: u8, b: u8, by: i128) {
        let mut places = vec![(a, b)];
        if a != b {
            places.push((b, a));
        }
        for (a, b) in places {
            if let Some(place) = self.phi.get_mut(usize::from(a) * self.cells + usize::from(b)) {
                *place += by;
            }
        }
    }

    /// More weight mu(A).
    pub fn add_mu(&mut self, cell: u8, by: i128) {
        if let Some(place) = self.mu.get_mut(usize::from(cell)) {
            *place += by;
        }
    }

    /// More weight of two cells that exclude each other.
    pub fn add_together(&mut self, a: u8, b: u8, by: i128) {
        *self.together.entry((a, b)).or_default() += by;
    }

    /// More of the gain of a bystander paid by its bound.
    pub fn add_beside(&mut self, jump: usize, bystander: u8, by: i128) {
        *self.beside.entry((jump, bystander)).or_default() += by;
    }

    /// c(f).
    pub fn cost(&self, index: usize, jump: Jump) -> i128 {
        let Jump { from, over, to } = jump;
        let own = self.phi(to, to) - self.phi(from, from) - self.phi(over, over) - self.phi(from, over);
        let touched: i128 = jump.cells().into_iter().map(|cell| self.mu(cell)).sum();
        // (30): p(A) + p(B), less the jumps that touch both, or, for cells never both empty, one or both.
        let pairs = self.together.iter().map(|(&(a, b), &by)| {
            let count = [a, b].iter().filter(|cell| jump.cells().contains(cell)).count();
            by * i128::from(count > usize::from(by > 0))
        });
        let touched = touched + pairs.sum::<i128>();
        let others = (0..=u8::MAX).take(self.cells).filter(|cell| !jump.cells().contains(cell));
        let gain = |cell: u8| {
            let paid = self.beside.get(&(index, cell)).copied().unwrap_or(0);
            let bracket = self.phi(cell, to) - self.phi(cell, from) - self.phi(cell, over);
            let pairs = self.together.iter().filter(|((a, b), _)| cell == *a || cell == *b);
            (bracket + self.mu(cell) + pairs.map(|(_, by)| by).sum::<i128>() - paid).max(0)
        };
        own + touched + others.map(gain).sum::<i128>()
    }

    fn energy(&self, at: Cells) -> i128 {
        let held: Vec<u8> =
            (0..=u8::MAX).take(self.cells).filter(|&cell| holds(at, usize::from(cell))).collect();
        let pairs = held.iter().flat_map(|&a| held.iter().filter(move |&&b| a <= b).map(move |&b| (a, b)));
        pairs.map(|(a, b)| self.phi(a, b)).sum()
    }

    /// Makes c(f) <= 0 for all jumps of the case without a bound, by adding the same weight to every peg.
    pub fn repair(&mut self, problem: &Problem<'_>, case: &Case) {
        let free = case.active(problem).filter(|&(jump, _)| case.of(jump).1.is_none());
        let worst = free.map(|(index, jump)| self.cost(index, jump)).max().unwrap_or(0).max(0);
        (0..=u8::MAX).take(self.cells).for_each(|cell| self.add(cell, cell, worst));
    }

    /// The amount by which the potential closes the case: a positive one is a proof.
    pub fn margin(&self, problem: &Problem<'_>, case: &Case, occupancy: Option<&Occupancy>) -> Option<i128> {
        let mut margin = self.energy(problem.goal) - self.energy(problem.start);
        for (index, jump) in case.active(problem) {
            let (low, high) = case.of(index);
            let cost = self.cost(index, jump);
            margin -= match cost.signum() {
                1 => cost * i128::from(high?),
                _ => cost * i128::from(low),
            };
        }
        let ranges = occupancy.map_or(&[][..], |occupancy| &occupancy.ranges);
        for (cell, &mu) in self.mu.iter().enumerate().filter(|(_, mu)| **mu != 0) {
            let &(low, high) = ranges.get(cell)?;
            margin += mu * i128::from(if mu > 0 { low } else { high });
        }
        for (pair, &by) in self.together.iter().filter(|(_, by)| **by != 0) {
            let occupancy = occupancy?;
            let pairs = if by < 0 { &occupancy.never_both } else { &occupancy.never_neither };
            pairs.contains(pair).then_some(())?;
            margin += by * i128::from(moves(problem));
        }
        for (&(jump, cell), &by) in self.beside.iter().filter(|((jump, _), _)| case.of(*jump).1 != Some(0)) {
            let (low, high) = case.of_beside(jump, cell);
            margin -= by * i128::from(if by > 0 { high? } else { low });
        }
        Some(margin)
    }
}
