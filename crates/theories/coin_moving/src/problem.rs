//! Puzzles of coins: from one configuration to another.

use super::coins::{Coins, Move};
use puzzlec_model::board::Coord;

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
        self.between(self.start.clone(), goal)
    }

    /// Another problem in the same box.
    pub fn between(&self, start: Coins, goal: Coins) -> Self {
        Problem { start, goal, columns: self.columns.clone(), rows: self.rows.clone() }
    }

    /// The cell of the board that a cell of the box is.
    pub fn on_board(&self, cell: Coord) -> Option<Coord> {
        let of = |kept: &[i32], at: i32| kept.get(usize::try_from(at).ok()?).copied();
        Some(Coord::new(of(&self.columns, cell.x)?, of(&self.rows, cell.y)?))
    }

    /// The cell of the box that a cell of the board is.
    pub fn in_box(&self, cell: Coord) -> Option<Coord> {
        Some(Coord::new(place(&self.columns, cell.x)?, place(&self.rows, cell.y)?))
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
