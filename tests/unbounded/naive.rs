//! Puzzles as plain data, their text, and an interpreter that plays them on an endless board: positions
//! are maps from cells to pieces, and the cells that rules act on lie in a region.

use std::collections::{BTreeMap, BTreeSet};

pub type Cell = (i32, i32);
pub type Position = BTreeMap<Cell, Kind>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Any,
    Empty,
    Piece,
    A,
    B,
}

impl Kind {
    fn fits(self, held: Option<&Kind>) -> bool {
        match self {
            Kind::Any => true,
            Kind::Empty => held.is_none(),
            Kind::Piece => held.is_some(),
            kind => held == Some(&kind),
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Kind::Any => "?",
            Kind::Empty => "empty",
            Kind::Piece => "piece",
            Kind::A => "aa",
            Kind::B => "bb",
        }
    }
}

pub const NAMES: [&str; 3] = ["x", "y", "z"];
pub const DIRECTIONS: [(&str, Cell); 4] =
    [("right", (1, 0)), ("left", (-1, 0)), ("down", (0, 1)), ("up", (0, -1))];

#[derive(Clone, Debug)]
pub enum Test {
    Adjacent(usize, usize),
    /// `distance(u, v) op n * count(kind, around w)`; without a kind `distance(u, v) op n`.
    Distance(usize, usize, &'static str, i64, Option<(Kind, usize)>),
    /// `distance(u, v) == distance(v, w)`.
    Mirrored(usize, usize, usize),
    /// `u == step(v, d, n)`.
    Step(usize, usize, usize, i64),
    Is(usize, Kind),
    /// `count(kind, around u except v) op n`.
    Count(Kind, usize, Option<usize>, &'static str, i64),
    /// `occupied(run(u, d, n))` or `empty(…)`.
    Run(bool, usize, usize, i64),
    /// `any w in around u: w is kind`, or `all`.
    Around(bool, usize, Kind),
    Column(usize, &'static str, i64),
    Named(usize, Cell),
    Or(Box<Test>, Box<Test>),
    Not(Box<Test>),
}

#[derive(Clone, Debug)]
pub enum Effect {
    Move(usize, usize),
    MoveStep(usize, usize, i64),
    MoveRun(usize, usize, usize, i64),
    Swap(usize, usize),
    Remove(usize),
    RemoveStep(usize, usize, i64),
    Put(Kind, usize),
    FlipAround(usize),
}

#[derive(Clone, Debug)]
pub enum Rule {
    /// Before and after, along one direction or all.
    Drawn(Vec<(Kind, Kind)>, Option<usize>),
    Written(Vec<Kind>, Vec<Test>, Vec<Effect>),
}

#[derive(Clone, Debug)]
pub enum Goal {
    Count(Kind, i64),
    Holds(Cell, Kind),
    Row(Vec<Kind>),
}

#[derive(Clone, Debug)]
pub struct Puzzle {
    pub flat: bool,
    pub rules: Vec<Rule>,
    pub start: Position,
    pub goal: Goal,
    pub window: Option<i32>,
}

impl Puzzle {
    pub fn directions(&self) -> &'static [(&'static str, Cell)] {
        &DIRECTIONS[..if self.flat { 2 } else { 4 }]
    }

    fn around(&self, c: Cell) -> Vec<Cell> {
        self.directions().iter().map(|d| along(c, d.1, 1)).collect()
    }

    /// The start with so many cells more on each side.
    pub fn region(&self, margin: i32) -> Vec<Cell> {
        let xs = || self.start.keys().map(|c| c.0);
        let ys = || self.start.keys().map(|c| c.1);
        let rows = if self.flat { 0 } else { margin };
        let row = |y: i32| (xs().min().unwrap() - margin..=xs().max().unwrap() + margin).map(move |x| (x, y));
        (ys().min().unwrap() - rows..=ys().max().unwrap() + rows).flat_map(row).collect()
    }

    pub fn is_goal(&self, position: &Position) -> bool {
        match &self.goal {
            Goal::Count(kind, n) => position.values().filter(|k| kind.fits(Some(k))).count() as i64 == *n,
            Goal::Holds(cell, kind) => kind.fits(position.get(cell)),
            Goal::Row(row) => {
                let mut cells = position.keys();
                let gapless =
                    cells.next().is_none_or(|first| (1..).zip(cells).all(|(i, c)| c.0 == first.0 + i));
                gapless && position.values().eq(row)
            }
        }
    }

    /// The levels of a walk over all positions, as far as `depth` and `most` positions; whether it
    /// saw them all, and where the first goal is.
    pub fn walk(&self, region: &[Cell], depth: usize, most: usize) -> (bool, Option<usize>) {
        let inside: BTreeSet<Cell> = region.iter().copied().collect();
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut level = vec![self.start.clone()];
        for at in 0.. {
            if level.iter().any(|p| self.is_goal(p)) {
                return (false, Some(at));
            }
            if level.is_empty() {
                return (true, None);
            }
            if at == depth || seen.len() > most {
                return (false, None);
            }
            let mut next = Vec::new();
            for position in &level {
                for after in self.successors(position, region, &inside) {
                    if after.keys().all(|c| inside.contains(c)) && seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        unreachable!()
    }

    fn successors(&self, position: &Position, region: &[Cell], inside: &BTreeSet<Cell>) -> Vec<Position> {
        let mut all = Vec::new();
        for rule in &self.rules {
            match rule {
                Rule::Drawn(cells, only) => {
                    for (at, (_, delta)) in self.directions().iter().enumerate() {
                        if only.is_some_and(|d| d != at) {
                            continue;
                        }
                        for first in region {
                            let place = |i: usize| along(*first, *delta, i as i64);
                            let fits = |(i, c): (usize, &(Kind, Kind))| {
                                inside.contains(&place(i)) && c.0.fits(position.get(&place(i)))
                            };
                            if cells.iter().enumerate().all(fits) {
                                let mut after = position.clone();
                                for (i, (_, kind)) in cells.iter().enumerate() {
                                    set(&mut after, place(i), *kind);
                                }
                                all.push(after);
                            }
                        }
                    }
                }
                Rule::Written(kinds, guards, effects) => {
                    let mut bound = Vec::new();
                    self.bind(position, region, (kinds, guards, effects), &mut bound, &mut all);
                }
            }
        }
        all
    }

    fn bind(
        &self,
        position: &Position,
        region: &[Cell],
        rule: (&[Kind], &[Test], &[Effect]),
        bound: &mut Vec<Cell>,
        all: &mut Vec<Position>,
    ) {
        if rule.1.iter().any(|g| uses(g) == bound.len() && !self.holds(g, position, bound)) {
            return;
        }
        let Some(kind) = rule.0.get(bound.len()) else {
            let mut after = position.clone();
            rule.2.iter().for_each(|e| self.change(e, &mut after, bound));
            all.push(after);
            return;
        };
        let mut take = |c: Cell| {
            bound.push(c);
            self.bind(position, region, rule, bound, all);
            bound.pop();
        };
        match kind {
            Kind::A | Kind::B | Kind::Piece => {
                position.iter().filter(|(_, k)| kind.fits(Some(k))).for_each(|(c, _)| take(*c));
            }
            _ => region.iter().filter(|c| kind.fits(position.get(c))).for_each(|c| take(*c)),
        }
    }

    fn holds(&self, test: &Test, position: &Position, at: &[Cell]) -> bool {
        let count =
            |kind: Kind, cells: Vec<Cell>| cells.iter().filter(|c| kind.fits(position.get(c))).count() as i64;
        match test {
            Test::Adjacent(u, v) => distance(at[*u], at[*v]) == 1,
            Test::Distance(u, v, op, n, times) => {
                let times = times.map_or(1, |(kind, w)| count(kind, self.around(at[w])));
                compare(op, distance(at[*u], at[*v]), n * times)
            }
            Test::Mirrored(u, v, w) => distance(at[*u], at[*v]) == distance(at[*v], at[*w]),
            Test::Step(u, v, d, n) => at[*u] == along(at[*v], DIRECTIONS[*d].1, *n),
            Test::Is(u, kind) => kind.fits(position.get(&at[*u])),
            Test::Count(kind, u, except, op, n) => {
                let mut cells = self.around(at[*u]);
                cells.retain(|c| except.is_none_or(|v| at[v] != *c));
                compare(op, count(*kind, cells), *n)
            }
            Test::Run(occupied, u, d, n) => {
                (0..*n).all(|i| position.contains_key(&along(at[*u], DIRECTIONS[*d].1, i)) == *occupied)
            }
            Test::Around(any, u, kind) => {
                let mut near = self.around(at[*u]).into_iter().map(|c| kind.fits(position.get(&c)));
                if *any { near.any(|x| x) } else { near.all(|x| x) }
            }
            Test::Column(u, op, n) => compare(op, i64::from(at[*u].0) + 1, *n),
            Test::Named(u, cell) => at[*u] == *cell,
            Test::Or(a, b) => self.holds(a, position, at) || self.holds(b, position, at),
            Test::Not(a) => !self.holds(a, position, at),
        }
    }

    fn change(&self, effect: &Effect, position: &mut Position, at: &[Cell]) {
        match effect {
            Effect::Move(u, v) => carry(position, &[at[*u]], &[at[*v]]),
            Effect::MoveStep(u, d, n) => {
                carry(position, &[at[*u]], &[along(at[*u], DIRECTIONS[*d].1, *n)]);
            }
            Effect::MoveRun(u, v, d, n) => {
                let run = |c| (0..*n).map(|i| along(c, DIRECTIONS[*d].1, i)).collect::<Vec<_>>();
                carry(position, &run(at[*u]), &run(at[*v]));
            }
            Effect::Swap(u, v) => {
                let (a, b) = (position.get(&at[*u]).copied(), position.get(&at[*v]).copied());
                set(position, at[*u], b.unwrap_or(Kind::Empty));
                set(position, at[*v], a.unwrap_or(Kind::Empty));
            }
            Effect::Remove(u) => set(position, at[*u], Kind::Empty),
            Effect::RemoveStep(u, d, n) => {
                set(position, along(at[*u], DIRECTIONS[*d].1, *n), Kind::Empty);
            }
            Effect::Put(kind, u) => set(position, at[*u], *kind),
            Effect::FlipAround(u) => {
                for cell in self.around(at[*u]) {
                    match position.get_mut(&cell) {
                        Some(k) if *k == Kind::A => *k = Kind::B,
                        Some(k) => *k = Kind::A,
                        None => {}
                    }
                }
            }
        }
    }
}

fn along(c: Cell, delta: Cell, n: i64) -> Cell {
    (c.0 + delta.0 * n as i32, c.1 + delta.1 * n as i32)
}

fn distance(a: Cell, b: Cell) -> i64 {
    i64::from((a.0 - b.0).abs() + (a.1 - b.1).abs())
}

fn compare(op: &str, a: i64, b: i64) -> bool {
    match op {
        "==" => a == b,
        "!=" => a != b,
        "<=" => a <= b,
        "<" => a < b,
        ">=" => a >= b,
        _ => a > b,
    }
}

fn set(position: &mut Position, cell: Cell, kind: Kind) {
    match kind {
        Kind::Empty => drop(position.remove(&cell)),
        Kind::Any => {}
        kind => drop(position.insert(cell, kind)),
    }
}

fn carry(position: &mut Position, from: &[Cell], to: &[Cell]) {
    let held: Vec<Kind> = from.iter().map(|c| position.get(c).copied().unwrap_or(Kind::Empty)).collect();
    from.iter().for_each(|c| set(position, *c, Kind::Empty));
    to.iter().zip(held).for_each(|(c, kind)| set(position, *c, kind));
}

/// How many variables must stand for cells before a test has a value.
fn uses(test: &Test) -> usize {
    1 + match test {
        Test::Adjacent(u, v) | Test::Step(u, v, ..) => *u.max(v),
        Test::Distance(u, v, _, _, w) => *u.max(v).max(&w.map_or(0, |w| w.1)),
        Test::Mirrored(u, v, w) => *u.max(v).max(w),
        Test::Count(_, u, v, ..) => *u.max(&v.unwrap_or(0)),
        Test::Is(u, _)
        | Test::Run(_, u, ..)
        | Test::Around(_, u, _)
        | Test::Column(u, ..)
        | Test::Named(u, _) => *u,
        Test::Or(a, b) => uses(a).max(uses(b)) - 1,
        Test::Not(a) => uses(a) - 1,
    }
}
