//! The candidates that are left, and what follows from a piece at once.

use puzzlec_task::{Value, ValueSet};

use super::problem::list;
use super::{House, Problem, Reason, Wrong};

/// Why a candidate was crossed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The goal says what the cell holds, or the candidate fits nowhere.
    Given,
    /// A piece covers one of its cells.
    Covered(u32),
    /// A list holds one of its kind: the list, and that candidate.
    Line(u32, u32),
    /// All pieces of the entry are laid.
    Supply(u32),
    /// A step of this number.
    Step(u32),
}

/// The candidates that are left.
#[derive(Clone, Debug)]
pub struct Sheet<'p> {
    pub(super) problem: &'p Problem,
    /// By candidate whether it is left, whether it is taken, and why it was crossed out.
    alive: Vec<bool>,
    taken: Vec<bool>,
    causes: Vec<Cause>,
    /// By cell what it may hold, the candidates that are left, and how many there were at the beginning.
    domains: Vec<ValueSet>,
    left: Vec<u32>,
    first: Vec<u32>,
    /// By candidate the step that took it.
    taken_by: Vec<Option<u32>>,
    /// By constraint whether its cells have changed since it was looked at, by propagation and by its combinations.
    pub(super) fresh: Vec<[bool; 3]>,
    /// The number of cells that are decided.
    decided: usize,
    /// Pieces whose consequences are still to be drawn.
    queue: Vec<u32>,
    wrong: Option<Wrong>,
}

impl<'p> Sheet<'p> {
    /// All candidates that fit what the goal says of single cells.
    ///
    /// # Errors
    /// There is no placement.
    pub fn new(problem: &'p Problem) -> Result<Self, Wrong> {
        let n = problem.candidates.len();
        let count = |list: &Vec<u32>| u32::try_from(list.len()).unwrap_or(u32::MAX);
        let mut sheet = Sheet {
            problem,
            alive: vec![true; n],
            taken: vec![false; n],
            causes: vec![Cause::Given; n],
            domains: vec![ValueSet::new(); problem.cells],
            left: problem.covering.iter().map(count).collect(),
            first: Vec::new(),
            taken_by: vec![None; n],
            fresh: vec![[true; 3]; problem.demands.len()],
            decided: 0,
            queue: Vec::new(),
            wrong: problem.never.then_some(Wrong::Goal),
        };
        for cell in (0..).take(problem.cells) {
            sheet.renew(cell);
        }
        for (cell, values) in &problem.given {
            for at in list(&problem.covering, *cell) {
                let on = problem.candidates.get(*at as usize).and_then(|one| one.on(*cell));
                if on.is_some_and(|value| !values.contains(value)) {
                    sheet.cross(*at, Cause::Given);
                }
            }
        }
        for filling in &problem.filling {
            for two in filling.windows(2) {
                if let [a, b] = two
                    && a == b
                {
                    sheet.cross(*a, Cause::Given);
                }
            }
        }
        // What is given is no deduction.
        for cell in (0..).take(problem.cells) {
            sheet.decide(cell, None);
        }
        sheet.settle()?;
        sheet.first = sheet.left.clone();
        Ok(sheet)
    }

    /// Whether a candidate is left.
    pub fn is_left(&self, candidate: u32) -> bool {
        self.alive.get(candidate as usize) == Some(&true)
    }

    /// Whether a candidate is taken.
    pub fn is_taken(&self, candidate: u32) -> bool {
        self.taken.get(candidate as usize) == Some(&true)
    }

    /// What a cell may hold.
    pub fn domains(&self) -> &[ValueSet] {
        &self.domains
    }

    /// The candidates of a house that are left.
    pub fn candidates(&self, house: House) -> Vec<u32> {
        self.problem.house(house).iter().copied().filter(|at| self.is_left(*at)).collect()
    }

    /// Whether some candidate that covers a cell is taken.
    pub fn is_decided(&self, cell: u32) -> bool {
        self.left.get(cell as usize) == Some(&1)
            && list(&self.problem.covering, cell).iter().any(|at| self.is_left(*at) && self.is_taken(*at))
    }

    /// Why a candidate was crossed out.
    pub fn cause(&self, candidate: u32) -> Cause {
        self.causes.get(candidate as usize).copied().unwrap_or(Cause::Given)
    }

    /// What the cells hold, once all are decided.
    pub fn held(&self) -> Option<Vec<Value>> {
        if self.decided < self.problem.cells {
            return None;
        }
        self.domains.iter().map(ValueSet::single).collect()
    }

    /// Whether contents of all cells are a placement.
    pub(super) fn ends(&self, held: &[Value]) -> Result<(), Wrong> {
        for (entry, (_, least)) in (0_u32..).zip(&self.problem.supply) {
            if self.pieces(entry).1 < *least {
                return Err(Wrong::Supply(entry));
            }
        }
        if self.problem.goal.holds(held) {
            return Ok(());
        }
        let broken = (0_u32..).zip(&self.problem.demands).find(|(_, demand)| !demand.holds(held));
        let line = (0_u32..).zip(&self.problem.lines).map(|(number, _)| House::Line(number));
        let empty = line.into_iter().find(|house| self.candidates(*house).is_empty());
        let line = empty.map_or(Wrong::Goal, Wrong::House);
        Err(broken.map_or(line, |(number, _)| Wrong::Constraint(number)))
    }

    /// The pieces of an entry that are surely laid, and those that can be.
    pub fn pieces(&self, entry: u32) -> (u32, u32) {
        let own = || list(&self.problem.of_entry, entry).iter();
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let laid = own().filter(|at| self.is_taken(**at)).count();
        (number(laid), number(own().filter(|at| self.is_left(**at)).count()))
    }

    /// Takes and crosses out what a step says, and all that follows at once; `at_once` also decides the cells for which it leaves
    /// one candidate. Returns all candidates that the step itself
    /// decides, with whether there is a contradiction.
    pub(super) fn apply(
        &mut self,
        (number, at_once): (u32, bool),
        mut taken: Vec<u32>,
        removed: &[u32],
    ) -> (Vec<u32>, Result<(), Wrong>) {
        for at in removed {
            self.cross(*at, Cause::Step(number));
        }
        for at in &taken {
            self.take(*at, Some(number));
        }
        // Of two contents a step leaves one.
        let cells = removed.iter().filter_map(|at| self.problem.candidates.get(*at as usize));
        let cells: Vec<u32> = cells.flat_map(|one| one.cells.iter().map(|(cell, _)| *cell)).collect();
        for cell in cells {
            if (at_once || self.first.get(cell as usize).is_some_and(|first| *first <= 2))
                && let Some(only) = self.decide(cell, Some(number))
            {
                taken.push(only);
            }
        }
        taken.sort_unstable();
        taken.dedup();
        (taken, self.settle())
    }

    /// Takes the only candidate of a cell, if there is one and it is not taken.
    fn decide(&mut self, cell: u32, step: Option<u32>) -> Option<u32> {
        if self.left.get(cell as usize) != Some(&1) || self.is_decided(cell) {
            return None;
        }
        let only = self.candidates(House::Cell(cell)).first().copied()?;
        self.take(only, step);
        Some(only)
    }

    fn take(&mut self, candidate: u32, step: Option<u32>) {
        if self.is_taken(candidate) {
            return;
        }
        if let Some(slot) = self.taken.get_mut(candidate as usize) {
            *slot = true;
        }
        if let Some(slot) = self.taken_by.get_mut(candidate as usize) {
            *slot = step;
        }
        if !self.is_left(candidate) {
            let cell = self.problem.candidates.get(candidate as usize).and_then(|one| one.cells.first());
            self.wrong = self.wrong.or(cell.map(|(cell, _)| Wrong::House(House::Cell(*cell))));
        }
        self.queue.push(candidate);
        self.decided += self.problem.candidates.get(candidate as usize).map_or(0, |one| one.cells.len());
    }

    fn cross(&mut self, candidate: u32, cause: Cause) {
        let Some(alive) = self.alive.get_mut(candidate as usize).filter(|alive| **alive) else { return };
        *alive = false;
        if let Some(slot) = self.causes.get_mut(candidate as usize) {
            *slot = cause;
        }
        let problem = self.problem;
        let Some(one) = problem.candidates.get(candidate as usize) else { return };
        for (cell, _) in &one.cells {
            if let Some(left) = self.left.get_mut(*cell as usize) {
                *left = left.saturating_sub(1);
                if *left == 0 || self.is_taken(candidate) {
                    self.wrong = self.wrong.or(Some(Wrong::House(House::Cell(*cell))));
                }
            }
            self.renew(*cell);
            for demand in list(&problem.watching, *cell) {
                if let Some(slot) = self.fresh.get_mut(*demand as usize) {
                    *slot = [true; 3];
                }
            }
        }
    }

    fn renew(&mut self, cell: u32) {
        let left = list(&self.problem.covering, cell).iter().filter(|at| self.is_left(**at));
        let on = |at: &u32| self.problem.candidates.get(*at as usize).and_then(|one| one.on(cell));
        let domain: ValueSet = left.filter_map(on).collect();
        if let Some(slot) = self.domains.get_mut(cell as usize) {
            *slot = domain;
        }
    }

    /// Crosses out what the taken pieces rule out.
    fn settle(&mut self) -> Result<(), Wrong> {
        let problem = self.problem;
        loop {
            if let Some(wrong) = self.wrong {
                return Err(wrong);
            }
            if let Some(at) = self.queue.pop() {
                let Some(one) = problem.candidates.get(at as usize) else { continue };
                for (cell, _) in &one.cells {
                    for other in list(&problem.covering, *cell).iter().filter(|other| **other != at) {
                        self.cross(*other, Cause::Covered(at));
                    }
                }
                for line in list(&problem.lines_of, at) {
                    for other in list(&problem.filling, *line).iter().filter(|other| **other != at) {
                        self.cross(*other, Cause::Line(*line, at));
                    }
                }
                let (laid, _) = self.pieces(one.entry);
                let most = problem.supply.get(one.entry as usize).map_or(0, |(most, _)| *most);
                if laid > most {
                    return Err(Wrong::Supply(one.entry));
                }
                for other in list(&problem.of_entry, one.entry).iter().filter(|_| laid == most) {
                    if !self.is_taken(*other) {
                        self.cross(*other, Cause::Supply(one.entry));
                    }
                }
                continue;
            }
            // An empty cell is worth no step of its own.
            let empty = (0..).take(problem.cells).find(|cell| {
                self.left.get(*cell as usize) == Some(&1)
                    && self.domains.get(*cell as usize).and_then(ValueSet::single) == Some(0)
                    && !self.is_decided(*cell)
            });
            match empty {
                Some(cell) => {
                    self.decide(cell, None);
                }
                None => return Ok(()),
            }
        }
    }

    /// The earlier steps that a reason rests on: those that crossed out what it misses.
    pub(super) fn uses(&self, reason: &Reason) -> Vec<u32> {
        let problem = self.problem;
        let mut gone: Vec<u32> = Vec::new();
        match reason {
            Reason::Candidate { cell, .. } => gone.extend(list(&problem.covering, *cell)),
            Reason::Place(house) | Reason::Intersection(house) => gone.extend(problem.house(*house)),
            Reason::Supply(entry) => gone.extend(list(&problem.of_entry, *entry)),
            Reason::Constraint(demand) | Reason::Combination(demand) | Reason::Shape(demand, _) => {
                for cell in list(&problem.scopes, *demand) {
                    gone.extend(list(&problem.covering, *cell));
                }
            }
            Reason::Subset { cells, lines, hidden, .. } => match hidden {
                true => lines.iter().for_each(|line| gone.extend(list(&problem.filling, *line))),
                false => cells.iter().for_each(|cell| gone.extend(list(&problem.covering, *cell))),
            },
            // What a trial comes across is not recorded.
            Reason::Trial { .. } => gone.extend((0_u32..).take(problem.candidates.len())),
        }
        let mut uses = Vec::new();
        for at in gone.into_iter().filter(|at| !self.is_left(*at)) {
            match self.cause(at) {
                Cause::Step(step) => uses.push(step),
                Cause::Covered(by) | Cause::Line(_, by) => {
                    uses.extend(self.taken_by.get(by as usize).copied().flatten());
                }
                Cause::Supply(entry) => {
                    let by = list(&problem.of_entry, entry).iter().filter(|by| self.is_taken(**by));
                    uses.extend(by.filter_map(|by| self.taken_by.get(*by as usize).copied().flatten()));
                }
                Cause::Given => {}
            }
        }
        uses.sort_unstable();
        uses.dedup();
        uses
    }
}
