//! Finds the potential that closes a case: the dual program, rounded to integers and checked exactly.

use super::board::Problem;
use super::case::{Case, Occupancy, Weights, cells, holds};
use super::lp::{Answer, Is, Program};
use super::model::Shape;
use super::refutation::Potential;
use std::collections::BTreeMap;

/// Factors tried before rounding, so that weights stay small.
const SCALES: [f64; 14] =
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 10.0, 12.0, 24.0, 60.0, 840.0, 10_000.0, 1_000_000.0, 100_000_000.0];

/// A weight as the difference of two columns that are not negative.
#[derive(Clone, Copy)]
struct Weight {
    plus: usize,
    minus: usize,
}

impl Weight {
    fn new(program: &mut Program, cost: f64) -> Weight {
        let plus = program.wide(cost, 0.0, f64::INFINITY);
        Weight { plus, minus: program.wide(cost, 0.0, f64::INFINITY) }
    }

    fn terms(self, by: f64) -> [(usize, f64); 2] {
        [(self.plus, by), (self.minus, -by)]
    }
}

/// The dual program: least sum of |weights| with margin 1.
struct Dual<'p> {
    problem: &'p Problem<'p>,
    case: &'p Case,
    program: Program,
    phi: BTreeMap<(u8, u8), Weight>,
    mu: BTreeMap<u8, Weight>,
    beside: BTreeMap<(usize, u8), Weight>,
    /// The terms of the margin.
    margin: Vec<(usize, f64)>,
}

impl<'p> Dual<'p> {
    fn new(
        problem: &'p Problem<'p>,
        case: &'p Case,
        shape: Shape,
        occupancy: Option<&Occupancy>,
    ) -> Dual<'p> {
        let mut dual = Dual {
            problem,
            case,
            program: Program::default(),
            phi: BTreeMap::new(),
            mu: BTreeMap::new(),
            beside: BTreeMap::new(),
            margin: Vec::new(),
        };
        for a in cells(problem) {
            for b in cells(problem).filter(|&b| a == b || (a < b && shape != Shape::Linear)) {
                let both = |at| f64::from(u8::from(holds(at, a.into()) && holds(at, b.into())));
                let weight = Weight::new(&mut dual.program, 1.0);
                dual.phi.insert((a, b), weight);
                dual.margin.extend(weight.terms(both(problem.goal) - both(problem.start)));
            }
        }
        for (cell, &(low, high)) in cells(problem).zip(occupancy.map_or(&[][..], |found| &found.ranges)) {
            let weight = Weight::new(&mut dual.program, 1.0);
            dual.mu.insert(cell, weight);
            dual.margin.extend([(weight.plus, low.into()), (weight.minus, -f64::from(high))]);
        }
        dual.jumps(shape);
        dual
    }

    fn phi(&self, a: u8, b: u8, by: f64) -> impl Iterator<Item = (usize, f64)> + use<> {
        let weight = self.phi.get(&(a.min(b), a.max(b))).copied();
        weight.into_iter().flat_map(move |weight| weight.terms(by))
    }

    fn mu(&self, cell: u8) -> impl Iterator<Item = (usize, f64)> + use<> {
        self.mu.get(&cell).copied().into_iter().flat_map(|weight| weight.terms(1.0))
    }

    /// One row per jump: own change + gains of bystanders <= what its bounds pay; one row per gain.
    fn jumps(&mut self, shape: Shape) {
        let (problem, case) = (self.problem, self.case);
        for (index, &jump) in problem.board.jumps().iter().enumerate() {
            let (low, high) = case.of(index);
            let never = high == Some(0);
            if never && shape != Shape::Simple {
                continue;
            }
            let mut row: Vec<(usize, f64)> = Vec::new();
            row.extend(self.phi(jump.to, jump.to, 1.0));
            row.extend(self.phi(jump.from, jump.from, -1.0));
            row.extend(self.phi(jump.over, jump.over, -1.0));
            row.extend(self.phi(jump.from, jump.over, -1.0));
            row.extend(jump.cells().into_iter().flat_map(|cell| self.mu(cell)));
            for cell in cells(problem).filter(|cell| shape != Shape::Linear && !jump.cells().contains(cell)) {
                let mut gain: Vec<(usize, f64)> = Vec::new();
                gain.extend(self.phi(cell, jump.to, 1.0));
                gain.extend(self.phi(cell, jump.from, -1.0));
                gain.extend(self.phi(cell, jump.over, -1.0));
                gain.extend(self.mu(cell));
                self.paid(index, cell, &mut gain);
                if shape == Shape::Flat {
                    let taken = self.program.column(0.0, 0, None);
                    gain.push((taken, -1.0));
                    row.push((taken, 1.0));
                }
                self.program.row(gain, Is::AtMost, 0.0);
            }
            if never {
                continue;
            }
            if let Some(high) = high {
                let paid = self.program.column(0.0, 0, None);
                row.push((paid, -1.0));
                self.margin.push((paid, -f64::from(high)));
            }
            if low > 0 {
                let paid = self.program.column(0.0, 0, None);
                row.push((paid, 1.0));
                self.margin.push((paid, low.into()));
            }
            self.program.row(row, Is::AtMost, 0.0);
        }
    }

    fn paid(&mut self, jump: usize, cell: u8, gain: &mut Vec<(usize, f64)>) {
        let (low, high) = self.case.of_beside(jump, cell);
        if (low, high) == (0, None) {
            return;
        }
        let plus = self.program.wide(0.0, 0.0, if high.is_some() { f64::INFINITY } else { 0.0 });
        let minus = self.program.wide(0.0, 0.0, if low > 0 { f64::INFINITY } else { 0.0 });
        let weight = Weight { plus, minus };
        self.beside.insert((jump, cell), weight);
        gain.extend(weight.terms(-1.0));
        self.margin.extend([(plus, -f64::from(high.unwrap_or(0))), (minus, low.into())]);
    }

    fn weights(&self, point: &[f64], scale: f64) -> Weights {
        let value = |weight: &Weight| {
            let at = |column: usize| point.get(column).copied().unwrap_or(0.0);
            let scaled = ((at(weight.plus) - at(weight.minus)) * scale).round();
            // Larger values are no use; a saturated weight only makes a worse potential.
            scaled.clamp(-1e15, 1e15) as i128
        };
        let mut weights = Weights::none(self.problem.board.cells());
        self.phi.iter().for_each(|(&(a, b), weight)| weights.add(a, b, value(weight)));
        self.mu.iter().for_each(|(&cell, weight)| weights.add_mu(cell, value(weight)));
        for (&(jump, cell), weight) in &self.beside {
            weights.add_beside(jump, cell, value(weight));
        }
        weights
    }
}

/// A potential that closes the case, checked in integers.
pub fn close(
    problem: &Problem<'_>,
    case: &Case,
    shape: Shape,
    occupancy: Option<&Occupancy>,
) -> Option<Potential> {
    let mut dual = Dual::new(problem, case, shape, occupancy);
    let margin = std::mem::take(&mut dual.margin);
    dual.program.row(margin, Is::AtLeast, 1.0);
    let Answer::Best { point, .. } = dual.program.minimise(0) else { return None };
    SCALES.into_iter().find_map(|scale| {
        let mut weights = dual.weights(&point, scale);
        weights.repair(problem, case);
        let closed = weights.margin(problem, case, occupancy).is_some_and(|margin| margin > 0);
        closed.then(|| weights.potential()).flatten()
    })
}
