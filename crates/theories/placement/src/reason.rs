//! Steps of reason: what a person can deduce about a placement, the weakest technique first.
//!
//! A [`Sheet`] has the candidates that are left: a piece at its cells, or an empty cell. What a piece rules out at once, by its
//! cells, by lists that hold at most one of a kind and by the supply, is crossed out without a step of its own. Each technique
//! finds one deduction, which holds in every placement that the sheet allows; the chain begins again with the weakest technique
//! after each step. So a chain that ends with all cells decided proves that there is no other placement.

mod combination;
mod constraint;
mod demand;
mod intersection;
mod problem;
mod shape;
mod sheet;
mod single;
mod subset;
mod trial;

use puzzlec_model::technique::Technique;
use puzzlec_task::{Condition, Value, ValueSet};
use puzzlec_theory::meter::{Halted, Meter};

use super::cover::Cover;
pub use problem::{Candidate, Line, Problem};
pub use sheet::{Cause, Sheet};

/// Of which exactly one candidate is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// Those that cover a cell.
    Cell(u32),
    /// Those that fill a list that needs one, by its place in [`Problem::lines`].
    Line(u32),
    /// Those of an entry with one piece.
    Entry(u32),
}

/// Why a step follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing else covers the cell. With the causes of what was ruled out there.
    Candidate {
        /// The cell.
        cell: u32,
        /// What else could cover it at first, and why it no longer can.
        lost: Vec<(u32, Cause)>,
    },
    /// The only candidate of a house.
    Place(House),
    /// The entry has no more candidates than pieces that must still be laid.
    Supply(u32),
    /// A constraint, by its place in [`Problem::demands`].
    Constraint(u32),
    /// All contents of its cells that a constraint allows were compared.
    Combination(u32),
    /// Each candidate of the house rules out what is removed.
    Intersection(House),
    /// Cells of a list that hold these kinds in some order; with whether the kinds have no other place, or the cells no other
    /// kinds.
    Subset {
        /// The list with all its cells, sorted.
        unit: Vec<u32>,
        /// The cells.
        cells: Vec<u32>,
        /// The kinds, each a list of the problem.
        lines: Vec<u32>,
        /// Whether the kinds have no other place.
        hidden: bool,
    },
    /// What the form of a set demands: a constraint, and how.
    Shape(u32, Shape),
    /// A candidate that was tried, with what went wrong after a number of steps.
    Trial {
        /// The candidate.
        tried: u32,
        /// Steps to the contradiction, beside what pieces rule out at once.
        steps: u32,
        /// The contradiction.
        wrong: Wrong,
    },
}

/// An argument about the form of a set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every connection of what must be connected passes the cell.
    Passage,
    /// The cell cannot be reached from what must be connected with it.
    Apart,
    /// The cell would close a cycle.
    Cycle,
    /// The cell would join too much.
    Joins,
}

/// A contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A house has no candidate left.
    House(House),
    /// An entry has fewer candidates than pieces that must be laid.
    Supply(u32),
    /// A constraint cannot hold.
    Constraint(u32),
    /// The goal contradicts itself, or its pieces have too many cells.
    Goal,
}

/// A deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// Why it follows.
    pub reason: Reason,
    /// The candidates that are taken, so that their cells are decided.
    pub taken: Vec<u32>,
    /// The candidates that are ruled out, without what the taken ones rule out at once.
    pub removed: Vec<u32>,
    /// The earlier steps that it needs, by their numbers from 0, rising.
    pub uses: Vec<u32>,
}

/// How a chain ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All cells are decided: this is the only placement. What the cells hold.
    Solved(Vec<Value>),
    /// There is no placement.
    Impossible(Wrong),
    /// The techniques find nothing more.
    Open,
    /// A limit was reached.
    Halted,
}

/// A chain of deductions.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: End,
}

impl Chain {
    /// The strongest technique and the number of its steps; nothing without a step.
    pub fn difficulty(&self) -> Option<(Technique, usize)> {
        let hardest = self.steps.iter().map(|step| step.technique).max()?;
        Some((hardest, self.steps.iter().filter(|step| step.technique == hardest).count()))
    }
}

/// What a technique finds: a reason, with what it takes and what it removes.
pub(crate) struct Deduction {
    pub reason: Reason,
    pub taken: Vec<u32>,
    pub removed: Vec<u32>,
}

impl Deduction {
    fn removing(reason: Reason, removed: Vec<u32>) -> Deduction {
        Deduction { reason, taken: Vec::new(), removed }
    }
}

/// A technique as it is called: a deduction, nothing, or a contradiction.
type Find = fn(&mut Sheet<'_>, &Meter<'_>) -> Result<Result<Option<Deduction>, Wrong>, Halted>;

fn find(technique: Technique) -> Find {
    match technique {
        Technique::Candidate => single::candidate,
        Technique::Place => single::place,
        Technique::Constraint => constraint::find,
        Technique::Combination => combination::find,
        Technique::Intersection => intersection::find,
        Technique::Subset => subset::find,
        Technique::Shape => shape::find,
        Technique::Trial => trial::find,
    }
}

/// The chain of deductions of a puzzle, up to a strongest technique.
pub fn chain(problem: &Problem, most: Technique, meter: &Meter<'_>) -> Chain {
    chain_until(problem, most, meter, &mut |_, _| false)
}

/// The steps that lead to the first piece that is laid, in order, without those that it does not need; nothing if the
/// techniques find none within the limits.
pub fn next(problem: &Problem, meter: &Meter<'_>) -> Option<Vec<Step>> {
    let lays = |step: &Step| {
        step.taken.iter().any(|at| problem.candidates.get(*at as usize).is_some_and(|one| !one.is_empty()))
    };
    let found = chain_until(problem, Technique::Trial, meter, &mut |step, _| lays(step));
    let last = found.steps.last().filter(|step| lays(step))?;
    let mut needed = vec![false; found.steps.len()];
    let mut open = vec![last];
    if let Some(slot) = needed.last_mut() {
        *slot = true;
    }
    while let Some(step) = open.pop() {
        for earlier in &step.uses {
            if let (Some(slot), Some(step)) =
                (needed.get_mut(*earlier as usize), found.steps.get(*earlier as usize))
                && !std::mem::replace(slot, true)
            {
                open.push(step);
            }
        }
    }
    Some(found.steps.iter().zip(&needed).filter(|(_, needed)| **needed).map(|(s, _)| s.clone()).collect())
}

/// A chain that also ends after a step of which `enough` says so.
fn chain_until(
    problem: &Problem,
    most: Technique,
    meter: &Meter<'_>,
    enough: &mut dyn FnMut(&Step, &Sheet<'_>) -> bool,
) -> Chain {
    let mut steps: Vec<Step> = Vec::new();
    let mut sheet = match Sheet::new(problem) {
        Ok(sheet) => sheet,
        Err(wrong) => return Chain { steps, end: End::Impossible(wrong) },
    };
    loop {
        if let Some(held) = sheet.held() {
            let end = match sheet.ends(&held) {
                Ok(()) => End::Solved(held),
                Err(wrong) => End::Impossible(wrong),
            };
            return Chain { steps, end };
        }
        let number = u32::try_from(steps.len()).unwrap_or(u32::MAX);
        match sheet.advance(number, most, meter) {
            Err(Halted) => return Chain { steps, end: End::Halted },
            Ok(Err(wrong)) => return Chain { steps, end: End::Impossible(wrong) },
            Ok(Ok(None)) => return Chain { steps, end: End::Open },
            Ok(Ok(Some((step, sound)))) => {
                let last = enough(&step, &sheet);
                steps.push(step);
                if let Err(wrong) = sound {
                    return Chain { steps, end: End::Impossible(wrong) };
                }
                if last {
                    return Chain { steps, end: End::Open };
                }
            }
        }
    }
}

/// A step, and whether what follows from it contradicts itself; nothing without a step. The error is a contradiction
/// without one.
type Advance = Result<Option<(Step, Result<(), Wrong>)>, Wrong>;

impl Sheet<'_> {
    /// The next step with its consequences.
    fn advance(&mut self, number: u32, most: Technique, meter: &Meter<'_>) -> Result<Advance, Halted> {
        // A step looks at all candidates, and at those that they rule out.
        let work = self.problem.candidates.iter().map(|one| one.cells.len() * one.cells.len());
        meter.expanded(1 + work.sum::<usize>())?;
        for technique in Technique::ALL.into_iter().filter(|technique| *technique <= most) {
            let found = match find(technique)(self, meter)? {
                Err(wrong) => return Ok(Err(wrong)),
                Ok(None) => continue,
                Ok(Some(found)) => found,
            };
            let uses = self.uses(&found.reason);
            let Deduction { reason, taken, removed } = found;
            let at_once =
                matches!(technique, Technique::Constraint | Technique::Combination | Technique::Shape);
            let (taken, sound) = self.apply((number, at_once), taken, &removed);
            return Ok(Ok(Some((Step { technique, reason, taken, removed, uses }, sound))));
        }
        Ok(Ok(None))
    }
}

/// Tests of cells, by what the cells may still hold.
pub(crate) type Domains = [ValueSet];

/// The cells of a condition, sorted.
pub(crate) fn cells_of(condition: &Condition) -> Vec<u32> {
    let mut cells = Vec::new();
    condition.for_each_variable(&mut |var| cells.push(var));
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl Problem {
    /// The candidates, lists and constraints of a placement; nothing if pieces of two entries are alike.
    pub fn of(cover: &Cover) -> Option<Problem> {
        problem::read(cover)
    }
}
