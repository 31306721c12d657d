//! The linear programs over the counts of a game (Ramaré 2008, sections 6, 9, 10 and 11): is there a point with
//! the counts of a case?

use super::board::{Jump, Problem};
use super::case::{Case, Occupancy, cells, holds};
use super::lp::{Answer, Is, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Which rows a test has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One row per cell: h is a non-negative combination of jumps (section 6).
    Linear,
    /// One row per pair of cells, with y(f, A) >= 0: the simple quadratic test (section 9).
    Simple,
    /// The same with y(f, A) <= x(f): flatness (section 10).
    Flat,
}

/// What the program answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Point {
    /// No counts.
    Empty,
    /// The counts x(f), and y(f, A) where they are columns.
    Inside {
        /// One per jump.
        jumps: Vec<f64>,
        /// Jump, bystander, count.
        beside: Vec<(usize, u8, f64)>,
    },
    /// No answer.
    Unknown,
}

/// The columns of a program.
struct Columns {
    program: Program,
    x: BTreeMap<usize, usize>,
    y: BTreeMap<(usize, u8), usize>,
}

/// A row of the balance of two cells: the columns that enter with +1 and with -1, and the right side.
#[derive(Default)]
struct Balance {
    plus: Vec<Count>,
    minus: Vec<Count>,
    right: i32,
}

/// x(f), or y(f, A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Count(usize, Option<u8>);

fn balances(problem: &Problem<'_>, shape: Shape, alive: &BTreeSet<Count>) -> BTreeMap<(u8, u8), Balance> {
    let mut rows: BTreeMap<(u8, u8), Balance> = BTreeMap::new();
    for a in cells(problem) {
        for b in cells(problem).filter(|&b| b >= a && (shape != Shape::Linear || a == b)) {
            let both = |at| i32::from(holds(at, a.into()) && holds(at, b.into()));
            let right = both(problem.start) - both(problem.goal);
            rows.insert((a, b), Balance { right, ..Balance::default() });
        }
    }
    for &count in alive {
        let Some(&Jump { from, over, to }) = problem.board.jumps().get(count.0) else { continue };
        let (plus, minus) = match count.1 {
            None => ([Some((from, from)), Some((over, over)), Some((from, over))], (to, to)),
            Some(cell) => ([Some((cell, from)), Some((cell, over)), None], (cell, to)),
        };
        let sorted = |(a, b): (u8, u8)| (a.min(b), a.max(b));
        for place in plus.into_iter().flatten() {
            rows.entry(sorted(place)).and_modify(|row| row.plus.push(count));
        }
        rows.entry(sorted(minus)).and_modify(|row| row.minus.push(count));
    }
    rows
}

/// The counts that are not 0 for simple reasons: bounds, or a balance of 0 to which all contribute alike.
fn alive(problem: &Problem<'_>, case: &Case, shape: Shape) -> BTreeSet<Count> {
    let mut alive: BTreeSet<Count> = case.active(problem).map(|(index, _)| Count(index, None)).collect();
    for (index, jump) in problem.board.jumps().iter().enumerate().filter(|_| shape != Shape::Linear) {
        // Without flatness the columns y stay even when the jump is never played.
        if shape == Shape::Simple || alive.contains(&Count(index, None)) {
            let beside = cells(problem).filter(|cell| !jump.cells().contains(cell));
            let beside = beside.filter(|&cell| case.of_beside(index, cell).1 != Some(0));
            alive.extend(beside.map(|cell| Count(index, Some(cell))));
        }
    }
    loop {
        let rows = balances(problem, shape, &alive);
        let mut dead: BTreeSet<Count> = BTreeSet::new();
        for row in rows.values().filter(|row| row.right == 0) {
            match (row.plus.is_empty(), row.minus.is_empty()) {
                (true, false) => dead.extend(&row.minus),
                (false, true) => dead.extend(&row.plus),
                _ => {}
            }
        }
        // A column with a bound from below stays, so that the program notices.
        dead.retain(|count| match count.1 {
            None => case.of(count.0).0 == 0,
            Some(cell) => case.of_beside(count.0, cell).0 == 0,
        });
        if dead.is_empty() {
            return alive;
        }
        let flat = shape == Shape::Flat;
        let dies = |count: &Count| dead.contains(count) || flat && dead.contains(&Count(count.0, None));
        alive.retain(|count| !dies(count));
    }
}

fn columns(problem: &Problem<'_>, case: &Case, shape: Shape, whole: bool) -> Columns {
    let mut program = Program::default();
    let (mut x, mut y) = (BTreeMap::new(), BTreeMap::new());
    let alive = alive(problem, case, shape);
    for &Count(jump, bystander) in &alive {
        let (low, high) = bystander.map_or_else(|| case.of(jump), |cell| case.of_beside(jump, cell));
        // Uneven costs: without them the simplex method has too many equal choices.
        let cost = ((jump * 31 + bystander.map_or(0, usize::from) * 17) % 97) as f64 / 97.0;
        let column = if whole { program.integer(cost, low, high) } else { program.column(cost, low, high) };
        match bystander {
            None => {
                x.insert(jump, column);
            }
            Some(cell) => {
                y.insert((jump, cell), column);
                if let (Shape::Flat, Some(&x)) = (shape, x.get(&jump)) {
                    program.row([(column, 1.0), (x, -1.0)], Is::AtMost, 0.0);
                }
            }
        }
    }
    let column = |count: &Count| match count.1 {
        None => x.get(&count.0).copied(),
        Some(cell) => y.get(&(count.0, cell)).copied(),
    };
    for row in balances(problem, shape, &alive).values() {
        let plus = row.plus.iter().filter_map(column).map(|column| (column, 1.0));
        let minus = row.minus.iter().filter_map(column).map(|column| (column, -1.0));
        program.row(plus.chain(minus), Is::Equal, f64::from(row.right));
    }
    Columns { program, x, y }
}

fn occupied(problem: &Problem<'_>, occupancy: &Occupancy, columns: &mut Columns) {
    for (cell, &(low, high)) in cells(problem).zip(&occupancy.ranges) {
        let touching =
            problem.board.jumps().iter().enumerate().filter(|(_, jump)| jump.cells().contains(&cell));
        let mut terms: Vec<(usize, f64)> =
            touching.filter_map(|(index, _)| columns.x.get(&index)).map(|&x| (x, 1.0)).collect();
        terms.extend(columns.y.iter().filter(|((_, beside), _)| *beside == cell).map(|(_, &y)| (y, 1.0)));
        columns.program.row(terms.iter().copied(), Is::AtLeast, f64::from(low));
        columns.program.row(terms, Is::AtMost, f64::from(high));
    }
}

/// How many columns the program of a case has.
pub fn size(problem: &Problem<'_>, case: &Case, shape: Shape) -> usize {
    let cells = problem.board.cells();
    let active = case.active(problem).count();
    match shape {
        Shape::Linear => active,
        Shape::Simple => active + problem.board.jumps().len() * cells.saturating_sub(3),
        Shape::Flat => active * cells.saturating_sub(2),
    }
}

/// Looks for counts in the case, natural numbers when `whole` says how many branches may be made.
pub fn point(
    problem: &Problem<'_>,
    case: &Case,
    shape: Shape,
    occupancy: Option<&Occupancy>,
    whole: Option<u64>,
) -> Point {
    let mut columns = columns(problem, case, shape, whole.is_some());
    if let Some(occupancy) = occupancy {
        occupied(problem, occupancy, &mut columns);
    }
    match columns.program.minimise(whole.unwrap_or(0)) {
        Answer::Empty => Point::Empty,
        Answer::Unknown => Point::Unknown,
        Answer::Best { point, .. } => {
            let at = |column: usize| point.get(column).copied().unwrap_or(0.0);
            let jumps = 0..problem.board.jumps().len();
            Point::Inside {
                jumps: jumps.map(|jump| columns.x.get(&jump).map_or(0.0, |&x| at(x))).collect(),
                beside: columns.y.iter().map(|(&(jump, cell), &y)| (jump, cell, at(y))).collect(),
            }
        }
    }
}
