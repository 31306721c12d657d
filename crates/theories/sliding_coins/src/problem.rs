//! Puzzles of coins on a line.

use super::row::{FREE, Move, Row};

/// From one row to one of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How many coins move at a time, from 1.
    pub k: usize,
    /// Whether coins may land on cells that they leave.
    pub over: bool,
    /// The first cell of the line and the last; none of an endless one.
    pub ends: Option<(i64, i64)>,
    /// The coins at first.
    pub start: Row,
    /// Where they must come: to one of these.
    pub goals: Vec<Goal>,
}

/// Where coins must come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The coins.
    pub row: Row,
    /// Whether they may lie further left or right.
    pub anywhere: bool,
}

impl Goal {
    /// Whether coins lie as they must.
    pub fn is(&self, row: &Row) -> bool {
        if self.anywhere { self.row.cells() == row.cells() } else { self.row == *row }
    }
}

/// The game of the paper: n coins of one colour, n of another to the right of them, which must alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// How many coins of each colour.
    pub n: usize,
    /// Whether the alternating row may begin with the colour that lies on the left at first.
    pub white: bool,
    /// Whether it may begin with the other colour.
    pub black: bool,
}

impl Problem {
    /// Whether a move follows the rule in a row.
    pub fn allows(&self, row: &Row, step: Move) -> bool {
        let k = i64::try_from(self.k).unwrap_or(i64::MAX);
        let left = |cell: i64| self.over && (step.from..step.from.saturating_add(k)).contains(&cell);
        let inside = |(first, last): (i64, i64)| first <= step.to && step.to.saturating_add(k - 1) <= last;
        step.from != step.to
            && self.ends.is_none_or(inside)
            && (0..k).all(|i| row.at(step.from + i) != FREE)
            && (0..k).map(|i| step.to + i).all(|cell| row.at(cell) == FREE || left(cell))
    }

    /// The row after a move that is allowed. Time and memory grow with the row.
    pub fn played(&self, row: &Row, step: Move) -> Row {
        let k = i64::try_from(self.k).unwrap_or(i64::MAX);
        let (first, end) = (row.first().min(step.to), row.end().max(step.to.saturating_add(k)));
        let held = |cell: i64| {
            if (step.to..step.to + k).contains(&cell) {
                row.at(cell - step.to + step.from)
            } else if (step.from..step.from + k).contains(&cell) {
                FREE
            } else {
                row.at(cell)
            }
        };
        Row::new(first, (first..end).map(held).collect())
    }

    /// Whether moves lead from the start to a goal, each of them legal. Time grows with the moves times the row.
    pub fn solved_by(&self, moves: impl IntoIterator<Item = Move>) -> bool {
        let mut row = self.start.clone();
        for step in moves {
            if !self.allows(&row, step) {
                return false;
            }
            row = self.played(&row, step);
        }
        self.goals.iter().any(|goal| goal.is(&row))
    }

    /// The game of the paper, if the rows are those of one; on whatever line.
    pub fn family(&self) -> Option<Family> {
        let cells = self.start.cells();
        let (white, n) = (*cells.first()?, cells.len() / 2);
        let black = *cells.last()?;
        let (left, right) = cells.split_at(n);
        let sorted = left.iter().all(|held| *held == white) && right.iter().all(|held| *held == black);
        if white == black || cells.len() != 2 * n || !sorted {
            return None;
        }
        let mut family = Family { n, white: false, black: false };
        for goal in &self.goals {
            let begins = *goal.row.cells().first()?;
            let other = if begins == white { black } else { white };
            let colour = |place: usize| if place.is_multiple_of(2) { begins } else { other };
            let alternates = goal.row.cells().iter().enumerate().all(|(place, held)| *held == colour(place));
            if ![white, black].contains(&begins)
                || !goal.anywhere
                || goal.row.cells().len() != 2 * n
                || !alternates
            {
                return None;
            }
            *(if begins == white { &mut family.white } else { &mut family.black }) = true;
        }
        (family.white || family.black).then_some(family)
    }
}
