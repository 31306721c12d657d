//! Writes proofs.
//!
//! Every proof is for an answer that is known. The simplest kind that shows it is written.

mod alone;
mod barrier;
mod duals;
mod order;
mod potentials;

use std::collections::BTreeMap;

use super::boards::{Report, report};
use super::holes::{Walks, complete};
use super::problem::{Board, Cell, Lying, Placement, Problem, Target};
use alone::Alone;
use puzzlec_proofs::gourds::proof::{Body, Potentials, Proof};
use puzzlec_task::certificate::TheoryProof;
use puzzlec_theory::meter::{Halted, Meter};

/// Boards with more near-perfect matchings have no proof by a list of them.
const MATCHINGS: usize = 1 << 20;

/// The longest plans that the checker tries.
const LONGEST: u64 = 1 << 8;

/// The proof that a goal that is never reached is not reached; nothing where no form of proof is known to show it. `names` has
/// by cell its name.
///
/// # Errors
/// A limit was reached.
pub fn unreachable(
    problem: &Problem,
    names: &[String],
    meter: &Meter<'_>,
) -> Result<Option<TheoryProof>, Halted> {
    let mut scribe = Scribe { problem, names, meter, report: None, alone: Alone::new(problem), listed: None };
    let mut proofs = Vec::new();
    for target in &problem.goals {
        meter.poll()?;
        let Some(proof) = scribe.unreachable(target)? else { return Ok(None) };
        if !proofs.contains(&proof) {
            proofs.push(proof);
        }
    }
    Ok(Some(written(proofs)))
}

/// The proof that no plan has fewer moves, where that is so; nothing where no form of proof is known to show it.
///
/// # Errors
/// A limit was reached.
pub fn at_least(
    problem: &Problem,
    length: u64,
    names: &[String],
    meter: &Meter<'_>,
) -> Result<Option<TheoryProof>, Halted> {
    let mut scribe = Scribe { problem, names, meter, report: None, alone: Alone::new(problem), listed: None };
    let mut proofs = Vec::new();
    for target in &problem.goals {
        meter.poll()?;
        let Some(proof) = scribe.at_least(target, length)? else { return Ok(None) };
        if !proofs.contains(&proof) {
            proofs.push(proof);
        }
    }
    Ok(Some(written(proofs)))
}

/// The proof that gourds which cannot be laid cannot.
///
/// # Errors
/// A limit was reached.
pub fn no_placement(
    placement: &Placement,
    names: &[String],
    meter: &Meter<'_>,
) -> Result<Option<TheoryProof>, Halted> {
    let mut proofs = Vec::new();
    for target in &placement.goals {
        meter.poll()?;
        let proof = match potentials::of_supply(placement, target) {
            Some(found) => Proof::Labels { potentials: named(names, &found) },
            None => match barrier::of_placement(placement, meter)? {
                Some(cells) => Proof::Barrier { cells: list(names, &cells), cell: None },
                None => Proof::Filled {},
            },
        };
        if !proofs.contains(&proof) {
            proofs.push(proof);
        }
    }
    Ok(Some(written(proofs)))
}

fn written(proofs: Vec<Proof>) -> TheoryProof {
    TheoryProof::new(super::INFO.name, &Body { proofs })
}

fn name(names: &[String], cell: Cell) -> String {
    names.get(cell as usize).cloned().unwrap_or_default()
}

fn list(names: &[String], cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| name(names, *cell)).collect()
}

/// Potentials other than 0, by the names of cells.
fn named(names: &[String], potentials: &[i64]) -> Potentials {
    let all = (0..).zip(potentials).filter(|(_, value)| **value != 0);
    all.map(|(cell, value)| (name(names, cell), *value)).collect::<BTreeMap<_, _>>()
}

/// Whether a goal allows a gourd with these labels to lie with its ends on these cells.
fn fits(board: &Board, target: &Target, labels: [u32; 2], [first, second]: [Cell; 2]) -> bool {
    let end = |cell: Cell, other: Cell, [label, far]: [u32; 2]| {
        let towards = board.direction(cell, other).and_then(|direction| u8::try_from(direction).ok());
        let wish = target.get(cell as usize);
        towards.zip(wish).is_some_and(|(towards, wish)| wish.allows(Lying { label, other: far, towards }))
    };
    let [a, b] = labels;
    end(first, second, [a, b]) && end(second, first, [b, a])
}

/// The cells that a goal allows to be empty.
fn may_be_empty(target: &Target, cell: Cell) -> bool {
    target.get(cell as usize).is_some_and(|wish| wish.empty)
}

struct Scribe<'a> {
    problem: &'a Problem,
    names: &'a [String],
    meter: &'a Meter<'a>,
    report: Option<Report>,
    alone: Alone<'a>,
    /// The number of matchings and the order of the group, if they can be listed.
    listed: Option<Option<(u64, String)>>,
}

impl Scribe<'_> {
    fn labels(&self, gourd: u32) -> [u32; 2] {
        [2 * gourd, 2 * gourd + 1].map(|end| self.problem.labels.get(end as usize).copied().unwrap_or(0))
    }

    fn unreachable(&mut self, target: &Target) -> Result<Option<Proof>, Halted> {
        let board = &self.problem.board;
        let everywhere = |_: u32| Ok(potentials::everywhere(board));
        if let Some(found) = potentials::of_gourds(self.problem, target, everywhere)? {
            return Ok(Some(Proof::Labels { potentials: named(self.names, &found) }));
        }
        if let Some(proof) = self.barrier(target)? {
            return Ok(Some(proof));
        }
        if order::is_odd(self.problem, target) && self.alone.never_pivots(self.meter)? {
            return Ok(Some(Proof::NoPivot {}));
        }
        let (alone, meter) = (&mut self.alone, self.meter);
        if let Some(found) = potentials::of_gourds(self.problem, target, |gourd| alone.reach(gourd, meter))? {
            return Ok(Some(Proof::Alone { potentials: named(self.names, &found) }));
        }
        if let Some(ring) = order::ring(board, &mut self.alone, self.meter)? {
            return Ok(Some(Proof::Ring { cells: list(self.names, &ring) }));
        }
        let listed = self.listed()?;
        Ok(listed.map(|(matchings, order)| Proof::Group { matchings, order }))
    }

    fn barrier(&mut self, target: &Target) -> Result<Option<Proof>, Halted> {
        let board = &self.problem.board;
        let report = match self.report.take() {
            Some(report) => report,
            None => report(board, self.meter)?,
        };
        let barrier = report.barrier.clone().unwrap_or_default();
        self.report = Some(report);
        let start = &self.problem.start;
        let leaves = |cell: &Cell| {
            let labels = self.labels(start.end(*cell) / 2);
            let lies = |place| fits(board, target, labels, place);
            !board.neighbours(*cell).any(|near| lies([*cell, near]) || lies([near, *cell]))
        };
        let found = barrier.iter().copied().find(leaves);
        Ok(found.map(|cell| Proof::Barrier {
            cells: list(self.names, &barrier),
            cell: Some(name(self.names, cell)),
        }))
    }

    /// The number of matchings and the order of the group.
    fn listed(&mut self) -> Result<Option<(u64, String)>, Halted> {
        if self.listed.is_none() {
            let Problem { board, start, .. } = self.problem;
            let mut walks = Walks::explore(board, start, MATCHINGS, None, self.meter)?;
            let found = walks.complete.then(|| {
                complete(&mut walks);
                (walks.len() as u64, walks.group.order().to_string())
            });
            self.listed = Some(found);
        }
        Ok(self.listed.clone().flatten())
    }

    fn at_least(&mut self, target: &Target, length: u64) -> Result<Option<Proof>, Halted> {
        if let Some(found) = duals::of_goal(self.problem, target, length, self.meter)? {
            return Ok(Some(Proof::Distances { potentials: named(self.names, &found) }));
        }
        if length > LONGEST {
            return Ok(None);
        }
        Ok(self.listed()?.map(|(matchings, _)| Proof::Exhausted { matchings }))
    }
}
