//! Puzzles of coins: from one configuration to another.

use super::coins::{Coins, Move};
use crate::model::board::Coord;

/// More cells than this are not treated.
const MOST_CELLS: i64 = 1 << 26;

/// A start and a goal, in one box.
///
/// Columns and rows that no span can cross are left out: where three or more empty ones lie side by side,
/// two are kept, so that the box is small even where coins lie far apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The coins at first.
    pub start: Coins,
    /// Where they must come.
    pub goal: Coins,
    /// The columns and rows of the board.
    columns: Vec<i32>,
    rows: Vec<i32>,
}

impl Problem {
    /// A problem on the plane; nothing where the box would be too large.
    pub fn new(start: &[Coord], goal: &[Coord]) -> Option<Self> {
        let all = || start.iter().chain(goal);
        let columns = kept(all().map(|cell| cell.x));
        let rows = kept(all().map(|cell| cell.y));
        let (width, height) = (i32::try_from(columns.len()).ok()?, i32::try_from(rows.len()).ok()?);
        if i64::from(width) * i64::from(height) > MOST_CELLS {
            return None;
        }
        let inside = |cell: &Coord| Some(Coord::new(place(&columns, cell.x)?, place(&rows, cell.y)?));
        let coins = |cells: &[Coord]| Coins::on(width, height, cells.iter().filter_map(inside));
        let (start, goal) = (coins(start), coins(goal));
        Some(Problem { start, goal, columns, rows })
    }

    /// The same with another goal of the same box.
    pub fn with_goal(&self, goal: Coins) -> Self {
        Problem { goal, ..self.clone() }
    }

    /// The cell of the board that a cell of the box is.
    pub fn on_board(&self, cell: Coord) -> Option<Coord> {
        let of = |kept: &[i32], at: i32| kept.get(usize::try_from(at).ok()?).copied();
        Some(Coord::new(of(&self.columns, cell.x)?, of(&self.rows, cell.y)?))
    }

    /// Whether moves lead from the start to the goal, each of them legal.
    pub fn solved_by(&self, moves: impl IntoIterator<Item = Move>) -> bool {
        let mut coins = self.start.clone();
        for step in moves {
            if !coins.allows(step) {
                return false;
            }
            coins.play(step);
        }
        coins == self.goal
    }
}

/// The lines of the box: those with a coin, and between two of them as many as there are, at most two.
fn kept(with_coins: impl Iterator<Item = i32>) -> Vec<i32> {
    let mut lines: Vec<i32> = with_coins.collect();
    lines.sort_unstable();
    lines.dedup();
    let mut kept: Vec<i32> = Vec::with_capacity(lines.len());
    for line in lines {
        if let Some(last) = kept.last().copied() {
            kept.extend((last + 1..line).take(2));
        }
        kept.push(line);
    }
    kept
}

fn place(kept: &[i32], line: i32) -> Option<i32> {
    kept.binary_search(&line).ok().and_then(|at| i32::try_from(at).ok())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::theories::coin_moving::rectangle::Rectangle;
    use crate::theories::coin_moving::span::Spans;

    /// The span by its definition: cells with two covered neighbours are covered until nothing changes.
    fn closure(coins: &Coins) -> Coins {
        let mut all = coins.clone();
        loop {
            let cells = Rectangle { top: 0, left: 0, bottom: all.height() - 1, right: all.width() - 1 };
            let more: Vec<Coord> =
                cells.cells().filter(|c| !all.contains(*c) && all.neighbours(*c) >= 2).collect();
            if more.is_empty() {
                return all;
            }
            more.into_iter().for_each(|cell| {
                all.insert(cell);
            });
        }
    }

    #[test]
    fn spans_are_closures() {
        for (width, height) in [(1, 7), (4, 4), (5, 3), (3, 5)] {
            let mut spans = Spans::new(width, height);
            for set in 0_u32..1 << (width * height) {
                let cells = (0..width * height).filter(|at| set >> at & 1 != 0);
                let coins = Coins::on(width, height, cells.map(|at| Coord::new(at % width, at / width)));
                let span = spans.span(coins.iter());
                let covered = Coins::on(width, height, span.0.iter().flat_map(|r| r.cells()));
                assert_eq!(covered, closure(&coins));
                let apart = |a: &Rectangle| span.0.iter().all(|b| a == b || a.distance(*b) >= 3);
                assert!(span.0.iter().all(apart));
            }
        }
    }

    #[test]
    fn far_coins_make_no_large_box() {
        let cells = [(0, 0), (1, 0), (1_000_000, 5), (1_000_002, 5), (1_000_002, -900_000)];
        let cells = cells.map(|(x, y)| Coord::new(x, y));
        let problem = Problem::new(&cells, &cells[..3]).unwrap();
        assert_eq!((problem.start.width(), problem.start.height()), (7, 7));
        let back: Vec<Coord> = problem.start.iter().filter_map(|c| problem.on_board(c)).collect();
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        assert_eq!(back, sorted);
        assert_eq!(problem.goal.len(), 3);
    }

    #[test]
    fn moves_are_replayed() {
        let cells = |list: &[(i32, i32)]| list.iter().map(|(x, y)| Coord::new(*x, *y)).collect::<Vec<_>>();
        let problem =
            Problem::new(&cells(&[(0, 0), (1, 0), (0, 1)]), &cells(&[(1, 0), (0, 1), (1, 1)])).unwrap();
        let step =
            |a: (i32, i32), b: (i32, i32)| Move { from: Coord::new(a.0, a.1), to: Coord::new(b.0, b.1) };
        assert!(problem.solved_by([step((0, 0), (1, 1))]));
        assert!(!problem.solved_by([step((0, 1), (1, 1))]));
        assert!(!problem.solved_by([]));
        assert!(!problem.solved_by([step((0, 0), (2, 0))]));
    }
}
