//! A placement as people see it: candidates, lists with at most one of a kind, and other constraints.

use std::collections::BTreeMap;

use puzzlec_task::{Condition, Value, ValueSet};

use super::demand::positive;
use super::{Cover, House, cells_of};

/// A piece at its cells, or an empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cells with their contents, by cell.
    pub cells: Vec<(u32, Value)>,
    /// The entry of the supply that has such a piece; 0 for an empty cell.
    pub entry: u32,
}

impl Candidate {
    /// Whether it is an empty cell.
    pub fn is_empty(&self) -> bool {
        self.entry == 0
    }

    /// What it lays on a cell.
    pub fn on(&self, cell: u32) -> Option<Value> {
        self.cells.iter().find(|(own, _)| *own == cell).map(|(_, value)| *value)
    }
}

/// A list of cells, at most one of which holds one of some contents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The cells, sorted.
    pub cells: Vec<u32>,
    /// The contents.
    pub values: ValueSet,
    /// Whether one of the cells must hold one of them.
    pub exact: bool,
    /// Whether this follows from the other lists and the supply.
    pub implied: bool,
}

/// A placement for steps of reason.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The number of cells.
    pub cells: usize,
    /// The candidates in the order of their cells.
    pub candidates: Vec<Candidate>,
    /// By entry the greatest and the least number of its pieces; first that of the empty cells.
    pub supply: Vec<(u32, u32)>,
    /// The lists.
    pub lines: Vec<Line>,
    /// All other constraints, without negations.
    pub demands: Vec<Condition>,
    /// The whole condition.
    pub(super) goal: Condition,
    /// Tests of single cells.
    pub(super) given: Vec<(u32, ValueSet)>,
    /// Whether the goal contradicts itself.
    pub(super) never: bool,
    /// By cell the candidates that cover it.
    pub(super) covering: Vec<Vec<u32>>,
    /// By candidate the lists that it fills; by list the candidates that fill it.
    pub(super) lines_of: Vec<Vec<u32>>,
    pub(super) filling: Vec<Vec<u32>>,
    /// By entry its candidates.
    pub(super) of_entry: Vec<Vec<u32>>,
    /// By demand its cells; by cell the demands.
    pub(super) scopes: Vec<Vec<u32>>,
    pub(super) watching: Vec<Vec<u32>>,
    /// Lists of the same cells: the cells, and the places of the lists.
    pub(super) units: Vec<(Vec<u32>, Vec<u32>)>,
}

pub(super) fn read(cover: &Cover) -> Option<Problem> {
    // Entries without pieces, such as empty cells where all are covered, are no candidates.
    let has = |entry: u32| cover.supply.get(entry as usize).is_some_and(|most| *most > 0);
    let ways = cover.ways.iter().filter(|way| has(way.entry)).cloned().collect();
    let cover = &Cover { ways, ..cover.clone() };
    let mut by_cells: BTreeMap<&[(u32, Value)], u32> = BTreeMap::new();
    for way in &cover.ways {
        if by_cells.insert(&way.cells, way.entry).is_some_and(|other| other != way.entry) {
            return None;
        }
    }
    let one = |(cells, entry): (&[(u32, Value)], u32)| Candidate { cells: cells.to_vec(), entry };
    let candidates: Vec<Candidate> = by_cells.into_iter().map(one).collect();
    let mut domains = vec![ValueSet::new(); cover.cells];
    for (cell, value) in candidates.iter().flat_map(|one| &one.cells) {
        if let Some(domain) = domains.get_mut(*cell as usize) {
            domain.insert(*value);
        }
    }
    let supply = cover.supply.iter().copied().zip(cover.least.iter().copied()).collect();
    let mut problem = Problem {
        cells: cover.cells,
        supply,
        lines: Vec::new(),
        demands: Vec::new(),
        goal: cover.goal.clone(),
        given: Vec::new(),
        never: cover.overfull,
        covering: vec![Vec::new(); cover.cells],
        lines_of: vec![Vec::new(); candidates.len()],
        filling: Vec::new(),
        of_entry: vec![Vec::new(); cover.supply.len()],
        scopes: Vec::new(),
        watching: vec![Vec::new(); cover.cells],
        units: Vec::new(),
        candidates,
    };
    let stated = parts(positive(&cover.goal, true, &domains));
    let implied = parts(positive(&cover.implied(), true, &domains));
    let mut lines: BTreeMap<(Vec<u32>, ValueSet), (bool, bool)> = BTreeMap::new();
    for (part, stronger) in stated.iter().zip(&implied) {
        problem.sort(part, stronger, &mut lines);
    }
    // A goal of one part, or none, is not raised.
    for part in stated.iter().skip(implied.len()) {
        problem.sort(part, part, &mut lines);
    }
    let line = |((cells, values), (exact, implied))| Line { cells, values, exact, implied };
    problem.lines = lines.into_iter().map(line).collect();
    problem.index();
    Some(problem)
}

/// The conjuncts of a condition.
fn parts(condition: Condition) -> Vec<Condition> {
    match condition {
        Condition::All(parts) => parts.into_iter().flat_map(self::parts).collect(),
        Condition::True => Vec::new(),
        one => vec![one],
    }
}

impl Problem {
    /// Adds a constraint as it is stated, with greater bounds where these follow.
    fn sort(
        &mut self,
        part: &Condition,
        stronger: &Condition,
        lines: &mut BTreeMap<(Vec<u32>, ValueSet), (bool, bool)>,
    ) {
        match part {
            Condition::False => self.never = true,
            Condition::In(cell, values) => self.given.push((*cell, values.clone())),
            Condition::Count { vars, values, min, max: 1 } if distinct(vars) && *min <= 1 => {
                let mut cells = vars.clone();
                cells.sort_unstable();
                let raised = matches!(stronger, Condition::Count { min: 1.., .. });
                let slot = lines.entry((cells, values.clone())).or_insert((false, false));
                *slot = (slot.0 || *min == 1 || raised, slot.0 && slot.1 || *min == 0 && raised);
                if matches!(stronger, Condition::Count { min: 2.., .. }) {
                    self.never = true;
                }
            }
            Condition::Count { .. } => self.demands.push(stronger.clone()),
            part if !self.demands.contains(part) => self.demands.push(part.clone()),
            _ => {}
        }
    }

    fn index(&mut self) {
        for (number, one) in (0_u32..).zip(&self.candidates) {
            for (cell, _) in &one.cells {
                push(&mut self.covering, *cell, number);
            }
            push(&mut self.of_entry, one.entry, number);
        }
        let mut units: BTreeMap<&[u32], Vec<u32>> = BTreeMap::new();
        for (number, line) in (0_u32..).zip(&self.lines) {
            units.entry(&line.cells).or_default().push(number);
            let mut filling = Vec::new();
            for cell in &line.cells {
                for at in self.covering.get(*cell as usize).into_iter().flatten() {
                    let one = self.candidates.get(*at as usize);
                    if one.and_then(|one| one.on(*cell)).is_some_and(|value| line.values.contains(value)) {
                        filling.push(*at);
                        push(&mut self.lines_of, *at, number);
                    }
                }
            }
            // A piece that fills it twice is in it twice, and is ruled out at the start.
            filling.sort_unstable();
            self.filling.push(filling);
        }
        self.units = units.into_iter().map(|(cells, lines)| (cells.to_vec(), lines)).collect();
        for (number, demand) in (0_u32..).zip(&self.demands) {
            let cells = cells_of(demand);
            for cell in &cells {
                push(&mut self.watching, *cell, number);
            }
            self.scopes.push(cells);
        }
    }

    /// The candidates of a house.
    pub(super) fn house(&self, house: House) -> &[u32] {
        match house {
            House::Cell(cell) => list(&self.covering, cell),
            House::Line(line) => list(&self.filling, line),
            House::Entry(entry) => list(&self.of_entry, entry),
        }
    }

    /// All houses: exactly one of their candidates is taken.
    pub(super) fn houses(&self) -> impl Iterator<Item = House> + '_ {
        let cells = (0_u32..).take(self.cells).map(House::Cell);
        let lines = (0_u32..).zip(&self.lines).filter(|(_, line)| line.exact);
        let one = |entry: &u32| self.supply.get(*entry as usize) == Some(&(1, 1));
        let entries = (1_u32..).take(self.supply.len().saturating_sub(1)).filter(one);
        cells.chain(lines.map(|(number, _)| House::Line(number))).chain(entries.map(House::Entry))
    }

    /// The entry of a candidate that may be laid only once.
    pub(super) fn only_entry(&self, candidate: u32) -> Option<u32> {
        let entry = self.candidates.get(candidate as usize)?.entry;
        (entry > 0 && self.supply.get(entry as usize)?.0 == 1).then_some(entry)
    }

    /// Whether two different candidates rule each other out.
    pub(super) fn conflict(&self, a: u32, b: u32) -> bool {
        let (Some(one), Some(two)) = (self.candidates.get(a as usize), self.candidates.get(b as usize))
        else {
            return false;
        };
        one.cells.iter().any(|(cell, _)| two.on(*cell).is_some())
            || list(&self.lines_of, a).iter().any(|line| list(&self.lines_of, b).contains(line))
            || self.only_entry(a).is_some_and(|entry| self.only_entry(b) == Some(entry))
    }

    /// The candidates that one rules out, with repetitions.
    pub(super) fn rivals(&self, candidate: u32) -> impl Iterator<Item = u32> + '_ {
        let cells = self.candidates.get(candidate as usize).map_or(&[][..], |one| &one.cells);
        let covering = cells.iter().flat_map(|(cell, _)| list(&self.covering, *cell));
        let lines = list(&self.lines_of, candidate).iter().flat_map(|line| list(&self.filling, *line));
        let entry = self.only_entry(candidate).into_iter().flat_map(|entry| list(&self.of_entry, entry));
        covering.chain(lines).chain(entry).copied().filter(move |other| *other != candidate)
    }
}

fn distinct(cells: &[u32]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two.first() != two.last())
}

fn push(lists: &mut [Vec<u32>], at: u32, number: u32) {
    if let Some(list) = lists.get_mut(at as usize) {
        list.push(number);
    }
}

pub(super) fn list(lists: &[Vec<u32>], at: u32) -> &[u32] {
    lists.get(at as usize).map_or(&[], Vec::as_slice)
}
